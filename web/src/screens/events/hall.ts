/** The hall view: an event on a big screen, legible from afar, and its pairings and standings for printing. */
import { h, type VNode } from 'snabbdom';
import type { EventDetail } from '../../api/events';
import { t } from '../../text';
import { e, inText, leftText, whenText } from '../../text/events';
import { button, link } from '../../ui/controls';
import { nextFrame } from '../../ui/frame';
import type { App, Page } from '../../ui/page';
import { accentOf, eventPath } from './common';
import { lastRound, planned } from './facts';
import { paper } from './hall-paper';
import { hallParts, type Shown } from './hall-screen';
import { LiveEvent } from './live';
import { roundSentences } from './next';

const SECOND_MS = 1000;
/** How long a page of the screen is shown, in milliseconds. */
const PAGE_MS = 12_000;
export function hallPage(app: App, id: string): Page {
  return new HallPage(app, id);
}

class HallPage implements Page {
  private readonly live: LiveEvent;
  private readonly timer: number;
  private shown: Shown = 'both';
  /** Whether to print all rounds or only the last one. */
  private printsAll = false;
  private readonly since = performance.now();

  constructor(
    private readonly app: App,
    id: string,
  ) {
    this.live = new LiveEvent(id, { taken: () => app.redraw(), changed: () => app.redraw() });
    this.timer = window.setInterval(() => app.redraw(), SECOND_MS);
  }

  get title(): string {
    return this.live.detail ? `${this.live.detail.name} · ${e.hall.title}` : e.hall.title;
  }

  destroy(): void {
    clearInterval(this.timer);
    this.live.destroy();
  }

  view(): VNode {
    const { detail, problem } = this.live;
    if (!detail)
      return h('main.page', { key: 'hall', attrs: { id: 'main', tabindex: -1 } }, [
        h('p', { attrs: problem ? { role: 'alert' } : {} }, problem || t.app.loading),
      ]);
    const round = lastRound(detail);
    const parts = hallParts(detail, this.shown);
    const index = Math.floor((performance.now() - this.since) / PAGE_MS) % Math.max(1, parts.length);
    return h('main.hall', { key: 'hall', attrs: { id: 'main', tabindex: -1, ...accentOf(detail.variant) } }, [
      h('div.hall-head', [
        h('h1', detail.name),
        h('p.hall-now', { attrs: { 'data-test': 'hall-now' } }, hallSentence(detail, this.live.now)),
      ]),
      h('div.hall-screen', { attrs: { 'data-test': 'hall-screen' } }, [
        parts[index]?.view() ?? h('p', e.hall.noPairings),
      ]),
      h('div.hall-foot', [
        h('span.hall-what', [
          h('strong', parts[index]?.title ?? ''),
          parts.length > 1 ? ` ${e.hall.page(index + 1, parts.length)}` : '',
        ]),
        this.live.isDown ? h('strong', { attrs: { role: 'status' } }, e.connection) : null,
        this.tools(detail),
      ]),
      paper(detail, this.printsAll ? detail.rounds : round ? [round] : [], this.live.now, this.shown),
    ]);
  }

  /** Prints all rounds once they are drawn, then goes back to printing the last one. */
  private printAll(): void {
    const put = (isAll: boolean): void => {
      this.printsAll = isAll;
      this.app.redraw();
    };
    window.addEventListener('afterprint', () => put(false), { once: true });
    put(true);
    nextFrame(() => nextFrame(() => window.print()));
  }

  private tools(detail: EventDetail): VNode {
    const choose = (shown: Shown, label: string): VNode =>
      button({
        label,
        kind: 'quiet',
        key: shown,
        pressed: this.shown === shown,
        onClick: () => {
          this.shown = shown;
          this.app.redraw();
        },
      });
    return h('div.hall-tools', { attrs: { role: 'group', 'aria-label': e.hall.tools } }, [
      choose('pairings', e.hall.pairings),
      choose('standings', e.hall.standings),
      choose('both', e.hall.both),
      button({ label: e.hall.print, kind: 'quiet', testId: 'print', onClick: () => window.print() }),
      detail.rounds.length > 1 && this.shown !== 'standings'
        ? button({ label: e.hall.printAll, kind: 'quiet', testId: 'print-all', onClick: () => this.printAll() })
        : null,
      button({
        label: e.hall.full,
        kind: 'quiet',
        onClick: () => void document.documentElement.requestFullscreen?.().catch(() => {}),
      }),
      link(this.app.go, eventPath(detail.id), '.button.quiet', [e.hall.leave]),
    ]);
  }
}

/** The state of the event in a sentence, for everybody. */
export function hallSentence(detail: EventDetail, now: number): string {
  const { phase, startsAt, settings } = detail;
  const round = lastRound(detail);
  if (phase === 'open') return e.next.startsAt(whenText(startsAt, now), inText(startsAt - now));
  if (phase !== 'running' || !round) return e.phase[phase];
  if (settings.format.kind === 'arena') {
    const left = startsAt + settings.format.minutes * 60_000 - now;
    return left > 0 ? e.hall.left(leftText(left)) : e.next.arenaOver;
  }
  if (round.started === null && round.startsAt > now) {
    const title = planned(detail) ? e.list.round(round.number, planned(detail)) : e.rounds.title(round.number);
    return `${title.charAt(0).toUpperCase()}${title.slice(1)} ${inText(round.startsAt - now)}`;
  }
  return roundSentences(detail, now).filter(Boolean).join(' ');
}
