import { describe, expect, it } from 'vitest';
import type { Color } from '../api/types';
import { tell as tellDmChess } from './dmchess/tell';
import type { View as DmChessView } from './dmchess/view';
import { tell as tellHidden } from './hidden960/tell';
import { stepsTo, tell as tellHyperspace } from './hyperspace/tell';
import type { View as HyperspaceView } from './hyperspace/view';
import { tellMove, type Told } from './tell';
import { stepsTo as stepsOfTraveler, tell as tellTraveler } from './time_traveler/tell';
import type { View as TravelerView } from './time_traveler/view';

const told = (notation: string, action: string, color: Color = 'black'): Told => ({ color, notation, public: action });
const knight = { square: 'c3', role: 'knight', color: 'white' } as const;

describe('what somebody did is told in a sentence:', () => {
  it.each([
    ['Nc6', 'b8c6', 'Black’s knight went from b8 to c6.'],
    ['Bxc3+', 'b4c3', 'Black’s bishop came from b4 and took the knight on c3: check.'],
    ['bxc3', 'b4c3', 'Black’s pawn came from b4 and took the knight on c3.'],
    ['dxe3', 'd4e3', 'Black’s pawn went from d4 to e3 and took a pawn en passant.'],
    ['O-O-O', 'e8c8', 'Black castled queenside.'],
    ['e1=Q#', 'e2e1q', 'Black’s pawn went from e2 to e1 and became a queen: checkmate.'],
  ])('%s', (notation, action, sentence) => {
    expect(tellMove(told(notation, action), [knight])).toBe(sentence);
  });

  it('a capture of what is not known', () => {
    expect(tellMove(told('Bxc3', 'b4c3'), null)).toBe('Black’s bishop came from b4 and took on c3.');
    expect(tellMove(told('Bxc1', 'b2c1'), [{ square: 'c1', role: null }])).toBe(
      'Black’s bishop came from b2 and took the hidden piece on c1.',
    );
  });

  it('reveals', () => {
    expect(tellHidden(told('d8=Q', 'd8=Q'), null)).toBe('Black revealed a queen on d8.');
    expect(tellHidden(told('a8=R+e8=K', 'a8=R+e8=K'), null)).toBe('Black revealed a rook on a8 and a king on e8.');
  });

  it('departures, returns, and what the open referee allows', () => {
    const tell = (notation: string, action: string): string => tellHyperspace(told(notation, action), null);
    expect(tell('Nb8^3', 'b8^3')).toBe(
      'Black’s knight left b8 for 3 turns, to return to a square that only Black knows.',
    );
    expect(tell('Nf6&B@f4+', 'g8f6')).toBe('Black’s knight went from g8 to f6, and a bishop returned to f4: check.');
    expect(tell('Nf6&B@-', 'g8f6')).toBe('Black’s knight went from g8 to f6, and a bishop was due back and is lost.');
    expect(tell('amend:4', 'amend:4')).toBe('Black chose another turn for the return: away for 4 turns.');
    expect(tell('cancel', 'cancel')).toBe('Black cancelled the departure.');
  });

  it('explosions and meetings', () => {
    const view = { men: [{ ...knight, stage: 'traveling' }] } as TravelerView;
    expect(tellTraveler(told('Ne4/c3+', 'Ne4/c3'), view)).toBe(
      'A black knight came out of the future on e4, and its traveled self took the knight on c3: check.',
    );
    expect(tellTraveler(told('e7/e8=Q', 'e7/e8q', 'white'), view)).toBe(
      'A white pawn came out of the future on e7, and its traveled self went to e8 and became a queen.',
    );
    expect(tellTraveler(told('Nc3//d5', 'c3//d5', 'white'), view)).toBe(
      'White’s knight from c3 met its traveling self on d5, and both vanished.',
    );
  });

  it('moves through portals', () => {
    const dimensions = Array.from({ length: 8 }, () => ({ men: [{ square: 'f2', role: 'pawn' }] }));
    const view = { dimensions } as unknown as DmChessView;
    expect(tellDmChess(told('Bd3f8-d5f2+', ''), view)).toBe(
      'Black’s bishop came from D3 f8 through a portal and took the pawn on D5 f2: check.',
    );
    expect(tellDmChess(told('Nd1b1-d1c3', '', 'white'), view)).toBe('White’s knight went from D1 b1 to D1 c3.');
  });
});

describe('a turn is shown step by step:', () => {
  it('first the action, then what returns', () => {
    const after = { men: [knight, { ...knight, square: 'f4' }] } as HyperspaceView;
    expect(stepsTo(told('Nf6', 'g8f6'), after, [])).toEqual([]);
    expect(stepsTo(told('Nf6&N@f4', 'g8f6'), after, ['g8', 'f6'])).toEqual([
      { view: { men: [knight] }, last: ['g8', 'f6'] },
    ]);
  });

  it('first what comes out of the future', () => {
    const [step] = stepsOfTraveler(told('Ne4/c3', 'Ne4/c3'), { men: [] } as unknown as TravelerView);
    expect(step?.last).toEqual(['e4']);
    expect((step?.view as TravelerView).men).toMatchObject([{ square: 'e4', role: 'knight', stage: 'traveled' }]);
  });
});
