/** Moving the keyboard's focus. */
import { nextFrame } from '../ui/frame';

/** Focuses the first element that matches a selector, after the next draw. */
export function focusSoon(selector: string, options?: FocusOptions): void {
  afterDrawing(() => document.querySelector<HTMLElement>(selector)?.focus(options));
}

/** Focuses the square of the board that holds the keyboard's cursor. */
export function focusBoard(): void {
  focusSoon('.board .cell[tabindex="0"]', { preventScroll: true });
}

/** Runs after the next draw: that takes one frame, so this waits for two. */
export function afterDrawing(act: () => void): void {
  nextFrame(() => nextFrame(act));
}
