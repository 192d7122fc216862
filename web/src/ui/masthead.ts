/** The header of all pages. */
import { h, type VNode } from 'snabbdom';
import { accountName } from '../screens/names';
import { t } from '../text';
import { button, link } from './controls';
import { icon } from './icons';
import type { App } from './page';
import { withBack } from './paths';
import { settings } from './settings';

export function masthead(app: App): VNode {
  return h('header.masthead', [
    link(app.go, '/', '.brand', [h('span.brand-mark', { attrs: { 'aria-hidden': 'true' } }), 'Manifold']),
    h('nav.masthead-nav', { attrs: { 'aria-label': t.menu.title } }, [
      link(app.go, '/events', '.button.quiet', [icon('cup'), h('span', t.menu.events)]),
      link(app.go, '/archive', '.button.quiet', [icon('list'), h('span', t.menu.archive)]),
      link(app.go, '/leaderboard', '.button.quiet', [icon('chart'), h('span', t.menu.leaderboard)]),
    ]),
    h('div.masthead-tools', [
      visitor(app),
      app.me?.account ? bell(app) : null,
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
      // Where there is no room for it here, it is found in the settings.
      h('span.roomy', [
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
      ]),
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
}

/** The button that opens the notifications, with their number. */
function bell({ feed }: App): VNode {
  const { count } = feed;
  return h(
    'button.button.quiet.icon-only.bell',
    {
      key: 'bell',
      attrs: {
        type: 'button',
        'aria-label': t.notices.bell(count),
        title: t.notices.title,
        'aria-haspopup': 'dialog',
        'data-test': 'bell',
      },
      on: { click: () => feed.show(true) },
    },
    [
      icon('bell'),
      count > 0 ? h('small.bell-count', { attrs: { 'aria-hidden': 'true' } }, String(Math.min(count, 99))) : null,
    ],
  );
}

/** The link to the player's account, or to signing in; nothing while the player is unknown. */
function visitor({ me, go }: App): VNode | null {
  if (!me) return null;
  if (me.account)
    return link(go, '/account', '.button.quiet.visitor', [
      icon('person'),
      h('span.visually-hidden', t.account.of),
      h('span.visitor-name', accountName(me)),
    ]);
  return link(go, withBack('/sign-in', location), '.button.quiet.visitor', [h('span', t.signIn.title)]);
}
