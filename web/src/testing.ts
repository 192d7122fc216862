/** For tests without a browser: looking for what a view shows, and pressing it. */
import type { VNode } from 'snabbdom';
import { vi } from 'vitest';
import type { App } from './ui/page';

// What views are made of looks for a window as soon as it is loaded: a test imports this file before them.
vi.stubGlobal('window', globalThis);

/** An application that does nothing but what is given. */
export function appWith(parts: Partial<App>): App {
  const nothing = { redraw: () => {}, go: () => {}, replace: () => {}, say: () => {}, note: () => {}, me: null };
  return { ...nothing, ...parts } as App;
}

/** All elements of a view. */
export function elements(view: VNode | null): VNode[] {
  if (view === null) return [];
  const children = (view.children ?? []).filter((child): child is VNode => typeof child === 'object');
  return [view, ...children.flatMap(elements)];
}

/** The element with this name for tests. */
export function element(view: VNode | null, test: string): VNode {
  const found = elements(view).find(one => one.data?.attrs?.['data-test'] === test);
  if (!found) throw new Error(`nothing is called ${test}`);
  return found;
}

/** All words of a view. */
export function words(view: VNode | null): string {
  return elements(view)
    .map(one => one.text ?? '')
    .join(' ');
}

/** Does to an element what a reader would; without effect where it is disabled. `at` is the innermost element that it happens to. */
export function does(one: VNode, what: keyof HTMLElementEventMap, at: object = {}, currentTarget = at): void {
  if (one.data?.attrs?.disabled === true) return;
  const listener = one.data?.on?.[what] as ((event: object) => void) | undefined;
  listener?.({ preventDefault: () => {}, target: at, currentTarget });
}

/** Waits until everything that was to be done at once is done. */
export async function settled(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve));
}
