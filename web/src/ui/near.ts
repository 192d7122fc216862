/** Keeps the keyboard focus near the element that had it, when that element disappears or is disabled. */
import type { Hooks } from 'snabbdom';

/** What takes the focus instead: the nearest matching ancestor of the element that had it, or a part of that ancestor. */
const STOPS: readonly (readonly [around: string, part: string | null])[] = [
  ['li', null],
  ['details', 'summary'],
  ['.event-head', '.event-next'],
  ['section', 'h2'],
  ['main', null],
];

/** For the element of a page. `isBusy`: whether what was pressed is only waiting for its answer. */
export function staysNear(isBusy: () => boolean): Hooks {
  /** The element that had the focus last, and its ancestors. */
  let trail: HTMLElement[] = [];
  /** Whether it lost the focus through a change of the page. */
  let isLost = false;
  return {
    prepatch: ({ elm }) => {
      // A dialog returns the focus to the element that opened it.
      if (document.querySelector('.dialog')) return;
      const at = document.activeElement;
      if (at instanceof HTMLElement && elm?.contains(at)) {
        trail = [];
        isLost = false;
        for (let one: HTMLElement | null = at; one && elm.contains(one); one = one.parentElement) trail.push(one);
      } else if (at !== document.body || !isLost) trail = [];
    },
    postpatch: () => {
      const [first] = trail;
      if (!first) return;
      isLost ||= !canTake(first);
      const at = document.activeElement;
      if (!isLost || isBusy() || (at !== document.body && at !== first)) return;
      focus(canTake(first) ? first : near(trail.slice(1)));
      trail = [];
      isLost = false;
    },
  };
}

function canTake(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled');
}

function near(around: readonly HTMLElement[]): HTMLElement | null {
  const stops = around
    .filter(element => element.isConnected)
    .flatMap(element =>
      STOPS.filter(([selector]) => element.matches(selector)).map(([, part]) =>
        part === null ? element : element.querySelector<HTMLElement>(part),
      ),
    );
  return stops.find(stop => stop !== null) ?? null;
}

function focus(element: HTMLElement | null): void {
  if (element && element.tabIndex < 0) element.tabIndex = -1;
  element?.focus({ preventScroll: true });
}
