import { expect, it, vi } from 'vitest';
import { settled } from '../../testing';
import type { ServerMessage, State } from '../../api/types';
import { LiveGame, type Listener } from './live';

/** The connection as the server sees it: what the client says on it, and the hook for what the server tells. */
const line = vi.hoisted((): { said: string[]; told: (message: ServerMessage) => void } => ({
  said: [],
  told: () => {},
}));

vi.mock('../../api/socket', () => ({
  Connection: class {
    constructor(_: unknown, { told }: { told: (message: ServerMessage) => void }) {
      line.told = told;
    }

    send(message: { t: string; what?: string }): string {
      return `request ${line.said.push(`${message.t} ${message.what ?? ''}`.trim())}`;
    }
  },
}));
vi.mock('../../api/http', () => ({
  Refused: class extends Error {},
  api: { state: () => Promise.resolve(state(here.n)), socketUrl: () => '', ratings: () => ratings() },
}));
vi.mock('./away', () => ({
  Away: class {
    begin(): void {}
  },
}));

/** The number of the game's last event, as the server knows it. */
const here = vi.hoisted(() => ({ n: 4 }));

const state = (n: number): State =>
  ({ id: 'id', n, status: 'live', seat: 'both', moves: [], players: {}, can: {} }) as unknown as State;

const ratings = vi.fn(() => Promise.resolve(null));

async function game(heard: Partial<Listener> = {}): Promise<LiveGame> {
  line.said = [];
  here.n = 4;
  ratings.mockClear();
  const listener = new Proxy(heard, { get: (_, name: keyof Listener) => heard[name] ?? (() => false) }) as Listener;
  const live = new LiveGame('id', listener);
  await live.open(() => Promise.resolve());
  await settled();
  return live;
}

it('a takeback is asked for once until what comes of it is known', async () => {
  const live = await game();
  live.send({ t: 'offer', what: 'takeback' });
  live.send({ t: 'offer', what: 'takeback' });
  // The acknowledgement does not mean that the game has gone back yet.
  line.told({ t: 'ack', id: 'request 1', n: 5 });
  expect(live.isTakingBack).toBe(true);
  live.send({ t: 'offer', what: 'takeback' });
  expect(line.said).toEqual(['offer takeback']);
  line.told({ t: 'state', state: state(5) } as ServerMessage);
  expect(live.isTakingBack).toBe(false);
  live.send({ t: 'offer', what: 'takeback' });
  expect(line.said).toHaveLength(2);
});

it('after a refusal a takeback can be asked for again, and anything else meanwhile', async () => {
  const live = await game();
  live.send({ t: 'offer', what: 'takeback' });
  live.send({ t: 'offer', what: 'draw' });
  line.told({ t: 'refused', id: 'request 1', problem: { code: 'illegal', detail: '' } } as ServerMessage);
  live.send({ t: 'offer', what: 'takeback' });
  expect(line.said).toEqual(['offer takeback', 'offer draw', 'offer takeback']);
});

it.each([
  ['resignation', 1],
  ['aborted', 0],
])('the effect on ratings is asked for unless the game was aborted: %s', async (reason, times) => {
  await game();
  const over = { ...state(5), status: 'over', rated: true, outcome: { reason } };
  line.told({ t: 'state', state: over } as ServerMessage);
  expect(ratings).toHaveBeenCalledTimes(times);
});

it('an action that came too late is told and not sent again, and the position of now is fetched', async () => {
  const told: string[] = [];
  const live = await game({ dropped: () => told.push('dropped'), refused: sentence => told.push(sentence) });
  line.told({ t: 'state', state: { ...state(4), clock: null, options: [] } } as unknown as ServerMessage);
  live.act('e2e4');
  here.n = 6;
  line.told({ t: 'refused', id: 'request 1', problem: { code: 'stale', detail: '' } } as ServerMessage);
  expect([live.sent, live.isSending]).toEqual([null, true]);
  await settled();
  expect([live.state?.n, live.isSending]).toEqual([6, false]);
  expect(line.said).toEqual(['act']);
  expect(told).toEqual(['dropped', 'Your move was not played, because the game has moved on.']);
});

/** A position in which the player can act. */
const open = (n: number): ServerMessage =>
  ({
    t: 'state',
    state: { ...state(n), clock: null, options: [], moves: Array(n).fill({}) },
  }) as unknown as ServerMessage;
const stale = (request: number): ServerMessage =>
  ({ t: 'refused', id: `request ${request}`, problem: { code: 'stale', detail: '' } }) as ServerMessage;

it('a position that is older than what the socket has told meanwhile is not shown', async () => {
  const live = await game();
  line.told(open(4));
  live.act('e2e4');
  here.n = 5;
  line.told(stale(1));
  line.told(open(7));
  await settled();
  expect([live.state?.n, live.isSending]).toEqual([7, false]);
});

it('an action is still on its way when one before it has come too late', async () => {
  const told: string[] = [];
  const live = await game({ dropped: () => told.push('dropped'), refused: sentence => told.push(sentence) });
  line.told(open(4));
  live.act('e2e4');
  line.told(open(5));
  live.act('d2d4');
  line.told(stale(1));
  await settled();
  expect([live.sent, told]).toEqual(['d2d4', []]);
});
