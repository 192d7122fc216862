/** All events: in progress, upcoming and finished, as a list or as a calendar. */
import './events.css';
import { h, type VNode } from 'snabbdom';
import { events, type EventSummary } from '../../api/events';
import { everyPage } from '../../api/every-page';
import { Refused } from '../../api/http';
import { t } from '../../text';
import { e, inText, timeText, weekdayText } from '../../text/events';
import { dayText } from '../../text/format';
import { button, link, segments } from '../../ui/controls';
import { staysNear } from '../../ui/near';
import type { App, Page } from '../../ui/page';
import { withBack } from '../../ui/paths';
import { variantNames } from '../archive/query';
import { calendarView } from './calendar';
import { accentOf, choice, eventPath, factsOf } from './common';
import { isArbiter } from './facts';
import { firstShown } from './month';

type State = 'running' | 'open' | 'finished';
type Listed = { events: EventSummary[]; next: string | null };
const REFRESH_MS = 30_000;

export function eventsPage(app: App): Page {
  return new EventsPage(app);
}

class EventsPage implements Page {
  readonly title = e.title;
  private readonly found: Record<State, EventSummary[] | null> = { running: null, open: null, finished: null };
  private next: string | null = null;
  /** The request for earlier events that is on its way. */
  private asking: Promise<void> | null = null;
  private problem = '';
  private readonly variant: string;
  private isCalendar: boolean;
  private month = Date.now();
  private readonly timer: number;
  private gone = false;
  /** The button for earlier events disappears with the last of them. */
  private readonly keyboard = staysNear(() => this.asking !== null);
  /** Whether earlier events are being fetched for the month that is shown. */
  private isFilling = false;

  constructor(private readonly app: App) {
    const asked = new URLSearchParams(location.search);
    this.variant = asked.get('variant') ?? '';
    this.isCalendar = asked.get('as') === 'calendar';
    void this.load();
    this.timer = window.setInterval(() => {
      if (!document.hidden) void this.load();
    }, REFRESH_MS);
  }

  destroy(): void {
    this.gone = true;
    clearInterval(this.timer);
  }

  private async load(): Promise<void> {
    try {
      const [running, open, finished] = await Promise.all([
        this.all('running'),
        this.all('open'),
        this.ask('finished'),
      ]);
      if (this.gone) return;
      this.problem = '';
      this.found.running = running;
      this.found.open = open.sort((a, b) => a.startsAt - b.startsAt);
      this.takeLatest(finished);
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : t.app.failed;
    }
    if (!this.gone) this.app.redraw();
    void this.fill();
  }

  /** Takes the latest finished events. Known older ones are kept, unless there is a gap between. */
  private takeLatest({ events: latest, next }: Listed): void {
    const known = this.found.finished ?? [];
    const further = without(known, latest);
    const isJoined = further.length < known.length;
    this.found.finished = isJoined ? [...latest, ...further] : latest;
    if (!isJoined || further.length === 0) this.next = next;
  }

  /** In a calendar: loads finished events until all of the shown month are known. */
  private async fill(): Promise<void> {
    if (this.isFilling) return;
    const isShort = (): boolean => {
      const last = this.found.finished?.at(-1);
      return this.isCalendar && this.next !== null && last !== undefined && last.startsAt >= firstShown(this.month);
    };
    while (!this.gone && isShort()) {
      this.isFilling = true;
      const { next } = this;
      await this.earlier();
      // A month that could not be loaded is retried when it is shown again.
      if (this.next === next) break;
    }
    if (!this.isFilling) return;
    this.isFilling = false;
    if (!this.gone) this.app.redraw();
  }

  private ask(state: State, before?: string): Promise<Listed> {
    return events.list({
      state,
      ...(this.variant ? { variant: this.variant } : {}),
      ...(before ? { before } : {}),
    });
  }

  /** All events in this state, across pages: a calendar must not stop at the fiftieth. */
  private all(state: State): Promise<EventSummary[]> {
    return everyPage(async (before?: string) => {
      const { events: items, next } = await this.ask(state, before);
      return { items, next };
    });
  }

  /** Fetches earlier events, one request at a time. */
  private earlier(): Promise<void> {
    this.asking ??= this.askEarlier().finally(() => {
      this.asking = null;
      this.app.redraw();
    });
    this.app.redraw();
    return this.asking;
  }

  private async askEarlier(): Promise<void> {
    const { next } = this;
    if (next === null) return;
    try {
      const more = await this.ask('finished', next);
      // The list may have been restarted meanwhile.
      if (this.next !== next) return;
      const known = this.found.finished ?? [];
      this.found.finished = [...known, ...without(more.events, known)];
      this.next = more.next;
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : t.app.failed;
    }
  }

  /** Opens this page with other filters. */
  private look(change: { variant?: string; calendar?: boolean }): void {
    const asked = new URLSearchParams();
    const variant = change.variant ?? this.variant;
    if (variant) asked.set('variant', variant);
    if (change.calendar ?? this.isCalendar) asked.set('as', 'calendar');
    const text = asked.toString();
    const path = text ? `/events?${text}` : '/events';
    if (change.variant !== undefined) return this.app.go(path);
    history.replaceState(null, '', path);
    this.isCalendar = change.calendar ?? this.isCalendar;
    this.app.redraw();
    void this.fill();
  }

