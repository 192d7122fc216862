/**
 * Looking for an opponent. There is one lobby for the whole client: a player who moves on to another page is still paired. The
 * server drops a seek together with the connection on which it was made, so seeks are sent again after a reconnect. Only an
 * account's correspondence seeks stay on the server, which itself reports those that are still open.
 */
import { api, uniqueId } from './api/http';
import { Connection } from './api/socket';
import type { ListedSeek, LobbyMessage, LobbyRequest, Me, Waiting, Wish } from './api/types';

/** A seek of this browser. */
export interface Sought {
  /** The page's own name for it, which survives a reconnect. */
  key: string;
  wish: Wish;
  /** When it began, in milliseconds of the page's clock. */
  since: number;
  /** The id of the request that last announced it. */
  request: string;
  /** The server's name for it, once that is known. */
  seek: string | null;
  /** Whether the server keeps it while nobody is here. */
  stays: boolean;
  /** The game against the computer that is played until somebody comes. */
  meanwhile: string | null;
  /** Whether the player was told during that game that somebody has come, and how they answered. */
  asked: 'nothing' | 'somebody-is-there' | 'finishes-first';
  /** The pending request to leave that game for the opponent who has come. */
  coming: string | null;
}

export interface LobbyListener {
  /** Something on screen has changed. */
  changed(): void;
  /** There is an opponent, and a game. `left`: the game against the computer that it replaces, if any. */
  paired(game: string, left: string | null): void;
  /** An opponent has come while the player plays the computer. */
  asked(): void;
  /** The server refused, for the reason given. */
  refused(sentence: string): void;
}

export class Lobby {
  online = 0;
  waiting: Waiting[] = [];
  seeks: ListedSeek[] = [];
  sought: Sought[] = [];
  isUp = false;
  /** Whether the server has sent the list. */
  isKnown = false;
  /** Those of `sought` that the server keeps, held here after a reconnect until it says which are still open. */
  private kept: Sought[] = [];
  private connection: Connection<LobbyMessage, LobbyRequest> | null = null;
  private visitors = 0;
  /** Bots are not paired here: the server lets none in. */
  private isForBot = false;
  private isForAccount = false;
  /** Wishes that were withdrawn before the server had named their seeks, by request. */
  private readonly unwanted = new Map<string, Wish>();
  /** Pending withdrawals, by request. */
  private readonly withdrawals = new Map<string, Pick<Sought, 'stays'> & { seek: string }>();
  /** The server's names of withdrawn seeks: after a reconnect it may still report them. */
  private readonly withdrawn = new Set<string>();
  /** The seeks of others that were accepted, by the server's name. */
  private readonly accepted = new Map<string, Played>();

  constructor(private readonly listener: LobbyListener) {}

  /** A page shows the lobby; it calls the returned function when it no longer does. */
  visit(): () => void {
    this.visitors++;
    this.connect();
    return () => {
      this.visitors--;
      this.rest();
    };
  }

  /** The player of this browser, as far as is known. */
  of(me: Me | null): void {
    this.isForBot = me?.bot === true;
    this.isForAccount = me?.account === true;
    if (this.isForBot) this.leave();
    else if (this.visitors > 0) this.connect();
  }

  seek(wish: Wish): void {
    this.connect();
    // If the same seek were requested again, the server would give both requests the same name.
    this.sought.push(soughtAnew(wish, this.noLongerUnwanted(wish) ?? this.tell(wish), null));
    this.listener.changed();
  }

  /** Takes the first request with this wish off the withdrawn ones, if there is one, and returns its id. */
  private noLongerUnwanted(wish: Wish): string | null {
    for (const [request, one] of this.unwanted)
      if (isSameSeek(one, wish)) {
        this.unwanted.delete(request);
        return request;
      }
    return null;
  }

  /** The player plays the computer until somebody comes. */
  playMeanwhile(sought: Sought, game: string): void {
    sought.meanwhile = game;
    sought.asked = 'nothing';
    sought.coming = null;
    this.tellMeanwhile(sought);
  }

  /** A game is over: a player who played it while waiting is free again. */
  isOver(game: string): void {
    for (const one of this.sought) {
      // A player who leaves the game is being paired: its end is reported on another connection, and may arrive first.
      if (one.meanwhile !== game || one.coming !== null) continue;
      one.meanwhile = null;
      one.asked = 'nothing';
      this.tellMeanwhile(one);
      this.listener.changed();
    }
  }

