/** The page of an event, as its forms and desks see it. */
import type { VNode } from 'snabbdom';
import type { Command, EventDetail } from '../../api/events';

/** A form that lies over the page. */
export interface Form {
  view(): VNode;
}

/** The page, as a form sees it. */
export interface FormHost {
  readonly detail: EventDetail;
  readonly refusal: string;
  /** Whether it was refused because the user's own second factor is off. */
  readonly lacksFactor: boolean;
  readonly isBusy: boolean;
  redraw(): void;
  close(): void;
  /** Sends a command. On success, closes the form that sent it and calls `onDone`. */
  send(command: Command, done: string, onDone?: () => void): void;
}

/** The page, as the desks see it. */
export interface DeskHost extends FormHost {
  readonly now: number;
  go(path: string): void;
  open(form: Form): void;
  /** Requests the engine's evidence on a game, which is not a command. */
  evidence(game: string): void;
}