  view(): VNode {
    const { running, open, finished } = this.found;
    const isKnown = running !== null && open !== null && finished !== null;
    return h('main.page.events', { key: 'events', attrs: { id: 'main', tabindex: -1 }, hook: this.keyboard }, [
      h('div.page-head.events-head', [
        h('div', [h('h1', e.title), h('p.lead', e.lead)]),
        this.app.me?.account
          ? link(this.app.go, '/events/new', '.button.primary', [e.make])
          : this.app.me
            ? link(this.app.go, withBack('/sign-in', { pathname: '/events/new', search: '' }), '.button.plain', [
                e.make,
              ])
            : null,
      ]),
      h('div.events-tools', [
        choice('events-game', e.list.game, [['', e.list.anyGame], ...variantNames()], this.variant, variant =>
          this.look({ variant }),
        ),
        segments(
          'events-as',
          e.list.shown,
          [
            { value: 'list', label: e.list.asList },
            { value: 'calendar', label: e.list.asCalendar },
          ],
          this.isCalendar ? 'calendar' : 'list',
          value => this.look({ calendar: value === 'calendar' }),
        ),
      ]),
      h('p.answer.bad', { attrs: { role: 'alert' } }, this.problem),
      isKnown ? null : this.problem ? null : h('p.quiet', t.app.loading),
      ...(isKnown
        ? this.isCalendar
          ? [
              calendarView({
                at: this.month,
                now: Date.now(),
                events: [...running, ...open, ...finished],
                go: this.app.go,
                isFilling: this.isFilling,
                onMonth: at => {
                  this.month = at;
                  this.app.redraw();
                  void this.fill();
                },
              }),
            ]
          : this.lists(running, open, finished)
        : []),
    ]);
  }

  private lists(running: EventSummary[], open: EventSummary[], finished: EventSummary[]): VNode[] {
    const { go } = this.app;
    return [
      section(e.list.running, 'running', [running.length ? eventList(go, running) : h('p.quiet', e.list.runningNone)]),
      section(e.list.coming, 'open', [
        ...(open.length
          ? byDay(open).map(([day, list]) => h('div', { key: day }, [h('h3', day), eventList(go, list)]))
          : [h('p.quiet', this.variant ? e.list.noneOfGame : e.list.comingNone)]),
      ]),
      section(e.list.finished, 'finished', [
        finished.length ? eventList(go, finished) : h('p.quiet', e.list.finishedNone),
        this.next === null
          ? null
          : button({
              label: e.list.earlier,
              testId: 'earlier-events',
              // Not disabled during a request, to keep the focus; `earlier` allows only one at a time.
              onClick: () => void this.earlier(),
            }),
      ]),
    ];
  }
}

/** The events of a list that are not in another one. */
function without(list: readonly EventSummary[], others: readonly EventSummary[]): EventSummary[] {
  const ids = new Set(others.map(one => one.id));
  return list.filter(one => !ids.has(one.id));
}

function section(title: string, test: string, children: (VNode | null)[]): VNode {
  return h('section.events-part', { key: test, attrs: { 'aria-label': title, 'data-test': `events-${test}` } }, [
    h('h2', title),
    ...children,
  ]);
}

/** Events by the day on which they begin. */
function byDay(list: readonly EventSummary[]): [string, EventSummary[]][] {
  const days = new Map<string, EventSummary[]>();
  for (const one of list) {
    const day = weekdayText(one.startsAt);
    days.set(day, [...(days.get(day) ?? []), one]);
  }
  return [...days];
}

export function eventList(go: (path: string) => void, list: readonly EventSummary[]): VNode {
  return h(
    'ul.event-list',
    list.map(one => eventLine(go, one)),
  );
}

function eventLine(go: (path: string) => void, one: EventSummary): VNode {
  const { you, phase } = one;
  const words = e.list.you;
  const roles = [
    you.player ? words.player : '',
    you.organiser ? words.organiser : '',
    you.director && !you.organiser ? words.director : '',
    isArbiter(one) ? words.arbiter : '',
  ].filter(Boolean);
  return h('li', { key: one.id, attrs: { ...accentOf(one.variant), 'data-test': 'event-line' } }, [
    link(go, eventPath(one.id), '.event-line', [
      h('span.dot', { attrs: { 'aria-hidden': 'true' } }),
      h('strong.event-line-name', one.name),
      h('span.event-line-when', whenOf(one)),
      h('span.event-line-facts', factsOf(one)),
      h('span.event-line-players', [
        phase === 'open' ? e.list.players(one.players, one.mostPlayers) : e.list.playersOnly(one.players),
        ...roles.map(role => h('span.tag', { key: role }, role)),
      ]),
    ]),
  ]);
}

/** The start of an event, or its progress. */
function whenOf({ phase, startsAt, round, rounds }: EventSummary): string {
  switch (phase) {
    case 'open': {
      const left = startsAt - Date.now();
      return left > 0 && left < 3_600_000 ? `${timeText(startsAt)}, ${inText(left)}` : timeText(startsAt);
    }
    case 'running':
      return e.list.round(round, rounds);
    default:
      return phase === 'finished' ? dayText(startsAt) : `${dayText(startsAt)}, ${e.phase[phase]}`;
  }
}
