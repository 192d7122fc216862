/** Helpers for tests without a browser: finding elements of a view and firing events at them. */
import type { VNode } from 'snabbdom';
import { vi } from 'vitest';
import type { App } from './ui/page';

// The modules of views need a window as soon as they are loaded: a test imports this file before them.
vi.stubGlobal('window', globalThis);

/** A stub of the application with the given parts. */
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

/** The element with this `data-test` name. */
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

/** Fires an event at an element, unless it is disabled. `at` is the event's target, the innermost element that it happens to. */
export function does(one: VNode, what: keyof HTMLElementEventMap, at: object = {}, currentTarget = at): void {
  if (one.data?.attrs?.disabled === true) return;
  const listener = one.data?.on?.[what] as ((event: object) => void) | undefined;
  listener?.({ preventDefault: () => {}, target: at, currentTarget });
}

/** Waits until all pending microtasks have run. */
export async function settled(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve));
}
