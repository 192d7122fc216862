import { describe, expect, it } from 'vitest';
import type { Options } from '../../api/types';
import type { BoardPiece } from '../../board/types';
import { countRoles, piecesAfter, revealsAt, squaresFor } from './actions';

const pair: Options = {
  actions: [
    { action: 'd1=Q+e1=K', kind: 'reveal-pair' },
    { action: 'd1=K+e1=Q', kind: 'reveal-pair' },
  ],
};

describe('reveals', () => {
  it('finds the pairs in which a square takes part', () => {
    expect(revealsAt(pair, 'e1').map(one => one.action)).toEqual(['d1=Q+e1=K', 'd1=K+e1=Q']);
    expect(revealsAt(pair, 'a1')).toEqual([]);
  });
  it('finds the squares for a piece of the pool', () => {
    expect(squaresFor(pair, 'king')).toEqual(['e1', 'd1']);
    expect(squaresFor(pair, 'rook')).toEqual([]);
  });
  it('shows both pieces of a pair at once', () => {
    const pieces: BoardPiece[] = [
      { square: 'd1', color: 'white', role: 'hidden' },
      { square: 'e1', color: 'white', role: 'hidden' },
    ];
    expect(piecesAfter(pieces, 'd1=Q+e1=K', []).map(piece => piece.role)).toEqual(['queen', 'king']);
  });
  it('counts a pool, the strongest first', () => {
    expect(countRoles(['rook', 'king', 'rook'])).toEqual([
      { role: 'king', count: 1 },
      { role: 'rook', count: 2 },
    ]);
  });
});
