/** One event as this browser knows it: fetched, and fetched again whenever its log has another entry. */
import { events, type Command, type EventDetail, type Round } from '../../api/events';
import { isFactorMissing, Refused } from '../../api/http';
import { t } from '../../text';

/** Delays before reconnecting, in milliseconds; the last one repeats. */
const BACKOFF_MS = [500, 1000, 2000, 5000];
/** Entries that arrive within this time share one request, in milliseconds. */
const TOGETHER_MS = 60;
/** Random spread of the requests, in milliseconds per player, so that not all viewers of a large event ask at once. */
const SPREAD_MS = 5;
/** Silence after which the stream counts as dead, in milliseconds: the server sends a line every five seconds. */
const SILENCE_MS = 10_000;
/** How long the connection may be down before the viewer is told, in milliseconds. */
const DOWN_MS = 2500;

interface Listener {
  /** There is a new state. `before` is the previous one. */
  taken(before: EventDetail | null, detail: EventDetail): void;
  /** Something else on screen has changed. */
  changed(): void;
}

export class LiveEvent {
  detail: EventDetail | null = null;
  /** Why it cannot be shown. */
  problem = '';
  /** The reason why a command was refused. */
  refusal = '';
  /** Whether it was refused because the user's own second factor is off. */
  lacksFactor = false;
  /** Whether a command is on its way. */
  isBusy = false;
  /** The server's clock minus this browser's, in milliseconds. */
  private ahead = 0;
  private readonly leave = new AbortController();
  private tries = 0;
  private downSince: number | null = null;
  private fetching: Promise<void> | null = null;
  /** The fetch after the one that is under way. */
  private next: Promise<void> | null = null;
  private timer = 0;
  /** The number of the last entry on the stream. */
  private heard = 0;
  /** Consecutive fetches that did not include that entry. */
  private misses = 0;

  constructor(
    readonly id: string,
    private readonly listener: Listener,
  ) {
    void this.open();
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.leave.abort();
  }

  /** The time by the server's clock. */
  get now(): number {
    return Date.now() + this.ahead;
  }

  /** Whether what is shown may be out of date. */
  get isDown(): boolean {
    return this.downSince !== null && performance.now() - this.downSince > DOWN_MS;
  }

  private async open(): Promise<void> {
    while (this.detail === null) {
      try {
        await this.fetch();
        this.problem = '';
      } catch (error) {
        if (this.leave.signal.aborted) return;
        this.problem = error instanceof Refused ? error.message : t.app.failed;
        this.listener.changed();
        if (isFinal(error)) return;
        await wait(this.tries++);
      }
      if (this.leave.signal.aborted) return;
    }
    this.tries = 0;
    while (!this.leave.signal.aborted && !this.isOver) {
      const heard = await this.listen().catch(() => false);
      if (this.leave.signal.aborted || this.isOver) return;
      this.downSince ??= performance.now();
      if (heard) this.tries = 0;
      await wait(this.tries++);
      this.listener.changed();
    }
  }

  private get isOver(): boolean {
    const phase = this.detail?.phase;
    return phase === 'finished' || phase === 'cancelled' || phase === 'annulled';
  }

  /** Reads the stream of entries to its end. Resolves to whether anything was received. */
  private async listen(): Promise<boolean> {
    const from = (this.detail?.last ?? 0) + 1;
    const silence = new Silence();
    try {
      const answer = await fetch(events.streamUrl(this.id, from), {
        credentials: 'same-origin',
        signal: AbortSignal.any([this.leave.signal, silence.signal]),
      });
      if (!answer.ok || !answer.body) return false;
      this.downSince = null;
      this.listener.changed();
      const reader = answer.body.getReader();
      const decoder = new TextDecoder();
      let rest = '';
      for (;;) {
        silence.heard();
        const { done, value } = await reader.read();
        if (done) return true;
        const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        this.heard = Math.max(this.heard, ...lines.map(entryOf));
        if (this.isBehind) this.soon();
      }
    } finally {
      silence.end();
    }
  }

  /** Whether the stream is ahead of the known state. */
  private get isBehind(): boolean {
    return this.heard > (this.detail?.last ?? 0);
  }

  private soon(): void {
    // A timer that runs is left alone: in a large event there is always news.
    if (this.timer) return;
    const all = this.detail?.entries.length ?? 0;
    this.timer = window.setTimeout(
      () => {
        this.timer = 0;
        void this.refresh();
      },
      TOGETHER_MS + Math.random() * all * SPREAD_MS,
    );
  }

