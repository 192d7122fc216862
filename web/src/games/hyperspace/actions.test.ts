import { describe, expect, it } from 'vitest';
import type { Options } from '../../api/types';
import { delaysOf, landingsOf, movesBetween, phaseOutActions, readPhaseOut, squaresOf, suffixOf } from './actions';

const options: Options = {
  actions: [
    { action: 'g1f3/r', kind: 'move', from: 'g1', to: 'f3' },
    { action: 'g1f3/o', kind: 'move', from: 'g1', to: 'f3' },
    { action: 'e7e8q', kind: 'move', from: 'e7', to: 'e8', promotion: 'queen' },
  ],
  phase_outs: [
    { from: 'c1', role: 'bishop', suffix: '', delays: [1, 3, 4], squares: ['a3', 'f4'] },
    { from: 'd1', role: 'queen', suffix: '/r', delays: [2], squares: ['d4'] },
    { from: 'd1', role: 'queen', suffix: '/o', delays: [2, 5], squares: ['d4', 'd5'] },
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
  it('spells every way to settle a collision', () => {
    expect(phaseOutActions(options, 'd1', 2, 'd4')).toEqual(['d1^2@d4/r', 'd1^2@d4/o']);
    expect(phaseOutActions(options, 'c1', 3, 'f4')).toEqual(['c1^3@f4']);
    expect(phaseOutActions(options, 'c1', 2, 'f4')).toEqual([]);
  });
});

describe('moves', () => {
  it('finds both answers to a collision', () => {
    expect(movesBetween(options, 'g1', 'f3').map(one => suffixOf(one.action))).toEqual(['/r', '/o']);
  });
  it('finds no suffix where there is none', () => {
    expect(suffixOf('e7e8q')).toBe('');
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
