/** Keeps the keyboard focus at the table. */
import type { Hooks } from 'snabbdom';

/** Whether the focus was at the table before the redraw. */
let wasHere = false;

/** If a focused element disappears, such as the buttons of a declined offer, the focus moves to the result or the line above the board. */
export const keepsKeyboard: Hooks = {
  prepatch: ({ elm }) => {
    wasHere = elm?.contains(document.activeElement) ?? false;
  },
  postpatch: (_, { elm }) => {
    if (!wasHere || document.activeElement !== document.body) return;
    const table = elm as HTMLElement;
    (table.querySelector<HTMLElement>('.after') ?? table.querySelector<HTMLElement>('.prompt'))?.focus({
      preventScroll: true,
    });
  },
};
