/** The best players at a game and a speed. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../api/http';
import type { GameName, Leaderboard, SpeedName } from '../api/types';
import { findGame, GAMES } from '../games';
import { marked } from '../games/game';
import { t } from '../text';
import { link } from '../ui/controls';
import type { App, Page } from '../ui/page';
import { PlayerFinder } from './finder';
import { accountName, profilePath } from './names';

const SPEEDS = Object.keys(t.speed) as SpeedName[];

/** `/leaderboard/GAME/SPEED`; without them the first game at blitz. */
export function leaderboardPage(app: App, wanted?: string, wantedSpeed?: string): Page | null {
  const game = wanted === undefined ? GAMES[0] : findGame(wanted);
  const speed = wantedSpeed === undefined ? 'blitz' : SPEEDS.find(one => one === wantedSpeed);
  if (!game || !speed) return null;
  let board: Leaderboard | null = null;
  let problem = '';
  let gone = false;
  const finder = new PlayerFinder(app);

  const load = async (): Promise<void> => {
    try {
      board = await api.leaderboard(game.id, speed);
    } catch (error) {
      problem = error instanceof Refused ? error.message : t.app.failed;
    }
    if (!gone) app.redraw();
  };
  void load();

  const choice = (legend: string, options: VNode[]): VNode =>
    h('nav.choices', { key: legend, attrs: { 'aria-label': legend } }, options);
  const option = (to: GameName, at: SpeedName, label: string, isOn: boolean, mark = {}): VNode => {
    const one = link(app.go, `/leaderboard/${to}/${at}`, `.choice${isOn ? '.on' : ''}`, [label]);
    Object.assign(one.data?.attrs ?? {}, mark, isOn ? { 'aria-current': 'page' } : {});
    return one;
  };

  return {
    title: t.leaderboard.title,
    view: () =>
      h('main.page.leaderboard', { key: 'leaderboard', attrs: { id: 'main', tabindex: -1, ...marked(game) } }, [
        h('div.page-head', [h('h1', t.leaderboard.title), h('p.lead', t.leaderboard.lead)]),
        finder.view(),
        choice(
          t.leaderboard.game,
          GAMES.map(one => option(one.id, speed, one.about.title, one === game, marked(one))),
        ),
        choice(
          t.leaderboard.speed,
          SPEEDS.map(one => option(game.id, one, t.speed[one], one === speed)),
        ),
        h('p.answer.bad', { key: 'problem', attrs: { role: 'alert' } }, problem),
        board ? places(app, board) : problem ? null : h('p.quiet', t.app.loading),
      ]),
    destroy: () => {
      gone = true;
      finder.destroy();
    },
  };
}

function places(app: App, { players, ranked, own_place }: Leaderboard): VNode {
  const own =
    own_place !== null ? t.leaderboard.own(own_place, ranked) : app.me?.account ? t.leaderboard.noPlace : null;
  if (players.length === 0)
    return h('div.panel', { attrs: { 'data-test': 'no-places' } }, [
      h('p', t.leaderboard.none),
      link(app.go, '/', '.button.primary', [t.leaderboard.play]),
    ]);
  const { place, player, rating, played } = t.leaderboard;
  return h('div', [
    own === null ? null : h('p', { attrs: { 'data-test': 'own-place' } }, own),
    h('table.listing', { attrs: { 'data-test': 'places' } }, [
      h(
        'thead',
        h(
          'tr',
          [place, player, rating, played].map(title => h('th', { attrs: { scope: 'col' } }, title)),
        ),
      ),
      h(
        'tbody',
        players.map((one, index) =>
          h('tr', { key: one.username, class: { own: one.username === app.me?.name } }, [
            h('td', String(index + 1)),
            h('th', { attrs: { scope: 'row' } }, [
              link(app.go, profilePath(one.username), '.name', [accountName({ name: one.username, bot: one.bot })]),
            ]),
            h('td', `${Math.round(one.rating)} ±${Math.round(2 * one.deviation)}`),
            h('td', one.games.toLocaleString('en')),
          ]),
        ),
      ),
    ]),
  ]);
}
