/** The form of a ruling. */
import { h, type VNode } from 'snabbdom';
import type { EventDetail, Ground, Outcome, Person, Ruling, Side } from '../../api/events';
import { d } from '../../text/desk';
import { groundMeans } from '../../text/events';
import { choice } from './common';
import { placeOf, sideOf } from './facts';
import { formDialog, isLongEnough, reasonsField, whereOf } from './form';
import type { Form, FormHost } from './host';
import { RULED } from './facts';
import { OutcomeChoice } from './outcome';

/** The initial values of the form. */
export interface Preset {
  game: string;
  ground?: Ground;
  outcome?: Outcome['kind'];
  side?: Side;
  reasons?: string;
  /** The call that it answers. */
  call?: number;
}

/** The player who made a call, with their side. */
function callerOf(detail: EventDetail, call: number): { person: Person; side: Side | null } | null {
  const found = detail.calls.find(one => one.n === call);
  const place = found && placeOf(detail, found.game);
  return found ? { person: found.player, side: place ? sideOf(place.board, found.player.id) : null } : null;
}

/** The form in which a director rules. */
export class RuleForm implements Form {
  private ground: Ground;
  private reasons: string;
  private readonly outcome: OutcomeChoice;

  constructor(
    private readonly host: FormHost,
    private readonly preset: Preset,
  ) {
    this.ground = preset.ground ?? (preset.call === undefined ? 'absence' : 'rules');
    this.reasons = preset.reasons ?? '';
    const kinds: Outcome['kind'][] = [...RULED];
    if (preset.call !== undefined) kinds.push('dismissed');
    this.outcome = new OutcomeChoice(preset.game, () => host.redraw(), preset.outcome ?? 'draw', kinds, preset.side);
  }

  view(): VNode {
    const { host, preset, ground, reasons } = this;
    const { outcome } = this.outcome;
    const caller = preset.call === undefined ? null : callerOf(host.detail, preset.call);
    const grounds = (Object.entries(d.rule.grounds) as [Ground, string][]).map(([name, text]) => [name, text] as const);
    return formDialog(
      host,
      d.rule.title(whereOf(host.detail, preset.game)),
      [
        caller ? h('p.quiet', d.rule.answers(caller.person.name)) : null,
        ...this.outcome.view('rule'),
        choice('rule-ground', d.rule.ground, grounds, ground, value => {
          this.ground = value;
          host.redraw();
        }),
        h('p.quiet.form-note', groundMeans[ground]),
        reasonsField('rule-reasons', reasons, value => {
          this.reasons = value;
          host.redraw();
        }),
      ],
      {
        label: d.rule.send,
        test: 'rule',
        isReady: outcome !== null && isLongEnough(reasons),
        onSend: () => {
          if (!outcome) return;
          host.send(
            {
              type: 'rule',
              game: preset.game,
              ground,
              outcome,
              reasons: reasons.trim(),
              ...(preset.call === undefined ? {} : { call: preset.call }),
            },
            d.rule.sent,
          );
        },
      },
    );
  }
}

/** The form of a ruling that replaces a remitted one. */
export function ruledAnew(host: FormHost, { game, ground }: Ruling): RuleForm {
  return new RuleForm(host, { game, ground });
}
