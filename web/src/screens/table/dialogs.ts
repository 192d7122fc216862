/** Dialogs over the table. */
import { h, type VNode } from 'snabbdom';
import { gameKeys } from '../../games';
import { t } from '../../text';
import { button, dialog, keyList } from '../../ui/controls';

export type Question = Ending | 'keys';

/** What ends the game, or may: it is asked for twice. */
export type Ending = 'resign' | 'abort' | 'draw';

export function questionDialog(
  question: Question,
  onClose: () => void,
  isBoth: boolean,
  onYes: (what: Ending) => void,
): VNode {
  if (question === 'keys') {
    return dialog(t.keys.title, onClose, [
      keyList(gameKeys()),
      h('div.row.end', [button({ label: t.keys.close, kind: 'primary', onClick: onClose })]),
    ]);
  }
  const words = {
    resign: { ask: t.table.resignAsk, note: t.table.resignNote, yes: t.table.resign },
    abort: { ask: t.table.abortAsk, note: t.table.abortNote, yes: t.table.abort },
    draw: isBoth
      ? { ask: t.table.agreeAsk, note: t.table.agreeNote, yes: t.table.agreeDraw }
      : { ask: t.table.drawAsk, note: t.table.drawNote, yes: t.table.draw },
  }[question];
  return dialog(words.ask, onClose, [
    h('p', words.note),
    h('div.row.end', [
      button({ label: t.table.keepPlaying, testId: `${question}-no`, onClick: onClose }),
      button({
        label: words.yes,
        kind: question === 'draw' ? 'primary' : 'danger',
        testId: `${question}-yes`,
        onClick: () => onYes(question),
      }),
    ]),
  ]);
}
