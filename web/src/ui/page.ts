import type { VNode } from 'snabbdom';
import type { Lobby } from '../lobby';

/** One screen of the client, shown under one address. */
export interface Page {
  /** For the window's title. */
  title: string;
  view(): VNode;
  /** Keys that no focused control has handled. */
  onKey?(event: KeyboardEvent): void;
  destroy?(): void;
}

/** What a page may ask of the application. */
export interface App {
  /** Schedules a redraw (coalesced to one frame). */
  redraw: () => void;
  /** Go to another address of the client, such as `/g/ID`. */
  go: (path: string) => void;
  /** Announces something to screen readers. */
  say: (text: string) => void;
  /** Shows a short note at the foot of the window for some seconds. */
  note: (text: string) => void;
  /** Where opponents are found, whatever page is shown. */
  lobby: Lobby;
}
