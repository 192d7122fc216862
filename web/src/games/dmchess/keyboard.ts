/** Keyboard focus on the boards of the cube: it moves from one board to the same square of another. */
import type { Square } from '../../api/types';
import { afterDrawing } from '../../board/focus';

/** The square of the keyboard's grid that has the focus. */
export function focusedSquare(): Square | null {
  const element = document.activeElement;
  return element instanceof HTMLElement && element.closest('[data-board^="dm-"]')
    ? (element.dataset.square ?? null)
    : null;
}

/** Focuses the same square of another board, once that is drawn. */
export function focusSquare(dimension: number, square: Square): void {
  const put = (): void => {
    const cell = document.querySelector<HTMLElement>(`[data-board="dm-${dimension}"] [data-square="${square}"]`);
    if (!cell) return;
    for (const other of cell.closest('.grid')?.querySelectorAll<HTMLElement>('[tabindex="0"]') ?? [])
      other.tabIndex = -1;
    cell.tabIndex = 0;
    cell.focus();
  };
  afterDrawing(put);
}
