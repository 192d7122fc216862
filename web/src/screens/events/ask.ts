/** A confirmation before commands that no later entry can correct. */
import { h, type VNode } from 'snabbdom';
import type { Command } from '../../api/events';
import { button, dialog } from '../../ui/controls';
import { refused } from './common';
import { isLongEnough, reasonsField } from './form';
import type { Form, FormHost } from './host';

/** Asks for confirmation of a command that no later entry can correct. `asksReasons`: it requires reasons. */
export class AskForm implements Form {
  private reasons = '';

  constructor(
    private readonly host: FormHost,
    private readonly question: {
      title: string;
      note: string;
      yes: string;
      no: string;
      done: string;
      asksReasons?: boolean;
      command: (reasons: string) => Command;
    },
  ) {}

  view(): VNode {
    const { host, question, reasons } = this;
    return dialog(question.title, () => host.close(), [
      h('p', question.note),
      question.asksReasons
        ? reasonsField('ask-reasons', reasons, value => {
            this.reasons = value;
            host.redraw();
          })
        : null,
      ...refused(host),
      h('div.row.end', [
        button({ label: question.no, onClick: () => host.close() }),
        button({
          label: question.yes,
          kind: 'danger',
          testId: 'ask-yes',
          disabled: host.isBusy || (question.asksReasons === true && !isLongEnough(reasons)),
          onClick: () => host.send(question.command(reasons.trim()), question.done),
        }),
      ]),
    ]);
  }
}
