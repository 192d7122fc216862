/** The application: routes, drawing, who uses it, announcements. */
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
import { api, Refused } from './api/http';
import { focusSoon } from './board/focus';
import { Feed } from './feed';
import { findGame } from './games';
import { Identity } from './identity';
import { Lobby, type Sought } from './lobby';
import { endedDialog } from './screens/account/ended';
import { GuestGamesDialog } from './screens/account/guest-games';
import { accountPage } from './screens/account/page';
import { forgottenPage } from './screens/account/forgotten';
import { confirmPage, unsubscribePage } from './screens/account/links';
import { resetPage } from './screens/account/reset';
import { signInPage, signUpPage } from './screens/account/sign';
import { archivePage } from './screens/archive/page';
import { challengeToast, noticesDialog } from './screens/notices';
import { homePage } from './screens/home';
import { leaderboardPage } from './screens/leaderboard';
import { newGamePage } from './screens/new-game/page';
import { notFoundPage } from './screens/not-found';
import { profilePage } from './screens/profile/page';
import { ReportDialog } from './screens/report';
import { settingsPage } from './screens/settings';
import { tablePage } from './screens/table/page';
import { warningDialog } from './screens/warning';
import { t } from './text';
import { button } from './ui/controls';
import { masthead } from './ui/masthead';
import { nextFrame } from './ui/frame';
import type { App, Page } from './ui/page';
import { play } from './ui/sound';

const patch = init([classModule, propsModule, attributesModule, styleModule, eventListenersModule]);

const NOTE_MS = 5000;

