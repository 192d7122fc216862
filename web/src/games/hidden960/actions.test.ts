import { describe, expect, it } from 'vitest';
import type { Options } from '../../api/types';
import type { BoardPiece } from '../../board/types';
import { allTargets, castlingsOf, countRoles, piecesAfter, movesBetween, revealsAt, squaresFor } from './actions';

const castling: Options = {
  actions: [
    { action: 'b1a1', kind: 'castle', from: 'b1', to: 'a1' },
    { action: 'b1h1', kind: 'castle', from: 'b1', to: 'h1' },
    { action: 'b1c1', kind: 'move', from: 'b1', to: 'c1' },
    { action: 'a7a8q', kind: 'move', from: 'a7', to: 'a8', promotion: 'queen' },
    { action: 'a7a8n', kind: 'move', from: 'a7', to: 'a8', promotion: 'knight' },
  ],
};

const pair: Options = {
  actions: [
    { action: 'd1=Q+e1=K', kind: 'reveal-pair' },
    { action: 'd1=K+e1=Q', kind: 'reveal-pair' },
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
    expect(piecesAfter(pieces, 'b1h1', castlingsOf(castling)).map(piece => piece.square)).toEqual(['g1', 'f1']);
  });
});

describe('promotion', () => {
  it('offers every piece that is legal', () => {
    expect(movesBetween(castling, 'a7', 'a8').map(one => one.promotion)).toEqual(['queen', 'knight']);
  });
});

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
