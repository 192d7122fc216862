import type { VNode } from 'snabbdom';

/** One screen of the client, shown under one address. */
export interface Page {
  /** For the window's title. */
  title: string;
  view(): VNode;
  /** Keys that no focused control has used. */
  onKey?(event: KeyboardEvent): void;
  destroy?(): void;
}

/** What a page may ask of the program around it. */
export interface App {
  /** Draw again soon (coalesced to one frame). */
  redraw: () => void;
  /** Go to another address of the client, such as `/g/ID`. */
  go: (path: string) => void;
  /** Say something to screen readers. */
  say: (text: string) => void;
  /** A short note at the foot of the window, gone after some seconds. */
  note: (text: string) => void;
}
