/** The message that a session has ended elsewhere. */
import { h, type VNode } from 'snabbdom';
import { t } from '../../text';
import { button, dialog } from '../../ui/controls';
import type { App } from '../../ui/page';
import { withBack } from '../../ui/paths';

export function endedDialog(app: App, onHeard: () => void): VNode {
  return dialog(t.account.lost, onHeard, [
    h('p', t.account.lostWhat),
    h('div.row.end', [
      button({ label: t.account.goOn, testId: 'go-on', onClick: onHeard }),
      button({
        label: t.signIn.title,
        kind: 'primary',
        testId: 'sign-in-again',
        onClick: () => {
          onHeard();
          app.go(withBack('/sign-in', location));
        },
      }),
    ]),
  ]);
}
