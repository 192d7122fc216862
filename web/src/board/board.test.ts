import { describe, expect, it } from 'vitest';
import { piecesFromFen } from './fen';
import { cell, isLight, squaresFrom, step } from './geometry';

describe('squares in reading order', () => {
  it('begin at a8 for White and at h1 for Black', () => {
    expect(squaresFrom('white')[0]?.[0]).toBe('a8');
    expect(squaresFrom('black')[0]?.[0]).toBe('h1');
  });
  it('lie where `cell` says', () => {
    for (const orientation of ['white', 'black'] as const) {
      squaresFrom(orientation).forEach((row, rowIndex) =>
        row.forEach((square, column) => expect(cell(square, orientation)).toEqual({ column, row: rowIndex })),
      );
    }
  });
  it('are walked on the screen and end at the edge', () => {
    expect(step('e4', 'white', 0, -1)).toBe('e5');
    expect(step('e4', 'black', 0, -1)).toBe('e3');
    expect(step('h4', 'white', 1, 0)).toBeNull();
    expect(step('a8', 'white', 0, -1)).toBeNull();
  });
  it('are dark at a1', () => {
    expect(isLight('a1')).toBe(false);
    expect(isLight('h1')).toBe(true);
  });
});

it('a FEN with hidden pieces keeps whose they are', () => {
  const pieces = piecesFromFen('!7/8/8/8/8/8/8/?6K w - -');
  expect(pieces).toEqual([
    { square: 'a8', color: 'black', role: 'hidden' },
    { square: 'a1', color: 'white', role: 'hidden' },
    { square: 'h1', color: 'white', role: 'king' },
  ]);
});
