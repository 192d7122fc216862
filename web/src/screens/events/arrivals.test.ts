import { expect, it } from 'vitest';
import { Arrivals, whoCanPlay } from './arrivals';
import { board, NOW, sample } from './sample';

const MINUTE = 60_000;
const { settings } = sample({ settings: { ...sample({}).settings, control: { kind: 'blitz' }, defaultMinutes: null } });
const game = board(1, 'Ada', 'Ben', { startedAt: null, live: false });
const said = (at: number): Arrivals => {
  const arrivals = new Arrivals();
  arrivals.take({ type: 'arrived', game: game.game, side: 'white', at });
  return arrivals;
};

it('"now" holds for the default time after it was last said, and of nobody else', () => {
  const arrivals = said(NOW - 5 * MINUTE);
  expect(arrivals.until(settings, game, 'white')).toBe(NOW - 3 * MINUTE);
  arrivals.take({ type: 'arrived', game: game.game, side: 'white', at: NOW });
  expect(arrivals.until(settings, game, 'white')).toBe(NOW + 2 * MINUTE);
  expect(arrivals.until(settings, game, 'black')).toBeNull();
  expect(arrivals.until(settings, board(2, 'Cleo', 'Dan'), 'white')).toBeNull();
});

it('"now" holds around an appointment until that is missed', () => {
  const appointed = { ...game, appointment: NOW };
  expect(said(NOW - MINUTE).until(settings, appointed, 'white')).toBe(NOW + 2 * MINUTE);
  expect(said(NOW - 5 * MINUTE).until(settings, appointed, 'white')).toBe(NOW - 3 * MINUTE);
});

it('the page says for how long players can play, and when that was over', () => {
  expect(whoCanPlay('Ben', NOW + 90_000, NOW - MINUTE, NOW)).toBe(
    'You have said that you can play now. The game starts if your opponent agrees within 1:30.',
  );
  expect(whoCanPlay('Ben', null, NOW + 90_000, NOW)).toContain('Ben can play now');
  expect(whoCanPlay('Ben', NOW - MINUTE, NOW - MINUTE, NOW)).toMatch(/^You could play now.* Ben could play now/);
  expect(whoCanPlay('Ben', null, null, NOW)).toBe('');
});