export function start(root: HTMLElement): void {
  let tree: VNode | HTMLElement = root;
  let page: Page;
  let scheduled = false;
  let spoken = ['', ''];
  let note: string | null = null;
  let noteTimer = 0;
  /** A game that wants the player while another page is shown, and why. */
  let found: { game: string; why: string } | null = null;

  const draw = (): void => {
    scheduled = false;
    document.title = page.title ? `${page.title} · Manifold` : 'Manifold';
    tree = patch(tree, view());
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
      // New lines first: what follows sees that the player has one, and opens no second.
      app.lobby.renew();
      app.feed.renew(me);
      identity.becomes(me);
    },
    signedIn: me => {
      app.becomes(me);
      void guestGames.ask();
    },
    say: text => {
      // Two regions in turn, so that the same words are announced again if they occur twice.
      spoken = spoken[0] ? ['', text] : [text, ''];
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
    lobby: new Lobby({
      changed: () => app.redraw(),
      // Who has left the computer for this game wants to see it.
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
    }),
  };
  /** A game has begun. Who looks at another one goes there when they like. */
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

  const guestGames = new GuestGamesDialog(app);
  const reports = new ReportDialog(
    () => app.redraw(),
    words => app.note(words),
  );

  /** Opens the page of the present address. `moved`: the player has come to it by now. */
  const open = (moved: boolean): void => {
    page?.destroy?.();
    page = route(app);
    if (found && location.pathname === `/g/${found.game}`) found = null;
    app.redraw();
    if (!moved) return;
    window.scrollTo(0, 0);
    focusSoon(page.first ?? 'main', { preventScroll: true });
    void identity.refresh();
  };
  /** The same for somebody else. */
  const reopen = (): void => {
    app.lobby.renew();
    app.feed.renew(identity.me);
    open(false);
  };
  const identity = new Identity(
    () => {
      app.feed.of(identity.me);
      app.redraw();
    },
    () => reopen(),
  );

  const opponentFound = ({ game, why }: { game: string; why: string }): VNode =>
    h('div.found', { key: 'found', attrs: { role: 'alert', 'data-test': 'found' } }, [
      h('span', why),
      button({
        label: t.lobby.toGame,
        kind: 'primary',
        onClick: () => {
          found = null;
          app.go(`/g/${game}`);
        },
      }),
    ]);

  const somebodyIsThere = (sought: Sought): VNode =>
    h('div.found', { key: `asked-${sought.request}`, attrs: { role: 'alert', 'data-test': 'asked' } }, [
      h('span', t.lobby.asked),
      button({
        label: t.lobby.come,
        kind: 'primary',
        onClick: () => app.lobby.come(sought),
        testId: 'come',
      }),
      button({ label: t.lobby.finishFirst, onClick: () => app.lobby.finishFirst(sought), testId: 'finish-first' }),
    ]);

  const view = (): VNode =>
    h('div#app', [
      h('a.skip', { attrs: { href: '#main' } }, t.app.skip),
      masthead(app),
      found === null ? null : opponentFound(found),
      ...app.lobby.sought.filter(one => one.asked === 'somebody-is-there').map(somebodyIsThere),
      page.view(),
      h('div.live', { attrs: { role: 'status', 'aria-live': 'polite' } }, spoken[0]),
      h('div.live', { attrs: { role: 'status', 'aria-live': 'polite' } }, spoken[1]),
      reports.view(),
      guestGames.view(),
      identity.me?.warning ? warningDialog(identity.me.warning, app.becomes, () => app.note(t.app.failed)) : null,
      identity.hasEnded ? endedDialog(app, () => identity.heard()) : null,
      // Nothing is laid over a board: there the bell tells.
      app.feed.isOpen ? noticesDialog(app) : location.pathname.startsWith('/g/') ? null : challengeToast(app),
      note === null ? null : h('div.toast', { key: 'note', attrs: { role: 'status' } }, note),
    ]);

  ending.hear({
    refused: () => void identity.refresh(),
    closed: () => {
      const holder = page;
      void identity.closed().then(isOpened => {
        if (!isOpened && page === holder) reopen();
      });
    },
  });
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

function route(app: App): Page {
  const parts = location.pathname.split('/').filter(Boolean);
  const [first, second, third] = parts;
  const game = findGame(second);
  if (first === undefined) return homePage(app);
  if (first === 'new' && game && parts.length === 2)
    return newGamePage(app, game, new URLSearchParams(location.search));
  if (first === 'g' && second && parts.length === 2) return tablePage(app, second);
  if (first === 'g' && second && third === 'verify') return lazy(app, () => verifyPage(app, second));
  if (first === 'learn' && game) return lazy(app, () => import('./learn').then(part => part.learnPage(app, game)));
  if (first === 'sign-in' && parts.length === 1) return signInPage(app);
  if (first === 'sign-up' && parts.length === 1) return signUpPage(app);
  if (first === 'reset' && second && parts.length === 2) return resetPage(app, second);
  if (first === 'forgotten' && parts.length === 1) return forgottenPage(app);
  if (first === 'mail' && second && parts.length === 2) return confirmPage(app, second);
  if (first === 'unsubscribe' && second && parts.length === 2) return unsubscribePage(app, second);
  if (first === 'account' && parts.length === 1) return accountPage(app);
  if (first === '@' && second && parts.length === 2) return profilePage(app, nameOf(second));
  if (first === 'archive' && parts.length === 1) return archivePage(app);
  if (first === 'leaderboard' && parts.length <= 3) return leaderboardPage(app, second, third) ?? notFoundPage(app);
  if (first === 'events') return eventPages(app, parts.slice(1));
  if (first === 'moderation') return moderationPage(app, parts.slice(1));
  if (first === 'settings' && parts.length === 1) return settingsPage(app);
  return notFoundPage(app);
}

/** A name as it stands in an address. */
function nameOf(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The pages of events. */
function eventPages(app: App, parts: string[]): Page {
  return lazy(app, async () => (await import('./screens/events')).pageOf(app, parts) ?? notFoundPage(app));
}

/** The pages of moderators: their code is for them alone. */
function moderationPage(app: App, [part, player]: string[]): Page {
  return lazy(app, async () => {
    const pages = await import('./screens/moderation');
    if (part === undefined) return pages.queuePage(app);
    if (part === 'log' && player === undefined) return pages.logPage(app);
    if (part === 'players' && player !== undefined) return pages.casePage(app, player);
    return notFoundPage(app);
  });
}

/** The proof of a finished game, if its game has secrets to prove. */
async function verifyPage(app: App, id: string): Promise<Page> {
  try {
    const page = await findGame((await api.state(id)).game)?.verify?.();
    return page ? page.verifyPage(app, id) : notFoundPage(app);
  } catch (error) {
    return notFoundPage(app, error instanceof Refused ? error.message : t.app.failed);
  }
}

/** A page whose code is loaded on demand. */
function lazy(app: App, load: () => Promise<Page>): Page {
  let inner: Page | null = null;
  let gone = false;
  void load().then(page => {
    if (gone) page.destroy?.();
    else inner = page;
    app.redraw();
  });
  return {
    get title() {
      return inner?.title ?? '';
    },
    view: () => inner?.view() ?? h('main.page', { attrs: { id: 'main', tabindex: -1 } }, h('p.quiet', t.app.loading)),
    onKey: event => inner?.onKey?.(event),
    destroy: () => {
      gone = true;
      inner?.destroy?.();
    },
  };
}
