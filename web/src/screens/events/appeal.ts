/** The forms of an appeal and of the decision on it. */
import { h, type VNode } from 'snabbdom';
import type { Decision, Person, Ruling } from '../../api/events';
import { d } from '../../text/desk';
import { e } from '../../text/events';
import { choice, textField } from './common';
import { formDialog, isLongEnough, MOST, reasonsField, whereOf } from './form';
import type { Form, FormHost } from './host';
import { variedTo } from './facts';
import { OutcomeChoice } from './outcome';

/** The form in which a player appeals. */
export class AppealForm implements Form {
  private text = '';

  constructor(
    private readonly host: FormHost,
    private readonly ruling: number,
  ) {}

  view(): VNode {
    const { host } = this;
    return formDialog(
      host,
      e.rulings.appealTitle,
      [
        textField({
          id: 'appeal-text',
          label: e.rulings.appealText,
          note: e.rulings.appealNote,
          value: this.text,
          most: MOST,
          isFirst: true,
          onInput: value => {
            this.text = value;
            host.redraw();
          },
        }),
      ],
      {
        label: e.rulings.send,
        test: 'appeal',
        isReady: isLongEnough(this.text),
        onSend: () => host.send({ type: 'appeal', ruling: this.ruling, text: this.text.trim() }, e.done.appeal),
      },
    );
  }
}

/** The form in which the Chief Arbiter or the deputy decides. */
export class DecideForm implements Form {
  private kind: Decision['kind'] = 'confirmed';
  private reasons = '';
  private to = '';
  private readonly outcome: OutcomeChoice;
  private readonly directors: Person[];

  constructor(
    private readonly host: FormHost,
    private readonly ruling: Ruling,
  ) {
    const { roles, entries } = host.detail;
    const players = new Set(entries.map(entry => entry.id));
    this.directors = roles.directors.filter(one => one.id !== ruling.by.id && !players.has(one.id));
    this.to = this.directors[0]?.username ?? '';
    const others = variedTo(ruling);
    this.outcome = new OutcomeChoice(
      ruling.game,
      () => host.redraw(),
      others.find(kind => kind !== ruling.outcome.kind) ?? 'draw',
      others,
    );
  }

  private get decision(): Decision | null {
    if (this.kind === 'confirmed') return { kind: 'confirmed' };
    if (this.kind === 'remitted') return this.to ? { kind: 'remitted', to: this.to } : null;
    return this.outcome.outcome && { kind: 'varied', outcome: this.outcome.outcome };
  }

  view(): VNode {
    const { host, ruling, kind } = this;
    const { decision } = this;
    const set = <T>(change: (value: T) => void) => {
      return (value: T): void => {
        change(value);
        host.redraw();
      };
    };
    const kinds = (['confirmed', 'varied', 'remitted'] as const).map(name => [name, d.arbiter[name]] as const);
    return formDialog(
      host,
      d.arbiter.decideTitle(whereOf(host.detail, ruling.game)),
      [
        choice(
          'decide-kind',
          d.arbiter.decision,
          kinds,
          kind,
          set(value => (this.kind = value)),
        ),
        ...(kind === 'varied' ? this.outcome.view('decide') : []),
        kind !== 'remitted'
          ? null
          : this.directors.length === 0
            ? h('p.answer.bad', d.arbiter.noDirector)
            : choice(
                'decide-to',
                d.arbiter.to,
                this.directors.map(one => [one.username ?? '', one.name] as const),
                this.to,
                set(value => (this.to = value)),
              ),
        reasonsField(
          'decide-reasons',
          this.reasons,
          set(value => (this.reasons = value)),
        ),
      ],
      {
        label: d.arbiter.send,
        test: 'decide',
        isReady: decision !== null && isLongEnough(this.reasons),
        onSend: () =>
          decision &&
          host.send({ type: 'decideAppeal', ruling: ruling.n, decision, reasons: this.reasons.trim() }, d.arbiter.sent),
      },
    );
  }
}
