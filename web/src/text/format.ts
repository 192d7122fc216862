import type { AnalysisLine } from '../api/types';
import { en as t } from './en';

/** A time as a clock shows it: `1:05:09`, `4:59`, `0:09.3`, `2 d 3 h`. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const days = Math.floor(seconds / 86_400);
  if (days > 0) return `${days} d ${Math.floor((seconds % 86_400) / 3600)} h`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const two = (value: number): string => String(value).padStart(2, '0');
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  const tenths = ms < 10_000 && ms > 0 ? `.${Math.floor((ms % 1000) / 100)}` : '';
  return `${minutes}:${two(seconds % 60)}${tenths}`;
}

/** A text from the server with typographic apostrophes, as in ours. */
export function curly(text: string): string {
  return text.replace(/(\w)'(?=\w)/g, '$1’');
}

/** A score as chess players write it. The server gives it for the side that acts; `turned` is for the other side. */
export function scoreText(score: AnalysisLine['score'], turned = false): string {
  const value = ('mate' in score ? score.mate : score.cp) * (turned ? -1 : 1);
  // The server counts the distance to mate in plies.
  if ('mate' in score) return `${value < 0 ? '−' : ''}#${Math.ceil(Math.abs(value) / 2)}`;
  const pawns = (Math.abs(value) / 100).toFixed(2);
  return value < 0 ? `−${pawns}` : `+${pawns}`;
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const NEAR_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const AGO = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
/** The units of relative times, with the least age in milliseconds for each. */
const UNITS = [
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
/** The server's times of last use may be late by this much, in milliseconds. */
const LATE_MS = 6 * 60_000;

/** A day: `22 Nov 2026`. `at` in milliseconds since 1970. */
export function dayText(at: number): string {
  return DAY.format(at);
}

/** A day of this year or the next: `22 Nov`. */
export function nearDayText(at: number): string {
  return NEAR_DAY.format(at);
}

/** A day and a time: `22 Nov 2026, 14:05`. `at` in milliseconds since 1970. */
export function momentText(at: number): string {
  return MOMENT.format(at);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A text from the server with its times, such as `22 November 2026, 14:05 UTC`, converted to the reader's time zone. */
export function ownTimes(text: string): string {
  return text.replace(
    /(\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4}), (\d\d):(\d\d) UTC/g,
    (all, day: string, month: string, year: string, hours: string, minutes: string) => {
      const index = MONTHS.indexOf(month);
      return index < 0 ? all : momentText(Date.UTC(+year, index, +day, +hours, +minutes));
    },
  );
}

/** How long ago something was last used: `just now`, `2 hours ago`, `yesterday`. */
export function agoText(at: number, now: number): string {
  const past = now - at;
  const [unit, length] = UNITS.find(([, ms]) => past >= ms) ?? UNITS[4];
  return past < LATE_MS ? t.app.justNow : AGO.format(-Math.floor(past / length), unit);
}
