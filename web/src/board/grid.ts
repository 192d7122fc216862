/**
 * The board for keyboards and screen readers: one grid of squares in reading order laid over the picture, the
 * same for all players. Arrow keys move the cursor, Enter or Space does what a tap does.
 */
import { h, type VNode } from 'snabbdom';
import type { Square } from '../api/types';
import { t } from '../text';
import { isShortcut } from '../ui/keys';
import { cell, squaresFrom, step } from './geometry';
import type { BoardProps } from './types';

/** The keyboard's cursor on each board. */
const cursors = new Map<string, Square>();

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function grid(props: BoardProps, tap: (square: Square) => void): VNode {
  const cursor = cursors.get(props.id) ?? (props.orientation === 'white' ? 'e2' : 'e7');
  const pieces = new Map(props.pieces.map(piece => [piece.square, piece]));
  const lit = new Set(props.lit ?? []);
  const targets = new Set(props.selected ? (props.targets?.get(props.selected) ?? []) : []);

  const label = (square: Square): string => {
    const piece = pieces.get(square);
    const what = props.label?.(square) ?? (piece ? t.piece(piece.color, piece.role) : '');
    const can =
      lit.has(square) || targets.has(square)
        ? t.board.canChoose
        : props.selected === square
          ? t.board.selected
          : props.targets?.has(square)
            ? t.board.canMove
            : '';
    return [square, what, can].filter(Boolean).join(', ');
  };

  const focus = (from: HTMLElement, square: Square): void => {
    cursors.set(props.id, square);
    const all = from.closest('.grid');
    for (const node of all?.querySelectorAll<HTMLElement>('[data-square]') ?? []) {
      node.tabIndex = node.dataset.square === square ? 0 : -1;
    }
    all?.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
  };

  const onKey = (event: KeyboardEvent): void => {
    const element = event.target as HTMLElement;
    const square = element.dataset.square;
    if (!square || isShortcut(event)) return;
    const direction = STEPS[event.key];
    if (direction) {
      const next = step(square, props.orientation, direction[0], direction[1]);
      if (next) focus(element, next);
    } else if (event.key === 'Home' || event.key === 'End') {
      const row = squaresFrom(props.orientation)[cell(square, props.orientation).row];
      const next = row?.[event.key === 'Home' ? 0 : 7];
      if (next) focus(element, next);
    } else if (event.key === 'Enter' || event.key === ' ') {
      tap(square);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return h(
    'div.grid',
    {
      attrs: { role: 'grid', 'aria-label': props.title ?? t.board.title },
      on: {
        keydown: onKey,
        focusin: (event: FocusEvent) => {
          const square = (event.target as HTMLElement).dataset.square;
          if (square) cursors.set(props.id, square);
        },
        click: (event: MouseEvent) => {
          // Only assistive technology clicks here: pointer events pass through to the board.
          const square = (event.target as HTMLElement).dataset.square;
          if (square) tap(square);
        },
      },
    },
    squaresFrom(props.orientation).map((row, index) =>
      h(
        'div.rank',
        { key: index, attrs: { role: 'row' } },
        row.map(square =>
          h('div.cell', {
            key: square,
            attrs: {
              role: 'gridcell',
              tabindex: square === cursor ? 0 : -1,
              'data-square': square,
              'aria-label': label(square),
              'aria-selected': props.selected === square ? 'true' : 'false',
            },
          }),
        ),
      ),
    ),
  );
}
