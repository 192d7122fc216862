/** The engine's evaluation of a position after the game. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../../api/http';
import type { Analysis as Found, AnalysisLine, Color } from '../../api/types';
import { t } from '../../text';
import { scoreText } from '../../text/format';
import { button } from '../../ui/controls';

/** `decided`: the game is decided in that position. */
type Result = Found | 'busy' | 'decided' | { refused: string } | null;

export class Analysis {
  private result: Result = null;
  /** The position that was asked about. */
  private at: number | null = null;
  /** Counts requests, so that late answers are dropped. */
  private asked = 0;

  constructor(
    private readonly id: string,
    private readonly changed: () => void,
  ) {}

  /** The game goes on after an end: discards the result, as its position may be gone. */
  forget(): void {
    if (this.at === null) return;
    this.result = this.at = null;
    this.asked++;
  }

  get isBusy(): boolean {
    return this.result === 'busy';
  }

  /** The known evaluation of a position. */
  of(position: number): Result {
    return this.isBusy || this.at === position ? this.result : null;
  }

  async ask(position: number): Promise<void> {
    if (this.isBusy) return;
    const asked = ++this.asked;
    this.result = 'busy';
    this.at = position;
    this.changed();
    try {
      const found = await api.analysis(this.id, position);
      if (asked !== this.asked) return;
      this.result = found;
    } catch (error) {
      if (asked !== this.asked) return;
      const isDecided = error instanceof Refused && error.code === 'not-possible';
      this.result = isDecided ? 'decided' : { refused: error instanceof Error ? error.message : t.app.failed };
    }
    this.changed();
  }
}

/** On a phone the answer would be below the fold. */
const inSight = {
  insert: (vnode: VNode): void => (vnode.elm as HTMLElement).scrollIntoView({ block: 'nearest' }),
};

/** The result for a position in which `actor` acts. `onBack` analyses the previous position. */
export function analysisView(result: Result, actor: Color | null, onBack: () => void): VNode | null {
  if (result === null) return null;
  if (result === 'busy')
    return h('p.quiet', { key: 'busy', hook: inSight, attrs: { role: 'status' } }, t.table.analysing);
  if (result === 'decided') {
    return h('div.decided', { key: 'decided', hook: inSight, attrs: { role: 'status', 'data-test': 'decided' } }, [
      h('p', t.table.decided),
      button({ label: t.table.previous, icon: 'previous', testId: 'decided-back', onClick: onBack }),
    ]);
  }
  if ('refused' in result) return h('p.answer.bad', { attrs: { role: 'status' } }, result.refused);
  return h(
    'ol.lines',
    { key: 'lines', hook: inSight, attrs: { 'data-test': 'lines', 'aria-label': t.table.lines } },
    result.lines.map(line => lineOf(line, actor)),
  );
}

/** Scores are shown from White's side. */
function lineOf(line: AnalysisLine, actor: Color | null): VNode {
  const score = scoreText(line.score, actor === 'black');
  return h('li', [
    h('strong.line-score', { attrs: { title: t.table.scoreNote } }, score),
    h('span', line.line.length ? line.line.join(' ') : line.notation),
  ]);
}
