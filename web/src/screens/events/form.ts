/** The parts of the forms over the event's page. */
import { h, type VNode } from 'snabbdom';
import type { EventDetail } from '../../api/events';
import { d } from '../../text/desk';
import { e } from '../../text/events';
import { button, dialog } from '../../ui/controls';
import { refused, textField } from './common';
import { placeOf } from './facts';
import type { FormHost } from './host';

/** The minimum and maximum length of reasons and appeals, in characters. */
const LEAST = 10;
export const MOST = 4000;

export function isLongEnough(text: string): boolean {
  return text.trim().length >= LEAST;
}

/** The round and board of a game, for the title of a form. */
export function whereOf(detail: EventDetail, game: string): string {
  const place = placeOf(detail, game);
  if (!place) return e.rulings.game;
  const { round, number, board } = place;
  return `${e.rulings.where(round.number, number)}, ${board.white.name} – ${board.black.name}`;
}

/** The reasons of a ruling or a decision; the field has the initial focus. */
export function reasonsField(id: string, value: string, onInput: (value: string) => void): VNode {
  return textField({
    id,
    label: d.rule.reasons,
    note: d.rule.reasonsNote,
    value,
    most: MOST,
    isFirst: true,
    onInput,
  });
}

/** A dialog with a title, the fields, any refusal, and the buttons. */
export function formDialog(
  host: FormHost,
  title: string,
  fields: (VNode | null)[],
  submit: { label: string; isReady: boolean; onSend: () => void; test: string },
): VNode {
  return dialog(title, () => host.close(), [
    h(
      'form.form',
      {
        attrs: { 'data-test': submit.test },
        on: {
          submit: (event: Event) => {
            event.preventDefault();
            if (submit.isReady && !host.isBusy) submit.onSend();
          },
        },
      },
      [
        ...fields,
        ...refused(host),
        h('div.row.end', [
          button({ label: d.rule.cancel, onClick: () => host.close() }),
          h(
            'button.button.primary',
            { attrs: { type: 'submit', disabled: host.isBusy || !submit.isReady, 'data-test': `${submit.test}-send` } },
            submit.label,
          ),
        ]),
      ],
    ),
  ]);
}
