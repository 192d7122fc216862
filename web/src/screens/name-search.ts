/** Asking for the players whose names begin like what is typed. */
import { api } from '../api/http';

/** How long typing must pause before the server is asked. */
const PAUSE_MS = 250;
/** The characters of usernames; nothing else is asked for. */
const NAME = /^[A-Za-z0-9_-]{1,20}$/;

export class NameSearch {
  private timer = 0;
  /** Counts what was asked for: an answer to something before is too late. */
  private asked = 0;

  constructor(
    /** Takes the names that were found, unless something else has been asked for since. */
    private readonly take: (found: readonly string[], name: string) => void,
  ) {}

  /** Nothing is asked for any more. */
  stop(): void {
    clearTimeout(this.timer);
    this.asked++;
  }

  /** Asks when typing pauses. */
  soon(name: string): void {
    this.stop();
    this.timer = window.setTimeout(() => void this.now(name), PAUSE_MS);
  }

  /** Asks at once. */
  async now(name: string): Promise<void> {
    this.stop();
    const { asked } = this;
    const found = NAME.test(name) ? await api.players(name).catch(() => []) : [];
    if (asked === this.asked) this.take(found, name);
  }
}
