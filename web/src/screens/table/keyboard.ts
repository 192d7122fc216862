/** Keeps the keyboard at the table. */
import type { Hooks } from 'snabbdom';

/** Whether it was somewhere at the table before that was drawn again. */
let wasHere = false;

/** When what was pressed disappears, such as an offer that is declined, the keyboard goes to the result or to the line above the board. */
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
