/** A player with an account: ratings with their history, the record, and the games. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../../api/http';
import type { PlayerRecord, PoolRating, Profile, RatedGame } from '../../api/types';
import { findGame } from '../../games';
import { marked } from '../../games/game';
import { t } from '../../text';
import { dayText } from '../../text/format';
import { link } from '../../ui/controls';
import type { App, Page } from '../../ui/page';
import { filterForm } from '../archive/filters';
import { Games } from '../archive/games';
import { found } from '../archive/page';
import { filtersOf, searchOf } from '../archive/query';
import { Search } from '../archive/search';
import { accountName, profilePath } from '../names';
import type { PlayedEvents } from './events';
import { ratingGraph } from './graph';
import { meetButtons } from './meet';
import { recordView } from './record';

export function profilePage(app: App, name: string): Page {
  return new ProfilePage(app, name);
}

class ProfilePage implements Page {
  title: string;
  private profile: Profile | null = null;
  private record: PlayerRecord | null = null;
  /** The pool whose history is shown, and that history. */
  private shown: PoolRating | null = null;
  private history: RatedGame[] | null = null;
  private problem = '';
  private isUnknown = false;
  private isGone = false;
  private readonly games: Games;
  private events: PlayedEvents | null = null;
  private readonly filters = filtersOf(location.search);
  private readonly search: Search;

  constructor(
    private readonly app: App,
    private readonly name: string,
  ) {
    this.title = name;
    this.search = new Search(this.filters, { player: name });
    this.games = new Games(app);
    void this.load();
  }

  destroy(): void {
    this.isGone = true;
    this.games.destroy();
    this.events?.destroy();
  }

  private async load(): Promise<void> {
    try {
      const [profile, record] = await Promise.all([api.profile(this.name), api.record(this.name)]);
      if (this.isGone) return;
      this.profile = profile;
      this.record = record;
      this.title = profile.username;
      void this.loadGames();
      void this.loadEvents();
      // The pool with the most games is the most informative.
      const [most] = [...profile.ratings].sort((one, other) => other.games - one.games);
      if (most) void this.show(most);
    } catch (error) {
      if (this.isGone) return;
      this.isUnknown = error instanceof Refused && error.code === 'not-found';
      this.problem = error instanceof Refused ? error.message : t.app.failed;
    }
    this.app.redraw();
  }

  private async loadGames(): Promise<void> {
    const query = await this.search.read();
    if (this.isGone) return;
    if (query) this.games.ask(query);
    this.app.redraw();
  }

  /** The code of events is loaded separately, as most pages do without it. */
  private async loadEvents(): Promise<void> {
    const { PlayedEvents } = await import('./events');
    if (this.isGone) return;
    this.events = new PlayedEvents(this.app, this.name);
    await this.events.load();
  }

  private async show(pool: PoolRating): Promise<void> {
    this.shown = pool;
    this.history = null;
    this.app.redraw();
    try {
      const history = await api.ratingHistory(this.name, pool.game, pool.speed);
      if (this.shown === pool) this.history = history;
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : t.app.failed;
    }
    if (!this.isGone) this.app.redraw();
  }

  view(): VNode {
    const { app, profile, record } = this;
    const isOwn = app.me?.account === true && profile !== null && app.me.name === profile.username;
    if (this.isUnknown)
      return h('main.page.narrow', { key: 'unknown', attrs: { id: 'main', tabindex: -1 } }, [
        h('h1', t.profile.unknown),
        h('p.lead', { attrs: { 'data-test': 'no-player' } }, t.profile.unknownText),
        link(app.go, '/archive', '.button.plain', [t.archive.title]),
      ]);
    return h('main.page.profile', { key: 'profile', attrs: { id: 'main', tabindex: -1 } }, [
      h('div.page-head', [
        h('h1', profile ? accountName({ name: profile.username, bot: profile.bot }) : this.name),
        profile ? h('p.lead', t.profile.since(dayText(profile.created_at))) : null,
        isOwn ? link(app.go, '/account', '.button.plain', [t.profile.own]) : null,
        app.me?.account && profile && !isOwn ? meetButtons(app, profile.username) : null,
      ]),
      h('p.answer.bad', { key: 'problem', attrs: { role: 'alert' } }, this.problem),
      profile ? null : h('p.quiet', t.app.loading),
      profile ? this.ratings(profile) : null,
      record ? h('section.panel', [h('h2', t.profile.record), recordView(app, record)]) : null,
      this.events?.view() ?? null,
      profile
        ? h('section.profile-games', [
            h('h2', t.profile.games),
            filterForm({
              filters: this.filters,
              player: profile.username,
              mistakes: this.search.mistakes,
              onChange: changed => app.go(profilePath(this.name) + searchOf(changed)),
              onMistakes: mistakes => {
                this.search.mistakes = mistakes;
                app.redraw();
              },
            }),
            ...found(
              this.search,
              this.games,
              Object.keys(this.filters).length > 0 ? t.archive.none : t.profile.noRecord,
            ),
          ])
        : null,
    ]);
  }

  /** One line per rating; the chosen one with its history. */
  private ratings({ ratings }: Profile): VNode {
    return h('section.panel', { attrs: { 'data-test': 'ratings' } }, [
      h('h2', t.profile.ratings),
      ratings.length === 0 ? h('p.quiet', t.profile.noRatings) : null,
      h(
        'div.pools',
        ratings.map(pool => {
          const kind = findGame(pool.game);
          const isShown = this.shown?.game === pool.game && this.shown.speed === pool.speed;
          return h(
            'button.pool',
            {
              key: `${pool.game}/${pool.speed}`,
              class: { on: isShown },
              attrs: {
                type: 'button',
                'aria-pressed': String(isShown),
                'data-test': `pool-${pool.game}-${pool.speed}`,
                ...(kind ? marked(kind) : {}),
              },
              on: { click: () => void this.show(pool) },
            },
            [
              h('span', poolName(pool)),
              h('strong', `${Math.round(pool.rating)}${pool.provisional ? '?' : ''}`),
              h(
                'small',
                [
                  `±${Math.round(2 * pool.deviation)} · ${t.games(pool.games)}`,
                  pool.provisional ? ` · ${t.profile.provisional}` : '',
                ].join(''),
              ),
            ],
          );
        }),
      ),
      this.shown && this.history && this.history.length > 0
        ? ratingGraph(this.app, t.profile.history(poolName(this.shown)), this.history)
        : null,
    ]);
  }
}

/** `Hidden960 · Blitz`. */
export function poolName({ game, speed }: Pick<PoolRating, 'game' | 'speed'>): string {
  return `${findGame(game)?.about.title ?? game} · ${t.speed[speed]}`;
}
