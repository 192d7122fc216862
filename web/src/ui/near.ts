/** Keeps the keyboard near what had it, when that disappears or cannot be pressed any more. */
import type { Hooks } from 'snabbdom';

/** What takes the keyboard instead: the nearest of these around what had it, or a part of that. */
const STOPS: readonly (readonly [around: string, part: string | null])[] = [
  ['li', null],
  ['details', 'summary'],
  ['.event-head', '.event-next'],
  ['section', 'h2'],
  ['main', null],
];

/** For the element of a page. `isBusy`: whether what was pressed is only waiting for its answer. */
export function staysNear(isBusy: () => boolean): Hooks {
  /** What had the keyboard last, and everything around it. */
  let trail: HTMLElement[] = [];
  /** Whether it lost the keyboard by a change of the page. */
  let isLost = false;
  return {
    prepatch: ({ elm }) => {
      // A dialog gives the keyboard back to what has opened it.
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
