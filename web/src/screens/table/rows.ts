import type { Frame, MoveRecord } from '../../api/types';

/** A move and the number of the position after it. */
export interface Entry extends MoveRecord {
  index: number;
}

export interface Row {
  number: number;
  white: Entry[];
  black: Entry[];
}

/** Rows of moves by number; a turn may be several actions (reveals before a move). */
export function rowsOf(moves: readonly MoveRecord[]): Row[] {
  const rows: Row[] = [];
  for (const [index, move] of moves.entries()) {
    let row = rows.at(-1);
    if (!row || row.number !== move.number) {
      row = { number: move.number, white: [], black: [] };
      rows.push(row);
    }
    row[move.color].push({ ...move, index: index + 1 });
  }
  return rows;
}

/** The list of moves after an event that comes without it. */
export function movesAfter(before: readonly MoveRecord[], frame: Extract<Frame, { t: 'event' }>): MoveRecord[] {
  const { event, n } = frame;
  if (event.kind === 'takeback') return before.slice(0, event.keep ?? 0);
  if (event.kind !== 'action' || n <= (before.at(-1)?.n ?? 0)) return [...before];
  return [
    ...before,
    {
      n,
      number: event.number ?? 1,
      color: event.color ?? 'white',
      notation: event.notation ?? '',
      public: event.action,
      ply: event.ply,
      at: event.at,
    },
  ];
}
