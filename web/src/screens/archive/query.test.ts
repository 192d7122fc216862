import { describe, expect, it } from 'vitest';
import { filtersOf, queryOf, searchOf, variantNames } from './query';

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
    const { from, to } = queryOf({ from: '2026-11-22', until: '2026-11-22' });
    expect(Number(to) - Number(from)).toBe(86_400_000);
    expect(queryOf({ moves: 'many', upto: '0', start: '-1', from: 'noon' })).toMatchObject({
      min_length: undefined,
      max_length: undefined,
      start: undefined,
      from: undefined,
    });
  });

  it('name every variant once', () => {
    const names = variantNames();
    expect(new Set(names.map(([id]) => id)).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(8);
  });
});
