import type { Commitment, Move, ServerMessage } from '../../api/types';

/** A move and the number of the position after it. */
export interface Entry extends Move {
  index: number;
}

export interface Row {
  number: number;
  white: Entry[];
  black: Entry[];
}

/**
 * The moves that a list shows. An action undone within its turn leaves no trace: neither it nor the action that
 * `undoes` it is listed.
 */
export function shownMoves(moves: readonly Move[], undoes: (move: Move) => boolean): Entry[] {
  const shown: Entry[] = [];
  for (const [index, move] of moves.entries()) {
    if (undoes(move) && shown.length) shown.pop();
    else shown.push({ ...move, index: index + 1 });
  }
  return shown;
}

/** Rows of moves by number; a turn may be several actions (reveals before a move). */
export function rowsOf(moves: readonly Entry[]): Row[] {
  const rows: Row[] = [];
  for (const move of moves) {
    let row = rows.at(-1);
    if (!row || row.number !== move.number) {
      row = { number: move.number, white: [], black: [] };
      rows.push(row);
    }
    row[move.color].push(move);
  }
  return rows;
}

/** The list of moves after an event message, which does not contain it. */
export function movesAfter(before: readonly Move[], message: Extract<ServerMessage, { t: 'event' }>): Move[] {
  const { event, n } = message;
  if (event.kind === 'takeback') return before.slice(0, event.keep);
  if (event.kind === 'ordered') {
    const resumed = event.orders.filter(order => order.kind === 'resume').at(-1);
    return before.filter(move => !resumed || move.n <= resumed.from);
  }
  if (event.kind !== 'action' || n <= (before.at(-1)?.n ?? 0)) return [...before];
  const { number, color, notation, ply, at, clock_ms } = event;
  return [...before, { n, number, color, notation, public: event.action, ply, at, clock_ms }];
}

/** The commitments after an event message, which does not contain them. */
export function commitmentsAfter(
  before: Commitment[] | undefined,
  message: Extract<ServerMessage, { t: 'event' }>,
): Commitment[] | undefined {
  const { event, n } = message;
  if (event.kind !== 'action' || !event.commitment || before?.some(one => one.n === n)) return before;
  return [...(before ?? []), { n, color: event.color, public: event.action, commitment: event.commitment }];
}
