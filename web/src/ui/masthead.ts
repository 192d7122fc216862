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
    h('div.masthead-tools', [
      visitor(app),
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
}

/** The way to the own account, or into one; nothing before it is known who this is. */
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
