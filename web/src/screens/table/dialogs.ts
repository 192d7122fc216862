/** Dialogs over the table. */
import { h, type VNode } from 'snabbdom';
import { gameKeys } from '../../games';
import { t } from '../../text';
import type { Game } from '../../games/game';
import type { Rule } from '../../games/screen';
import { button, dialog, keyList, link } from '../../ui/controls';
import { icon } from '../../ui/icons';

export type Question = Ending | 'keys' | 'rules' | 'link';

/** The actions that end the game or may do so: they need a confirmation. */
export type Ending = 'resign' | 'abort' | 'draw';

/** The rules behind the instrument, and the link to the lesson. */
function rulesDialog(game: Game, rules: readonly Rule[], go: (path: string) => void, onClose: () => void): VNode {
  const { about, id } = game;
  return dialog(about.instrument ? t.rules.of(about.instrument) : t.rules.game, onClose, [
    rules.length
      ? h(
          'dl.rules',
          { attrs: { tabindex: -1, 'data-first': '' } },
          rules.flatMap(([sign, meaning]) => [h('dt', sign), h('dd', meaning)]),
        )
      : h('p', about.idea),
    h('div.row.end', [
      link(go, `/learn/${id}`, '.button.plain', [icon('book'), h('span', t.rules.learn)]),
      button({ label: t.keys.close, kind: 'primary', onClick: onClose }),
    ]),
  ]);
}

/** Shows the link to the game where the browser cannot copy it. */
function linkDialog(address: string, onClose: () => void): VNode {
  return dialog(t.table.link, onClose, [
    h('p', t.table.notCopied),
    h('input', {
      attrs: { readonly: true, 'aria-label': t.table.link, 'data-first': '', 'data-test': 'link' },
      props: { value: address },
      on: { focus: (event: Event) => (event.target as HTMLInputElement).select() },
    }),
    h('div.row.end', [button({ label: t.keys.close, kind: 'primary', onClick: onClose })]),
  ]);
}

export interface DialogProps {
  question: Question;
  game: Game;
  /** The meaning of each term of the game's instrument. */
  rules: readonly Rule[];
  /** Whether one person plays both sides. */
  isBoth: boolean;
  /** The link to this game. */
  address: string;
  go: (path: string) => void;
  onClose: () => void;
  onYes: (what: Ending) => void;
}

export function questionDialog({ question, game, rules, isBoth, address, go, onClose, onYes }: DialogProps): VNode {
  if (question === 'rules') return rulesDialog(game, rules, go, onClose);
  if (question === 'link') return linkDialog(address, onClose);
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
