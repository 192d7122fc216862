/** The bracket of a knock-out, worked out from the players and the rounds (Regulations, section 2). */
import type { Board, EventDetail, Person, Side } from '../../api/events';
import { scoreFor, sideOf } from './facts';

/** A match of the bracket. */
export interface Tie {
  /** `null`: not known yet, or nobody. */
  sides: [Person | null, Person | null];
  /** In the order in which they are played. */
  games: Board[];
  /** Points of the two so far. */
  score: [number, number];
  /** The side that advances; `null` as long as it is not decided, or if nobody does. */
  winner: 0 | 1 | null;
  isDecided: boolean;
  /** Whether one side advances without a game. */
  isFree: boolean;
  /** Whether any result in it is not final. */
  isProvisional: boolean;
}

export interface BracketStage {
  ties: Tie[];
  /** The match for third place, beside the final. */
  third: Tie | null;
}

/** The seeds of the first round in bracket order: neighbours meet, and the top two can meet only in the final. */
export function seeds(players: number): number[] {
  let order = [1];
  while (order.length < players) order = order.flatMap(seed => [seed, 2 * order.length + 1 - seed]);
  return order;
}

/** All stages, the final last. Empty until the draw. */
export function bracket(detail: Pick<EventDetail, 'entries' | 'rounds' | 'settings'>): BracketStage[] {
  const { entries, rounds, settings } = detail;
  const { format } = settings;
  if (format.kind !== 'knock-out' || rounds.length === 0 || entries.length < 2) return [];
  const games = rounds.flatMap(round => round.boards);
  const tie = (sides: Tie['sides'], isFirst: boolean, isKnown: boolean): Tie =>
    tieOf(sides, games, format.games, isFirst, isKnown);
  const order = seeds(entries.length).map(seed => entries[seed - 1] ?? null);
  const stages: BracketStage[] = [{ ties: pairs(order).map(sides => tie(sides, true, true)), third: null }];
  for (let last = stages[0]; last && last.ties.length > 1; last = stages.at(-1)) {
    const isKnown = last.ties.every(one => one.isDecided);
    const isFinal = last.ties.length === 2;
    const losers = last.ties.map(loserOf);
    stages.push({
      ties: pairs(last.ties.map(winnerOf)).map(sides => tie(sides, false, isKnown)),
      third: format.thirdPlace && isFinal ? tie([losers[0] ?? null, losers[1] ?? null], false, isKnown) : null,
    });
  }
  return stages;
}

/** Whether a player may still have a match to play. True if there is no bracket. */
export function isInBracket(detail: Parameters<typeof bracket>[0], person: string): boolean {
  const ties = allTies(detail);
  // A player who advances is in a match of the next stage, too.
  return ties.length === 0 || ties.some(({ sides, isDecided }) => !isDecided && sides.some(one => one?.id === person));
}

/** Whether all matches of a bracket are decided. */
export function isBracketDecided(detail: Parameters<typeof bracket>[0]): boolean {
  const ties = allTies(detail);
  return ties.length > 0 && ties.every(({ isDecided }) => isDecided);
}

function allTies(detail: Parameters<typeof bracket>[0]): Tie[] {
  return bracket(detail).flatMap(({ ties, third }) => (third ? [...ties, third] : ties));
}

function pairs<T>(all: readonly T[]): [T | null, T | null][] {
  return Array.from({ length: Math.ceil(all.length / 2) }, (_, index) => [
    all[2 * index] ?? null,
    all[2 * index + 1] ?? null,
  ]);
}

export function winnerOf({ sides, winner }: Tie): Person | null {
  return winner === null ? null : sides[winner];
}

function loserOf({ sides, winner }: Tie): Person | null {
  return winner === null ? null : sides[winner === 0 ? 1 : 0];
}

/** `isKnown`: whether all players of the stage are known, so that a player without an opponent advances. */
function tieOf(sides: Tie['sides'], all: readonly Board[], length: number, isFirst: boolean, isKnown: boolean): Tie {
  const [first, second] = sides;
  const tie: Tie = {
    sides,
    games: [],
    score: [0, 0],
    winner: null,
    isDecided: false,
    isFree: false,
    isProvisional: false,
  };
  if (!first || !second) {
    const isDecided = isFirst || isKnown;
    return { ...tie, isDecided, isFree: isDecided, winner: isDecided ? (first ? 0 : second ? 1 : null) : null };
  }
  const games = all.filter(board => sideOf(board, first.id) && sideOf(board, second.id));
  const played = games.filter(board => board.result !== null);
  const pointsOf = (person: Person): number =>
    played.reduce((sum, board) => sum + pointsIn(board, sideOf(board, person.id) ?? 'white'), 0);
  return {
    ...tie,
    games,
    score: [pointsOf(first), pointsOf(second)],
    ...decided(played, first, length),
    isProvisional: played.some(board => board.provisional && !board.final),
  };
}

function pointsIn({ result }: Board, side: Side): number {
  return result ? scoreFor(result, side) : 0;
}

/** The state of a match after these games: it is over as soon as the trailing player cannot catch up in one of its parts. */
function decided(games: readonly Board[], first: Person, length: number): Pick<Tie, 'winner' | 'isDecided'> {
  const open = { winner: null, isDecided: false };
  for (const [terms, most] of [
    ['usual', length],
    ['rapid', 2],
    ['blitz', 2],
  ] as const) {
    const part = games.filter(board => board.terms === terms);
    let lead = 0;
    for (const [index, board] of part.entries()) {
      const side = sideOf(board, first.id) ?? 'white';
      lead += pointsIn(board, side) - pointsIn(board, side === 'white' ? 'black' : 'white');
      if (Math.abs(lead) > most - 1 - index) return { winner: lead > 0 ? 0 : 1, isDecided: true };
    }
    if (part.length < most) return open;
  }
  const decider = games.find(board => board.terms === 'armageddon');
  if (!decider?.result) return open;
  if (decider.result === 'both-forfeit') return { winner: null, isDecided: true };
  // A draw wins for Black.
  const side = sideOf(decider, first.id) ?? 'white';
  const won = decider.result === 'draw' ? side === 'black' : scoreFor(decider.result, side) === 1;
  return { winner: won ? 0 : 1, isDecided: true };
}
