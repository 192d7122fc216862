import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isOffered, OfferedRematch } from './rematch';

const state = (change: object = {}) => ({
  id: 'game00000001',
  seat: 'white' as const,
  offers: { draw: null, takeback: null, rematch: 'white' as const },
  ...change,
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('only one’s own offer that nobody has answered is open', () => {
  expect(isOffered(state())).toBe(true);
  expect(isOffered(state({ seat: 'black' }))).toBe(false);
  expect(isOffered(state({ rematch_id: 'game00000002' }))).toBe(false);
});

it('who has left the page hears of an accepted rematch once, and of a declined one nothing', async () => {
  const begun: string[] = [];
  const answers = [state(), state({ rematch_id: 'game00000002' })];
  const asked = vi.fn(() => Promise.resolve(answers.shift() ?? state({ offers: { rematch: null } })));
  const offered = new OfferedRematch(asked, game => begun.push(game));
  offered.await('game00000001');
  await vi.advanceTimersByTimeAsync(5000);
  expect(begun).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(begun).toEqual(['game00000002']);
  expect(asked).toHaveBeenCalledTimes(2);
  offered.await('game00000001');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(begun).toHaveLength(1);
  expect(asked).toHaveBeenCalledTimes(3);
});
