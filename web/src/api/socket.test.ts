import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { momentText } from '../text/format';
import { ending } from './ending';
import { Connection } from './socket';

/** A fake socket whose other end is scripted by a test. */
class Wire {
  static all: Wire[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  sent: { t: string; id?: string }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor() {
    Wire.all.push(this);
  }

  open(): void {
    this.readyState = Wire.OPEN;
    this.onopen?.();
    // The client pings at once.
    this.hear({ t: 'pong' });
  }

  /** The server lets it in, says why it refuses, and closes it. */
  refuse(code: number): void {
    this.readyState = Wire.OPEN;
    this.onopen?.();
    this.hear({ t: 'refused', id: null });
    this.onclose?.({ code });
  }

  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { t: string });
  }

  close(): void {
    this.readyState = 3;
  }
}

const listened = { window: new EventTarget(), document: Object.assign(new EventTarget(), { hidden: false }) };
let connection: Connection<{ t: string; id?: string }, { t: 'act' }>;
let ups: boolean[];
let heard: object[];
let notFound: number;

beforeEach(() => {
  vi.useFakeTimers();
  Wire.all = [];
  ups = [];
  heard = [];
  notFound = 0;
  const { window, document } = listened;
  vi.stubGlobal('window', Object.assign(window, { setTimeout, clearTimeout, setInterval, clearInterval }));
  vi.stubGlobal('document', document);
  vi.stubGlobal('WebSocket', Wire);
  connection = new Connection(() => 'ws://here', {
    told: message => heard.push(message),
    connected: up => ups.push(up),
    notFound: () => notFound++,
  });
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The socket that was opened at position `index`, from 0. */
function wire(index: number): Wire {
  const found = Wire.all[index];
  if (!found) throw new Error(`there are ${Wire.all.length} sockets`);
  return found;
}

it('notices within five seconds that a line has died without a word', () => {
  wire(0).open();
  for (let second = 0; second < 30; second++) {
    vi.advanceTimersByTime(1000);
    wire(0).hear({ t: 'pong' });
  }
  expect(ups).toEqual([true]);
  vi.advanceTimersByTime(5000);
  expect(ups).toEqual([true, false]);
});

it('gives an attempt to connect up within five seconds, and tries again', () => {
  vi.advanceTimersByTime(5000);
  expect(ups).toEqual([false]);
  expect(Wire.all.length).toBe(2);
  wire(1).open();
  expect(ups).toEqual([false, true]);
});

it('waits longer after each attempt that the server refuses, and never longer than five seconds', () => {
  const begun: number[] = [];
  for (let count = 0; count < 10; count++) {
    wire(count).refuse(4013);
    const from = Date.now();
    while (Wire.all.length === count + 1) vi.advanceTimersByTime(10);
    begun.push(Date.now() - from);
  }
  expect(begun[0]).toBeLessThan(300);
  expect(begun[3]).toBeGreaterThan(1000);
  expect(begun[9]).toBeGreaterThan(2500);
  expect(Math.max(...begun)).toBeLessThanOrEqual(5010);
  // It was never up, so nothing that a new connection would require is fetched.
  expect(ups).not.toContain(true);
});

it('stops for good when what it is for does not exist, and says so once', () => {
  wire(0).open();
  wire(0).onclose?.({ code: 1006 });
  vi.advanceTimersByTime(300);
  wire(1).refuse(4004);
  vi.advanceTimersByTime(60_000);
  listened.window.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(60_000);
  expect(Wire.all.length).toBe(2);
  expect(notFound).toBe(1);
});

it('sends what was not acknowledged again on the next line, under the same name, and nothing else', () => {
  wire(0).open();
  const kept = connection.send({ t: 'act' });
  const done = connection.send({ t: 'act' });
  wire(0).hear({ t: 'ack', id: done });
  vi.advanceTimersByTime(6000);
  wire(1).open();
  const acts = wire(1).sent.filter(message => message.t === 'act');
  expect(acts.map(message => message.id)).toEqual([kept]);
});

it('asks at once when the system says that it is offline, and gives up a second later', () => {
  wire(0).open();
  vi.advanceTimersByTime(100);
  listened.window.dispatchEvent(new Event('offline'));
  vi.advanceTimersByTime(1100);
  expect(ups).toEqual([true, false]);
});

it('connects again for the same player when the session is replaced, and not for somebody else', async () => {
  let isSame = true;
  ending.hear({ refused: () => {}, closed: () => Promise.resolve(isSame) });
  wire(0).open();
  const kept = connection.send({ t: 'act' });
  wire(0).onclose?.({ code: 4001 });
  await vi.advanceTimersByTimeAsync(10);
  expect(ups).toEqual([true, false]);
  wire(1).open();
  expect(wire(1).sent.some(message => message.id === kept)).toBe(true);

  isSame = false;
  wire(1).onclose?.({ code: 4001 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Wire.all.length).toBe(2);
});

it('what is refused names times by the clock of the reader', () => {
  wire(0).open();
  const at = Date.UTC(2026, 10, 22, 14, 5);
  wire(0).hear({ t: 'refused', id: null, problem: { detail: 'You are muted until 22 November 2026, 14:05 UTC.' } });
  expect(heard.at(-1)).toEqual({
    t: 'refused',
    id: null,
    problem: { detail: `You are muted until ${momentText(at)}.` },
  });
});
