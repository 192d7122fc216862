import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../testing';
import type { Move, Ply, State } from '../../api/types';
import { Analysis } from './analysis';
import { Replay, type Viewer } from './replay';

/** The server with the full notations of the actions, as revealed after the end. */
const server = vi.hoisted(() => ({ open: [] as string[], isDown: false, asked: 0 }));

vi.mock('../../api/http', () => ({
  Refused: class extends Error {},
  api: {
    plies: (): Promise<Ply[]> => {
      server.asked++;
      if (server.isDown) return Promise.reject(new Error('down'));
      const all = ['', ...server.open].map((notation, n) => ({ n, notation, view: `open ${notation}`, last: [] }));
      return Promise.resolve(all as unknown as Ply[]);
    },
    analysis: (_: string, position: number) => Promise.resolve({ n: position, lines: [] }),
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(server, { open: [], isDown: false, asked: 0 });
});

afterEach(() => {
  vi.useRealTimers();
});

const soon = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

const state = (status: State['status'], ...moves: [n: number, notation: string][]): State =>
  ({
    status,
    moves: moves.map(([n, notation]) => ({ n, notation, public: notation, color: 'white', number: n })),
    view: moves.map(([, notation]) => notation).join(' '),
    last: [],
  }) as unknown as State;

function replayed(viewer: Partial<Viewer> = {}): Replay {
  return new Replay('id', { stops: () => [], moved: () => {}, changed: () => {}, failed: () => {}, ...viewer });
}

const second = { notation: 'b8^?' } as Move;

it('what was open at a first end is forgotten when the game goes on, and asked for again at the next', async () => {
  const replay = replayed();
  server.open = ['e4', 'b8^c6'];
  replay.take(state('over', [1, 'e4'], [2, 'b8^?']));
  await soon();
  expect(replay.notation(second, 2)).toBe('b8^c6');
  replay.take(state('live', [1, 'e4']));
  replay.take(state('live', [1, 'e4'], [4, 'b8^?']));
  expect(replay.notation(second, 2)).toBe('b8^?');
  server.open = ['e4', 'b8^a6'];
  replay.take(state('over', [1, 'e4'], [4, 'b8^?']));
  await soon();
  expect(replay.notation(second, 2)).toBe('b8^a6');
});

it('moves are tried after what was really played, also where a list that was loaded later has it open already', async () => {
  const replay = replayed();
  server.open = ['e4', 'Nb8^2@c6'];
  replay.take(state('over', [1, 'e4'], [2, 'Nb8^2@c6']));
  const departure = { notation: 'Nb8^2@c6', public: 'b8^2' } as Move;
  expect(replay.full(departure, 2)).toBe('b8^2');
  await soon();
  expect(replay.full(departure, 2)).toBe('Nb8^2@c6');
  expect(replay.full({ notation: 'e4', public: 'e2e4' } as Move, 5)).toBe('e2e4');
});

it('an answer that comes when the game goes on already is not taken', async () => {
  const replay = replayed();
  server.open = ['e4', 'b8^c6'];
  replay.take(state('over', [1, 'e4'], [2, 'b8^?']));
  replay.take(state('live', [1, 'e4']));
  await soon();
  expect(replay.notation(second, 2)).toBe('b8^?');
});

it('the open positions are asked for again after a failure, as long as the page is there', async () => {
  const replay = replayed();
  server.isDown = true;
  replay.take(state('over', [1, 'e4']));
  await soon();
  server.isDown = false;
  server.open = ['e4!'];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(replay.notation({ notation: 'e4' } as Move, 1)).toBe('e4!');
  expect(server.asked).toBe(2);

  const left = replayed();
  server.isDown = true;
  left.take(state('over', [1, 'e4']));
  await soon();
  left.destroy();
  expect(vi.getTimerCount()).toBe(0);
});

it('a position that another has taken the place of is not shown', () => {
  const replay = replayed();
  replay.take(state('live', [1, 'e4']));
  replay.take(state('live', [1, 'e4'], [2, 'e5']));
  // After a lost connection, a takeback and the moves since then arrive together.
  replay.take(state('live', [1, 'e4'], [4, 'c5'], [5, 'Nf3']));
  replay.show(2);
  expect(replay.shown?.view).not.toBe('e4 e5');
});

it('an evaluation is forgotten when the game goes on', async () => {
  const analysis = new Analysis('id', () => {});
  void analysis.ask(2);
  await soon();
  expect(analysis.of(2)).not.toBeNull();
  analysis.forget();
  expect(analysis.of(2)).toBeNull();
  // And so is a pending one.
  void analysis.ask(2);
  analysis.forget();
  await soon();
  expect(analysis.of(2)).toBeNull();
});

it('at one board nobody is shown what the other player saw', async () => {
  const replay = replayed();
  const at = (actor: string, ...moves: [n: number, notation: string][]): State =>
    ({ ...state('live', ...moves), seat: 'both', actor }) as State;
  replay.take(at('white'));
  replay.take(at('black', [1, 'b1^c3']));
  server.open = ['b1^?'];
  replay.show(0);
  // White's view is not kept: the position is fetched as Black may see it.
  expect(server.asked).toBe(1);
  await soon();
  expect(replay.shown?.view).toBe('open ');
});

/** A replay of three moves, of which this browser has seen the last position only, and what it tells. */
function unseen(): { replay: Replay; told: string[] } {
  const told: string[] = [];
  const replay = replayed({
    stops: () => [1, 2, 3],
    moved: () => told.push('moved'),
    failed: () => told.push('failed'),
  });
  server.open = ['e4', 'e5', 'Nf3'];
  replay.take(state('live', [1, 'e4'], [2, 'e5'], [3, 'Nf3']));
  return { replay, told };
}

it('a position that comes when another one is wanted already is not shown', async () => {
  const { replay, told } = unseen();
  replay.step(-1);
  replay.show(null);
  await soon();
  expect([replay.isShown, told]).toEqual([false, ['moved']]);

  const other = unseen().replay;
  other.step(-1);
  other.show(0);
  await soon();
  expect(other.shown?.view).toBe('open ');
});

it('a position that comes when the player has acted in the present one is not shown', async () => {
  const { replay, told } = unseen();
  replay.step(-1);
  replay.stay();
  await soon();
  expect([replay.isShown, told]).toEqual([false, []]);
});

it('each step counts while positions are fetched', async () => {
  const { replay, told } = unseen();
  replay.step(-1);
  replay.step(-1);
  replay.step(-1);
  replay.step(1);
  await soon();
  expect([replay.current, told]).toEqual([1, ['moved']]);
  expect(server.asked).toBe(1);
});

it('after a failure steps begin at the position that is shown', async () => {
  const { replay, told } = unseen();
  server.isDown = true;
  replay.step(-1);
  await soon();
  server.isDown = false;
  replay.step(-1);
  await soon();
  expect([replay.current, told]).toEqual([2, ['failed', 'moved']]);
});

it.each([true, false])('nothing is told of a page that was left: server down %s', async isDown => {
  const { replay, told } = unseen();
  server.isDown = isDown;
  replay.show(0);
  replay.destroy();
  await soon();
  expect(told).toEqual([]);
});
