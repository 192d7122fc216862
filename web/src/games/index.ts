/** All games, in the order of the home page. A new game is registered here and nowhere else. */
import { chess } from './chess';
import { dmchess } from './dmchess';
import type { Game } from './game';
import { hidden960 } from './hidden960';
import { hyperspace } from './hyperspace';
import { timeTraveler } from './time_traveler';

export const GAMES: readonly Game[] = [hyperspace, timeTraveler, hidden960, dmchess, chess];

/** The game of an identifier, if this client knows it. */
export function findGame(id: string | undefined): Game | undefined {
  return GAMES.find(game => game.id === id);
}

/** The keys that only some games use. */
export function gameKeys(): (readonly [string, string])[] {
  return GAMES.flatMap(game => game.about.keys ?? []);
}
