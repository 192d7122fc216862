/** One game as this browser knows it: its state, the connection, and the action that is on its way. */
import { api, Refused } from '../../api/http';
import { Connection, type Message } from '../../api/socket';
import type {
  ChatLine,
  ChatWords,
  ClientMessage,
  GameRatings,
  Offers,
  Problem,
  SentState,
  ServerMessage,
  State,
} from '../../api/types';
import { t } from '../../text';
import { Away } from './away';
import { commitmentsAfter, movesAfter } from './rows';

/** How long the connection may be down before the player is told. */
const DOWN_MS = 600;
/** How long an answer may take before the action is shown as being sent. */
const SLOW_MS = 700;

/** The requests of a player to a game. */
export type TableMessage = Message<ClientMessage>;

/** An action that was sent and not answered yet. */
interface Pending {
  id: string;
  action: string;
  /** When it was sent, in milliseconds of the page's clock. */
  at: number;
  /** The number of actions before it. */
  after: number;
  /** The number of the event that it has become, once that is known. */
  n?: number;
}

export interface Listener {
  /** There is a new state. `isNews`: it happened just now, so it is announced. */
  taken(before: State | null, state: State, isNews: boolean): void;
  /** The server has sent the clocks without a new state. */
  clocksTold(): void;
  /** The server refused, for the reason given. */
  refused(sentence: string): void;
  /** The opponent has declined what this player had offered. */
  declined(what: keyof Offers): void;
  /** A line has arrived in the chat. */
  said(line: ChatLine): void;
  /** A request was answered. Returns whether it was a request of the chat. */
  answered(id: string | null, problem: Problem | null): boolean;
  /** The connection is open: anything that the server does not repeat was missed. */
  opened(): void;
  /** The action that was sent will not be made. */
  dropped(): void;
  /** The game does not exist any more: `problem` says so. */
  ended(): void;
  /** The connection is back, after the player was told that it was down. */
  connected(): void;
  /** Something else on screen has changed. */
  changed(): void;
}

export class LiveGame {
  state: State | null = null;
  private pending: Pending | null = null;
  /** Whether the current position is being fetched because an action came too late. */
  private isCatchingUp = false;
  /** The pending request for a takeback, and the number of its event, once that is known. */
  private takeback: { id: string; n?: number } | null = null;
  private connection: Connection<ServerMessage, ClientMessage> | null = null;
  private downSince: number | null = null;
  private gone = false;
  private readonly away = new Away();
  /** The number of spectators. */
  watching = 0;
  /** The effect of a finished rated game on both ratings, once that is known. */
  ratings: GameRatings | null = null;
  /** Why the game cannot be shown, or an empty string. */
  problem = '';

  constructor(
    readonly id: string,
    private readonly listener: Listener,
  ) {}

  /** Fetches the game, awaits `prepare`, and connects. */
  async open(prepare: (state: State) => Promise<void>): Promise<void> {
    try {
      const sent = await api.state(this.id);
      if (this.gone) return;
      await prepare(this.take(sent, false));
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : t.app.failed;
      this.listener.changed();
      return;
    }
    if (this.gone) return;
    this.connection = new Connection(() => api.socketUrl(this.id, this.state?.n ?? null), {
      told: message => this.told(message),
      connected: up => this.connected(up),
      notFound: () => this.end(t.table.noSuchGame),
    });
  }

  /** The game cannot be shown any more. */
  private end(problem: string): void {
    this.problem = problem;
    this.pending = this.takeback = null;
    this.close();
    this.listener.ended();
  }

  close(): void {
    this.gone = true;
    this.away.destroy();
    this.connection?.close();
  }

  /** The action to be shown as made. */
  get sent(): string | null {
    return this.pending?.action ?? null;
  }

  /** Whether an action is on its way. */
  get isSending(): boolean {
    return this.pending !== null || this.isCatchingUp;
  }

  get mayAct(): boolean {
    const { state } = this;
    // A player may hold options out of turn: to settle a conflict.
    return state?.status === 'live' && state.options !== null && (state.seat === 'both' || state.seat === state.actor);
  }

  get isPlayer(): boolean {
    return this.state !== null && this.state.seat !== 'spectator';
  }

  /** Whether the connection has been down long enough to tell the player. */
  get isDown(): boolean {
    return this.downSince !== null && performance.now() - this.downSince > DOWN_MS;
  }

  /** Whether the action has been on its way for so long that the player should see it. */
  get isSlow(): boolean {
    return this.pending !== null && (this.isDown || performance.now() - this.pending.at > SLOW_MS);
  }

  act(action: string): void {
    const { state, connection } = this;
    if (!state || !connection || this.isSending) return;
    // Only in live games against an opponent, where the player sits at the board throughout.
    const isWatched = state.clock !== null && !state.clock.correspondence && state.seat !== 'both';
    const id = connection.send({ t: 'act', n: state.n, action, ...(isWatched && this.away.was ? { away: true } : {}) });
    this.pending = { id, action, at: performance.now(), after: state.moves.length };
    this.changedIn(SLOW_MS);
    this.listener.changed();
  }

  /** Whether a takeback is pending: a second request would take back the turn before as well. */
  get isTakingBack(): boolean {
    return this.takeback !== null;
  }

