/** Debounced search for players whose names begin with the typed text. */
import { api } from '../api/http';

/** Debounce delay, in milliseconds. */
const PAUSE_MS = 250;
/** The characters of usernames; nothing else is asked for. */
const NAME = /^[A-Za-z0-9_-]{1,20}$/;

export class NameSearch {
  private timer = 0;
  /** Counts requests, so that late answers are dropped. */
  private asked = 0;

  constructor(
    /** Takes the names that were found. Not called if another search has begun since. */
    private readonly take: (found: readonly string[], name: string) => void,
  ) {}

  /** Cancels the pending search. */
  stop(): void {
    clearTimeout(this.timer);
    this.asked++;
  }

  /** Searches when typing pauses. */
  soon(name: string): void {
    this.stop();
    this.timer = window.setTimeout(() => void this.now(name), PAUSE_MS);
  }

  /** Searches immediately. */
  async now(name: string): Promise<void> {
    this.stop();
    const { asked } = this;
    const found = NAME.test(name) ? await api.players(name).catch(() => []) : [];
    if (asked === this.asked) this.take(found, name);
  }
}
