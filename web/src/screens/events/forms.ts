/** The form that lies over a page of an event, and what is sent to the event from the page. */
import type { Command } from '../../api/events';
import type { App } from '../../ui/page';
import type { Form } from './host';
import type { LiveEvent } from './live';

export class Forms {
  /** The form that is open. */
  shown: Form | null = null;
  /** The form from which something was sent last; `null`: from the page. */
  private sender: Form | null = null;

  constructor(
    private readonly app: Pick<App, 'note' | 'redraw'>,
    /** `null` for spectators, who send nothing. */
    private readonly live: Pick<LiveEvent, 'command' | 'refuse' | 'refusal' | 'lacksFactor' | 'isBusy'> | null,
  ) {}

  open(form: Form): void {
    this.put(form);
  }

  close(): void {
    this.put(null);
  }

  /** Why what the form that is open has sent was refused. What was sent from elsewhere is told on the page. */
  get refusal(): string {
    return this.isSender ? (this.live?.refusal ?? '') : '';
  }

  get lacksFactor(): boolean {
    return this.isSender && this.live?.lacksFactor === true;
  }

  /** Whether what was sent last came from the form that is open. */
  get isSender(): boolean {
    return this.shown !== null && this.shown === this.sender;
  }

  /** Sends. If it was done, it closes the form that was open then: by now another one may be. */
  send(command: Command, done: string, onDone?: () => void): void {
    const { shown, live } = this;
    if (!live || live.isBusy) return;
    this.sender = shown;
    void live.command(command).then(isDone => {
      if (!isDone) return;
      if (this.shown === shown) this.shown = null;
      onDone?.();
      this.app.note(done);
      this.app.redraw();
    });
  }

  private put(form: Form | null): void {
    // What was refused to a form that had been closed stands on the page until it is read, also after this one.
    if (form || this.isSender) this.live?.refuse('');
    this.shown = form;
    this.app.redraw();
  }
}