  /** The player leaves the computer for the opponent who has come. */
  come(sought: Sought): void {
    sought.asked = 'nothing';
    if (sought.seek) sought.coming = this.connection?.send({ t: 'come', seek: sought.seek }) ?? null;
    this.listener.changed();
  }

  /** The player finishes the game against the computer first. */
  finishFirst(sought: Sought): void {
    sought.asked = 'finishes-first';
    this.listener.changed();
  }

  private tellMeanwhile({ seek, meanwhile }: Sought): void {
    if (seek) this.connection?.send({ t: 'meanwhile', seek, ...(meanwhile === null ? {} : { game: meanwhile }) });
  }

  withdraw(sought: Sought): void {
    this.forget(one => one === sought);
    if (sought.seek) this.takeBack(sought.seek, sought.stays);
    else this.unwanted.set(sought.request, sought.wish);
    this.rest();
  }

  private takeBack(seek: string, stays: boolean): void {
    this.withdrawn.add(seek);
    const request = this.connection?.send({ t: 'withdraw', seek });
    if (request) this.withdrawals.set(request, { seek, stays });
  }

  accept(seek: ListedSeek): void {
    // A player who plays the computer meanwhile is asked when a matching seek comes in.
    if (seek.meanwhile) {
      const { variant, clock, rated, color } = seek;
      const wish: Wish = { variant, clock, rated, ...(color ? { color: color === 'white' ? 'black' : 'white' } : {}) };
      if (!this.soughtAs(wish)) this.seek(wish);
      return;
    }
    this.accepted.set(seek.id, seek);
    this.connection?.send({ t: 'accept', seek: seek.id });
  }

