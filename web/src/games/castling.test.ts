import { describe, expect, it } from 'vitest';
import type { Options } from '../api/types';
import type { BoardPiece } from '../board/types';
import { allTargets, castled, castlingsOf, movesBetween } from './castling';

const castling: Options = {
  actions: [
    { action: 'b1a1', kind: 'castle', from: 'b1', to: 'a1' },
    { action: 'b1h1', kind: 'castle', from: 'b1', to: 'h1' },
    { action: 'b1c1', kind: 'move', from: 'b1', to: 'c1' },
    { action: 'a7a8q', kind: 'move', from: 'a7', to: 'a8', promotion: 'queen' },
    { action: 'a7a8n', kind: 'move', from: 'a7', to: 'a8', promotion: 'knight' },
  ],
};

describe('castling', () => {
  it('is king takes rook, and the king two squares or more towards it', () => {
    expect(allTargets(castling).get('b1')?.sort()).toEqual(['a1', 'c1', 'g1', 'h1']);
  });
  it('leaves a square to the ordinary move that leads there', () => {
    expect(movesBetween(castling, 'b1', 'c1').map(one => one.action)).toEqual(['b1c1']);
    expect(movesBetween(castling, 'b1', 'g1').map(one => one.action)).toEqual(['b1h1']);
    expect(movesBetween(castling, 'b1', 'a1').map(one => one.action)).toEqual(['b1a1']);
  });
  it('shows king and rook where they will stand', () => {
    const pieces: BoardPiece[] = [
      { square: 'b1', color: 'white', role: 'king' },
      { square: 'h1', color: 'white', role: 'rook' },
    ];
    expect(
      castlingsOf(castling)
        .filter(one => one.action === 'b1h1')
        .flatMap(one => castled(pieces, one))
        .map(piece => piece.square),
    ).toEqual(['g1', 'f1']);
  });
});

describe('promotion', () => {
  it('offers every piece that is legal', () => {
    expect(movesBetween(castling, 'a7', 'a8').map(one => one.promotion)).toEqual(['queen', 'knight']);
  });
});
