/** The form over a page of an event, and the commands sent from the page and its forms. */
import type { Command } from '../../api/events';
import type { App } from '../../ui/page';
import type { Form } from './host';
import type { LiveEvent } from './live';

export class Forms {
  /** The form that is open. */
  shown: Form | null = null;
  /** The form that sent the last command; `null` if it was the page. */
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

  /** Why a command from the open form was refused. Other refusals are shown on the page. */
  get refusal(): string {
    return this.isSender ? (this.live?.refusal ?? '') : '';
  }

  get lacksFactor(): boolean {
    return this.isSender && this.live?.lacksFactor === true;
  }

  /** Whether the last command came from the open form. */
  get isSender(): boolean {
    return this.shown !== null && this.shown === this.sender;
  }

  /** Sends a command. On success, closes the form that sent it, unless another one is open by then. */
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
    // The refusal of a form that was closed meanwhile stays on the page, even after another form is closed.
    if (form || this.isSender) this.live?.refuse('');
    this.shown = form;
    this.app.redraw();
  }
}
