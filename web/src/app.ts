/** The application: routes, drawing, the header, announcements. */
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
import { api, Refused } from './api/http';
import { findGame } from './games';
import { Lobby } from './lobby';
import { homePage } from './screens/home';
import { newGamePage } from './screens/new-game';
import { notFoundPage } from './screens/not-found';
import { settingsPage } from './screens/settings';
import { tablePage } from './screens/table/page';
import { t } from './text';
import { button, link } from './ui/controls';
import type { App, Page } from './ui/page';
import { settings } from './ui/settings';
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
  /** A game that has begun while another page was shown. */
  let found: string | null = null;

  const draw = (): void => {
    scheduled = false;
    document.title = page.title ? `${page.title} · Manifold` : 'Manifold';
    tree = patch(tree, view());
  };

  const app: App = {
    redraw: () => {
      if (scheduled) return;
      scheduled = true;
      requestAnimationFrame(draw);
    },
    go: path => {
      if (path !== location.pathname + location.search) history.pushState(null, '', path);
      open(true);
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
    lobby: new Lobby({
      changed: () => app.redraw(),
      paired: game => {
        play('notify');
        // Who looks at another game goes there when they like.
        if (location.pathname === '/') app.go(`/g/${game}`);
        else found = game;
        app.redraw();
      },
      refused: sentence => app.note(sentence),
    }),
  };

  const open = (moved: boolean): void => {
    page?.destroy?.();
    page = route(app);
    if (moved) {
      window.scrollTo(0, 0);
      requestAnimationFrame(() => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true }));
    }
    app.redraw();
  };

  const header = (): VNode =>
    h('header.masthead', [
      link(app.go, '/', '.brand', [h('span.brand-mark', { attrs: { 'aria-hidden': 'true' } }), 'Manifold']),
      h('div.masthead-tools', [
        button({
          label: settings.sounds ? t.app.soundsOff : t.app.soundsOn,
          icon: settings.sounds ? 'soundOn' : 'soundOff',
          iconOnly: true,
          kind: 'quiet',
          key: 'sound',
          onClick: () => {
            settings.sounds = !settings.sounds;
            app.redraw();
          },
        }),
        button({
          label: settings.isDark ? t.app.light : t.app.dark,
          icon: settings.isDark ? 'sun' : 'moon',
          iconOnly: true,
          kind: 'quiet',
          key: 'theme',
          onClick: () => {
            settings.theme = settings.isDark ? 'light' : 'dark';
            app.redraw();
          },
        }),
        button({
          label: t.app.settings,
          icon: 'gear',
          iconOnly: true,
          kind: 'quiet',
          key: 'settings',
          onClick: () => app.go('/settings'),
        }),
      ]),
    ]);

  const opponentFound = (game: string): VNode =>
    h('div.found', { key: 'found', attrs: { role: 'alert', 'data-test': 'found' } }, [
      h('span', t.lobby.found),
      button({
        label: t.lobby.toGame,
        kind: 'primary',
        onClick: () => {
          found = null;
          app.go(`/g/${game}`);
        },
      }),
    ]);

  const view = (): VNode =>
    h('div#app', [
      h('a.skip', { attrs: { href: '#main' } }, t.app.skip),
      header(),
      found === null ? null : opponentFound(found),
      page.view(),
      h('div.live', { attrs: { role: 'status', 'aria-live': 'polite' } }, spoken[0]),
      h('div.live', { attrs: { role: 'status', 'aria-live': 'polite' } }, spoken[1]),
      note === null ? null : h('div.toast', { key: 'note', attrs: { role: 'status' } }, note),
    ]);

  window.addEventListener('popstate', () => open(true));
  window.addEventListener('keydown', event => {
    if (event.defaultPrevented) return;
    page.onKey?.(event);
  });
  open(false);
}

function route(app: App): Page {
  const parts = location.pathname.split('/').filter(Boolean);
  const [first, second, third] = parts;
  const game = findGame(second);
  if (first === undefined) return homePage(app);
  if (first === 'new' && game && parts.length === 2)
    return newGamePage(app, game, new URLSearchParams(location.search).get('opponent'));
  if (first === 'g' && second && parts.length === 2) return tablePage(app, second);
  if (first === 'g' && second && third === 'verify') return lazy(app, () => verifyPage(app, second));
  if (first === 'learn' && game) return lazy(app, () => import('./learn').then(part => part.learnPage(app, game)));
  if (first === 'settings' && parts.length === 1) return settingsPage(app);
  return notFoundPage(app);
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
