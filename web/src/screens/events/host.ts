/** The interface of forms and desks to the page on which they are. */
import type { VNode } from 'snabbdom';
import type { Command, EventDetail } from '../../api/events';

/** A form that lies over the page. */
export interface Form {
  view(): VNode;
}

/** The interface of a form to its page. */
export interface FormHost {
  readonly detail: EventDetail;
  readonly refusal: string;
  /** Whether it was refused because one's own second factor is off. */
  readonly lacksFactor: boolean;
  readonly isBusy: boolean;
  redraw(): void;
  close(): void;
  /** Sends. If it was done, closes the form that was open then, and calls `onDone`. */
  send(command: Command, done: string, onDone?: () => void): void;
}

/** The additional interface of the desks. */
export interface DeskHost extends FormHost {
  readonly now: number;
  go(path: string): void;
  open(form: Form): void;
  /** Does something for a game that is no command of the form's: evidence. */
  evidence(game: string): void;
}
