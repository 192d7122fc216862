import { describe, expect, it } from 'vitest';
import type { BoardPiece } from '../board/types';
import { displaced, endsOf, targetsOf } from './common';

const pieces: BoardPiece[] = [
  { square: 'e4', color: 'white', role: 'pawn' },
  { square: 'd5', color: 'black', role: 'pawn' },
];

describe('a move that was sent', () => {
  it('shows the piece on its target and takes what stood there', () => {
    expect(displaced(pieces, 'e4', 'd5')).toEqual([{ square: 'd5', color: 'white', role: 'pawn' }]);
  });
  it('shows a piece that leaves as gone', () => {
    expect(displaced(pieces, 'e4', null).map(piece => piece.square)).toEqual(['d5']);
  });
  it('is read from machine notation with whatever follows', () => {
    expect(endsOf('g1f3/r')).toEqual({ from: 'g1', to: 'f3' });
    expect(endsOf('c1^3@f4')).toBeNull();
  });
});

describe('targets', () => {
  it('names each target of a piece once', () => {
    const targets = targetsOf([
      { action: 'a7a8q', kind: 'move', from: 'a7', to: 'a8' },
      { action: 'a7a8r', kind: 'move', from: 'a7', to: 'a8' },
      { action: '--', kind: 'return-only' },
    ]);
    expect([...targets]).toEqual([['a7', ['a8']]]);
  });
});
