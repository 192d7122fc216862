/** The events in which a player plays or has played, the latest first, page by page. */
import '../events/events.css';
import { h, type VNode } from 'snabbdom';
import { events, type EventSummary } from '../../api/events';
import { Refused } from '../../api/http';
import { t } from '../../text';
import { e } from '../../text/events';
import { button } from '../../ui/controls';
import type { App } from '../../ui/page';
import { eventList } from '../events/list';

/** Events per page, few because a profile has other parts. */
const PAGE = 10;

export class PlayedEvents {
  private found: EventSummary[] | null = null;
  private next: string | null = null;
  private isBusy = false;
  private problem = '';
  private isGone = false;

  constructor(
    private readonly app: App,
    private readonly player: string,
  ) {}

  destroy(): void {
    this.isGone = true;
  }

  async load(): Promise<void> {
    this.isBusy = true;
    this.problem = '';
    const before = this.next;
    try {
      const page = await events.list({ player: this.player, limit: PAGE, ...(before === null ? {} : { before }) });
      this.found = [...(this.found ?? []), ...page.events];
      this.next = page.next;
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : t.app.failed;
    }
    this.isBusy = false;
    if (!this.isGone) this.app.redraw();
  }

  view(): VNode {
    const { found } = this;
    return h('section.events-part', { key: 'events', attrs: { 'data-test': 'profile-events' } }, [
      h('h2', t.profile.events),
      h('p.answer.bad', { key: 'problem', attrs: { role: 'alert' } }, this.problem),
      found?.length === 0 ? h('p.quiet', t.profile.noEvents) : null,
      found && found.length > 0 ? eventList(this.app.go, found) : null,
      this.isBusy ? h('p.quiet', { attrs: { role: 'status' } }, t.app.loading) : null,
      !this.isBusy && (this.next !== null || this.problem !== '')
        ? button({
            label: this.problem === '' ? e.list.earlier : t.app.again,
            testId: 'more-events',
            onClick: () => {
              void this.load();
              this.app.redraw();
            },
          })
        : null,
    ]);
  }
}
