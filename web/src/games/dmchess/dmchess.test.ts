import { describe, expect, it } from 'vitest';
import { Placement } from './placing';
import { afterAction, at, indexOptions, readEdan, type Dimension, type Man } from './view';

describe('places', () => {
  it('are read with and without the letter of the dimension', () => {
    expect(at('d3e4')).toEqual({ dimension: 3, square: 'e4' });
    expect(at('3e4')).toEqual({ dimension: 3, square: 'e4' });
    expect(at('d9e4')).toBeNull();
  });
});

describe('options', () => {
  it('are found by where they start and end, promotions together', () => {
    const options = {
      actions: ['Q', 'N'].map(letter => ({
        action: `Pd1e7-d1e8=${letter}`,
        kind: 'move' as const,
        from: 'd1e7',
        to: 'd1e8',
      })),
    };
    expect(indexOptions(options).get('1e7')?.get('1e8')).toHaveLength(2);
  });
});

describe('the placement of the kings', () => {
  const placing = { white_has_placed: false, white: null, squares: ['a3', 'e1'] };

  it('is written by dimension and then by square', () => {
    const placement = new Placement();
    placement.allHome(placing);
    placement.toggle(3, 'e1');
    placement.toggle(1, 'a3');
    expect(placement.action).toBe('kings:d1e1,d1a3,d2e1,d4e1,d5e1,d6e1,d7e1,d8e1');
  });

  it('never holds a ninth king', () => {
    const placement = new Placement();
    placement.allHome(placing);
    expect(placement.toggle(1, 'a3')).toBe(false);
    expect(placement.count).toBe(8);
  });
});

describe('an action that was sent', () => {
  const piece = (square: string, role: Man['role']): Man => ({
    square,
    role,
    color: 'white',
    level: 1,
    former_pawn: false,
    promoted_in: [],
    last_energy: null,
    unmoved: false,
    in_check: false,
  });
  const boards = (first: Man[]): Dimension[] =>
    Array.from({ length: 8 }, (_, index) => ({
      number: index + 1,
      men: index === 0 ? first : [],
      energy: [],
      imbalance: 0,
      kings: { white: 0, black: 0 },
      kings_in_check: { white: 0, black: 0 },
      controller: null,
    }));

  it('moves the piece to the other board', () => {
    const after = afterAction(boards([piece('b1', 'knight')]), 'Nd1b1-d2b5');
    expect(after[0]?.men).toEqual([]);
    expect(after[1]?.men.map(one => one.square)).toEqual(['b5']);
  });

  it('castles when the king goes onto its rook', () => {
    const after = afterAction(boards([piece('e1', 'king'), piece('h1', 'rook')]), 'Kd1e1-d1h1');
    expect(after[0]?.men.map(one => `${one.role}${one.square}`).sort()).toEqual(['kingg1', 'rookf1']);
    expect(readEdan('Kd1e1-d2g1')?.castles).toBe(false);
  });
});
