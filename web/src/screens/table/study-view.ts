/** The part beside the study board: the line, and what was played from here in finished games. */
import { h, type VNode } from 'snabbdom';
import { t } from '../../text';
import { button } from '../../ui/controls';
import type { Explorer } from '../archive/explorer';
import type { Study } from './study';

export interface StudyProps {
  study: Study;
  /** What was played from here; `null` to show no finished games. */
  explorer: Explorer | null;
  /** The buttons for the line. */
  actions: (VNode | null)[];
}

export function studyView({ study, explorer, actions }: StudyProps): VNode {
  const { line } = study;
  return h('section.study', { key: 'study', attrs: { 'aria-label': t.study.title, 'data-test': 'study' } }, [
    h('p.study-line', { attrs: { 'data-test': 'study-line', 'aria-live': 'polite' } }, [
      line.length ? line.map(one => one.notation).join(' ') : t.study.empty,
    ]),
    h('p.answer.bad', { attrs: { role: 'alert' } }, study.refusal),
    h('div.row', [
      ...actions,
      button({
        label: t.study.back,
        icon: 'previous',
        kind: 'quiet',
        testId: 'study-back',
        disabled: line.length === 0,
        onClick: () => void study.back(),
      }),
      button({ label: t.study.close, kind: 'quiet', testId: 'study-close', onClick: () => study.close() }),
    ]),
    explorer?.view() ?? null,
  ]);
}
