/** The four games. Each is loaded when it is first shown. */
import type { GameId } from '../api/types';
import type { GameModule } from './screen';

export const GAMES: readonly GameId[] = ['hyperspace', 'time-traveler', 'hidden960', 'dmchess'];

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each module knows its own view
type AnyModule = GameModule<any>;

const loaders: Record<GameId, () => Promise<AnyModule>> = {
  hyperspace: () => import('./hyperspace').then(part => part.hyperspace),
  'time-traveler': () => import('./time_traveler').then(part => part.timeTraveler),
  hidden960: () => import('./hidden960').then(part => part.hidden960),
  dmchess: () => import('./dmchess').then(part => part.dmchess),
};

const loading = new Map<GameId, Promise<AnyModule>>();

/** The screen's code of one game. */
export function gameModule(id: GameId): Promise<AnyModule> {
  let promise = loading.get(id);
  if (!promise) {
    promise = loaders[id]();
    loading.set(id, promise);
  }
  return promise;
}

/** Whether a text names a game. */
export function isGame(text: string | undefined): text is GameId {
  return GAMES.includes(text as GameId);
}
