import type { VNode } from 'snabbdom';
import type { Feed } from '../feed';
import type { Lobby } from '../lobby';
import type { Me } from '../api/types';
import type { Reportable } from '../screens/report';

/** One screen of the client, shown under one address. */
export interface Page {
  /** For the window's title. */
  title: string;
  /** Selector of the element that gets the focus when the user navigates to it; otherwise the page as a whole. */
  first?: string;
  view(): VNode;
  /** Keys that no focused control has handled. */
  onKey?(event: KeyboardEvent): void;
  destroy?(): void;
}

/** The application, as pages see it. */
export interface App {
  /** Schedules a redraw (coalesced to one frame). */
  redraw: () => void;
  /** Goes to another address of the client, such as `/g/ID`. */
  go: (path: string) => void;
  /** The same, replacing the current address in the history. */
  replace: (path: string) => void;
  /** The player of this browser: `null` until the server has said who it is. */
  readonly me: Me | null;
  /** The player has signed up, in or out, or has another name. */
  becomes: (me: Me) => void;
  /** The same, with an answer that replaces this session by another. */
  renews: (answer: Promise<Me>) => Promise<void>;
  /** The same player goes on in another session, which replaces this one with this answer. Resolves to the answer. */
  staysSignedIn: <T>(answer: Promise<T>) => Promise<T>;
  /** The player has signed in: games that were played here as a guest may be moved to the account. */
  signedIn: (me: Me) => void;
  /** Announces something to screen readers. */
  say: (text: string) => void;
  /** Shows a short note at the foot of the window for some seconds. */
  note: (text: string) => void;
  /** Opens the dialog for a report to the moderators. */
  report: (about: Reportable) => void;
  /** A guest has left the page of a game on which they offered a rematch: watches the offer and tells when it is accepted. */
  awaitRematch: (game: string) => void;
  /** The lobby, whatever page is shown. */
  lobby: Lobby;
  /** The feed, whatever page is shown. */
  feed: Feed;
}
