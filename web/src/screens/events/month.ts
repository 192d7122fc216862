/** Months of events. */
import type { EventSummary } from '../../api/events';

export interface Day {
  /** Its beginning, in milliseconds since 1970. */
  at: number;
  number: number;
  isInMonth: boolean;
  isToday: boolean;
  events: EventSummary[];
}

/** The Monday of the first week of the month that contains `at`. */
export function firstShown(at: number): number {
  const day = new Date(at);
  day.setHours(0, 0, 0, 0);
  day.setDate(1);
  day.setDate(1 - ((day.getDay() + 6) % 7));
  return day.getTime();
}

/** The weeks of the month that contains `at`, each from Monday to Sunday. */
export function weeksOf(at: number, all: readonly EventSummary[], now: number): Day[][] {
  const month = new Date(at).getMonth();
  const day = new Date(firstShown(at));
  const today = new Date(now).toDateString();
  const weeks: Day[][] = [];
  do {
    weeks.push(
      Array.from({ length: 7 }, () => {
        const begin = day.getTime();
        const name = day.toDateString();
        const found: Day = {
          at: begin,
          number: day.getDate(),
          isInMonth: day.getMonth() === month,
          isToday: name === today,
          events: all
            .filter(one => new Date(one.startsAt).toDateString() === name)
            .sort((a, b) => a.startsAt - b.startsAt),
        };
        day.setDate(day.getDate() + 1);
        return found;
      }),
    );
  } while (day.getMonth() === month);
  return weeks;
}

/** The first day of another month, `by` months from this one. */
export function monthFrom(at: number, by: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth() + by, 1).getTime();
}
