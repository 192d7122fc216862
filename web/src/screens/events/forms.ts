/** The form that lies over a page of an event, and what is sent to the event from the page. */
import type { Command } from '../../api/events';
import type { App } from '../../ui/page';
import type { Form } from './host';
import type { LiveEvent } from './live';

export class Forms {
  /** The form that is open. */
  shown: Form | null = null;

  constructor(
    private readonly app: Pick<App, 'note' | 'redraw'>,
    /** `null` for spectators, who send nothing. */
    private readonly live: Pick<LiveEvent, 'command' | 'refuse'> | null,
  ) {}

  open(form: Form): void {
    this.put(form);
  }

  close(): void {
    this.put(null);
  }

  /** Sends. If it was done, it closes the form that was open then: by now another one may be. */
  send(command: Command, done: string, onDone?: () => void): void {
    const { shown } = this;
    void this.live?.command(command).then(isDone => {
      if (!isDone) return;
      if (this.shown === shown) this.shown = null;
      onDone?.();
      this.app.note(done);
      this.app.redraw();
    });
  }

  private put(form: Form | null): void {
    this.shown = form;
    this.live?.refuse('');
    this.app.redraw();
  }
}
