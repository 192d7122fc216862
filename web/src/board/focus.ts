/** Where the keyboard goes next. */

/** Puts the focus on the first element of a selector, once what has just changed is drawn. */
export function focusSoon(selector: string, options?: FocusOptions): void {
  afterDrawing(() => document.querySelector<HTMLElement>(selector)?.focus(options));
}

/** Puts the focus on the square of the board that the keyboard's cursor is on. */
export function focusBoard(): void {
  focusSoon('.board .cell[tabindex="0"]', { preventScroll: true });
}

/** Drawing waits for the next frame: what needs its result waits for the one after. */
export function afterDrawing(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}
