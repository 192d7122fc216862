/** A moderator's warning to this player, who must confirm it. */
import { h, type VNode } from 'snabbdom';
import { api } from '../api/http';
import type { Me } from '../api/types';
import { t } from '../text';
import { button, dialog } from '../ui/controls';

/** `onConfirmed` gets the player as the server sends it afterwards. */
export function warningDialog(
  warning: NonNullable<Me['warning']>,
  onConfirmed: (me: Me) => void,
  onFailed: () => void,
): VNode {
  const confirm = async (): Promise<void> => {
    try {
      await api.confirmWarning(warning.number);
      onConfirmed(await api.me());
    } catch {
      onFailed();
    }
  };
  // Only the button closes it.
  return dialog(t.warning.title, () => {}, [
    h('p', t.warning.lead),
    h('blockquote.told', { attrs: { 'data-test': 'warning' } }, warning.text),
    h('div.row.end', [
      button({
        label: t.warning.confirm,
        kind: 'primary',
        testId: 'confirm-warning',
        onClick: () => void confirm(),
      }),
    ]),
  ]);
}
