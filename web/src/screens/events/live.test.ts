import { afterEach, expect, it, vi } from 'vitest';
import { settled } from '../../testing';
import { events, type EventDetail } from '../../api/events';
import { Refused } from '../../api/http';
import type { Problem } from '../../api/types';
import { LiveEvent } from './live';
import { board, over, round, sample } from './sample';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('fetches the rounds that an answer has no place for, and those that are final only once', async () => {
  const all = [1, 2, 3].map(number => ({
    ...round(number, [board(1, 'Ada', 'Cleo', over('draw'))], 'Eve'),
    final: number < 3,
  }));
  // The event's answer has room for the last round, and a page of rounds for one.
  let last = 40;
  vi.spyOn(events, 'detail').mockImplementation(() =>
    Promise.resolve(sample({ roundsBefore: 2, rounds: all.slice(2), last: last++ })),
  );
  const asked = vi
    .spyOn(events, 'rounds')
    .mockImplementation((_, from) => Promise.resolve({ rounds: all.slice(from - 1, from), next: from + 1, last }));
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no stream')));
  const seen: number[][] = [];
  const note = (detail: EventDetail | null): void => void seen.push((detail?.rounds ?? []).map(one => one.number));
  const live = new LiveEvent('event0000001', {
    taken: (_, detail) => note(detail),
    changed: () => note(live.detail),
  });
  await vi.waitFor(() => expect(seen.at(-1)).toEqual([1, 2, 3]));
  expect(seen[0]).toEqual([3]);
  expect(asked.mock.calls.map(([, from]) => from)).toEqual([1, 2]);
  await live.refresh();
  expect(seen.every((numbers, index) => index === 0 || numbers.length === 3)).toBe(true);
  expect(asked).toHaveBeenCalledTimes(2);
  live.destroy();
});

it('shows an event although its earlier rounds cannot be fetched, and asks for them again', async () => {
  const all = [1, 2].map(number => round(number, [board(1, 'Ada', 'Cleo', over('draw'))], 'Eve'));
  vi.spyOn(events, 'detail').mockResolvedValue(sample({ roundsBefore: 1, rounds: all.slice(1) }));
  const asked = vi
    .spyOn(events, 'rounds')
    .mockRejectedValueOnce(new TypeError('no line'))
    .mockResolvedValue({ rounds: all.slice(0, 1), next: 2, last: 40 });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no stream')));
  const live = new LiveEvent('event0000001', { taken: () => {}, changed: () => {} });
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  await live.refresh();
  expect(live.problem).toBe('');
  expect(live.detail?.rounds.map(one => one.number)).toEqual([1, 2]);
  live.destroy();
});

/** A stream that sends one entry and then stays open. */
function telling(n: number): () => Promise<Response> {
  const body = new ReadableStream({
    start: controller => controller.enqueue(new TextEncoder().encode(`{"n":${n},"type":"arrived"}\n`)),
  });
  return () => Promise.resolve(new Response(body));
}

it('asks again for news that a fetch did not bring or had no answer to', async () => {
  vi.stubGlobal('window', globalThis);
  const detail = vi
    .spyOn(events, 'detail')
    .mockResolvedValueOnce(sample({ last: 40 }))
    .mockRejectedValueOnce(new TypeError('no line'))
    .mockResolvedValueOnce(sample({ last: 40 }))
    .mockResolvedValue(sample({ last: 41 }));
  vi.stubGlobal('fetch', telling(41));
  const live = new LiveEvent('event0000001', { taken: () => {}, changed: () => {} });
  await vi.waitFor(() => expect(live.detail?.last).toBe(41), { timeout: 4000 });
  expect(detail).toHaveBeenCalledTimes(4);
  live.destroy();
});

it('asks again for an event until there is an answer, unless that is a refusal', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no stream')));
  const detail = vi
    .spyOn(events, 'detail')
    .mockRejectedValueOnce(new TypeError('no line'))
    .mockResolvedValue(sample({ last: 40 }));
  const live = new LiveEvent('event0000001', { taken: () => {}, changed: () => {} });
  await vi.waitFor(() => expect(live.problem).not.toBe(''));
  await vi.waitFor(() => expect(live.detail?.last).toBe(40), { timeout: 4000 });
  expect(live.problem).toBe('');
  live.destroy();

  const problem = { code: 'not-found' } as Problem;
  detail.mockReset().mockRejectedValue(new Refused('There is no such event.', problem));
  const none = new LiveEvent('event0000002', { taken: () => {}, changed: () => {} });
  await vi.waitFor(() => expect(none.problem).toBe('There is no such event.'));
  await new Promise(done => setTimeout(done, 700));
  expect(detail).toHaveBeenCalledTimes(1);
  none.destroy();
});

it('a command that failed is not done, whatever the reason says', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no stream')));
  vi.spyOn(events, 'detail').mockResolvedValue(sample({ last: 40 }));
  const live = new LiveEvent('event0000001', { taken: () => {}, changed: () => {} });
  expect(await live.run(() => Promise.reject(new Refused('')))).toBe(false);
  expect(await live.run(() => Promise.resolve())).toBe(true);
  live.destroy();
});

it('a command is done once a fetch that was begun after it has its answer', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no stream')));
  const answers: ((detail: EventDetail) => void)[] = [];
  vi.spyOn(events, 'detail').mockImplementation(() => new Promise(resolve => answers.push(resolve)));
  const answer = async (last: number): Promise<void> => {
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers.pop()?.(sample({ last }));
    await settled();
  };
  const live = new LiveEvent('event0000001', { taken: () => {}, changed: () => {} });
  await answer(40);
  void live.refresh();
  let isDone = false;
  const done = live.run(() => Promise.resolve()).then(() => (isDone = true));
  await settled();
  await answer(40);
  expect([isDone, live.isBusy]).toEqual([false, true]);
  await answer(41);
  await done;
  expect([live.detail?.last, live.isBusy]).toEqual([41, false]);
  live.destroy();
});
