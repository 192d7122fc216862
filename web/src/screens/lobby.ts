/** The lobby on the home page: one tap looks for an opponent; players who wait are listed above the games. */
import { h, type VNode } from 'snabbdom';
import type { ListedSeek, Wish } from '../api/types';
import { findGame, GAMES } from '../games';
import { marked, type Game } from '../games/game';
import { isSlow, type Lobby, type Sought } from '../lobby';
import { t } from '../text';
import { button, link } from '../ui/controls';
import type { App } from '../ui/page';
import { settings } from '../ui/settings';
import { rated } from './names';
import { PAIRING_CLOCKS } from './pairing-clocks';
import type { Placements } from './placement';

/** How long somebody waits before the computer is offered, in milliseconds. */
const PATIENCE_MS = 20_000;
/** Maximum number of seeks in the list. */
const SHOWN = 6;

export interface LobbyProps {
  app: App;
  /** Starts a game against the computer at a level, with the clock of the seek, while the player goes on waiting. */
  onComputer: (sought: Sought, level: number, isRated: boolean) => void;
  /** Whether such a game is being made. */
  isMeeting: boolean;
  /** Which of those games could be rated. */
  placements: Placements;
  /** Events in progress or about to begin. */
  events: VNode | null;
}

/** The number of players here, and, with an account, whether games are rated. */
function presence({ lobby, me, redraw }: App): VNode {
  const text = !lobby.isUp ? t.lobby.connecting : lobby.isKnown ? t.lobby.online(lobby.online) : '';
  return h('div.presence', [
    h('p', { attrs: { 'data-test': 'online' } }, text),
    me?.account
      ? h('label.rated', { attrs: { 'data-test': 'rated' } }, [
          h('input', {
            attrs: { type: 'checkbox' },
            props: { checked: settings.rated },
            on: {
              change: () => {
                settings.rated = !settings.rated;
                redraw();
              },
            },
          }),
          t.lobby.rated,
        ])
      : null,
  ]);
}

/** Quick pairing, the player's own seeks, and the players who wait. */
export function lobbyView(props: LobbyProps): VNode {
  const { app, events } = props;
  const { lobby } = app;
  if (app.me?.bot)
    return h('section.lobby', { key: 'lobby', attrs: { 'aria-label': t.lobby.title } }, [
      h('div.lobby-grid', [h('h2', t.lobby.title), h('p', { attrs: { 'data-test': 'lobby-bot' } }, t.lobby.bots)]),
      h('div.lobby-beside', [events]),
    ]);
  const waiting = waitingList(lobby);
  return h('section.lobby', { key: 'lobby', attrs: { 'aria-label': t.lobby.title } }, [
    h('div.lobby-grid', [h('div.lobby-head', [h('h2', t.lobby.title), presence(app)]), grid(app)]),
    h('div.lobby-beside', [
      ...lobby.sought.map(one => searching(props, one)),
      waiting,
      waiting === null && lobby.sought.length === 0 && lobby.isKnown
        ? h('p.quiet', { key: 'empty', attrs: { 'data-test': 'lobby-empty' } }, t.lobby.empty)
        : null,
      events,
    ]),
  ]);
}

/** Quick pairing: a row per game, a column per speed. Disabled until the player is known, since guests play no rated games. */
function grid({ lobby, me }: App): VNode {
  const isRated = me?.account === true && settings.rated;
  const row = (game: Game): VNode =>
    h('tr', { key: game.id, attrs: marked(game) }, [
      h('th', { attrs: { scope: 'row' } }, [
        h('span.pairing-game', [h('span.dot', { attrs: { 'aria-hidden': 'true' } }), h('span', game.about.title)]),
      ]),
      ...PAIRING_CLOCKS.map(({ clock }) =>
        h('td', cell(lobby, game, { variant: game.id, clock, rated: isRated }, me !== null)),
      ),
    ]);
  return h('table.pairing', [
    h('thead', [
      h('tr', [h('td'), ...PAIRING_CLOCKS.map(({ speed }) => h('th', { attrs: { scope: 'col' } }, t.speed[speed]))]),
    ]),
    h('tbody', GAMES.map(row)),
  ]);
}

function cell(lobby: Lobby, game: Game, wish: Wish, isKnown: boolean): VNode {
  const sought = lobby.soughtAs(wish);
  const others = lobby.waitingFor(wish);
  const clock = t.lobby.clock(wish.clock ?? null);
  return h(
    'button.pairing-cell',
    {
      class: { on: sought !== undefined, busy: others > 0 },
      attrs: {
        type: 'button',
        disabled: !isKnown,
        'aria-pressed': String(sought !== undefined),
        'aria-label': t.lobby.cell(game.about.title, clock, others),
        'data-test': `pair-${game.id}-${clock}`,
      },
      on: { click: () => (sought ? lobby.withdraw(sought) : lobby.seek(wish)) },
    },
    [h('span', clock), others > 0 ? h('small', t.lobby.waits(others)) : null],
  );
}

/** The game of a variant; the variant's own name is added only if it is not the default one. */
function titleOf(variant: string): string {
  const game = findGame(variant.split(':')[0]);
  const option = variant.includes(':') ? game?.about.variants?.[variant]?.name : undefined;
  return [game?.about.title ?? variant, option].filter(Boolean).join(', ');
}

