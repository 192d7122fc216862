import { describe as suite, expect, it } from 'vitest';
import { afterAction } from './after';
import { describe } from './describe';
import { causeOf } from './end';
import { followTraveled } from './histories';
import { indexOptions, type Man, type View } from './view';

const piece = (square: string, extra: Partial<Man> = {}): Man => ({
  square,
  color: 'white',
  role: 'knight',
  stage: 'traveled',
  start: null,
  resonator: false,
  ...extra,
});

suite('the traveled pieces', () => {
  it('are followed from their explosions over their moves', () => {
    const history = [
      { color: 'white', action: 'Nd5/c7' },
      { color: 'black', action: 'a7a6' },
      { color: 'white', action: 'c7e8' },
    ] as const;
    expect(followTraveled(history, [piece('e8')])).toEqual({ white: ['e8'], black: [] });
  });

  it('are gone once something lands on their square, or they are missing from the board', () => {
    const captured = [
      { color: 'white', action: 'Nd5/c7' },
      { color: 'black', action: 'd8c7' },
    ] as const;
    expect(followTraveled(captured, [])).toEqual({ white: [null], black: [] });
    const missing = [{ color: 'white', action: 'e4/e5' }] as const;
    expect(followTraveled(missing, [])).toEqual({ white: [null], black: [] });
  });
});

suite('an action that was sent', () => {
  const view = {
    turn: 'white',
    men: [piece('c3', { stage: 'untraveled' }), piece('d5', { stage: 'traveling' })],
  } as View;

  it('takes both pieces away if it is an annihilation', () => {
    expect(afterAction(view, 'c3//d5')).toEqual([]);
  });

  it('puts two pieces there if it is an explosion, and a promoted one where a pawn arrives', () => {
    const pieces = afterAction({ ...view, men: [] }, 'e7/e8q');
    expect(pieces.map(one => [one.square, one.role, one.stage])).toEqual([
      ['e7', 'pawn', 'traveling'],
      ['e8', 'queen', 'traveled'],
    ]);
  });
});

suite('an end by grammar', () => {
  const view = {
    en_passant: null,
    men: [
      piece('f6', { stage: 'traveling' }),
      piece('b1', { stage: 'untraveled' }),
      piece('g7', { color: 'black', role: 'pawn', stage: 'untraveled' }),
      piece('a2', { color: 'black', role: 'queen', stage: 'untraveled' }),
    ],
    sides: [
      {
        color: 'white',
        threads: [{ role: 'knight', square: 'f6', open: true, needed: ['b1'] }],
      },
    ],
  } as unknown as View;
  const lost = 'White’s position became grammatically incorrect: Black’s ';

  it('tells which traveling piece was captured, and by what', () => {
    expect(causeOf(view, 'g7f6', 'black')).toBe(`${lost}pawn captured the traveling knight on f6.`);
    expect(causeOf(view, 'Bg5/f6', 'black')).toBe(`${lost}bishop captured the traveling knight on f6.`);
  });

  it('tells which piece was the last that could meet a traveling one', () => {
    expect(causeOf(view, 'a2b1', 'black')).toBe(
      `${lost}queen captured the knight on b1, the last that could meet the traveling knight on f6.`,
    );
  });

  it('says nothing of an action that captures nothing', () => {
    expect(causeOf(view, 'a2a3', 'black')).toBeNull();
  });
});

suite('moves in words', () => {
  it('tell explosions and annihilations', () => {
    expect(describe({ color: 'white', notation: 'Nd5/xc7' }, () => null)).toBe(
      'White: knight explodes on d5, its traveled self goes to c7.',
    );
    expect(describe({ color: 'black', notation: 'b8//c6+' }, () => 'knight')).toBe(
      'Black: knight from b8 meets its traveling self on c6; both vanish, check.',
    );
  });
});

suite('options', () => {
  it('are sorted by piece, and explosions by kind and square', () => {
    const indexed = indexOptions({
      actions: [
        { action: 'e2e4', kind: 'move', from: 'e2', to: 'e4' },
        { action: 'c3//d5', kind: 'annihilation', from: 'c3', to: 'd5' },
        { action: 'Nf6/e8', kind: 'explosion', role: 'knight', square: 'f6', to: 'e8' },
        { action: 'Nf6/g8', kind: 'explosion', role: 'knight', square: 'f6', to: 'g8' },
      ],
    });
    expect(indexed.targets.get('c3')).toEqual(['d5']);
    expect(
      indexed.explosions
        .get('knight')
        ?.get('f6')
        ?.map(one => one.to),
    ).toEqual(['e8', 'g8']);
  });
});
