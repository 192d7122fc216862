/** Shared by the pages of moderation. */
import { h, type VNode } from 'snabbdom';
import { isFactorMissing, Refused } from '../../api/http';
import type { ModerationAct } from '../../api/types';
import { t } from '../../text';
import { momentText } from '../../text/format';
import { button, link } from '../../ui/controls';
import type { App } from '../../ui/page';

/** The request to the server, one at a time. */
export class Asking {
  isBusy = false;
  problem = '';
  /** Whether the moderator has no second factor, without which nothing is shown. */
  private needsFactor = false;

  constructor(private readonly redraw: () => void) {}

  /** Resolves to whether it succeeded. */
  async run(act: () => Promise<void>): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.problem = '';
    this.needsFactor = false;
    this.redraw();
    let isDone = false;
    try {
      await act();
      isDone = true;
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : t.app.failed;
      this.needsFactor = isFactorMissing(error);
    }
    this.isBusy = false;
    this.redraw();
    return isDone;
  }

  view({ go }: App): VNode {
    return h('div', { key: 'asking' }, [
      h('p.answer.bad', { key: 'problem', attrs: { role: 'alert' } }, this.problem),
      this.needsFactor
        ? h('div.row', { key: 'factor' }, [link(go, '/account', '.button.primary', [t.moderation.setUpFactor])])
        : null,
    ]);
  }
}

/** The head of each page, with the links between them. */
export function head({ go }: App, title: string, current: 'queue' | 'log' | 'case'): VNode {
  return h('div.account-head', [
    h('h1', title),
    h('nav.row', { attrs: { 'aria-label': t.moderation.title } }, [
      current === 'queue' ? null : link(go, '/moderation', '.button.plain', [t.moderation.queue]),
      current === 'log' ? null : link(go, '/moderation/log', '.button.plain', [t.moderation.log]),
    ]),
  ]);
}

export function casePath(player: string): string {
  return `/moderation/players/${player}`;
}

/** Entries of the log. */
export function actList(
  { go }: App,
  acts: readonly ModerationAct[],
  options: { isNamed: boolean; onUndo?: (act: ModerationAct) => void },
): VNode {
  const entry = (act: ModerationAct): VNode => {
    const until =
      act.until !== null
        ? t.moderation.until(momentText(act.until))
        : act.kind === 'ban' || act.kind === 'mute'
          ? t.moderation.forGood
          : '';
    const canUndo = act.undone_by === null && !['undo', 'unban', 'unmute'].includes(act.kind);
    return h('li.act', { key: act.number, attrs: { 'data-test': 'act' } }, [
      h('div.account-what', [
        h('p', [
          h('strong', t.moderation.did[act.kind]),
          options.isNamed ? link(go, casePath(act.player), '', [act.name]) : null,
          act.other !== null && act.other_name !== null ? link(go, casePath(act.other), '', [act.other_name]) : null,
          until ? h('span', until) : null,
          act.game ? link(go, `/g/${act.game}`, '', [t.moderation.game]) : null,
          act.undoes === null ? null : h('span', t.moderation.undoes(act.undoes)),
          act.undone_by === null ? null : h('span.tag', t.moderation.undone(act.undone_by)),
        ]),
        h('p', act.reason),
        h('p.quiet', t.moderation.by(act.number, act.moderator ?? t.moderation.operator, momentText(act.at))),
      ]),
      options.onUndo && canUndo
        ? button({
            label: t.moderation.undo,
            name: `${t.moderation.undo}: ${t.moderation.did[act.kind]} (${act.number})`,
            key: `undo-${act.number}`,
            kind: 'quiet',
            testId: `undo-${act.number}`,
            onClick: () => options.onUndo?.(act),
          })
        : null,
    ]);
  };
  return h('ul.acts', acts.map(entry));
}
