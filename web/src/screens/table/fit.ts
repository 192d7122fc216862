/** Makes the sentence above the board fit its fixed height, which keeps the board in place. */
import type { Hooks, VNode } from 'snabbdom';

/**
 * The steps to shorten a sentence that is too long, as `data-fit` for the style sheet: smaller letters, a single line for what
 * happened, nothing of what happened. The part that says what the player can do is cut last.
 */
const STEPS = ['small', 'brief', 'bare'] as const;

/** The text that was last fitted, by element. */
const fitted = new WeakMap<Node, string | null>();

/** The hooks of an element in which a sentence has to fit. */
export const fits: Hooks = {
  insert: ({ elm }) => {
    const words = elm as HTMLElement;
    // The observer fires at once, and whenever the size changes.
    new ResizeObserver(() => fit(words)).observe(words);
  },
  postpatch: (_: VNode, { elm }: VNode) => {
    if (elm && fitted.get(elm) !== elm.textContent) fit(elm as HTMLElement);
  },
};

function fit(words: HTMLElement): void {
  fitted.set(words, words.textContent);
  delete words.dataset.fit;
  for (const step of STEPS) {
    if (!isCut(words)) return;
    words.dataset.fit = step;
  }
}

/** Whether lines of it are cut off. An inline element has no height of its own. */
function isCut(words: HTMLElement): boolean {
  return [...words.querySelectorAll('.sentence, .sentence p:not(.visually-hidden)')].some(
    one => one.clientHeight > 0 && one.scrollHeight > one.clientHeight + 1,
  );
}
