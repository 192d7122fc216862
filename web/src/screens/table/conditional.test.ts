import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { does, element, elements, words } from '../../testing';
import type { ConditionalMoves, State } from '../../api/types';
import { t } from '../../text';
import { Conditional } from './conditional';
import type { Study } from './study';

/** The server with its stored lines, independent of what a page knows of them. */
const server = vi.hoisted(() => ({ lines: [] as string[][], isDown: false, isSpeechless: false }));

vi.mock('../../api/http', () => {
  class Refused extends Error {}
  const told = (): Promise<ConditionalMoves> =>
    server.isDown
      ? Promise.reject(new Error('down'))
      : Promise.resolve({ n: 1, lines: server.lines.map(actions => ({ actions, notation: actions })) });
  return {
    Refused,
    api: {
      conditionalMoves: told,
      setConditionalMoves: (_: string, __: number, lines: string[][]) => {
        if (server.isSpeechless) return Promise.reject(new Refused(''));
        if (!server.isDown) server.lines = lines;
        return told();
      },
    },
  };
});

beforeEach(() => {
  vi.useFakeTimers();
  server.lines = [];
  server.isDown = server.isSpeechless = false;
});

afterEach(() => {
  vi.useRealTimers();
});

const state = (n: number): State => ({ n, can: { conditional: true }, actor: 'black', seat: 'white' }) as State;
const soon = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** A board on which a whole line has been tried. */
const tried = {
  isOpen: true,
  actor: 'black',
  line: ['e7e5', 'g1f3'].map(action => ({ action, public: action, notation: action })),
  refusal: '',
};

function page(close = () => {}) {
  const study = { ...tried, close } as unknown as Study;
  const conditional = new Conditional('id', () => {});
  const view = () => conditional.view(state(1), study, () => {});
  return { conditional, view, add: () => element(view(), 'conditional-add') };
}

it('nothing is added as long as the lines that there are are not known; they are asked for again', async () => {
  server.lines = [['c7c5', 'd2d4']];
  server.isDown = true;
  const { conditional, view, add } = page();
  conditional.take(state(1));
  await soon();
  expect(words(view())).toContain(t.app.failed);
  server.isDown = false;
  does(add(), 'click');
  await soon();
  expect(server.lines).toEqual([['c7c5', 'd2d4']]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(words(view())).not.toContain(t.app.failed);
  does(add(), 'click');
  await soon();
  expect(server.lines).toEqual([
    ['c7c5', 'd2d4'],
    ['e7e5', 'g1f3'],
  ]);
});

it('what another window has added meanwhile stays, whether a line is added or removed', async () => {
  const { conditional, view, add } = page();
  conditional.take(state(1));
  await soon();
  server.lines = [['c7c5', 'd2d4']];
  does(add(), 'click');
  await soon();
  expect(server.lines).toHaveLength(2);
  server.lines = [['c7c6', 'd2d4'], ...server.lines];
  const remove = elements(view()).find(one => String(one.data?.attrs?.['aria-label']).includes('e7e5'));
  if (!remove) throw new Error('nothing to remove');
  does(remove, 'click');
  await soon();
  expect(server.lines).toEqual([
    ['c7c6', 'd2d4'],
    ['c7c5', 'd2d4'],
  ]);
});

it('what was tried stays on the board until it is saved, whatever the reason says why it is not', async () => {
  const close = vi.fn();
  const { conditional, add } = page(close);
  conditional.take(state(1));
  await soon();
  server.isSpeechless = true;
  does(add(), 'click');
  await soon();
  expect(close).not.toHaveBeenCalled();
  server.isSpeechless = false;
  does(add(), 'click');
  await soon();
  expect(close).toHaveBeenCalledOnce();
});

it('a page that is left asks no more', async () => {
  server.isDown = true;
  const { conditional } = page();
  conditional.take(state(1));
  await soon();
  conditional.destroy();
  expect(vi.getTimerCount()).toBe(0);
});