  /** Fetches the event again. A fetch in progress may be too old for what was just done, so another one follows and is awaited. */
  async refresh(): Promise<void> {
    if (!this.fetching) return this.begin();
    this.next ??= this.fetching.then(() => {
      this.next = null;
      return this.leave.signal.aborted ? undefined : this.refresh();
    });
    return this.next;
  }

  private begin(): Promise<void> {
    this.fetching = this.fetchOnce();
    return this.fetching;
  }

  private async fetchOnce(): Promise<void> {
    await this.fetch().catch(() => {});
    this.fetching = null;
    if (!this.isBehind) this.misses = 0;
    else if (!this.next && !this.leave.signal.aborted) this.again();
  }

  /** Schedules another fetch, as the last one failed or was behind the stream. */
  private again(): void {
    if (this.timer) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      void this.refresh();
    }, backoff(this.misses++));
  }

  private async fetch(): Promise<void> {
    const told = await events.detail(this.id);
    if (this.leave.signal.aborted) return;
    this.ahead = told.now - Date.now();
    const before = this.detail;
    // Answers may arrive out of order.
    if (before && before.last > told.last) return;
    const detail = { ...told, rounds: [...this.earlier(told), ...told.rounds] };
    this.detail = detail;
    this.listener.taken(before, detail);
    // If this fails, the event is shown without them; the next fetch tries again.
    if (told.roundsBefore > 0) await this.complete(told).catch(() => {});
  }

  /** The known rounds before those in the answer, if they are complete. */
  private earlier({ roundsBefore }: EventDetail): Round[] {
    const known = this.detail?.rounds.slice(0, roundsBefore) ?? [];
    return known.length === roundsBefore && known[0]?.number === 1 ? known : [];
  }

  /** Fetches the rounds for which the answer had no room. Final ones are not fetched again. */
  private async complete(told: EventDetail): Promise<void> {
    const known = this.earlier(told);
    const settled = known.findIndex(round => !round.final);
    const rounds = settled < 0 ? known : known.slice(0, settled);
    while (rounds.length < told.roundsBefore) {
      const more = await events.rounds(this.id, rounds.length + 1);
      if (this.leave.signal.aborted || more.rounds.length === 0) return;
      rounds.push(...more.rounds.slice(0, told.roundsBefore - rounds.length));
    }
    if (this.detail?.last !== told.last) return;
    this.detail = { ...this.detail, rounds: [...rounds, ...told.rounds] };
    this.listener.changed();
  }

  /** Sends a command. Resolves to whether it succeeded; if not, `refusal` says why. */
  async command(command: Command): Promise<boolean> {
    return this.run(() => events.command(this.id, command));
  }

  /** The same for other requests that make an entry. */
  async run(act: () => Promise<unknown>): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.refuse('');
    this.listener.changed();
    let isDone = false;
    try {
      await act();
      isDone = true;
      await this.refresh();
    } catch (error) {
      this.refuse(error instanceof Refused ? error.message : t.app.failed, isFactorMissing(error));
    }
    this.isBusy = false;
    this.listener.changed();
    return isDone;
  }

  /** Sets the reason of a refusal; an empty one clears it. */
  refuse(refusal: string, lacksFactor = false): void {
    this.refusal = refusal;
    this.lacksFactor = lacksFactor;
  }
}

/** The wait after a number of tries, in milliseconds. */
function backoff(tries: number): number {
  return BACKOFF_MS[Math.min(tries, BACKOFF_MS.length - 1)] ?? 0;
}

async function wait(tries: number): Promise<void> {
  await new Promise(done => setTimeout(done, backoff(tries)));
}

/** Whether asking again would bring the same answer. */
function isFinal(error: unknown): boolean {
  return error instanceof Refused && error.code !== 'busy' && error.code !== 'too-many' && error.problem !== undefined;
}

/** The number of the entry on a line of the stream; 0 if the line has none. */
export function entryOf(line: string): number {
  if (line.trim() === '') return 0;
  try {
    const { n } = JSON.parse(line) as { n?: unknown };
    return typeof n === 'number' ? n : 0;
  } catch {
    return 0;
  }
}

/** Gives up a stream that has been silent for too long, as a connection can die silently. */
class Silence {
  private readonly dead = new AbortController();
  private timer = 0;

  constructor() {
    this.heard();
  }

  get signal(): AbortSignal {
    return this.dead.signal;
  }

  heard(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.dead.abort(), SILENCE_MS);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}
