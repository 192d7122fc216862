/** Dialogs over the table. */
import { h, type VNode } from 'snabbdom';
import { gameKeys } from '../../games';
import { t } from '../../text';
import type { Game } from '../../games/game';
import type { Rule } from '../../games/screen';
import { button, dialog, keyList, link } from '../../ui/controls';
import { icon } from '../../ui/icons';

export type Question = Ending | 'keys' | 'rules';

/** What ends the game, or may: it is asked for twice. */
export type Ending = 'resign' | 'abort' | 'draw';

/** What the game's instrument shows, word by word, and the way to its lesson. */
export function rulesDialog(
  game: Game,
  rules: readonly Rule[],
  go: (path: string) => void,
  onClose: () => void,
): VNode {
  const { about, id } = game;
  return dialog(about.instrument ? t.rules.of(about.instrument) : t.rules.game, onClose, [
    rules.length
      ? h(
          'dl.rules',
          rules.flatMap(([sign, meaning]) => [h('dt', sign), h('dd', meaning)]),
        )
      : h('p', about.idea),
    h('div.row.end', [
      link(go, `/learn/${id}`, '.button.plain', [icon('book'), h('span', t.rules.learn)]),
      button({ label: t.keys.close, kind: 'primary', onClick: onClose }),
    ]),
  ]);
}

export function questionDialog(
  question: Exclude<Question, 'rules'>,
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
