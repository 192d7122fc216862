import { expect, it } from 'vitest';
import { whoCanPlay } from './arrivals';
import { NOW } from './sample';

const MINUTE = 60_000;

it('the page says for how long players can play, and when that was over', () => {
  expect(whoCanPlay('Ben', NOW + 90_000, NOW - MINUTE, NOW)).toBe(
    'You have said that you can play now. The game starts if your opponent agrees within 1:30.',
  );
  expect(whoCanPlay('Ben', null, NOW + 90_000, NOW)).toContain('Ben can play now');
  expect(whoCanPlay('Ben', NOW - MINUTE, NOW - MINUTE, NOW)).toMatch(
    /^You said that you could play now.* Ben said that they could play now/,
  );
  expect(whoCanPlay('Ben', null, null, NOW)).toBe('');
});
