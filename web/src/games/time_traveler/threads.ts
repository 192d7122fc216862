/** The state of a thread, and the reason for it. */
import type { Square } from '../../api/types';
import { text } from './text';
import type { Side, Thread } from './view';

export type ThreadState = keyof typeof text.thread.state;

/** The states, the most urgent first. */
const URGENCY: readonly ThreadState[] = ['cut', 'breaking', 'fraying', 'stuck', 'thin', 'ready', 'open', 'closed'];

/** The facts besides the thread itself on which its state depends. */
export interface Moment {
  /** The game has ended with this position: nothing is in danger any more. */
  isOver: boolean;
  /** The squares of the last action. */
  last: readonly Square[];
}

export const ONGOING: Moment = { isOver: false, last: [] };

/** The state of a thread that matters most. */
export function stateOf(side: Side, thread: Thread, { isOver, last }: Moment = ONGOING): ThreadState {
  if (!thread.open) return !side.correct && last.includes(thread.square) ? 'cut' : 'closed';
  if (!side.correct && thread.approaches.length === 0) return 'cut';
  if (isOver) return 'open';
  if (thread.attackers.length > 0) return 'breaking';
  if (thread.needed_attacked.length > 0) return 'fraying';
  if (thread.endangered) return 'thin';
  if (thread.approaches.some(one => one.moves === 1)) return 'ready';
  if (thread.approaches.length > 0 && thread.approaches.every(approach => approach.moves === null)) return 'stuck';
  return 'open';
}

/** For sorting: what needs attention comes first. */
export function urgency(state: ThreadState): number {
  return URGENCY.indexOf(state);
}

/** The words for states in which certain squares matter. */
interface Words {
  breaking: (by: readonly Square[]) => string;
  fraying: (needed: readonly Square[]) => string;
  thin: (needed: readonly Square[]) => string;
  ready: (squares: readonly Square[]) => string;
}

/** The words for a state with the squares that matter in it, or `null` if none do. */
function withSquares(words: Words, thread: Thread, state: ThreadState): string | null {
  switch (state) {
    case 'breaking':
      return words.breaking(thread.attackers);
    case 'fraying':
      return words.fraying(thread.needed_attacked);
    case 'thin':
      return words.thin(thread.needed);
    case 'ready':
      return words.ready(partnersIn(thread, 1));
    default:
      return null;
  }
}

/** The state in a few words, with the squares that matter. */
export function brief(thread: Thread, state: ThreadState): string {
  const texts = text.thread;
  const words = withSquares(texts.brief, thread, state);
  if (words !== null) return words;
  const moves = state === 'open' ? nearest(thread) : null;
  return moves === null ? texts.state[state] : texts.brief.open(partnersIn(thread, moves), moves);
}

/** How many moves the nearest candidate needs; `null` if none has a route. */
function nearest({ approaches }: Thread): number | null {
  const known = approaches.flatMap(({ moves }) => (moves === null ? [] : [moves]));
  return known.length ? Math.min(...known) : null;
}

/** The candidates that need exactly this many moves. */
function partnersIn({ approaches }: Thread, moves: number): Square[] {
  return approaches.filter(one => one.moves === moves).map(one => one.square);
}

/** Why the thread is in this state, in a sentence. */
export function explain(thread: Thread, state: ThreadState): string {
  const texts = text.thread.explain;
  const words = withSquares(texts, thread, state);
  if (words !== null) return words;
  if (state === 'stuck') return texts.stuck;
  if (state === 'closed') return texts.closed;
  if (state === 'cut') return thread.open ? texts.alone : texts.cut;
  return texts.open(thread.approaches.length);
}
