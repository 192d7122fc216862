import { describe, expect, it } from 'vitest';
import { clockText, scoreText } from '../../text/format';
import { movesAfter, rowsOf } from './rows';

describe('a clock', () => {
  it.each([
    [299_400, '4:59'],
    [9_340, '0:09.3'],
    [0, '0:00'],
    [3_909_000, '1:05:09'],
    [2 * 86_400_000 + 3 * 3_600_000, '2 d 3 h'],
  ])('shows %d ms as %s', (ms, text) => {
    expect(clockText(ms)).toBe(text);
  });
});

describe('the list of moves', () => {
  it('keeps all actions of a turn in one row, each side in its column', () => {
    const rows = rowsOf([
      { n: 1, number: 1, color: 'white', notation: 'e4' },
      { n: 2, number: 1, color: 'black', notation: 'e5' },
      { n: 3, number: 2, color: 'white', notation: 'f1=B' },
      { n: 4, number: 2, color: 'white', notation: 'Bb5' },
      { n: 5, number: 2, color: 'black', notation: 'e8=N' },
    ]);
    expect(rows.map(row => [row.white.map(one => one.notation), row.black.map(one => one.notation)])).toEqual([
      [['e4'], ['e5']],
      [['f1=B', 'Bb5'], ['e8=N']],
    ]);
  });
});

describe('an event without the list of moves', () => {
  const before = [
    { n: 1, number: 1, color: 'white' as const, notation: 'e4' },
    { n: 2, number: 1, color: 'black' as const, notation: 'e5' },
  ];
  it('adds its action once, however often it is told', () => {
    const frame = {
      t: 'event' as const,
      n: 3,
      event: { kind: 'action', color: 'white' as const, notation: 'Bc1^3@?', action: 'c1^3', number: 2, ply: 2 },
      state: null,
    };
    const after = movesAfter(before, frame);
    expect(after.at(-1)).toMatchObject({ n: 3, number: 2, notation: 'Bc1^3@?' });
    expect(movesAfter(after, frame)).toEqual(after);
  });
  it('takes back what is not kept', () => {
    const frame = { t: 'event' as const, n: 4, event: { kind: 'takeback', keep: 1 }, state: null };
    expect(movesAfter(before, frame)).toEqual(before.slice(0, 1));
  });
  it('changes nothing otherwise', () => {
    expect(movesAfter(before, { t: 'event', n: 5, event: { kind: 'offer' }, state: null })).toEqual(before);
  });
});

describe('a score', () => {
  it('is written in pawns, or as mate in a number of moves', () => {
    expect(scoreText({ cp: 34 })).toBe('+0.34');
    expect(scoreText({ cp: -120 })).toBe('−1.20');
    expect(scoreText({ mate: 5 })).toBe('#3');
    expect(scoreText({ mate: -4 })).toBe('−#2');
  });
});
