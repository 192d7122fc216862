/**
 * Looking for an opponent. One for the whole client: a player who goes on to another page is still found. The server
 * forgets a seek with the line on which it was made, so after a new connection it is told again. Only those of an account for
 * correspondence games stay there: which of them still wait, the server says by itself.
 */
import { api, uniqueId } from './api/http';
import { Connection } from './api/socket';
import type { ListedSeek, LobbyMessage, LobbyRequest, Me, Waiting, Wish } from './api/types';

/** A seek of this browser. */
export interface Sought {
  /** The page's own name for it, which it keeps on a new line. */
  key: string;
  wish: Wish;
  /** The time of its start, in milliseconds of the page. */
  since: number;
  /** The request under which it was told last. */
  request: string;
  /** The server's name for it, once that is known. */
  seek: string | null;
  /** Whether the server keeps it while nobody is here. */
  stays: boolean;
  /** The game against the computer that is played until somebody comes. */
  meanwhile: string | null;
  /** The question to the player while that game goes on, and the answer. */
  asked: 'nothing' | 'somebody-is-there' | 'finishes-first';
  /** The request to leave that game for the opponent who has come, until it is answered. */
  coming: string | null;
}

export interface LobbyListener {
  /** Something on screen has changed. */
  changed(): void;
  /** There is an opponent, and a game: instead of one against the computer, if there was one. */
  paired(game: string, left: string | null): void;
  /** Somebody has come while the computer is played. */
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
  /** Whether the list was told. */
  isKnown = false;
  /** Those of them that the server keeps, until it says on a new line which still wait. */
  private kept: Sought[] = [];
  private connection: Connection<LobbyMessage, LobbyRequest> | null = null;
  private visitors = 0;
  /** Bots are not paired here: the server lets none in. */
  private isForBot = false;
  private isForAccount = false;
  /** Requests for seeks that were withdrawn before the server had given them a name, and what was wished for. */
  private readonly unwanted = new Map<string, Wish>();
  /** Withdrawals without an answer so far, by their requests. */
  private readonly withdrawals = new Map<string, Pick<Sought, 'stays'> & { seek: string }>();
  /** The server's names of seeks that were withdrawn: it may still tell of them, on a new line. */
  private readonly withdrawn = new Set<string>();
  /** The seeks of others that were accepted, by the server's name. */
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

  /** The player of this browser, as far as is known. */
  of(me: Me | null): void {
    this.isForBot = me?.bot === true;
    this.isForAccount = me?.account === true;
    if (this.isForBot) this.leave();
    else if (this.visitors > 0) this.connect();
  }

  seek(wish: Wish): void {
    this.connect();
    // Asked for the same once more, the server would give both requests one name.
    this.sought.push(soughtAnew(wish, this.noLongerUnwanted(wish) ?? this.tell(wish), null));
    this.listener.changed();
  }

  /** The first request for such a seek among those that were withdrawn, which then is one of them no more. */
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
      // A player who leaves the game is paired: that it is over comes on another line, and may be heard first.
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
    // A player who plays the computer meanwhile is asked when somebody looks for the same.
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

  /** This browser is somebody else by now, who looks for nobody yet. */
  renew(): void {
    this.leave();
    if (this.visitors > 0) this.connect();
  }

  /** The same player on a new line, who goes on looking: of another name, say, or signed in anew. */
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

  /** Lets the line go that nobody needs. */
  private rest(): void {
    if (this.visitors > 0 || this.sought.length > 0 || this.isWithdrawing) return;
    this.hangUp();
  }

  /** Whether the server has yet to hear that a seek is withdrawn which it would keep without the line. */
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
      // Told again, one that was paired or withdrawn meanwhile would become another seek.
      this.kept = this.sought.filter(one => one.stays);
      this.sought = this.sought.filter(one => !one.stays);
      for (const one of this.sought) {
        // Messages without an answer are told again by the connection itself.
        if (!one.seek) continue;
        one.seek = null;
        if (one.asked === 'somebody-is-there') one.asked = 'nothing';
        // News that came meanwhile are not told again.
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
        // It comes after the seeks that stay: perhaps none is left.
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
        // Who wishes for the same once more has the seek that is there.
        this.sought = this.sought.filter((one, index, all) => index === all.findIndex(other => isOne(one, other)));
        break;
      case 'staying':
        for (const { seek, wish } of message.seeks) {
          // It is told before the server reads what was said on a new line.
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
        // They stand where they stood on the old line.
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

  /** A seek has its name that was withdrawn before; the server may have told of it meanwhile. */
  private takeBackUnwanted(request: string, seek: string): void {
    const wish = this.unwanted.get(request);
    if (!wish) return;
    this.unwanted.delete(request);
    this.forget(one => one.seek === seek);
    this.takeBack(seek, this.staysThere(wish));
  }

  /** Whether a refusal is about a seek that is withdrawn all the same: it has gone with the line, or never was. */
  private isTakenBack({ id, problem }: Extract<LobbyMessage, { t: 'refused' }>): boolean {
    if (id === null) return false;
    const isUnwanted = this.unwanted.delete(id);
    const withdrawal = this.withdrawals.get(id);
    this.withdrawals.delete(id);
    if (withdrawal && problem.code !== 'not-found') {
      // It is still there, and is told of again.
      this.withdrawn.delete(withdrawal.seek);
      return false;
    }
    return isUnwanted || withdrawal !== undefined;
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

/** Whether the server would take both for one seek. */
function isSameSeek(one: Wish, other: Wish): boolean {
  const rest = ({ color, ratings }: Wish): string => JSON.stringify([color ?? null, ratings ?? null]);
  return sameWish(one, other) && rest(one) === rest(other);
}

/** Whether both are one seek of the server's. */
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
