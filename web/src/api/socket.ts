/**
 * The live side of the API: one WebSocket per game. It reconnects by itself, tells the server the last event it has, and
 * resends what was not acknowledged under the same id, so that nothing is played twice.
 */
import { api, uniqueId } from './http';
import type { ClientMessage, ServerMessage } from './types';

const BACKOFF_MS = [300, 700, 1500, 3000, 5000];
const PING_MS = 10_000;
/** Silence after a ping that means the connection is dead. */
const SILENCE_MS = 8_000;

export interface Listener {
  told(message: ServerMessage): void;
  /** The connection is up or down. */
  connected(up: boolean): void;
  /** The number of the last event that the client has, or `null`. */
  have(): number | null;
}

/** What a client can ask for, but for the id: that is the connection's. */
export type Message = ClientMessage extends infer M ? (M extends { t: 'ping' } ? never : Omit<M, 'id'>) : never;

export class Connection {
  private socket: WebSocket | null = null;
  private tries = 0;
  private retry = 0;
  private heard = 0;
  private readonly pinger: number;
  private closed = false;
  private readonly waiting = new Map<string, string>();
  /** Time from a ping to its answer. */
  lagMs: number | null = null;
  private pingedAt = 0;

  constructor(
    private readonly game: string,
    private readonly listener: Listener,
  ) {
    this.pinger = window.setInterval(() => this.ping(), PING_MS);
    window.addEventListener('online', this.wake);
    document.addEventListener('visibilitychange', this.wake);
    this.open();
  }

  /** Sends, now or after reconnecting. Returns the id under which the answer comes. */
  send(message: Message): string {
    const id = uniqueId();
    const text = encode({ ...message, id });
    this.waiting.set(id, text);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    return id;
  }

  /** Drops the connection; the next one fetches everything. */
  reopen(): void {
    this.socket?.close();
  }

  close(): void {
    this.closed = true;
    clearInterval(this.pinger);
    clearTimeout(this.retry);
    window.removeEventListener('online', this.wake);
    document.removeEventListener('visibilitychange', this.wake);
    this.socket?.close();
  }

  private readonly wake = (): void => {
    if (this.closed || document.hidden) return;
    if (this.socket === null) {
      clearTimeout(this.retry);
      this.open();
    } else this.ping();
  };

  private open(): void {
    if (this.closed) return;
    const socket = new WebSocket(api.socketUrl(this.game, this.listener.have()));
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.heard = performance.now();
      for (const text of this.waiting.values()) socket.send(text);
      this.listener.connected(true);
      this.ping();
    };
    socket.onmessage = event => {
      this.heard = performance.now();
      let message: ServerMessage;
      try {
        message = JSON.parse(String(event.data)) as ServerMessage;
      } catch {
        return;
      }
      if (message.t === 'pong') this.lagMs = performance.now() - this.pingedAt;
      if ((message.t === 'ack' || message.t === 'refused') && message.id) this.waiting.delete(message.id);
      this.listener.told(message);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.closed) return;
      this.listener.connected(false);
      const wait = BACKOFF_MS[Math.min(this.tries, BACKOFF_MS.length - 1)] ?? 5000;
      this.tries++;
      this.retry = window.setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
    };
  }

  private ping(): void {
    const { socket } = this;
    if (socket?.readyState !== WebSocket.OPEN) return;
    const asked = performance.now();
    this.pingedAt = asked;
    socket.send(encode({ t: 'ping', id: uniqueId() }));
    window.setTimeout(() => {
      if (this.socket === socket && this.heard < asked) socket.close();
    }, SILENCE_MS);
  }
}

function encode(message: ClientMessage): string {
  return JSON.stringify(message);
}
