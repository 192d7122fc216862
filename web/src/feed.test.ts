import { expect, it, vi } from 'vitest';
import { api } from './api/http';
import type { Challenge, FeedMessage, Me } from './api/types';
import { Feed } from './feed';

/** The hook for messages from the server. */
const line = vi.hoisted(() => ({ told: null as ((message: FeedMessage) => void) | null }));

vi.mock('./api/socket', () => ({
  Connection: class {
    constructor(_: unknown, { told }: typeof line) {
      line.told = told;
    }

    close(): void {}
  },
}));

const nothing = { changed: () => {}, came: () => {}, started: () => {}, rematch: () => {}, ruled: () => {} };

/** The feed of a player whose challenges have these statuses and who is on the page `at`. */
function feedWith(statuses: readonly Challenge['status'][], at = '/'): { feed: Feed; path: { at: string } } {
  const path = { at };
  const feed = new Feed({ ...nothing, isShown: game => path.at === `/g/${game}` });
  feed.of({ account: true, id: 'id' } as Me);
  const outgoing = statuses.map((status, index) => ({ id: `game${index}`, status }) as Challenge);
  line.told?.({ t: 'feed', challenges: { incoming: [], outgoing }, turns: [], rounds: [], quiet: [] });
  return { feed, path };
}

it('the answer to a challenge calls for attention until its game is looked at, which puts it away', () => {
  const put = vi.spyOn(api, 'cancelChallenge').mockResolvedValue(undefined);
  const { feed, path } = feedWith(['accepted', 'declined', 'open']);
  expect(feed.count).toBe(2);
  path.at = '/g/game0';
  feed.look();
  expect(feed.count).toBe(1);
  feed.look();
  expect(put.mock.calls).toEqual([['game0']]);
  feedWith(['accepted'], '/g/game0');
  expect(put).toHaveBeenCalledTimes(2);
});

it('answers that were read behind the bell no longer count, and stay there', () => {
  const { feed } = feedWith(['declined']);
  expect(feed.count).toBe(1);
  feed.show(true);
  expect([feed.count, feed.challenges.outgoing.length]).toEqual([0, 1]);
});