/** A seek of this browser in words, with the wished-for colour. */
export function wishText(wish: Wish): string {
  return [termsOf(titleOf(wish.variant), wish), wish.color ? t.lobby.youPlay(wish.color) : '']
    .filter(Boolean)
    .join(', ');
}

/** The terms of a seek in words: the game, its clock, whether it is rated, and the range of ratings. */
export function termsOf(game: string, { clock, rated: isRated, ratings }: Omit<Wish, 'variant'>): string {
  return [
    game,
    t.lobby.clock(clock ?? null),
    isRated ? t.lobby.isRated : t.lobby.isCasual,
    ratings ? t.lobby.ratings(...ratings) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function searching(props: LobbyProps, sought: Sought): VNode {
  const { app, onComputer, isMeeting, placements } = props;
  const { lobby, go } = app;
  const game = findGame(sought.wish.variant.split(':')[0]);
  const waited = performance.now() - sought.since;
  const slow = isSlow(sought.wish);
  const isLong = !slow && waited > PATIENCE_MS;
  return h(
    'div.searching',
    {
      key: `sought-${sought.key}`,
      attrs: { role: 'status', ...(game ? marked(game) : {}), 'data-test': 'searching' },
    },
    [
      h('span.searching-mark', { attrs: { 'aria-hidden': 'true' } }),
      h('p', [
        h('strong', t.lobby.looking(wishText(sought.wish))),
        slow || isLong ? null : h('span.quiet', t.lobby.soon),
        isLong ? h('span.quiet', sought.meanwhile === null ? t.lobby.nobody : t.lobby.isAsked) : null,
        sought.stays ? h('span.quiet', t.lobby.stays) : null,
      ]),
      isLong && game && sought.meanwhile === null
        ? button({
            label: t.lobby.computer,
            icon: 'computer',
            title: t.table.engine(fittingLevel(placements, sought.wish, game)),
            disabled: isMeeting,
            onClick: () => onComputer(sought, fittingLevel(placements, sought.wish, game), false),
            testId: 'meanwhile',
          })
        : null,
      sought.meanwhile === null
        ? null
        : link(go, `/g/${sought.meanwhile}`, '.button.plain', [h('span', t.lobby.toComputer)]),
      isLong ? standIn(props, sought) : null,
      button({ label: t.lobby.cancel, kind: 'quiet', onClick: () => lobby.withdraw(sought), testId: 'cancel-seek' }),
    ],
  );
}

/** The level nearest to the player's rating; without one, the last that was played. */
function fittingLevel(placements: Placements, { variant, clock }: Wish, game: Game): number {
  const nearest = clock ? placements.of({ variant, clock })?.engine?.level : undefined;
  return nearest ?? (settings.newGame(game.id) as { level?: number } | undefined)?.level ?? 1;
}

/** A player who seeks a rated game may play the computer rated, at the level nearest to their rating. */
function standIn({ placements, onComputer, isMeeting }: LobbyProps, sought: Sought): VNode | null {
  const { variant, clock, rated: isRated } = sought.wish;
  const offer = isRated && clock ? placements.of({ variant, clock }) : null;
  if (!offer?.number || !offer.engine) return null;
  const { level } = offer.engine;
  return button({
    label: t.lobby.placement(offer.number, offer.most),
    title: t.table.engine(level),
    icon: 'computer',
    disabled: isMeeting,
    onClick: () => onComputer(sought, level, true),
    testId: 'meanwhile-rated',
  });
}

function waitingList(lobby: Lobby): VNode | null {
  const own = new Set(lobby.sought.map(one => one.seek));
  const others = lobby.seeks.filter(seek => !own.has(seek.id)).slice(0, SHOWN);
  if (others.length === 0) return null;
  return h('div.seeks', { key: 'seeks' }, [
    h('h3', t.lobby.waiting),
    h(
      'ul',
      others.map(seek => h('li', { key: seek.id }, seekLine(lobby, seek))),
    ),
  ]);
}

function seekLine(lobby: Lobby, seek: ListedSeek): VNode {
  const game = findGame(seek.variant.split(':')[0]);
  const title = titleOf(seek.variant);
  const rating = seek.rating === undefined ? '' : rated('', seek.rating, seek.provisional).trim();
  const told = [seek.color ? t.lobby.plays(seek.color) : '', seek.meanwhile ? t.lobby.meanwhile : '']
    .filter(Boolean)
    .join(', ');
  return h(
    'button.seek',
    {
      attrs: {
        type: 'button',
        ...(game ? marked(game) : {}),
        'aria-label': t.lobby.play(seek.name, [termsOf(title, seek), rating, told].filter(Boolean).join(', ')),
      },
      on: { click: () => lobby.accept(seek) },
    },
    [
      h('span.dot', { attrs: { 'aria-hidden': 'true' } }),
      h('span.seek-name', [seek.name, rating].filter(Boolean).join(' ')),
      h('span.seek-game', title),
      seek.rated ? h('span.quiet', t.lobby.isRated) : null,
      h('span.seek-clock', t.lobby.clock(seek.clock ?? null)),
      told ? h('span.quiet', told) : null,
    ],
  );
}
