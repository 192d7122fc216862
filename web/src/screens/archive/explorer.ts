/** The openings of finished games: a small table that leads from one action to the next. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../../api/http';
import type { Opening, OpeningResults } from '../../api/types';
import { t } from '../../text';
import { button, link } from '../../ui/controls';
import type { App } from '../../ui/page';
import { gameCard } from './games';
import { searchOf } from './query';

/** A part of the bar smaller than this fraction has no room for its percentage. */
const LEGIBLE = 0.2;
/** The number of actions from the start of a game that the server counts. */
export const COUNTED = 8;

interface Step {
  action: string;
  notation: string;
}

export class Explorer {
  private variant = '';
  private start: number | undefined;
  private line: Step[] = [];
  private opening: Opening | null = null;
  private problem = '';
  /** Counts requests, so that late answers are dropped. */
  private asked = 0;

  /** `withGames`: whether to list the latest games of a line too. `play`: called with a chosen action, instead of showing it here. */
  constructor(
    private readonly app: App,
    private readonly withGames: boolean,
    private readonly play: ((step: Step) => void) | null = null,
  ) {}

  /** Whether it shows what was played after these actions, or is about to. */
  shows(variant: string, line: readonly Step[]): boolean {
    return (
      this.asked > 0 &&
      this.variant === variant &&
      this.line.length === line.length &&
      this.line.every((one, index) => one.action === line[index]?.action)
    );
  }

  /** Shows what was played after these actions. */
  show(variant: string, line: readonly Step[] = [], start?: number): void {
    this.variant = variant;
    this.line = [...line];
    this.start = start;
    void this.load(++this.asked);
  }

  destroy(): void {
    this.asked++;
  }

  private async load(asked: number): Promise<void> {
    try {
      const actions = this.line.map(one => one.action);
      const opening = await api.opening(this.variant, actions, this.start);
      if (asked !== this.asked) return;
      this.opening = opening;
      this.problem = '';
    } catch (error) {
      if (asked !== this.asked) return;
      this.opening = null;
      this.problem = error instanceof Refused ? error.message : t.app.failed;
    }
    this.app.redraw();
  }

  view(): VNode {
    const { opening, line } = this;
    return h('section.explorer', { attrs: { 'aria-label': t.opening.title, 'data-test': 'explorer' } }, [
      this.play
        ? h('h3', t.opening.title)
        : h('div.row', [
            h('strong.explorer-line', line.length ? line.map(one => one.notation).join(' ') : t.opening.start),
            line.length
              ? button({
                  label: t.opening.back,
                  icon: 'previous',
                  kind: 'quiet',
                  onClick: () => this.show(this.variant, line.slice(0, -1), this.start),
                })
              : null,
            line.length ? link(this.app.go, this.gamesPath(), '.button.quiet', [t.opening.games]) : null,
          ]),
      h('p.answer.bad', { attrs: { role: 'alert' } }, this.problem),
      opening ? this.table(opening) : this.problem ? null : h('p.quiet', t.app.loading),
      opening && this.withGames && opening.last_games.length > 0
        ? h('div', [
            h('h3', t.opening.last),
            h(
              'ul.games-list',
              opening.last_games.map(game => gameCard(this.app, game)),
            ),
          ])
        : null,
    ]);
  }

  /** The address of the list of all games with this opening. */
  private gamesPath(): string {
    const { variant, start, line } = this;
    const opening = line.map(one => one.action).join(' ');
    return `/archive${searchOf({ variant, opening, ...(start === undefined ? {} : { start: String(start) }) })}`;
  }

  private table({ next, games }: Opening): VNode {
    if (next.length === 0) {
      const why = games === 0 ? t.opening.none : this.line.length < COUNTED ? t.opening.ended : t.opening.deep;
      return h('p.quiet', { attrs: { 'data-test': 'no-opening' } }, why);
    }
    const { action, played, white, draws, black, rating } = t.opening;
    return h('table.listing', [
      h(
        'thead',
        h(
          'tr',
          [action, played, `${white} / ${draws} / ${black}`, rating].map(title =>
            h('th', { attrs: { scope: 'col' } }, title),
          ),
        ),
      ),
      h(
        'tbody',
        next.map(one =>
          h('tr', { key: one.action }, [
            h('th', { attrs: { scope: 'row' } }, [
              button({
                label: one.notation,
                kind: 'quiet',
                testId: `opening-${one.action}`,
                onClick: () => (this.play ? this.play(one) : this.show(this.variant, [...this.line, one], this.start)),
              }),
            ]),
            h('td', one.games.toLocaleString('en')),
            h('td', [resultBar(one)]),
            h('td', t.opening.average(one.rating)),
          ]),
        ),
      ),
    ]);
  }
}

/** A bar with the shares of White's wins, draws and Black's wins, and the percentages as text. */
export function resultBar({ games, white, draws, black }: OpeningResults): VNode {
  const parts = { white, draw: draws, black };
  return h(
    'span.result-bar',
    {
      attrs: {
        role: 'img',
        'aria-label': t.opening.results(white, draws, black),
        title: t.opening.results(white, draws, black),
      },
    },
    Object.entries(parts).flatMap(([name, part]) =>
      part === 0
        ? []
        : [
            h(
              `span.${name}`,
              { key: name, style: { flexGrow: String(part) } },
              part / games < LEGIBLE ? '' : t.opening.percent(part, games),
            ),
          ],
    ),
  );
}
