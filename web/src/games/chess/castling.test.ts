import { describe, expect, it } from 'vitest';
import type { Options } from '../../api/types';
import { castlingsOf, movesBetween, targetsWith } from './castling';

const chess: Options = {
  actions: [
    { action: 'e8g8', kind: 'castle', from: 'e8', to: 'g8' },
    { action: 'e8c8', kind: 'castle', from: 'e8', to: 'c8' },
    { action: 'e8f8', kind: 'move', from: 'e8', to: 'f8' },
  ],
};
const chess960: Options = {
  actions: [
    { action: 'c1h1', kind: 'castle', from: 'c1', to: 'h1' },
    { action: 'c1b1', kind: 'castle', from: 'c1', to: 'b1' },
    { action: 'c1d1', kind: 'move', from: 'c1', to: 'd1' },
  ],
};

describe('castling', () => {
  it('in chess is named by the king’s target, and the rook stands in the corner', () => {
    expect(castlingsOf(chess, 'chess')).toEqual([
      { action: 'e8g8', king: 'e8', rook: 'h8', kingTo: 'g8', rookTo: 'f8' },
      { action: 'e8c8', king: 'e8', rook: 'a8', kingTo: 'c8', rookTo: 'd8' },
    ]);
  });
  it('in chess is done by the king’s two squares or by king takes rook', () => {
    const castlings = castlingsOf(chess, 'chess');
    expect(targetsWith(chess, castlings).get('e8')?.sort()).toEqual(['a8', 'c8', 'f8', 'g8', 'h8']);
    for (const [to, action] of [
      ['g8', 'e8g8'],
      ['h8', 'e8g8'],
      ['c8', 'e8c8'],
      ['a8', 'e8c8'],
      ['f8', 'e8f8'],
    ] as const) {
      expect(movesBetween(chess, castlings, 'e8', to).map(one => one.action)).toEqual([action]);
    }
  });
  it('in Chess960 is king takes rook, also where the king stays', () => {
    const castlings = castlingsOf(chess960, 'chess:960');
    expect(castlings).toEqual([
      { action: 'c1h1', king: 'c1', rook: 'h1', kingTo: 'g1', rookTo: 'f1' },
      { action: 'c1b1', king: 'c1', rook: 'b1', kingTo: 'c1', rookTo: 'd1' },
    ]);
    expect(targetsWith(chess960, castlings).get('c1')?.sort()).toEqual(['b1', 'd1', 'g1', 'h1']);
    expect(movesBetween(chess960, castlings, 'c1', 'b1').map(one => one.action)).toEqual(['c1b1']);
    expect(movesBetween(chess960, castlings, 'c1', 'g1').map(one => one.action)).toEqual(['c1h1']);
    expect(movesBetween(chess960, castlings, 'c1', 'd1').map(one => one.action)).toEqual(['c1d1']);
  });
});
