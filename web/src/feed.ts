/** The feed: everything that waits for the player, on every page. Guests have none, as nobody can challenge them by name. */
import { api } from './api/http';
import { Connection } from './api/socket';
import type {
  Challenge,
  Challenges,
  FeedMessage,
  FeedRequest,
  Me,
  NotificationKind,
  RoundGame,
  Turn,
} from './api/types';

export interface FeedListener {
  /** Something on screen has changed. */
  changed(): void;
  /** A challenge, an answer or a turn has come. */
  came(): void;
  /** A game of the player has begun. */
  started(game: string): void;
  /** The opponent of a finished game offers another. */
  rematch(game: string): void;
  /** A ruling was made on a game of the player. */
  ruled(game: string): void;
  /** Whether the page of a game is shown. */
  isShown(game: string): boolean;
}

const NONE: Challenges = { incoming: [], outgoing: [] };

export class Feed {
  challenges = NONE;
  turns: Turn[] = [];
  /** Games of events that wait for the player's first turn. */
  rounds: RoundGame[] = [];
  /** The kinds of notifications that the player has turned off. */
  private quiet: readonly NotificationKind[] = [];
  isUp = false;
  /** Whether the list is shown. */
  isOpen = false;
  private connection: Connection<FeedMessage, FeedRequest> | null = null;
  private player: string | null = null;
  /** The notifications that were already signaled; `null` before the first list. */
  private known: Set<string> | null = null;
  /** Challenges that the player wants to answer later. */
  private readonly aside = new Set<string>();
  /** Own challenges whose answer the player has read. */
  private readonly read = new Set<string>();

  constructor(private readonly listener: FeedListener) {}

  /** The number of items that need the player's attention. */
  get count(): number {
    const { incoming, outgoing } = this.challenges;
    const answers = outgoing.filter(one => one.status !== 'open' && !this.read.has(one.id)).length;
    const turns = this.wants('turn') ? this.turns.length : this.turns.filter(turn => this.isPressed(turn)).length;
    const rounds = this.wants('round') ? this.rounds.length : 0;
    return (this.wants('challenge') ? incoming.length : 0) + turns + rounds + answers;
  }

  /** The challenge that is shown on every page. */
  get pressing(): Challenge | undefined {
    if (!this.wants('challenge')) return undefined;
    return this.challenges.incoming.find(one => !this.aside.has(one.id));
  }

  private wants(kind: NotificationKind): boolean {
    return !this.quiet.includes(kind);
  }

  /** Whether time is running short for a turn and the player wants to be reminded. */
  private isPressed(turn: Turn): boolean {
    return turn.urgent && this.wants('reminder');
  }

  /** Sets the player of this browser: only accounts have a feed. */
  of(me: Me | null): void {
    const player = me?.account ? me.id : null;
    if (player === this.player) return;
    this.renew(me);
  }

  /** Sets the player and reconnects: the old connection may belong to somebody else. */
  renew(me: Me | null): void {
    this.connection?.close();
    this.connection = null;
    this.player = me?.account ? me.id : null;
    this.challenges = NONE;
    this.turns = [];
    this.rounds = [];
    this.quiet = [];
    this.isUp = this.isOpen = false;
    this.known = null;
    this.aside.clear();
    this.read.clear();
    if (this.player === null) return;
    this.connection = new Connection<FeedMessage, FeedRequest>(api.feedUrl, {
      told: message => this.told(message),
      connected: up => {
        this.isUp = up;
        this.listener.changed();
      },
    });
  }

  show(isOpen: boolean): void {
    this.isOpen = isOpen;
    // An opened list marks everything in it as seen.
    for (const one of this.challenges.incoming) this.aside.add(one.id);
    for (const one of this.challenges.outgoing) if (one.status !== 'open') this.read.add(one.id);
    this.listener.changed();
  }

  /** Another page is shown, or there is news: a player who is already at the game of a challenge is not told that it was accepted. */
  look(): void {
    for (const { id, status } of this.challenges.outgoing) {
      if (status !== 'accepted' || this.read.has(id) || !this.listener.isShown(id)) continue;
      this.read.add(id);
      void api.cancelChallenge(id).catch(() => {});
    }
  }

  /** The player wants to answer a challenge later. */
  putAside(challenge: Challenge): void {
    this.aside.add(challenge.id);
    this.listener.changed();
  }

  private told(message: FeedMessage): void {
    switch (message.t) {
      case 'feed': {
        this.challenges = message.challenges;
        this.turns = message.turns;
        this.rounds = message.rounds;
        this.quiet = message.quiet;
        const { incoming, outgoing } = message.challenges;
        const told = [
          ...(this.wants('challenge') ? incoming.map(one => one.id) : []),
          ...outgoing.filter(one => one.status === 'declined').map(one => `${one.id} ${one.status}`),
          ...message.turns
            .filter(one => this.wants('turn') || this.isPressed(one))
            .map(one => `${one.game} ${one.turn_number} ${this.isPressed(one)}`),
          // The start of a game is signaled separately.
          ...(this.wants('round') ? message.rounds.map(one => one.game) : []),
        ];
        const { known } = this;
        if (known && told.some(one => !known.has(one))) this.listener.came();
        this.known = new Set(told);
        this.look();
        break;
      }
      case 'started':
        if (!this.wants('round') && this.rounds.some(one => one.game === message.game)) return;
        return this.listener.started(message.game);
      case 'rematch':
        return this.listener.rematch(message.game);
      case 'ruled':
        return this.listener.ruled(message.game);
      case 'refused':
      case 'pong':
        return;
    }
    this.listener.changed();
  }
}
