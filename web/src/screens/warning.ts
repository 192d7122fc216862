/** A moderator's message to this player, who is to confirm it. */
import { h, type VNode } from 'snabbdom';
import { api } from '../api/http';
import type { Me } from '../api/types';
import { t } from '../text';
import { button, dialog } from '../ui/controls';

/** `onConfirmed` gets what the server says of the player afterwards. */
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
  // It goes away by the button alone.
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
