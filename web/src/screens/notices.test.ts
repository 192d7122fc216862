import { expect, it } from 'vitest';
import '../testing';
import { startOf } from './notices';

it('a game of a round that is on is not said to start in the past', () => {
  const now = Date.UTC(2026, 10, 22, 19, 30);
  expect(startOf(true, now - 1, now)).toBe('Your game has begun');
  expect(startOf(false, now + 60_000, now)).toContain('starts 22 Nov 2026');
  expect(startOf(false, now - 60_000, now)).toBe('not started yet');
});
