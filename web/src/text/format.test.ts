import { expect, it } from 'vitest';
import { agoText, curly, dayText, momentText, nearDayText, ownTimes } from './format';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

it.each([
  ['just now', 0],
  ['just now', -MINUTE],
  ['just now', 5 * MINUTE],
  ['6 minutes ago', 6 * MINUTE],
  ['1 hour ago', HOUR],
  ['23 hours ago', DAY - 1],
  ['yesterday', DAY],
  ['6 days ago', 6 * DAY],
  ['2 weeks ago', 14 * DAY],
  ['last month', 31 * DAY],
])('%s', (words, past) => {
  expect(agoText(1_800_000_000_000 - past, 1_800_000_000_000)).toBe(words);
});

it('a day is told with its month in letters', () => {
  expect(dayText(Date.UTC(2026, 10, 22, 12))).toBe('22 Nov 2026');
  expect(nearDayText(Date.UTC(2026, 10, 22, 12))).toBe('22 Nov');
});

it('a text of the server gets the apostrophes of ours, and keeps its quotes', () => {
  expect(curly("Time Traveler's Chess: White's turn, 'e4'")).toBe("Time Traveler’s Chess: White’s turn, 'e4'");
});

it('times of the server are told by the reader’s clock, and other words stay', () => {
  const own = momentText(Date.UTC(2026, 10, 2, 14, 5));
  expect(ownTimes('The event starts at 2 November 2026, 14:05 UTC.')).toBe(`The event starts at ${own}.`);
  expect(ownTimes('Not at 2 Nonember 2026, 14:05 UTC.')).toBe('Not at 2 Nonember 2026, 14:05 UTC.');
});
