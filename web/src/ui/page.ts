import type { VNode } from 'snabbdom';
import type { Feed } from '../feed';
import type { Lobby } from '../lobby';
import type { Me } from '../api/types';
import type { Reportable } from '../screens/report';

/** One screen of the client, shown under one address. */
export interface Page {
  /** For the window's title. */
  title: string;
  /** The element that gets the keyboard's focus when somebody comes to it, as a selector; else the page as a whole. */
  first?: string;
  view(): VNode;
  /** Keys that no focused control has handled. */
  onKey?(event: KeyboardEvent): void;
  destroy?(): void;
}

/** The interface of a page to the application. */
export interface App {
  /** Schedules a redraw (coalesced to one frame). */
  redraw: () => void;
  /** Go to another address of the client, such as `/g/ID`. */
  go: (path: string) => void;
  /** The same, in the place of this address. */
  replace: (path: string) => void;
  /** The player of this browser: `null` until the server has told. */
  readonly me: Me | null;
  /** The player has signed up, in or out, or has another name. */
  becomes: (me: Me) => void;
  /** The same, by an answer that brings another session in the place of this one. */
  renews: (answer: Promise<Me>) => Promise<void>;
  /** The same player goes on, in another session that comes with this answer in the place of this one. Gives the answer. */
  staysSignedIn: <T>(answer: Promise<T>) => Promise<T>;
  /** The player has signed in: what a guest has played here may become the account's. */
  signedIn: (me: Me) => void;
  /** Announces something to screen readers. */
  say: (text: string) => void;
  /** Shows a short note at the foot of the window for some seconds. */
  note: (text: string) => void;
  /** Asks what is to be reported, and reports it. */
  report: (about: Reportable) => void;
  /** The page of a game is left on which the player, a guest, has offered a rematch: tells when it is accepted. */
  awaitRematch: (game: string) => void;
  /** The lobby, whatever page is shown. */
  lobby: Lobby;
  /** The feed, whatever page is shown. */
  feed: Feed;
}
