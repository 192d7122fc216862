import { describe, expect, it } from 'vitest';
import type { Color, Move } from '../../api/types';
import { clockText, scoreText } from '../../text/format';
import { headline } from './result';
import { commitmentsAfter, movesAfter, rowsOf, shownMoves } from './rows';

describe('a clock', () => {
  it.each([
    [299_400, '4:59'],
    [9_340, '0:09.3'],
    [0, '0:00'],
    [3_909_000, '1:05:09'],
    [2 * 86_400_000 + 3 * 3_600_000, '2 d 3 h'],
  ])('shows %d ms as %s', (ms, text) => {
    expect(clockText(ms)).toBe(text);
  });
});

/** A move of a list, with fixed values for what the tests do not examine. */
const move = (n: number, number: number, color: Color, notation: string): Move => ({
  n,
  number,
  color,
  notation,
  public: notation,
  ply: n - 1,
  at: 0,
});

describe('the list of moves', () => {
  it('keeps all actions of a turn in one row, each side in its column', () => {
    const all = [
      move(1, 1, 'white', 'e4'),
      move(2, 1, 'black', 'e5'),
      move(3, 2, 'white', 'f1=B'),
      move(4, 2, 'white', 'Bb5'),
      move(5, 2, 'black', 'e8=N'),
    ];
    const rows = rowsOf(shownMoves(all, () => false));
    expect(rows.map(row => [row.white.map(one => one.notation), row.black.map(one => one.notation)])).toEqual([
      [['e4'], ['e5']],
      [['f1=B', 'Bb5'], ['e8=N']],
    ]);
  });
});

describe('what a player takes back within the turn', () => {
  it('leaves no trace in the list, and the positions keep their numbers', () => {
    const all = [
      move(1, 1, 'white', 'd1=Q'),
      move(2, 1, 'white', 'f1=B'),
      move(3, 1, 'white', 'unreveal'),
      move(4, 1, 'white', 'unreveal'),
      move(5, 1, 'white', 'e4'),
    ];
    const shown = shownMoves(all, one => one.notation === 'unreveal');
    expect(shown.map(one => [one.notation, one.index])).toEqual([['e4', 5]]);
  });
});

describe('an event without the list of moves', () => {
  const before = [move(1, 1, 'white', 'e4'), move(2, 1, 'black', 'e5')];
  it('adds its action once, however often it is told', () => {
    const message = {
      t: 'event' as const,
      n: 3,
      event: {
        kind: 'action' as const,
        color: 'white' as const,
        notation: 'Bc1^3@?',
        action: 'c1^3',
        number: 2,
        ply: 2,
        at: 0,
      },
      state: null,
    };
    const after = movesAfter(before, message);
    expect(after.at(-1)).toMatchObject({ n: 3, number: 2, notation: 'Bc1^3@?' });
    expect(movesAfter(after, message)).toEqual(after);
  });
  it('takes back what is not kept', () => {
    const message = {
      t: 'event' as const,
      n: 4,
      event: { kind: 'takeback' as const, color: 'white' as const, keep: 1 },
      state: null,
    };
    expect(movesAfter(before, message)).toEqual(before.slice(0, 1));
  });
  it('goes back to where a director lets the game go on', () => {
    const resume = { kind: 'resume' as const, from: 1, white_ms: 1, black_ms: 1 };
    const event = { kind: 'ordered' as const, entry: 9, orders: [resume] };
    expect(movesAfter(before, { t: 'event', n: 5, event, state: null })).toEqual(before.slice(0, 1));
    const stop = { ...event, orders: [{ kind: 'stop' as const }] };
    expect(movesAfter(before, { t: 'event', n: 5, event: stop, state: null })).toEqual(before);
  });
  it('changes nothing otherwise', () => {
    const event = { kind: 'offer' as const, color: 'white' as const, what: 'draw' as const };
    expect(movesAfter(before, { t: 'event', n: 5, event, state: null })).toEqual(before);
  });
});

describe('the list of commitments', () => {
  const departure = {
    t: 'event' as const,
    n: 3,
    event: {
      kind: 'action' as const,
      color: 'white' as const,
      action: 'c1^3',
      notation: 'Bc1^3@?',
      number: 2,
      ply: 2,
      at: 0,
      commitment: 'abc',
    },
    state: null,
  };
  it('grows by what a departure commits to, once', () => {
    const after = commitmentsAfter([], departure);
    expect(after).toEqual([{ n: 3, color: 'white', public: 'c1^3', commitment: 'abc' }]);
    expect(commitmentsAfter(after, departure)).toBe(after);
  });
  it('is not changed by an action without a commitment, or by what is no action', () => {
    const event = { ...departure.event, commitment: undefined };
    expect(commitmentsAfter([], { ...departure, event })).toEqual([]);
    const takeback = { kind: 'takeback' as const, color: 'white' as const, keep: 1 };
    expect(commitmentsAfter([], { ...departure, event: takeback })).toEqual([]);
  });
});

describe('the headline after the game', () => {
  it('says to players what has become of them, and to others which side won', () => {
    const won = { winner: 'white', reason: 'checkmate' } as const;
    expect(headline(won, 'white')).toBe('You won');
    expect(headline(won, 'black')).toBe('You lost');
    expect(headline(won, 'both')).toBe('White wins');
    expect(headline(won, 'spectator')).toBe('White wins');
    expect(headline({ winner: null, reason: 'stalemate' }, 'black')).toBe('Draw');
    expect(headline({ winner: null, reason: 'aborted' }, 'black')).toBe('Game aborted');
  });
});

describe('a score', () => {
  it('is written in pawns, or as mate in a number of moves', () => {
    expect(scoreText({ cp: 34 })).toBe('+0.34');
    expect(scoreText({ cp: -120 })).toBe('−1.20');
    expect(scoreText({ mate: 5 })).toBe('#3');
    expect(scoreText({ mate: -4 })).toBe('−#2');
  });
});
