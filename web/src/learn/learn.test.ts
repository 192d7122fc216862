import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { appWith } from '../testing';
import type { Game, ScreenModule } from '../games/game';
import type { Lesson } from '../games/lesson';
import { LearnPage } from './page';
import { LessonRun } from './run';

/** The positions that the server was asked for, as the actions that lead to them. */
const asked = vi.hoisted((): string[] => []);

vi.mock('../api/http', () => ({
  Refused: class extends Error {},
  api: {
    explore: (_: string, actions: string[]) => {
      asked.push(actions.join(' '));
      const actor = actions.length % 2 === 0 ? 'white' : 'black';
      return Promise.resolve({ view: null, options: null, actor, last: [] });
    },
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

const soon = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const later = (): Promise<unknown> => vi.advanceTimersByTimeAsync(10_000);

const move = { accept: /^e2e4$/, show: 'e2e4', reply: ['e7e5'] };
const step = { text: { title: 'A step', text: [] }, moves: [move, { accept: /^g1f3$/, show: 'g1f3' }] };
const lesson: Lesson = { steps: [step, step] };
const game = { id: 'chess', about: { title: 'Chess' } } as Game;

/** Fake screens of a game; `pressed` gets their keys. */
function screens(pressed: (key: string) => void = () => {}): ScreenModule {
  const screen = {
    update: () => {},
    destroy: () => {},
    back: () => false,
    onKey: ({ key }: KeyboardEvent) => {
      pressed(key);
      return true;
    },
  };
  return { createScreen: () => screen } as unknown as ScreenModule;
}

async function begun(): Promise<LessonRun> {
  const run = new LessonRun(game, lesson, screens(), appWith({}));
  await soon();
  return run;
}

it('the other side answers a correct move', async () => {
  const run = await begun();
  run.act('e2e4');
  await later();
  expect(asked).toEqual(['', 'e2e4', 'e2e4 e7e5']);
  expect([run.made, run.isBusy]).toEqual([1, false]);
});

it.each([
  ['the same step', 0],
  ['another step', 1],
])('the other side answers no more when %s has been begun', async (_, number) => {
  const run = await begun();
  run.act('e2e4');
  await soon();
  await run.begin(number);
  await later();
  expect(asked).toEqual(['', 'e2e4', '']);
  expect([run.made, run.isBusy]).toEqual([0, false]);
});

it('the other side answers once when the step is begun again and the move is made again', async () => {
  const run = await begun();
  run.act('e2e4');
  await soon();
  await run.begin(0);
  run.act('e2e4');
  await later();
  expect(asked).toEqual(['', 'e2e4', '', 'e2e4', 'e2e4 e7e5']);
  expect(run.made).toBe(1);
});

it('keys are the board’s, unless they are shortcuts of the browser', async () => {
  vi.stubGlobal('HTMLInputElement', EventTarget);
  const keys: string[] = [];
  const page = new LearnPage(
    appWith({}),
    game,
    lesson,
    screens(key => keys.push(key)),
  );
  await soon();
  const prevented: string[] = [];
  for (const modifier of ['', 'ctrlKey', 'metaKey', 'altKey'])
    page.onKey({
      key: 'u',
      [modifier]: true,
      preventDefault: () => prevented.push(modifier),
    } as unknown as KeyboardEvent);
  expect(keys).toEqual(['u']);
  expect(prevented).toEqual(['']);
  vi.unstubAllGlobals();
});