  /** This browser's seek with this wish. */
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
    if (this.isForBot) return;
    this.connection ??= new Connection<LobbyMessage, LobbyRequest>(api.lobbyUrl, {
      told: message => this.told(message),
      connected: up => this.connected(up),
    });
  }

  /** This browser now belongs to a different player, who has no seeks yet. */
  renew(): void {
    this.leave();
    if (this.visitors > 0) this.connect();
  }

  /** Reconnects and keeps the seeks: the same player with a new name, say, or signed in again. */
  reopen(): void {
    this.connection?.reopen();
  }

  private leave(): void {
    this.sought = this.kept = [];
    this.hangUp();
  }

  private hangUp(): void {
    this.connection?.close();
    this.connection = null;
    this.unwanted.clear();
    this.withdrawals.clear();
    this.isUp = this.isKnown = false;
  }

  /** Closes the connection if nobody needs it. */
  private rest(): void {
    if (this.visitors > 0 || this.sought.length > 0 || this.isWithdrawing) return;
    this.hangUp();
  }

  /** Whether a withdrawal is still pending for a seek that the server would keep when the connection closes. */
  private get isWithdrawing(): boolean {
    const isUnwanted = [...this.unwanted.values()].some(wish => this.staysThere(wish));
    return isUnwanted || [...this.withdrawals.values()].some(one => one.stays);
  }

  /** Whether the server keeps a seek with this wish while nobody is here. */
  private staysThere(wish: Wish): boolean {
    return this.isForAccount && isSlow(wish);
  }

  private connected(up: boolean): void {
    this.isUp = up;
    if (up) {
      // If these were sent again, one that was paired or withdrawn meanwhile would become a new seek.
      this.kept = this.sought.filter(one => one.stays);
      this.sought = this.sought.filter(one => !one.stays);
      for (const one of this.sought) {
        // Messages without an answer are resent by the connection itself.
        if (!one.seek) continue;
        one.seek = null;
        if (one.asked === 'somebody-is-there') one.asked = 'nothing';
        // News from the time without a connection is not repeated.
        if (one.coming !== null) one.coming = one.meanwhile = null;
        one.request = this.tell(one.wish);
      }
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
        // The server sends this after the list of staying seeks: perhaps none is left.
        this.rest();
        break;
      case 'done':
        this.takeBackUnwanted(message.id, message.seek);
        if (this.withdrawals.delete(message.id)) this.rest();
        for (const one of this.sought)
          if (one.request === message.id) {
            one.seek = message.seek;
            one.stays = this.staysThere(one.wish);
            if (one.meanwhile !== null) this.tellMeanwhile(one);
          }
        // A repeated wish shares the seek that exists already.
        this.sought = this.sought.filter((one, index, all) => index === all.findIndex(other => isOne(one, other)));
        break;
      case 'staying':
        for (const { seek, wish } of message.seeks) {
          // The server sends this before it has read the withdrawals that are resent on a new connection.
          if (this.withdrawn.has(seek)) continue;
          if (this.noLongerUnwanted(wish) !== null) {
            this.takeBack(seek, true);
            continue;
          }
          const known = this.sought.find(one => one.seek === seek || (one.seek === null && isSameSeek(one.wish, wish)));
          const own = known ?? this.kept.find(one => one.seek === seek) ?? soughtAnew(wish, uniqueId(), seek);
          if (!known) this.sought.push(own);
          own.seek = seek;
          own.stays = true;
        }
        // They keep their order from before the reconnect.
        this.sought.sort((one, other) => one.since - other.since);
        break;
      case 'asked': {
        const own = this.sought.find(one => one.seek === message.seek);
        if (!own?.meanwhile || own.asked === 'finishes-first') break;
        own.asked = message.waits ? 'somebody-is-there' : 'nothing';
        if (message.waits) this.listener.asked();
        break;
      }
      case 'paired': {
        const left = this.sought.find(one => one.seek === message.seek)?.meanwhile ?? null;
        this.played(message.seek);
        this.listener.paired(message.game, left);
        this.rest();
        break;
      }
      case 'failed':
        this.forget(one => one.seek === message.seek);
        this.listener.refused(message.problem.detail);
        break;
      case 'refused':
        if (this.isTakenBack(message)) {
          this.rest();
          break;
        }
        for (const one of this.sought) if (one.coming === message.id) one.coming = null;
        this.forget(one => one.request === message.id);
        this.listener.refused(message.problem.detail);
        this.rest();
        break;
      case 'pong':
        return;
    }
    this.listener.changed();
  }

  /** A seek that was withdrawn before it had a name has now got one; the server may have reported it meanwhile. */
  private takeBackUnwanted(request: string, seek: string): void {
    const wish = this.unwanted.get(request);
    if (!wish) return;
    this.unwanted.delete(request);
    this.forget(one => one.seek === seek);
    this.takeBack(seek, this.staysThere(wish));
  }

  /** Whether a refusal concerns a withdrawal that has still succeeded: the seek is gone with the connection, or never existed. */
  private isTakenBack({ id, problem }: Extract<LobbyMessage, { t: 'refused' }>): boolean {
    if (id === null) return false;
    const isUnwanted = this.unwanted.delete(id);
    const withdrawal = this.withdrawals.get(id);
    this.withdrawals.delete(id);
    if (withdrawal && problem.code !== 'not-found') {
      // The seek still exists and may be reported again.
      this.withdrawn.delete(withdrawal.seek);
      return false;
    }
    return isUnwanted || withdrawal !== undefined;
  }

  /** A seek was fulfilled. A player in a live game seeks no other live game: the server has withdrawn those seeks. */
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

/** Whether the server would take both for one seek. */
function isSameSeek(one: Wish, other: Wish): boolean {
  const rest = ({ color, ratings }: Wish): string => JSON.stringify([color ?? null, ratings ?? null]);
  return sameWish(one, other) && rest(one) === rest(other);
}

/** Whether both are the same seek on the server. */
function isOne(one: Sought, other: Sought): boolean {
  return one === other || (one.seek !== null && one.seek === other.seek);
}

function soughtAnew(wish: Wish, request: string, seek: string | null): Sought {
  const since = performance.now();
  return { key: uniqueId(), wish, since, request, seek, stays: false, meanwhile: null, asked: 'nothing', coming: null };
}

type Played = Pick<Wish, 'variant' | 'clock' | 'rated'>;

/** Whether it is a correspondence game. */
export function isSlow({ clock }: Played): boolean {
  return clock?.kind === 'correspondence';
}

/** Whether both ask for the same kind of game. */
function sameWish(one: Played, other: Played): boolean {
  const clock = (wish: Played): string => {
    const { clock } = wish;
    if (!clock) return '';
    if (clock.kind !== 'custom') return JSON.stringify(Object.entries(clock).sort());
    return `${clock.seconds}+${clock.increment ?? 0}d${clock.delay ?? 0}`;
  };
  return one.variant === other.variant && !!one.rated === !!other.rated && clock(one) === clock(other);
}
