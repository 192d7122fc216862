/** Dialogs over the table. */
import { h, type VNode } from 'snabbdom';
import { gameKeys } from '../../games';
import { t } from '../../text';
import { button, dialog, keyList } from '../../ui/controls';

export type Question = 'resign' | 'abort' | 'keys';

export function questionDialog(
  question: Question,
  onClose: () => void,
  onYes: (what: 'resign' | 'abort') => void,
): VNode {
  if (question === 'keys') {
    return dialog(t.keys.title, onClose, [
      keyList(gameKeys()),
      h('div.row.end', [button({ label: t.keys.close, kind: 'primary', onClick: onClose })]),
    ]);
  }
  const isResigning = question === 'resign';
  return dialog(isResigning ? t.table.resignAsk : t.table.abortAsk, onClose, [
    h('p', isResigning ? t.table.resignNote : t.table.abortNote),
    h('div.row.end', [
      button({ label: t.table.keepPlaying, testId: 'resign-no', onClick: onClose }),
      button({
        label: isResigning ? t.table.resign : t.table.abort,
        kind: 'danger',
        testId: 'resign-yes',
        onClick: () => onYes(question),
      }),
    ]),
  ]);
}
