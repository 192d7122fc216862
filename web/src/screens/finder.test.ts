import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { appWith, does, element, elements } from '../testing';
import { PlayerFinder } from './finder';

const server = vi.hoisted(() => ({ names: ['alan_b', 'alan', 'alice', 'Bob'], asked: [] as string[] }));

vi.mock('../api/http', () => ({
  api: {
    players: (name: string) => {
      server.asked.push(name);
      return Promise.resolve(server.names.filter(one => one.toLowerCase().startsWith(name.toLowerCase())));
    },
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  server.asked = [];
});
afterEach(() => vi.useRealTimers());

const soon = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

function page() {
  const gone: string[] = [];
  const finder = new PlayerFinder(appWith({ go: path => gone.push(path) }));
  const input = () => elements(finder.view()).find(one => one.sel === 'input');
  const type = (value: string) => {
    const found = input();
    if (found) does(found, 'input', { value });
  };
  const enter = () => does(element(finder.view(), 'finder'), 'submit');
  return { finder, gone, type, enter };
}

it('Enter opens the player whose name was typed, whoever was found for its beginning', async () => {
  const { gone, type, enter } = page();
  type('al');
  await vi.advanceTimersByTimeAsync(1000);
  type('ALAN');
  enter();
  await soon();
  expect(gone).toEqual(['/@/alan']);
  expect(server.asked).toEqual(['al', 'ALAN']);
});

it('Enter opens the first whose name begins so if none is called that, and nobody if there is none', async () => {
  const { gone, type, enter } = page();
  type('ali');
  await vi.advanceTimersByTimeAsync(1000);
  enter();
  await soon();
  expect(gone).toEqual(['/@/alice']);
  expect(server.asked).toEqual(['ali']);
  type('zoe');
  enter();
  await soon();
  expect(gone).toHaveLength(1);
});

it('Enter opens nobody if something else was typed before the answer came, or the page was left', async () => {
  const { finder, gone, type, enter } = page();
  type('alice');
  enter();
  type('bo');
  await soon();
  expect(gone).toEqual([]);
  enter();
  finder.destroy();
  await soon();
  expect(gone).toEqual([]);
});
