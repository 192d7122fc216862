import type { Color, Square } from '../api/types';

export const FILES = 'abcdefgh';

/** All squares in reading order, as seen by `orientation`. */
export function squaresFrom(orientation: Color): Square[][] {
  const rows: Square[][] = [];
  for (let row = 0; row < 8; row++) {
    const rank = orientation === 'white' ? 8 - row : row + 1;
    const cells: Square[] = [];
    for (let column = 0; column < 8; column++) {
      const file = orientation === 'white' ? column : 7 - column;
      cells.push(`${FILES[file]}${rank}`);
    }
    rows.push(cells);
  }
  return rows;
}

/** Column and row of a square as seen, each 0 to 7, from the top left. */
export function cell(square: Square, orientation: Color): { column: number; row: number } {
  const file = square.charCodeAt(0) - 97;
  const rank = square.charCodeAt(1) - 49;
  return orientation === 'white' ? { column: file, row: 7 - rank } : { column: 7 - file, row: rank };
}

/** The place of a square within its board, as style. */
export function place(square: Square, orientation: Color): Record<string, string> {
  const { column, row } = cell(square, orientation);
  return { left: `${column * 12.5}%`, top: `${row * 12.5}%` };
}

export function isLight(square: Square): boolean {
  return (square.charCodeAt(0) + square.charCodeAt(1)) % 2 === 1;
}

/** The neighbour of a square in a direction of the screen, or `null` at the edge. */
export function step(square: Square, orientation: Color, columns: number, rows: number): Square | null {
  const { column, row } = cell(square, orientation);
  return squaresFrom(orientation)[row + rows]?.[column + columns] ?? null;
}

/** The square of a board that fills `box` under a point of the window; `null` outside it. */
export function squareAt(box: DOMRect, x: number, y: number, orientation: Color): Square | null {
  const column = Math.floor((8 * (x - box.left)) / box.width);
  const row = Math.floor((8 * (y - box.top)) / box.height);
  return squaresFrom(orientation)[row]?.[column] ?? null;
}

/** The square of the board `id` under a point of the window. */
export function squareOnBoard(id: string, x: number, y: number, orientation: Color): Square | null {
  const box = document.querySelector(`[data-board="${id}"]`)?.getBoundingClientRect();
  return box ? squareAt(box, x, y, orientation) : null;
}
