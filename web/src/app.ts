/** The application: drawing, identity, announcements. */
import {
  attributesModule,
  classModule,
  eventListenersModule,
  h,
  init,
  propsModule,
  styleModule,
  type VNode,
} from 'snabbdom';
import { ending } from './api/ending';
import { api } from './api/http';
import { focusSoon } from './board/focus';
import { Feed } from './feed';
import { Identity, isSame } from './identity';
import { Lobby } from './lobby';
import { OfferedRematch } from './rematch';
import { route } from './routes';
import { endedDialog } from './screens/account/ended';
import { GuestGamesDialog } from './screens/account/guest-games';
import { gameFound, somebodyIsThere } from './screens/found';
import { challengeToast, noticesDialog } from './screens/notices';
import { ReportDialog } from './screens/report';
import { warningDialog } from './screens/warning';
import { t } from './text';
import { Announcer } from './ui/announcer';
import { nextFrame } from './ui/frame';
import { masthead } from './ui/masthead';
import type { App, Page } from './ui/page';
import { hearSettings } from './ui/settings';
import { play } from './ui/sound';

const patch = init([classModule, propsModule, attributesModule, styleModule, eventListenersModule]);

const NOTE_MS = 5000;

/** Skips to the content without changing the address: that would reopen the page and lose what was begun on it. */
function skip(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('main')?.focus();
}

export function start(root: HTMLElement): void {
  let tree: VNode | HTMLElement = root;
  let page: Page;
  let scheduled = false;
  const announcer = new Announcer();
  let note: string | null = null;
  let noteTimer = 0;
  /** A game that needs the player's attention while another page is shown, and why. */
  let found: { game: string; why: string } | null = null;

  const draw = (): void => {
    scheduled = false;
    document.title = page.title ? `${page.title} · Manifold` : 'Manifold';
    tree = patch(tree, view());
    announcer.drawn();
  };

  const app: App = {
    redraw: () => {
      if (scheduled) return;
      scheduled = true;
      nextFrame(draw);
    },
    go: path => {
      if (path !== location.pathname + location.search) history.pushState(null, '', path);
      open(true);
    },
    replace: path => {
      history.replaceState(null, '', path);
      open(true);
    },
    get me() {
      return identity.me;
    },
    becomes: me => {
      // New connections first: what follows then finds the player connected and does not connect a second time.
      if (identity.me && isSame(identity.me, me)) app.lobby.reopen();
      else app.lobby.renew();
      app.feed.renew(me);
      identity.becomes(me);
    },
    renews: async answer => app.becomes(await identity.renewed(answer)),
    staysSignedIn: async answer => {
      const told = await identity.renewed(answer);
      // The same player, on new connections.
      if (identity.me) app.becomes(identity.me);
      return told;
    },
    signedIn: me => {
      app.becomes(me);
      void guestGames.ask();
    },
    say: text => {
      announcer.say(text);
      app.redraw();
    },
    note: text => {
      note = text;
      clearTimeout(noteTimer);
      noteTimer = window.setTimeout(() => {
        note = null;
        app.redraw();
      }, NOTE_MS);
      app.redraw();
    },
    report: about => reports.open(about),
    awaitRematch: game => rematch.await(game),
    lobby: new Lobby({
      changed: () => app.redraw(),
      // A player who has left a game against the computer for this one wants to see it.
      paired: (game, left) => begun(game, t.lobby.found, left),
      asked: () => play('notify'),
      refused: sentence => app.note(sentence),
    }),
    feed: new Feed({
      changed: () => app.redraw(),
      came: () => play('notify'),
      started: game => begun(game, t.notices.started),
      rematch: game => wanted(game, t.notices.rematch),
      ruled: game => wanted(game, t.notices.ruled),
      isShown: game => location.pathname === `/g/${game}`,
    }),
  };
  /** A game has begun. A player who is on another page is only told, and goes there when they like. */
  const begun = (game: string, why: string, left: string | null = null): void => {
    if (location.pathname !== '/' && location.pathname !== `/g/${left}`) return wanted(game, why);
    play('notify');
    app.go(`/g/${game}`);
  };
  const wanted = (game: string, why: string): void => {
    if (location.pathname === `/g/${game}`) return;
    play('notify');
    found = { game, why };
    app.redraw();
  };

  const rematch = new OfferedRematch(
    game => api.state(game),
    game => wanted(game, t.notices.started),
  );
  const guestGames = new GuestGamesDialog(app);
  const reports = new ReportDialog(
    () => app.redraw(),
    words => app.note(words),
  );

  /** Opens the page of the current address. `moved`: the player has just navigated to it. */
  const open = (moved: boolean): void => {
    page?.destroy?.();
    page = route(app);
    if (found && location.pathname === `/g/${found.game}`) found = null;
    app.feed.look();
    app.redraw();
    if (!moved) return;
    window.scrollTo(0, 0);
    focusSoon(page.first ?? 'main', { preventScroll: true });
    void identity.refresh();
  };
  /** Opens the page again for a different player. */
  const reopen = (): void => {
    app.lobby.renew();
    app.feed.renew(identity.me);
    open(false);
  };
  const identity = new Identity(
    () => {
      app.lobby.of(identity.me);
      app.feed.of(identity.me);
      app.redraw();
    },
    () => reopen(),
  );

  const enter = (game: string): void => {
    found = null;
    app.go(`/g/${game}`);
  };

  const dismiss = (): void => {
    found = null;
    app.redraw();
  };

  const view = (): VNode =>
    h('div#app', [
      h('a.skip', { attrs: { href: '#main' }, on: { click: skip } }, t.app.skip),
      masthead(app),
      found === null ? null : gameFound(found, enter, dismiss),
      ...app.lobby.sought
        .filter(one => one.asked === 'somebody-is-there')
        .map(sought => somebodyIsThere(app.lobby, sought)),
      page.view(),
      h('div.live', { attrs: { role: 'status', 'aria-live': 'polite' } }, announcer.regions[0]),
      h('div.live', { attrs: { role: 'status', 'aria-live': 'polite' } }, announcer.regions[1]),
      reports.view(),
      guestGames.view(),
      identity.me?.warning ? warningDialog(identity.me.warning, app.becomes, () => app.note(t.app.failed)) : null,
      identity.hasEnded ? endedDialog(app, () => identity.heard()) : null,
      // Nothing covers a board: there the bell is enough.
      app.feed.isOpen ? noticesDialog(app) : location.pathname.startsWith('/g/') ? null : challengeToast(app),
      note === null ? null : h('div.toast', { key: 'note', attrs: { role: 'status' } }, note),
    ]);

  ending.hear({
    refused: () => void identity.refresh(),
    // For a different player the page is opened again; for the same player what has been typed on it stays.
    closed: async () => (await identity.renewsItself()) || !(await identity.closed()),
  });
  hearSettings(() => app.redraw());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void identity.refresh();
  });
  window.addEventListener('popstate', () => open(true));
  window.addEventListener('keydown', event => {
    if (event.defaultPrevented) return;
    page.onKey?.(event);
  });
  open(false);
  void identity.refresh();
}
