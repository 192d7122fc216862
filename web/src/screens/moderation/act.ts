/** The form with which a moderator acts. */
import { h, type VNode } from 'snabbdom';
import type { ActKind, ActRequest, ModerationCase, Report } from '../../api/types';
import { t } from '../../text';
import { segments } from '../../ui/controls';

type Choice = Exclude<ActKind, 'undo'>;

/** The possible durations of a mute or ban, in hours; 0 is permanent. */
const HOURS = [24, 72, 168, 720, 0] as const;
/** The longest reason, in characters. */
const LONGEST = 500;

interface Props {
  known: ModerationCase;
  open: readonly Report[];
  isBusy: boolean;
  onSend: () => void;
}

export class ActForm {
  private kind: Choice = 'dismiss';
  private hours: number = HOURS[0];
  private reason = '';
  private game = '';
  /** The name of the account to link as belonging to the same person. */
  private other = '';

  constructor(private readonly redraw: () => void) {}

  reset(): void {
    this.reason = '';
    this.game = '';
    this.other = '';
    this.redraw();
  }

  /** The request, without the player. It settles the open reports that are shown. */
  wanted(open: readonly Report[]): Omit<ActRequest, 'player'> {
    const game = this.kind === 'annul' ? this.chosenGame(open) : '';
    return {
      kind: this.kind,
      hours: this.lasts && this.hours > 0 ? this.hours : null,
      game: game || null,
      reason: this.reason.trim(),
      reports: this.settles ? open.map(report => report.id) : [],
    };
  }

  /** The name of the account to be linked; empty if none is. */
  get linked(): string {
    return this.kind === 'link' ? this.other.trim() : '';
  }

  private get isReady(): boolean {
    return this.reason.trim() !== '' && (this.kind !== 'link' || this.linked !== '');
  }

  private get lasts(): boolean {
    return this.kind === 'mute' || this.kind === 'ban';
  }

  private get settles(): boolean {
    return this.kind !== 'unmute' && this.kind !== 'unban';
  }

  /** A game as it was typed or taken from a report: the last part of its address. */
  private chosenGame(open: readonly Report[]): string {
    const typed = this.game.trim().split('/').at(-1) ?? '';
    return typed || (open.find(report => report.game)?.game ?? '');
  }

  view({ known, open, isBusy, onSend }: Props): VNode {
    const choices: Choice[] = ['dismiss', 'warn', 'mute', 'annul'];
    if (known.account) choices.splice(3, 0, 'ban');
    if (known.account) choices.push('link');
    if (known.mute) choices.push('unmute');
    if (known.ban) choices.push('unban');
    const set = <T>(change: (value: T) => void) => {
      return (value: T): void => {
        change(value);
        this.redraw();
      };
    };
    return h(
      'form.panel.form',
      {
        key: 'act',
        attrs: { 'aria-label': t.moderation.act, 'data-test': 'act-form' },
        on: {
          submit: (event: Event) => {
            event.preventDefault();
            onSend();
          },
        },
      },
      [
        segments(
          'act',
          t.moderation.act,
          choices.map(value => ({ value, label: t.moderation.does[value] })),
          this.kind,
          set(value => (this.kind = value)),
        ),
        h('p.quiet', t.moderation.means[this.kind]),
        this.lasts
          ? segments(
              'hours',
              t.moderation.howLong,
              HOURS.map(hours => ({ value: String(hours), label: t.moderation.hours(hours) })),
              String(this.hours),
              set(value => (this.hours = Number(value))),
            )
          : null,
        this.kind === 'annul'
          ? h('div.field', [
              h('label', { attrs: { for: 'act-game' } }, t.moderation.whichGame),
              h('input', {
                attrs: { id: 'act-game', autocomplete: 'off', spellcheck: 'false' },
                props: { value: this.game || this.chosenGame(open) },
                on: { input: (event: Event) => (this.game = (event.target as HTMLInputElement).value) },
              }),
            ])
          : null,
        this.kind === 'link'
          ? h('div.field', [
              h('label', { attrs: { for: 'act-other' } }, t.moderation.whichAccount),
              h('input', {
                attrs: { id: 'act-other', autocapitalize: 'none', autocomplete: 'off', spellcheck: 'false' },
                props: { value: this.other },
                on: {
                  input: (event: Event) => {
                    this.other = (event.target as HTMLInputElement).value;
                    this.redraw();
                  },
                },
              }),
            ])
          : null,
        reasonField(
          'act-reason',
          this.reason,
          set(value => (this.reason = value)),
        ),
        h('div.row', [
          h(
            `button.button.${this.kind === 'ban' ? 'danger' : 'primary'}`,
            { attrs: { type: 'submit', disabled: isBusy || !this.isReady, 'data-test': 'act-send' } },
            t.moderation.does[this.kind],
          ),
          open.length && this.settles ? h('p.quiet', t.moderation.settles(open.length)) : null,
        ]),
      ],
    );
  }
}

export function reasonField(id: string, value: string, onChange: (value: string) => void): VNode {
  return h('div.field', [
    h('label', { attrs: { for: id } }, t.moderation.reason),
    h('textarea', {
      attrs: { id, rows: 2, maxlength: LONGEST, 'aria-describedby': `${id}-note` },
      props: { value },
      on: { input: (event: Event) => onChange((event.target as HTMLTextAreaElement).value) },
    }),
    h('small', { attrs: { id: `${id}-note` } }, t.moderation.reasonNote),
  ]);
}
