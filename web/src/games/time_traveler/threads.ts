/** In what state a thread is, and why. */
import type { Square } from '../../api/types';
import { text } from './text';
import type { Side, Thread } from './view';

export type ThreadState = keyof typeof text.thread.state;

/** The states, the most urgent first. */
const URGENCY: readonly ThreadState[] = ['cut', 'breaking', 'fraying', 'stuck', 'thin', 'ready', 'open', 'closed'];

/** What the state of a thread depends on beside the thread. */
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

/** For sorting: what wants attention comes first. */
export function urgency(state: ThreadState): number {
  return URGENCY.indexOf(state);
}

/** The state in a few words, with the squares that matter. */
export function brief(thread: Thread, state: ThreadState): string {
  const texts = text.thread.brief;
  switch (state) {
    case 'breaking':
      return texts.breaking(thread.attackers);
    case 'fraying':
      return texts.fraying(thread.needed_attacked);
    case 'thin':
      return texts.thin(thread.needed);
    case 'ready':
      return texts.ready(partnersIn(thread, 1));
    case 'open': {
      const moves = nearest(thread);
      return moves === null ? text.thread.state.open : texts.open(partnersIn(thread, moves), moves);
    }
    default:
      return text.thread.state[state];
  }
}

/** In how many moves the nearest candidate can be there; `null` if none has a route. */
function nearest({ approaches }: Thread): number | null {
  const known = approaches.flatMap(({ moves }) => (moves === null ? [] : [moves]));
  return known.length ? Math.min(...known) : null;
}

/** The candidates that need just so many moves. */
function partnersIn({ approaches }: Thread, moves: number): Square[] {
  return approaches.filter(one => one.moves === moves).map(one => one.square);
}

export function explain(thread: Thread, state: ThreadState): string {
  const texts = text.thread.explain;
  switch (state) {
    case 'breaking':
      return texts.breaking(thread.attackers);
    case 'fraying':
      return texts.fraying(thread.needed_attacked);
    case 'thin':
      return texts.thin(thread.needed);
    case 'ready':
      return texts.ready(partnersIn(thread, 1));
    case 'open':
      return texts.open(thread.approaches.length);
    case 'stuck':
      return texts.stuck;
    case 'closed':
      return texts.closed;
    case 'cut':
      return thread.open ? texts.alone : texts.cut;
  }
}
