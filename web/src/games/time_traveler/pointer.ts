/** Where the pointer is on the board of Time Traveler's Chess. */
import type { Color, Square } from '../../api/types';
import { squaresFrom } from '../../board/geometry';

/** The name of the board in the page. */
export const BOARD = 'time-traveler';

/** The square of the board under a point of the window. */
export function squareUnder(x: number, y: number, orientation: Color): Square | null {
  const box = document.querySelector(`[data-board="${BOARD}"]`)?.getBoundingClientRect();
  if (!box) return null;
  const column = Math.floor(((x - box.left) / box.width) * 8);
  const row = Math.floor(((y - box.top) / box.height) * 8);
  return squaresFrom(orientation)[row]?.[column] ?? null;
}
