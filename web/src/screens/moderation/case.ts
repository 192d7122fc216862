/** One case: the reports of a player, what was done before, and what is done now. */
import { h, type VNode } from 'snabbdom';
import { api } from '../../api/http';
import type { Evidence, ModerationAct, ModerationCase, Report } from '../../api/types';
import { t } from '../../text';
import { momentText } from '../../text/format';
import { button, dialog, link } from '../../ui/controls';
import type { App, Page } from '../../ui/page';
import { ActForm, reasonField } from './act';
import { actList, Asking, head } from './common';
import { evidenceView } from './evidence';

export function casePage(app: App, player: string): Page {
  return new CasePage(app, player);
}

class CasePage implements Page {
  private readonly asking: Asking;
  private readonly form: ActForm;
  private known: ModerationCase | null = null;
  private undone: ModerationAct | null = null;
  private undoReason = '';
  /** The evidence that was requested so far, by game. */
  private readonly evidence = new Map<string, Evidence>();

  constructor(
    private readonly app: App,
    private readonly player: string,
  ) {
    this.asking = new Asking(() => app.redraw());
    this.form = new ActForm(() => app.redraw());
    void this.asking.run(() => this.load());
  }

  get title(): string {
    return this.known?.name ?? t.moderation.title;
  }

  private async load(): Promise<void> {
    this.known = await api.moderation.case(this.player);
  }

  /** Reads the case again after a change. */
  private async reload(): Promise<void> {
    await this.asking.run(() => this.load());
  }

  private async act(): Promise<void> {
    const { known } = this;
    if (!known) return;
    const done = await this.asking.run(async () => {
      const open = known.reports.filter(report => report.settled_by === null);
      const name = this.form.linked;
      const other = name ? (await api.moderation.find(name)).player : null;
      await api.moderation.act({ ...this.form.wanted(open), player: this.player, other });
    });
    if (!done) return;
    // It is done, whether or not the case can be read again.
    this.form.reset();
    this.app.note(t.moderation.done);
    await this.reload();
  }

  private async undo(act: ModerationAct): Promise<void> {
    const done = await this.asking.run(async () => {
      await api.moderation.undo(act.number, this.undoReason.trim());
    });
    this.undone = null;
    this.app.redraw();
    if (!done) return;
    this.app.note(t.moderation.done);
    await this.reload();
  }

  view(): VNode {
    const { known, app } = this;
    return h('main.page.narrow.moderation', { key: 'case', attrs: { id: 'main', tabindex: -1 } }, [
      head(app, this.title, 'case'),
      known ? standing(known) : null,
      this.asking.view(this.app),
      known === null ? h('p.quiet', this.asking.isBusy ? t.app.loading : '') : null,
      ...(known ? this.parts(known) : []),
      this.undone ? this.undoing(this.undone) : null,
    ]);
  }

  private parts(known: ModerationCase): VNode[] {
    const open = known.reports.filter(report => report.settled_by === null);
    const settled = known.reports.filter(report => report.settled_by !== null);
    return [
      h('section.panel', { key: 'open', attrs: { 'aria-label': t.moderation.openReports } }, [
        h('h2', t.moderation.openReports),
        open.length ? this.reports(open) : h('p.quiet', t.moderation.noOpen),
      ]),
      this.form.view({
        known,
        open,
        isBusy: this.asking.isBusy,
        onSend: () => void this.act(),
      }),
      h('section.panel', { key: 'acts', attrs: { 'aria-label': t.moderation.past } }, [
        h('h2', t.moderation.past),
        known.acts.length
          ? actList(this.app, known.acts, { isNamed: false, onUndo: act => this.ask(act) })
          : h('p.quiet', t.moderation.nothingDone),
      ]),
      ...(settled.length
        ? [
            h('section.panel', { key: 'settled', attrs: { 'aria-label': t.moderation.settledReports } }, [
              h('h2', t.moderation.settledReports),
              this.reports(settled),
            ]),
          ]
        : []),
    ];
  }

  private reports(reports: readonly Report[]): VNode {
    return h(
      'ul.acts',
      reports.map(report =>
        h('li.act', { key: report.id, attrs: { 'data-test': 'report' } }, [
          h('div.account-what', [
            h('p', [
              h('strong', t.report.reasons[report.reason]),
              report.game ? link(this.app.go, `/g/${report.game}`, '', [t.moderation.game]) : null,
              report.settled_by === null ? null : h('span.tag', t.moderation.settled(report.settled_by)),
            ]),
            report.text ? h('p', report.text) : null,
            report.game ? this.played(report.game) : null,
            h('p.quiet', t.moderation.from(report.reporter, momentText(report.at))),
          ]),
        ]),
      ),
    );
  }

  /** The evidence on how a game was played, or a button that requests it. */
  private played(game: string): VNode {
    const known = this.evidence.get(game);
    if (known) return evidenceView(known);
    return button({
      label: t.moderation.evidence,
      kind: 'quiet',
      key: `evidence-${game}`,
      testId: 'ask-evidence',
      disabled: this.asking.isBusy,
      onClick: () =>
        void this.asking.run(async () => {
          this.evidence.set(game, await api.moderation.evidence(game));
        }),
    });
  }

  private ask(act: ModerationAct): void {
    this.undone = act;
    this.undoReason = '';
    this.app.redraw();
  }

  private undoing(act: ModerationAct): VNode {
    const close = (): void => {
      this.undone = null;
      this.app.redraw();
    };
    return dialog(t.moderation.undoAsk(t.moderation.did[act.kind]), close, [
      h('p', t.moderation.undoNote),
      reasonField('undo-reason', this.undoReason, value => {
        this.undoReason = value;
        this.app.redraw();
      }),
      h('div.row.end', [
        button({ label: t.report.cancel, onClick: close }),
        button({
          label: t.moderation.undo,
          kind: 'primary',
          testId: 'undo-yes',
          disabled: this.asking.isBusy || this.undoReason.trim() === '',
          onClick: () => void this.undo(act),
        }),
      ]),
    ]);
  }
}

/** The measures in force for the player. */
function standing(known: ModerationCase): VNode {
  const until = (sanction: { until: number | null }): string =>
    sanction.until === null ? t.moderation.forGood : t.moderation.until(momentText(sanction.until));
  return h('p.row.standing', { key: 'standing', attrs: { 'data-test': 'standing' } }, [
    h('span.tag', known.account ? t.moderation.account : t.moderation.guest),
    known.moderator ? h('span.tag', t.moderation.moderator) : null,
    known.ban ? h('span.tag.away', `${t.moderation.did.ban} ${until(known.ban)}`) : null,
    known.mute ? h('span.tag.away', `${t.moderation.did.mute} ${until(known.mute)}`) : null,
    known.unconfirmed ? h('span.tag', t.moderation.unconfirmed(known.unconfirmed)) : null,
  ]);
}
