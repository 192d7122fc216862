/** Reporting a player to the moderators: a small dialog over any page. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../api/http';
import type { ReportReason } from '../api/types';
import { t } from '../text';
import { button, dialog, segments } from '../ui/controls';

/** The subject of a report. */
export interface Reportable {
  /** One name, or several to choose from. */
  players: readonly string[];
  /** The game in which it has happened. */
  game?: string;
}

const REASONS: readonly ReportReason[] = ['abuse', 'engine', 'stalling', 'name', 'other'];
/** The longest text, in characters. */
const LONGEST = 1000;

export class ReportDialog {
  private about: Reportable | null = null;
  private player = '';
  private reason: ReportReason = 'abuse';
  private text = '';
  private problem = '';
  private isSending = false;

  constructor(
    private readonly redraw: () => void,
    private readonly sent: (words: string) => void,
  ) {}

  open(about: Reportable): void {
    this.about = about;
    this.player = about.players[0] ?? '';
    this.reason = 'abuse';
    this.text = this.problem = '';
    this.redraw();
  }

  private readonly close = (): void => {
    this.about = null;
    this.redraw();
  };

  private async send({ game }: Reportable): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    this.problem = '';
    this.redraw();
    try {
      await api.report({ player: this.player, game: game ?? null, reason: this.reason, text: this.text });
      this.close();
      this.sent(t.report.thanks);
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : t.app.failed;
    }
    this.isSending = false;
    this.redraw();
  }

  view(): VNode | null {
    const { about } = this;
    if (!about) return null;
    const title = about.players.length === 1 ? t.report.of(this.player) : t.report.title;
    return dialog(title, this.close, [
      h(
        'form.form',
        {
          attrs: { 'data-test': 'report-form' },
          on: {
            submit: (event: Event) => {
              event.preventDefault();
              void this.send(about);
            },
          },
        },
        [
          about.players.length > 1
            ? segments(
                'reported',
                t.report.who,
                about.players.map(name => ({ value: name, label: name })),
                this.player,
                name => {
                  this.player = name;
                  this.redraw();
                },
              )
            : null,
          segments(
            'reason',
            t.report.reason,
            REASONS.map(reason => ({ value: reason, label: t.report.reasons[reason] })),
            this.reason,
            reason => {
              this.reason = reason;
              this.redraw();
            },
          ),
          h('div.field', [
            h('label', { attrs: { for: 'report-text' } }, t.report.text),
            h('textarea', {
              attrs: { id: 'report-text', rows: 4, maxlength: LONGEST, 'aria-describedby': 'report-note' },
              props: { value: this.text },
              on: { input: (event: Event) => (this.text = (event.target as HTMLTextAreaElement).value) },
            }),
            h('small', { attrs: { id: 'report-note' } }, t.report.note),
          ]),
          h('p.answer.bad', { attrs: { role: 'alert' } }, this.problem),
          h('div.row.end', [
            button({ label: t.report.cancel, onClick: this.close }),
            h(
              'button.button.primary',
              { attrs: { type: 'submit', disabled: this.isSending, 'data-test': 'report-send' } },
              t.report.send,
            ),
          ]),
        ],
      ),
    ]);
  }
}
