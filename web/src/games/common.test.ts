import { describe, expect, it } from 'vitest';
import type { BoardMan } from '../board/types';
import { displaced, endsOf, targetsOf } from './common';

const men: BoardMan[] = [
  { square: 'e4', color: 'white', role: 'pawn' },
  { square: 'd5', color: 'black', role: 'pawn' },
];

describe('a move that was sent', () => {
  it('shows the man on its target and takes what stood there', () => {
    expect(displaced(men, 'e4', 'd5')).toEqual([{ square: 'd5', color: 'white', role: 'pawn' }]);
  });
  it('shows a man that leaves as gone', () => {
    expect(displaced(men, 'e4', null).map(man => man.square)).toEqual(['d5']);
  });
  it('is read from machine notation with whatever follows', () => {
    expect(endsOf('g1f3/r')).toEqual({ from: 'g1', to: 'f3' });
    expect(endsOf('c1^3@f4')).toBeNull();
  });
});

describe('targets', () => {
  it('names each target of a man once', () => {
    const targets = targetsOf([
      { action: 'a7a8q', kind: 'move', from: 'a7', to: 'a8' },
      { action: 'a7a8r', kind: 'move', from: 'a7', to: 'a8' },
      { action: '--', kind: 'return-only' },
    ]);
    expect([...targets]).toEqual([['a7', ['a8']]]);
  });
});
