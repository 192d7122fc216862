/**
 * The live side of the API: WebSockets for a game, the lobby and the feed. A connection notices when it has silently died, reconnects by
 * itself, tells the server the last event it has, and resends what was not acknowledged under the same id, so that nothing is
 * played twice.
 */
import { ownTimes } from '../text/format';
import { ending } from './ending';
import { uniqueId } from './http';

const BACKOFF_MS = [200, 500, 1000, 2000, 4000];
/** How long a connection may take to open. */
const CONNECT_MS = 4000;
const PING_MS = 1500;
/** The same while the page is hidden. */
const HIDDEN_PING_MS = 10_000;
/** How long a ping may stay unanswered before the connection counts as dead. */
const SILENCE_MS = 2500;
/** The same when the browser reports that it is offline. It may be wrong, for instance with a server on the same machine. */
const OFFLINE_SILENCE_MS = 1000;
/** The close code for sockets of a session that has ended. */
const SIGNED_OUT = 4001;
/** The close code for a socket to something that does not exist. */
const NOT_FOUND = 4004;

export interface Listener<Told> {
  told(message: Told): void;
  /** The connection is up or down. It is up once the server has said something other than that it refuses. */
  connected(up: boolean): void;
  /** What the connection was for does not exist: it is closed for good. */
  notFound?(): void;
}

/** A client's request without its id, which the connection adds. */
export type Message<Said> = Said extends infer M ? (M extends { t: 'ping' } ? never : Omit<M, 'id'>) : never;

/** Messages that answer the request whose id they carry. */
const ANSWERS = ['ack', 'done', 'refused'];

/** `Told` is the type of the server's messages, `Said` that of the client's. */
export class Connection<Told extends { t: string; id?: string | null; problem?: { detail: string } }, Said> {
  private socket: WebSocket | null = null;
  private isUp = false;
  private tries = 0;
  private retry = 0;
  private opening = 0;
  private heard = 0;
  private readonly pinger: number;
  private closed = false;
  private readonly waiting = new Map<string, string>();

  constructor(
    /** The address, which may differ from one attempt to the next. */
    private readonly url: () => string,
    private readonly listener: Listener<Told>,
  ) {
    this.pinger = window.setInterval(() => {
      if (!document.hidden || performance.now() - this.heard > HIDDEN_PING_MS) this.ping(SILENCE_MS);
    }, PING_MS);
    window.addEventListener('online', this.wake);
    window.addEventListener('offline', this.doubt);
    document.addEventListener('visibilitychange', this.wake);
    this.open();
  }

  /** Sends, now or after reconnecting. Returns the id that the answer will carry. */
  send(message: Message<Said>): string {
    const id = uniqueId();
    const text = encode({ ...message, id });
    this.waiting.set(id, text);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    return id;
  }

  /** Drops the connection; the next one fetches everything. */
  reopen(): void {
    this.forget();
    this.open();
  }

  close(): void {
    this.closed = true;
    clearInterval(this.pinger);
    clearTimeout(this.retry);
    clearTimeout(this.opening);
    window.removeEventListener('online', this.wake);
    window.removeEventListener('offline', this.doubt);
    document.removeEventListener('visibilitychange', this.wake);
    this.socket?.close();
  }

  /** The network may be back. */
  private readonly wake = (): void => {
    if (this.closed || document.hidden) return;
    if (this.socket?.readyState === WebSocket.OPEN) this.ping(SILENCE_MS);
    else {
      // An attempt that was begun while offline can hang.
      this.forget();
      this.tries = 0;
      this.open();
    }
  };

  /** The network may be gone. */
  private readonly doubt = (): void => this.ping(OFFLINE_SILENCE_MS);

  private open(): void {
    if (this.closed) return;
    clearTimeout(this.retry);
    const socket = new WebSocket(this.url());
    this.socket = socket;
    this.opening = window.setTimeout(() => this.lose(socket), CONNECT_MS);
    socket.onopen = () => {
      clearTimeout(this.opening);
      this.heard = performance.now();
      for (const text of this.waiting.values()) socket.send(text);
      this.ping(SILENCE_MS);
    };
    socket.onmessage = event => {
      this.heard = performance.now();
      let message: Told;
      try {
        message = JSON.parse(String(event.data)) as Told;
      } catch {
        return;
      }
      if (!this.isUp && message.t !== 'refused') this.rise();
      if (ANSWERS.includes(message.t) && message.id) this.waiting.delete(message.id);
      this.listener.told(withOwnTimes(message));
    };
    socket.onclose = ({ code }) => {
      if (this.closed) return;
      if (code === NOT_FOUND) {
        this.close();
        return this.listener.notFound?.();
      }
      if (code !== SIGNED_OUT) return this.lose(socket);
      // A visitor who reconnects may be a different player: that is for the application to find out.
      this.forget();
      this.listener.connected(false);
      void ending.closed().then(isSame => {
        if (!isSame || this.socket !== null) return;
        // Immediately, unless the previous connection was closed as soon as it was opened.
        if (this.tries++ === 0) this.open();
        else this.again();
      });
    };
  }

  /** The connection is up. A server that refuses opens the socket as well, so only its first message other than a refusal shows that. */
  private rise(): void {
    this.isUp = true;
    this.tries = 0;
    this.listener.connected(true);
  }

  /** The connection is dead: schedules the next attempt. */
  private lose(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.forget();
    if (this.closed) return;
    this.listener.connected(false);
    this.again();
  }

  /** Schedules the next attempt, with a delay that grows with each failure. */
  private again(): void {
    if (this.closed) return;
    const wait = BACKOFF_MS[Math.min(this.tries, BACKOFF_MS.length - 1)] ?? 0;
    this.tries++;
    this.retry = window.setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }

  /** Drops a socket without waiting for it to close: on a dead connection that would take minutes. */
  private forget(): void {
    const { socket } = this;
    clearTimeout(this.opening);
    this.socket = null;
    this.isUp = false;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** Sends a ping; without an answer the connection is given up after `patience`, in milliseconds. */
  private ping(patience: number): void {
    const { socket } = this;
    if (socket?.readyState !== WebSocket.OPEN) return;
    const asked = performance.now();
    socket.send(encode({ t: 'ping' }));
    window.setTimeout(() => {
      if (this.heard < asked) this.lose(socket);
    }, patience);
  }
}

/** Converts the times in the server's refusals to the reader's time zone. */
function withOwnTimes<Told extends { problem?: { detail: string } }>(message: Told): Told {
  const { problem } = message;
  return problem ? { ...message, problem: { ...problem, detail: ownTimes(problem.detail) } } : message;
}

function encode(message: object): string {
  return JSON.stringify(message);
}
