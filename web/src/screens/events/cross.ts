/** The crosstable, worked out from the rounds. */
import type { EventDetail, Person, Side } from '../../api/events';
import { e } from '../../text/events';
import { signFor } from './facts';

/** The text of a cell, and its long form for screen readers. */
export interface Cell {
  text: string;
  long: string;
  /** Whether it is not final. */
  isProvisional: boolean;
}

export interface CrossRow {
  number: number;
  player: Person;
  points: number;
  cells: (Cell | null)[];
}

export interface CrossTable {
  /** The heads of the columns: rounds, or players by their numbers. */
  columns: string[];
  rows: CrossRow[];
  /** Whether every player has a column: round robins and matches. */
  isAll: boolean;
}

const LETTER: Record<Side, string> = { white: 'w', black: 'b' };

/** Rows in the order of the standings. The columns are players in round robins and matches, otherwise rounds. */
export function crosstable(detail: EventDetail): CrossTable {
  const { standings, entries, settings, rounds } = detail;
  const isAll = settings.format.kind === 'round-robin' || settings.format.kind === 'match';
  const order = standings.length ? standings.map(line => line.player) : entries;
  const places = new Map(order.map((player, index) => [player.id, index]));
  const numbers = new Map(
    isAll ? order.map((player, index) => [player.id, index + 1]) : entries.map(entry => [entry.id, entry.number]),
  );
  const points = new Map(standings.map(line => [line.player.id, line.points]));
  const width = isAll ? order.length : rounds.length;
  const rows = order.map((player): CrossRow => ({
    number: numbers.get(player.id) ?? 0,
    player,
    points: points.get(player.id) ?? 0,
    cells: Array.from({ length: width }, () => null),
  }));
  const put = (person: Person, column: number, cell: Cell): void => {
    const row = rows[places.get(person.id) ?? -1];
    if (!row || column < 0) return;
    const there = row.cells[column];
    row.cells[column] = there
      ? {
          text: `${there.text} ${cell.text}`,
          long: `${there.long}; ${cell.long}`,
          isProvisional: there.isProvisional || cell.isProvisional,
        }
      : cell;
  };
  for (const [index, round] of rounds.entries()) {
    for (const board of round.boards) {
      for (const side of ['white', 'black'] as const) {
        const player = board[side];
        const opponent = board[side === 'white' ? 'black' : 'white'];
        const sign = signFor(board.result, side);
        put(player, isAll ? (places.get(opponent.id) ?? -1) : index, {
          text: isAll ? sign || '·' : `${numbers.get(opponent.id) ?? '?'}${LETTER[side]}${sign}`,
          long: e.cross.cell(opponent.name, side, e.cross.results[sign] ?? ''),
          isProvisional: board.provisional && board.result !== null,
        });
      }
    }
    if (isAll) continue;
    for (const { player, kind } of round.byes)
      put(player, index, {
        text: kind === 'pairing' ? '+' : kind === 'half' ? '½' : '–',
        long: e.cross.byes[kind],
        isProvisional: false,
      });
  }
  const columns = isAll ? order.map((_, index) => String(index + 1)) : rounds.map(round => String(round.number));
  return { columns, rows, isAll };
}
