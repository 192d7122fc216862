/** Events on the home page: those in progress, and the next to begin. */
import { h, type VNode } from 'snabbdom';
import { events, type EventSummary } from '../../api/events';
import { e } from '../../text/events';
import { link } from '../../ui/controls';
import type { App } from '../../ui/page';
import { eventList } from './list';

/** How many are shown. */
const SHOWN = 5;

export class EventsSoon {
  private found: EventSummary[] | null = null;

  constructor(private readonly app: App) {}

  async refresh(): Promise<void> {
    const ask = (state: 'running' | 'open'): Promise<EventSummary[]> =>
      events.list({ state, limit: SHOWN }).then(
        answer => answer.events,
        () => [],
      );
    const [running, open] = await Promise.all([ask('running'), ask('open')]);
    const coming = [...open].sort((a, b) => a.startsAt - b.startsAt);
    // The player's own events come first.
    this.found = [...running, ...coming].sort((a, b) => Number(b.you.player) - Number(a.you.player)).slice(0, SHOWN);
    this.app.redraw();
  }

  view(): VNode | null {
    if (!this.found || this.found.length === 0) return null;
    return h('section.list', { key: 'events', attrs: { 'aria-label': e.title, 'data-test': 'home-events' } }, [
      h('h2', [link(this.app.go, '/events', '.name', [e.title])]),
      eventList(this.app.go, this.found),
    ]);
  }
}
