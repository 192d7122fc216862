import type { Frame, MoveRecord, State } from '../../api/types';

export interface Row {
  number: number;
  white: MoveRecord[];
  black: MoveRecord[];
}

/** Rows of moves by number; a turn may be several actions (reveals before a move). */
export function rowsOf(moves: readonly MoveRecord[]): Row[] {
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

/** The moves after an event that tells no list; `null` if they must be asked for. */
export function nextMoves(before: State | null, frame: Extract<Frame, { t: 'event' }>): MoveRecord[] | null {
  if (!before) return null;
  if (frame.event.kind === 'takeback') return null;
  if (frame.event.kind !== 'action') return before.moves;
  const { event } = frame;
  if (frame.n <= (before.moves.at(-1)?.n ?? 0)) return before.moves;
  const last = before.moves.at(-1);
  const color = event.color ?? 'white';
  const number =
    typeof event.number === 'number'
      ? event.number
      : last
        ? last.number + (color === 'white' && last.color === 'black' ? 1 : 0)
        : 1;
  return [...before.moves, { n: frame.n, number, color, notation: event.notation ?? '', at: event.at }];
}

