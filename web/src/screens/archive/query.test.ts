import { afterEach, describe, expect, it, vi } from 'vitest';
import { filtersOf, queryOf, searchOf, variantNames } from './query';

afterEach(() => vi.unstubAllEnvs());

describe('the filters of the archive', () => {
  it('are in the address, and read from it as they were', () => {
    const filters = { player: 'Ada', variant: 'hyperspace:open', kind: 'rated', moves: '20' };
    expect(filtersOf(searchOf(filters))).toEqual(filters);
    expect(searchOf({})).toBe('');
    expect(filtersOf('?player=&something=else')).toEqual({});
  });

  it('become what the server is asked for', () => {
    expect(queryOf({ player: 'Ada', kind: 'casual', moves: '20', result: 'win' })).toMatchObject({
      player: 'Ada',
      rated: false,
      result: 'win',
      min_length: 39,
    });
    expect(queryOf({ upto: '20', opening: 'e2e4 e7e5', variant: 'chess' })).toMatchObject({
      max_length: 40,
      min_length: undefined,
      opening: 'e2e4 e7e5',
      variant: 'chess',
    });
    expect(queryOf({ variant: 'chess:960', opening: 'e2e4', start: '518' })).toMatchObject({ start: 518 });
    expect(queryOf({ moves: 'many', upto: '0', start: '-1', from: 'noon' })).toMatchObject({
      min_length: undefined,
      max_length: undefined,
      start: undefined,
      from: undefined,
    });
  });

  it.each([
    ['2026-03-29', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    ['2026-10-25', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
    ['2026-11-22', '2026-11-21T23:00Z', '2026-11-22T23:00Z'],
  ])('ask for all of %s, also where the clocks are changed on that day', (day, begin, end) => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    expect(queryOf({ from: day, until: day })).toMatchObject({ from: Date.parse(begin), to: Date.parse(end) });
  });

  it('name every variant once', () => {
    const names = variantNames();
    expect(new Set(names.map(([id]) => id)).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(8);
  });
});
