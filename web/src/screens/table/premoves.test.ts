import { expect, it } from 'vitest';
import type { Move } from '../../api/types';
import type { Premove } from '../../games/screen';
import { Premoves } from './premoves';

const premove: Premove = { from: 'd7', to: 'd5' };

const move = (n: number): Move => ({
  n,
  number: 1,
  color: 'white',
  notation: `${n}`,
  public: `${n}`,
  ply: n - 1,
  at: 0,
});

/** A fake table with these actions, which records what becomes of a premove. */
function table(...numbers: number[]) {
  const one = { isFree: false, moves: numbers.map(move), made: [] as Premove[], refused: '' };
  const premoves = new Premoves({
    isFree: () => one.isFree,
    moves: () => one.moves,
    make: made => {
      one.made.push(made);
      return 'made';
    },
    name: ({ from, to }) => `${from}–${to}`,
    say: () => {},
    refuse: words => {
      one.refused = words;
    },
  });
  const goes = (...to: number[]): void => {
    one.moves = to.map(move);
    one.isFree = true;
    premoves.take();
    premoves.try();
  };
  return { one, premoves, goes };
}

it('a premove is played when the game goes on', () => {
  const { one, premoves, goes } = table(1, 2);
  premoves.set(premove);
  goes(1, 2, 3);
  expect(one.made).toEqual([premove]);
});

it('a premove at the beginning is played after the first move', () => {
  const { one, premoves, goes } = table();
  premoves.set(premove);
  goes(1);
  expect(one.made).toEqual([premove]);
});

it.each([
  ['an action is taken back', [1]],
  ['as many have been played since', [1, 5, 6]],
])('a premove goes with its position, and that is said: %s', (_, goesTo) => {
  const { one, premoves, goes } = table(1, 2);
  premoves.set(premove);
  goes(...goesTo);
  expect(one.made).toEqual([]);
  expect(premoves.move).toBeNull();
  expect(one.refused).toContain('Your premove d7–d5 is cancelled');
});
