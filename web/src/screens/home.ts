import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../api/http';
import { IdempotencyKeys } from '../api/keys';
import type { ListedGame, NewGame } from '../api/types';
import { findGame, GAMES } from '../games';
import { marked, type Game, type Loop } from '../games/game';
import type { Sought } from '../lobby';
import { t } from '../text';
import { clockText, curly } from '../text/format';
import { link } from '../ui/controls';
import { icon, type Icon } from '../ui/icons';
import { motionAllowed } from '../ui/motion';
import type { App, Page } from '../ui/page';
import { settings } from '../ui/settings';
import type { EventsSoon } from './events/soon';
import { lobbyView } from './lobby';
import { FollowedPlayers } from './following';
import { playerName } from './names';
import { Placements } from './placement';

const REFRESH_MS = 15_000;
const SECOND_MS = 1_000;
/** How many games each list shows. */
const FINISHED_SHOWN = 8;
const LIVE_SHOWN = 12;

export function homePage(app: App): Page {
  const loops = new Map<Game, Loop>();
  const frames = new Map<Game, number>();
  const timers: number[] = [];
  const followed = new FollowedPlayers(app);
  const placements = new Placements(app);
  let events: EventsSoon | null = null;
  let mine: ListedGame[] | null = null;
  let live: ListedGame[] | null = null;
  let gone = false;
  /** The game against the computer that is being made. */
  let isMeeting = false;
  /** One idempotency key for each kind of game until it is made, so that a second press or a lost answer makes no second game. */
  const keys = new IdempotencyKeys();

  for (const game of GAMES) {
    void game.loop().then(({ loop }) => {
      if (gone) return;
      loops.set(game, loop);
      // Without motion, show the most telling frame: the last but one.
      frames.set(game, motionAllowed() ? 0 : Math.max(0, loop.length - 2));
      app.redraw();
      if (!motionAllowed() || loop.length < 2) return;
      timers.push(
        window.setInterval(() => {
          if (document.hidden) return;
          frames.set(game, ((frames.get(game) ?? 0) + 1) % loop.length);
          app.redraw();
        }, loop.ms),
      );
    });
  }

  const refresh = async (): Promise<void> => {
    if (document.hidden) return;
    const [own, watched] = await Promise.allSettled([api.mine(), api.live(), followed.refresh(), events?.refresh()]);
    if (gone) return;
    if (own.status === 'fulfilled') mine = own.value;
    if (mine !== null && mine.length > 0) settings.isBack = true;
    for (const one of mine ?? []) if (one.status === 'over') app.lobby.isOver(one.id);
    // The player's own games have a separate list.
    if (watched.status === 'fulfilled') live = watched.value.filter(game => game.seat === 'spectator');
    app.redraw();
  };
  void refresh();
  // Nothing is fetched in the background, so refresh when the page becomes visible.
  const turnedTo = (): void => void refresh();
  document.addEventListener('visibilitychange', turnedTo);
  // Events are secondary on this page: their code is loaded separately.
  void import('./events/soon').then(part => {
    if (gone) return;
    events = new part.EventsSoon(app);
    void events.refresh();
  });
  const leaveLobby = app.lobby.visit();
  // The words about a search change with the time.
  timers.push(window.setInterval(() => app.lobby.sought.length > 0 && app.redraw(), SECOND_MS));
  timers.push(window.setInterval(() => void refresh(), REFRESH_MS));

  /** Makes a game against the computer; the search goes on. */
  const meet = async (sought: Sought, level: number, rated: boolean): Promise<void> => {
    if (isMeeting) return;
    const { variant, clock } = sought.wish;
    const wanted: NewGame = { variant, opponent: { kind: 'engine', level }, clock, rated };
    isMeeting = true;
    app.redraw();
    try {
      const made = await api.create(wanted, keys.of(wanted));
      keys.fulfilled(wanted);
      app.lobby.playMeanwhile(sought, made.id);
      // A player who has gone to another page meanwhile stays there: the search links to the game.
      if (!gone) app.go(made.url);
    } catch (error) {
      app.note(error instanceof Refused ? error.message : t.app.failed);
    }
    isMeeting = false;
    app.redraw();
  };

  const action = (path: string, picture: Icon, label: string, primary = false): VNode =>
    link(app.go, path, primary ? '.button.primary' : '.button.plain', [icon(picture), h('span', label)]);

  const card = (game: Game): VNode => {
    const { id, about } = game;
    const loop = loops.get(game);
    return h('article.card', { key: id, attrs: { ...marked(game), 'data-test': `card-${id}` } }, [
      h('div.card-head', [h('h2', about.title), h('p', about.idea)]),
      h(
        'div.card-board',
        { attrs: { role: 'img', 'aria-label': loop?.caption ?? about.idea } },
        loop ? [loop.draw(frames.get(game) ?? 0)] : [],
      ),
      h('div.card-actions', [
        action(`/new/${id}?opponent=engine`, 'computer', t.home.computer, true),
        action(`/new/${id}?opponent=link`, 'friend', t.home.friend),
        action(`/new/${id}?opponent=same-board`, 'board', t.home.sameBoard),
        action(`/learn/${id}`, 'book', t.home.learn),
      ]),
    ]);
  };

  const isBack = (): boolean => settings.isBack || app.me?.account === true;
  const cards = (): VNode => h('div.cards', { key: 'cards' }, GAMES.map(card));
  const lobby = (): VNode =>
    lobbyView({
      app,
      onComputer: (sought, level, isRated) => void meet(sought, level, isRated),
      isMeeting,
      placements,
      events: events?.view() ?? null,
    });
  const ownGames = (): VNode | null => {
    const games = urgentFirst(app, mine);
    return games === null || games.length === 0 ? null : gameList(app, t.home.mine, '', games, 'mine');
  };

  return {
    title: '',
    view: () =>
      h('main.page.home', { class: { back: isBack() }, attrs: { id: 'main', tabindex: -1 } }, [
        isBack()
          ? h('h1.visually-hidden', { key: 'known' }, t.home.title)
          : h('div.home-head', { key: 'new' }, [h('h1', t.home.title), h('p', t.home.lead)]),
        // A returning player sees their own games first, then quick pairing; a new visitor first sees which games there are.
        ...(isBack() ? [ownGames(), lobby(), cards()] : [cards(), lobby(), ownGames()]),
        h('div.lists', [
          h('div.lists-column', [
            (mine ?? []).some(one => one.status === 'over')
              ? gameList(
                  app,
                  t.home.finished,
                  '',
                  mine?.filter(one => one.status === 'over').slice(0, FINISHED_SHOWN) ?? null,
                  'finished',
                )
              : null,
            link(app.go, '/archive', '.button.plain', [icon('list'), h('span', t.home.archive)]),
          ]),
          h('div.lists-column', [
            followed.view(),
            gameList(app, t.home.live, t.home.liveNone, live?.slice(0, LIVE_SHOWN) ?? null, 'live'),
          ]),
        ]),
      ]),
    destroy: () => {
      gone = true;
      document.removeEventListener('visibilitychange', turnedTo);
      leaveLobby();
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** The player's games in progress: correspondence games first, by the time that is left. */
function urgentFirst({ feed }: App, games: ListedGame[] | null): ListedGame[] | null {
  if (games === null) return null;
  const place = ({ id }: ListedGame): number => {
    const found = feed.turns.findIndex(turn => turn.game === id);
    return found < 0 ? feed.turns.length : found;
  };
  return games.filter(one => one.status !== 'over').sort((a, b) => place(a) - place(b));
}

/** The time left for a move, in correspondence games. */
function timeLeft({ feed }: App, { id }: ListedGame): string {
  const due = feed.turns.find(turn => turn.game === id)?.due_at ?? null;
  return due === null ? '' : `, ${t.notices.left(clockText(Math.max(0, due - Date.now())))}`;
}

function gameList(app: App, title: string, none: string, games: ListedGame[] | null, name: string): VNode {
  return h('section.list', { key: name, attrs: { 'aria-label': title } }, [
    h('h2', title),
    games === null
      ? h('p.quiet', t.app.loading)
      : games.length === 0
        ? h('p.quiet', none)
        : h(
            'ul',
            games.map(game => {
              const kind = findGame(game.game);
              return h('li', { key: game.id, attrs: kind ? marked(kind) : {} }, [
                link(app.go, `/g/${game.id}`, '.list-game', [
                  h('span.dot', { attrs: { 'aria-hidden': 'true' } }),
                  h('span.list-title', curly(game.variant_name) || (kind?.about.title ?? game.game)),
                  h(
                    'span.list-players',
                    game.seat === 'both' ? t.home.sameBoard : `${playerName(game.white)} – ${playerName(game.black)}`,
                  ),
                  h(
                    'span.list-status',
                    game.status === 'over'
                      ? game.outcome
                        ? t.result(game.outcome.winner, game.outcome.reason)
                        : t.home.over
                      : game.status === 'waiting'
                        ? [game.white, game.black].some(player => player.kind === 'free')
                          ? t.home.waiting
                          : t.home.notStarted
                        : game.actor && (game.seat === game.actor || game.seat === 'both')
                          ? t.home.yourTurn(game.turn_number) + timeLeft(app, game)
                          : t.home.turn(game.turn_number),
                  ),
                ]),
              ]);
            }),
          ),
  ]);
}
