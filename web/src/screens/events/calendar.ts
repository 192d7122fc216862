/** A month of events. */
import { h, type VNode } from 'snabbdom';
import type { EventSummary } from '../../api/events';
import { t } from '../../text';
import { e, monthText, timeText, weekdayText } from '../../text/events';
import { button, link } from '../../ui/controls';
import { accentOf, eventPath, factsOf } from './common';
import { monthFrom, weeksOf } from './month';

export interface CalendarProps {
  at: number;
  now: number;
  events: readonly EventSummary[];
  /** Whether earlier events are still being fetched. */
  isFilling: boolean;
  go: (path: string) => void;
  onMonth: (at: number) => void;
}

export function calendarView({ at, now, events, isFilling, go, onMonth }: CalendarProps): VNode {
  const weeks = weeksOf(at, events, now);
  const inMonth = weeks.flat().filter(day => day.isInMonth && day.events.length > 0);
  return h('section.calendar', { key: 'calendar', attrs: { 'aria-label': monthText(at), 'data-test': 'calendar' } }, [
    h('div.calendar-head', [
      button({
        label: e.list.previousMonth,
        icon: 'previous',
        iconOnly: true,
        kind: 'quiet',
        onClick: () => onMonth(monthFrom(at, -1)),
      }),
      h('h2', { attrs: { 'aria-live': 'polite' } }, monthText(at)),
      button({
        label: e.list.nextMonth,
        icon: 'next',
        iconOnly: true,
        kind: 'quiet',
        onClick: () => onMonth(monthFrom(at, 1)),
      }),
    ]),
    isFilling ? h('p.quiet', { key: 'filling', attrs: { role: 'status' } }, t.app.loading) : null,
    h('table.month', [
      h(
        'thead',
        h(
          'tr',
          e.list.days.map(name => h('th', { attrs: { scope: 'col' } }, name)),
        ),
      ),
      h(
        'tbody',
        weeks.map(week =>
          h(
            'tr',
            { key: week[0]?.at ?? 0 },
            week.map(day =>
              h('td', { key: day.at, class: { other: !day.isInMonth, today: day.isToday } }, [
                h('span.day-number', { attrs: day.isToday ? { 'aria-current': 'date' } : {} }, String(day.number)),
                ...day.events.map(one =>
                  h('span.day-event', { key: one.id, attrs: accentOf(one.variant) }, [
                    link(go, eventPath(one.id), '', [`${timeText(one.startsAt)} ${one.name}`]),
                  ]),
                ),
              ]),
            ),
          ),
        ),
      ),
    ]),
    // On a phone there is no room for names in the days, so they are listed below.
    h('div.agenda', [
      inMonth.length === 0 && !isFilling ? h('p.quiet', e.list.monthNone) : null,
      ...inMonth.map(day =>
        h('div', { key: day.at }, [
          h('h3', weekdayText(day.at)),
          h(
            'ul',
            day.events.map(one =>
              h('li', { key: one.id, attrs: accentOf(one.variant) }, [
                link(go, eventPath(one.id), '.agenda-event', [
                  h('strong', `${timeText(one.startsAt)} ${one.name}`),
                  h('small', factsOf(one)),
                ]),
              ]),
            ),
          ),
        ]),
      ),
    ]),
  ]);
}
