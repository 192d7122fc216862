/** Finished games page by page, the latest first, each with its final position. */
import { h, type VNode } from 'snabbdom';
import { api, Refused, type ArchiveQuery } from '../../api/http';
import type { ArchivedGame } from '../../api/types';
import { findGame } from '../../games';
import { marked } from '../../games/game';
import { t } from '../../text';
import { curly, dayText } from '../../text/format';
import { button, link } from '../../ui/controls';
import type { App } from '../../ui/page';
import { nameLink } from '../names';
import { thumbnail } from './thumbnail';

/** How many pages without a match the client skips by itself before it stops. */
const PATIENCE = 5;

export class Games {
  private games: ArchivedGame[] = [];
  private next: string | null = null;
  private isBusy = false;
  private problem = '';
  /** Counts searches, so that late answers are dropped. */
  private search = 0;
  private query: ArchiveQuery = {};

  constructor(private readonly app: App) {}

  /**
   * Whether there is nothing to download: no game has been found and no page is left to load, or the first page is still
   * loading or was refused.
   */
  get isEmpty(): boolean {
    return this.games.length === 0 && this.next === null;
  }

  /** Begins a search. */
  ask(query: ArchiveQuery): void {
    this.query = query;
    this.games = [];
    this.next = null;
    void this.load(++this.search);
  }

  destroy(): void {
    this.search++;
  }

  private async load(search: number): Promise<void> {
    this.isBusy = true;
    this.problem = '';
    this.app.redraw();
    const before = this.games.length;
    try {
      for (let page = 0; page < PATIENCE && this.games.length === before; page++) {
        const found = await api.archive({ ...this.query, before: this.next ?? undefined });
        if (search !== this.search) return;
        this.games = [...this.games, ...found.games];
        this.next = found.next;
        if (found.next === null) break;
      }
    } catch (error) {
      if (search !== this.search) return;
      this.problem = error instanceof Refused ? error.message : t.app.failed;
    }
    this.isBusy = false;
    this.app.redraw();
  }

  /** `none`: the sentence to show if there is no game at all. */
  view(none: string): VNode {
    const isEmpty = this.games.length === 0;
    const ended = this.next === null;
    return h('section.games', { attrs: { 'aria-label': t.archive.title, 'aria-busy': String(this.isBusy) } }, [
      h('p.answer.bad', { key: 'problem', attrs: { role: 'alert' } }, this.problem),
      isEmpty && !this.isBusy && this.problem === ''
        ? h('p.quiet', { key: 'none', attrs: { 'data-test': 'no-games' } }, ended ? none : t.archive.noneSoFar)
        : null,
      h(
        'ul.games-list',
        { key: 'list', attrs: { 'data-test': 'archive-games' } },
        this.games.map(game => gameCard(this.app, game)),
      ),
      this.isBusy ? h('p.quiet', { key: 'busy', attrs: { role: 'status' } }, t.app.loading) : null,
      !ended && !this.isBusy
        ? button({
            key: 'more',
            label: isEmpty ? t.archive.further : t.archive.more,
            testId: 'more-games',
            onClick: () => void this.load(this.search),
          })
        : null,
    ]);
  }
}

/** A card of a finished game: its final position, the result, then the players. */
export function gameCard(app: App, game: ArchivedGame): VNode {
  const kind = findGame(game.game);
  const { winner, reason } = game.outcome;
  const facts = [
    curly(game.variant_name),
    game.clock,
    game.rated ? t.archive.rated : null,
    t.archive.line(game.plies),
    dayText(game.ended_at),
  ];
  return h('li.game-card', { key: game.id, attrs: { ...(kind ? marked(kind) : {}), 'data-test': `game-${game.id}` } }, [
    thumbnail(game),
    h('div.game-card-text', [
      link(app.go, `/g/${game.id}`, '.game-card-result', [t.result(winner, reason)]),
      h('span.game-card-players', [
        nameLink(app.go, game.white),
        h('span', { attrs: { 'aria-hidden': 'true' } }, ' – '),
        h('span.visually-hidden', t.archive.versus),
        nameLink(app.go, game.black),
      ]),
      h('small', facts.filter(Boolean).join(' · ')),
    ]),
  ]);
}
