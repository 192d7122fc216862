import { describe, expect, it } from 'vitest';
import type { Options } from '../../api/types';
import { delaysOf, landingsOf, movesBetween, phaseOut, readPhaseOut, squaresOf } from './actions';

const collision = { square: 'd4', returning: 'knight', occupant: 'bishop' } as const;
const options: Options = {
  actions: [
    { action: 'g1f3', kind: 'move', from: 'g1', to: 'f3', collisions: [collision] },
    { action: 'e7e8q', kind: 'move', from: 'e7', to: 'e8', promotion: 'queen' },
  ],
  phase_outs: [
    { from: 'c1', role: 'bishop', delays: [1, 3, 4], squares: ['a3', 'f4'] },
    { from: 'd1', role: 'queen', delays: [2, 5], squares: ['d4', 'd5'], collisions: [collision] },
  ],
};

describe('phase-outs', () => {
  it('tells the delays of one piece, the shortest first and each once', () => {
    expect(delaysOf(options, 'd1')).toEqual([2, 5]);
    expect(delaysOf(options, 'a1')).toEqual([]);
  });
  it('tells only the squares that go with the delay', () => {
    expect(squaresOf(options, 'd1', 5)).toEqual(['d4', 'd5']);
    expect(squaresOf(options, 'c1', 2)).toEqual([]);
  });
  it('tells what must be answered with it', () => {
    expect(phaseOut(options, 'd1', 2, 'd4')).toEqual({ action: 'd1^2@d4', collisions: [collision] });
    expect(phaseOut(options, 'c1', 3, 'f4')).toEqual({ action: 'c1^3@f4', collisions: undefined });
    expect(phaseOut(options, 'c1', 2, 'f4')).toBeNull();
  });
});

describe('moves', () => {
  it('are found once, with their collisions', () => {
    expect(movesBetween(options, 'g1', 'f3')).toEqual([
      { action: 'g1f3', kind: 'move', from: 'g1', to: 'f3', collisions: [collision] },
    ]);
    expect(movesBetween(options, 'e7', 'e8')[0]?.collisions).toBeUndefined();
  });
});

describe('what returned', () => {
  it('is read from the notation, with those that are gone', () => {
    expect(landingsOf('Qxf7&N@g5&B@-#')).toEqual([
      { role: 'knight', square: 'g5' },
      { role: 'bishop', square: null },
    ]);
    expect(landingsOf('Bc1^3@f4')).toEqual([]);
  });
});

describe('typing', () => {
  it('reads a phase-out with and without the letter of the piece', () => {
    expect(readPhaseOut('Nb1^2@d4')).toBe('b1^2@d4');
    expect(readPhaseOut('b1^02@d4/r')).toBe('b1^2@d4/r');
  });
  it('leaves everything else to the server', () => {
    expect(readPhaseOut('Nf3')).toBeNull();
    expect(readPhaseOut('b1^2')).toBeNull();
  });
});
