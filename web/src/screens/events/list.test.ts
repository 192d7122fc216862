import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { appWith, does, element, elements } from '../../testing';
import { events, type EventSummary } from '../../api/events';
import { eventsPage } from './list';
import { NOW, sample } from './sample';

const HOUR = 60 * 60_000;
/** The page's polling interval, in milliseconds. */
const PERIOD = 30_000;

/** A finished event; the higher its number, the later it began. */
const ended = (number: number): EventSummary => {
  const { variant, control, format, rated, you } = sample();
  const known = { variant, control, format, rated, you, players: 8, mostPlayers: 100, round: 3, rounds: 3 };
  return {
    ...known,
    id: `event-${number}`,
    name: `Past ${number}`,
    phase: 'finished',
    startsAt: NOW + number * HOUR,
  } as EventSummary;
};

/** All finished events, the latest first; a page has two. `held`: pending requests for earlier ones. */
let over: EventSummary[] = [];
let held: (() => void)[] = [];
const from = (place: string | undefined): number =>
  place === undefined ? 0 : over.findIndex(one => one.id === place) + 1;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('location', { search: '' });
  vi.stubGlobal('document', { hidden: false });
  over = [4, 3, 2, 1].map(ended);
  held = [];
  vi.spyOn(events, 'list').mockImplementation(async query => {
    const { state, before } = query as { state: string; before?: string };
    if (state !== 'finished') return { events: [], next: null };
    if (before !== undefined) await new Promise<void>(answer => held.push(answer));
    const page = over.slice(from(before), from(before) + 2);
    const last = page.at(-1)?.id ?? null;
    return { events: page, next: last === over.at(-1)?.id ? null : last };
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const soon = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

async function opened() {
  const page = eventsPage(appWith({}));
  await soon();
  const shown = () =>
    elements(page.view())
      .filter(one => one.sel?.includes('event-line-name'))
      .map(one => one.text);
  const earlier = () => does(element(page.view(), 'earlier-events'), 'click');
  const answer = () => {
    held.pop()?.();
    return soon();
  };
  return { page, shown, earlier, answer };
}

it('earlier events are listed once, however often they are asked for', async () => {
  const { page, shown, earlier, answer } = await opened();
  expect(shown()).toEqual(['Past 4', 'Past 3']);
  earlier();
  // It would lose the focus if it were disabled meanwhile.
  expect(element(page.view(), 'earlier-events').data?.attrs?.disabled).not.toBe(true);
  earlier();
  expect(held).toHaveLength(1);
  await answer();
  expect(shown()).toEqual(['Past 4', 'Past 3', 'Past 2', 'Past 1']);
  page.destroy?.();
});

it('an event that ends later is listed before those that were asked for further back', async () => {
  const { page, shown, earlier, answer } = await opened();
  earlier();
  await answer();
  over = [ended(5), ...over];
  await vi.advanceTimersByTimeAsync(PERIOD);
  expect(shown()).toEqual(['Past 5', 'Past 4', 'Past 3', 'Past 2', 'Past 1']);
  page.destroy?.();
});

it('where some between are not known, the list begins anew', async () => {
  const { page, shown, earlier, answer } = await opened();
  earlier();
  await answer();
  over = [8, 7, 6, 5].map(ended).concat(over);
  await vi.advanceTimersByTimeAsync(PERIOD);
  expect(shown()).toEqual(['Past 8', 'Past 7']);
  earlier();
  await answer();
  expect(shown()).toEqual(['Past 8', 'Past 7', 'Past 6', 'Past 5']);
  page.destroy?.();
});
