/**
 * Looking for an opponent. One for the whole client: whoever goes on to another page meanwhile is still found. The server
 * forgets a seek with the line on which it was made, so after a new connection all of them are told again. Only those of an
 * account for games with days for a move stay there: it tells of them by itself.
 */
import { api, uniqueId } from './api/http';
import { Connection } from './api/socket';
import type { ListedSeek, LobbyMessage, LobbyRequest, Waiting, Wish } from './api/types';

/** What this browser looks for. */
export interface Sought {
  wish: Wish;
  /** Since when, in milliseconds of the page. */
  since: number;
  /** The request under which it was told last. */
  request: string;
  /** The server's name for it, once that is known. */
  seek: string | null;
}

export interface LobbyListener {
  /** Something on screen has changed. */
  changed(): void;
  /** There is an opponent, and a game. */
  paired(game: string): void;
  /** The server refused, for the reason given. */
  refused(sentence: string): void;
}

export class Lobby {
  online = 0;
  waiting: Waiting[] = [];
  seeks: ListedSeek[] = [];
  sought: Sought[] = [];
  isUp = false;
  /** Whether the list was told. */
  isKnown = false;
  private connection: Connection<LobbyMessage, LobbyRequest> | null = null;
  private visitors = 0;
  /** Requests for seeks that were withdrawn before the server had given them a name. */
  private readonly unwanted = new Set<string>();
  /** What was accepted of others, by the server's name. */
  private readonly accepted = new Map<string, Played>();

  constructor(private readonly listener: LobbyListener) {}

  /** A page shows the lobby; the answer is called when it does no more. */
  visit(): () => void {
    this.visitors++;
    this.connect();
    return () => {
      this.visitors--;
      this.rest();
    };
  }

  seek(wish: Wish): void {
    this.connect();
    this.sought.push({ wish, since: performance.now(), request: this.tell(wish), seek: null });
    this.listener.changed();
  }

  withdraw(sought: Sought): void {
    this.forget(one => one === sought);
    if (sought.seek) this.connection?.send({ t: 'withdraw', seek: sought.seek });
    else this.unwanted.add(sought.request);
    this.rest();
  }

  accept(seek: ListedSeek): void {
    this.accepted.set(seek.id, seek);
    this.connection?.send({ t: 'accept', seek: seek.id });
  }

  /** What this browser looks for that is this. */
  soughtAs(wish: Wish): Sought | undefined {
    return this.sought.find(one => sameWish(one.wish, wish));
  }

  /** How many others wait for this. */
  waitingFor(wish: Wish): number {
    const own = this.soughtAs(wish)?.seek ? 1 : 0;
    const all = this.waiting.find(one => sameWish(one, wish))?.count ?? 0;
    return Math.max(0, all - own);
  }

  private tell(wish: Wish): string {
    return this.connection?.send({ t: 'seek', wish }) ?? uniqueId();
  }

  private connect(): void {
    this.connection ??= new Connection<LobbyMessage, LobbyRequest>(api.lobbyUrl, {
      told: message => this.told(message),
      connected: up => this.connected(up),
    });
  }

  /** This browser is somebody else by now, who looks for nobody yet. */
  renew(): void {
    this.sought = [];
    this.unwanted.clear();
    this.connection?.close();
    this.connection = null;
    this.isUp = this.isKnown = false;
    if (this.visitors > 0) this.connect();
  }

  /** Lets the line go that nobody needs. */
  private rest(): void {
    if (this.visitors > 0 || this.sought.length > 0) return;
    this.connection?.close();
    this.connection = null;
    this.isUp = this.isKnown = false;
  }

  private connected(up: boolean): void {
    this.isUp = up;
    if (up)
      for (const one of this.sought) {
        // What was not answered yet is told again by the connection itself.
        if (!one.seek) continue;
        one.seek = null;
        one.request = this.tell(one.wish);
      }
    this.listener.changed();
  }

  private told(message: LobbyMessage): void {
    switch (message.t) {
      case 'lobby':
        this.online = message.online;
        this.waiting = message.waiting;
        this.seeks = message.seeks;
        this.isKnown = true;
        break;
      case 'done':
        if (this.unwanted.delete(message.id)) this.connection?.send({ t: 'withdraw', seek: message.seek });
        for (const one of this.sought) if (one.request === message.id) one.seek = message.seek;
        break;
      case 'staying':
        for (const { seek, wish } of message.seeks) {
          const known = this.sought.find(one => one.seek === seek || (one.seek === null && sameWish(one.wish, wish)));
          if (known) known.seek = seek;
          else this.sought.push({ wish, since: performance.now(), request: uniqueId(), seek });
        }
        break;
      case 'paired':
        this.played(message.seek);
        this.listener.paired(message.game);
        this.rest();
        break;
      case 'failed':
        this.forget(one => one.seek === message.seek);
        this.listener.refused(message.problem.detail);
        break;
      case 'refused':
        this.forget(one => one.request === message.id);
        this.listener.refused(message.problem.detail);
        break;
      case 'pong':
        return;
    }
    this.listener.changed();
  }

  /** A seek has come true. Whoever plays at a clock that runs looks for no other such game: the server has withdrawn those. */
  private played(seek: string): void {
    const own = this.sought.find(one => one.seek === seek);
    const game = own?.wish ?? this.accepted.get(seek);
    this.accepted.delete(seek);
    const isBeside = game !== undefined && isSlow(game);
    this.sought = this.sought.filter(one => one !== own && (isBeside || isSlow(one.wish)));
  }

  private forget(which: (one: Sought) => boolean): void {
    this.sought = this.sought.filter(one => !which(one));
    this.listener.changed();
  }
}

type Played = Pick<Wish, 'variant' | 'clock' | 'rated'>;

/** Whether a player has days for a move. */
export function isSlow({ clock }: Played): boolean {
  return clock?.kind === 'correspondence';
}

/** Whether the same is played. */
function sameWish(one: Played, other: Played): boolean {
  const clock = (wish: Played): string => {
    const { clock } = wish;
    if (!clock) return '';
    if (clock.kind !== 'custom') return JSON.stringify(Object.entries(clock).sort());
    return `${clock.seconds}+${clock.increment ?? 0}d${clock.delay ?? 0}`;
  };
  return one.variant === other.variant && !!one.rated === !!other.rated && clock(one) === clock(other);
}