  send(message: TableMessage): void {
    const isTakeback = message.t === 'offer' && message.what === 'takeback';
    if (isTakeback && this.isTakingBack) return;
    const id = this.connection?.send(message);
    if (!isTakeback || id === undefined) return;
    this.takeback = { id };
    this.listener.changed();
  }

  /** Sends a chat message. Returns the id that the answer will carry; `null` without a connection. */
  say(words: ChatWords): string | null {
    return this.connection?.send({ t: 'say', words }) ?? null;
  }

  /** Takes the free seat. */
  async join(): Promise<void> {
    try {
      await api.join(this.id);
      this.take(await api.state(this.id), false);
      // The old connection is a spectator's.
      this.connection?.reopen();
    } catch (error) {
      this.listener.refused(error instanceof Refused ? error.message : t.app.failed);
    }
    this.listener.changed();
  }

  private connected(up: boolean): void {
    if (up) {
      this.listener.opened();
      if (this.isDown) this.listener.connected();
      this.downSince = null;
    } else if (this.downSince === null) {
      this.downSince = performance.now();
      this.changedIn(DOWN_MS);
    }
    this.listener.changed();
  }

  /** Schedules a redraw, as the page also depends on how long something has lasted. */
  private changedIn(ms: number): void {
    window.setTimeout(() => this.listener.changed(), ms + 50);
  }

  private told(message: ServerMessage): void {
    const { state } = this;
    switch (message.t) {
      case 'state':
        this.take(message.state, true);
        break;
      case 'event': {
        if (!state) break;
        const moves = message.state?.moves ?? movesAfter(state.moves, message);
        const commitments = message.state?.commitments ?? commitmentsAfter(state.commitments, message);
        const { event } = message;
        if (event.kind === 'declined' && event.what !== 'reset' && event.color !== state.seat && this.isPlayer)
          this.listener.declined(event.what);
        if (message.state) this.take({ ...message.state, moves, commitments }, true);
        // One of several missed events: the state comes with the last.
        else this.state = { ...state, moves, commitments };
        break;
      }
      case 'resumed':
        if (state) {
          state.clock = message.clock;
          this.listener.clocksTold();
        }
        break;
      case 'ack':
        if (this.takeback?.id === message.id) {
          this.takeback.n = message.n;
          this.settle();
        }
        if (this.pending?.id === message.id) {
          this.pending.n = message.n;
          this.settle();
        }
        break;
      case 'done':
        this.listener.answered(message.id, null);
        break;
      case 'said':
        this.listener.said(message.line);
        break;
      case 'refused':
        if (this.takeback?.id === message.id) this.takeback = null;
        if (this.listener.answered(message.id, message.problem)) break;
        if (message.problem.code === 'stale') {
          // By now another action may be on its way, which will get its own answer.
          if (this.pending === null || this.pending.id === message.id) void this.catchUp();
          break;
        }
        if (this.pending?.id === message.id) {
          this.pending = null;
          this.listener.dropped();
        }
        this.listener.refused(message.problem.detail);
        break;
      case 'presence':
        this.watching = message.watching;
        if (state) present(state, message);
        break;
      case 'pong':
        break;
    }
    this.listener.changed();
  }

  /** The position changed before the action arrived: the action is dropped, and the current position is fetched. */
  private async catchUp(): Promise<void> {
    this.pending = null;
    this.isCatchingUp = true;
    // If this fails, the socket delivers the state when it reconnects.
    const sent = await api.state(this.id).catch(() => null);
    if (this.gone) return;
    // The socket may already have delivered later events.
    if (sent && sent.n >= (this.state?.n ?? 0)) this.take(sent, true);
    this.isCatchingUp = false;
    this.listener.dropped();
    this.listener.refused(t.table.notMade);
    this.listener.changed();
  }

  private take(sent: SentState, isNews: boolean): State {
    const before = this.state;
    const state = { ...sent, moves: sent.moves ?? before?.moves ?? [] };
    this.state = state;
    if (state.moves.length !== before?.moves.length) this.away.begin();
    this.settle();
    if (state.status !== 'over') this.ratings = null;
    else if (counts(state) && before?.status !== 'over') void this.askRatings();
    this.listener.taken(before, state, isNews);
    return state;
  }

  private async askRatings(): Promise<void> {
    // An unrated game has no effect on ratings.
    const ratings = await api.ratings(this.id).catch(() => null);
    if (this.gone || this.state?.status !== 'over') return;
    this.ratings = ratings;
    this.listener.changed();
  }

  /** A sent action is no longer shown as made once it has been, or something else has changed the position. */
  private settle(): void {
    const { pending, takeback, state } = this;
    if (state && takeback?.n !== undefined && state.n >= takeback.n) this.takeback = null;
    if (!pending || !state) return;
    const isMade = pending.n !== undefined && state.n >= pending.n;
    if (isMade || state.moves.length !== pending.after) this.pending = null;
  }
}

/** Whether a game that is over has changed ratings: an aborted one has not. */
function counts({ rated, outcome }: State): boolean {
  return rated && outcome?.reason !== 'aborted';
}

/** The players who are online, and whether this one may claim the game. */
function present(state: State, presence: Extract<ServerMessage, { t: 'presence' }>): void {
  for (const color of ['white', 'black'] as const) {
    state.players[color].online = presence[color];
  }
  const mine = presence.claim !== null && presence.claim === state.seat;
  state.can.claim_win = state.can.claim_draw = mine;
}
