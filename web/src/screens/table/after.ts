import { h, type VNode } from 'snabbdom';
import { api } from '../../api/http';
import type { AnalysisLine, Color } from '../../api/types';
import { t } from '../../text';
import { scoreText } from '../../text/format';
import { button, link } from '../../ui/controls';
import { icon } from '../../ui/icons';
import type { Table } from '../table';
import { copy } from './buttons';

/** After the game: result and reason in words, and what one can do now. */
export function afterGame(table: Table): VNode {
  const { state, replay } = table;
  const outcome = state?.outcome;
  const score = !outcome
    ? ''
    : outcome.winner === 'white'
      ? '1–0'
      : outcome.winner === 'black'
        ? '0–1'
        : outcome.reason === 'aborted'
          ? '–'
          : '½–½';
  const analysis = replay.analysis;
  return h('section.after', { key: 'after', attrs: { 'aria-label': t.table.result, 'data-test': 'after' } }, [
    h('div.result', [
      h('strong.score', score),
      h('p', { attrs: { 'data-test': 'outcome' } }, outcome?.text ?? t.home.over),
    ]),
    h('div.after-row', [
      table.isPlayer
        ? button({
            label: t.table.rematch,
            icon: 'again',
            kind: 'primary',
            testId: 'rematch',
            half: true,
            disabled: state !== null && state.seat !== 'both' && state.offers.rematch === state.seat,
            onClick: () => table.send({ t: 'offer', what: 'rematch' }),
          })
        : null,
      state?.rematch_id
        ? link(table.app.go, `/g/${state.rematch_id}`, '.button.plain.half', [t.table.toRematch])
        : null,
      button({
        label: t.table.analyse,
        icon: 'chart',
        testId: 'analyse',
        half: true,
        disabled: analysis === 'busy',
        onClick: () => void replay.analyse(),
      }),
      h(
        'a.button.plain',
        {
          attrs: {
            href: api.recordUrl(table.id),
            download: `${table.id}.pgn`,
            title: t.table.recordNote,
            'data-test': 'record',
          },
        },
        [icon('download'), h('span', t.table.record)],
      ),
      button({
        label: t.table.share,
        title: t.table.shareNote,
        icon: 'share',
        onClick: () => void copy(table, location.href),
      }),
      state?.game === 'hyperspace'
        ? link(table.app.go, `/g/${table.id}/verify`, '.button.plain', [icon('shield'), h('span', t.table.verify)])
        : null,
    ]),
    analysed(table),
  ]);
}

/** On a phone what was asked for would stand below the window. */
const inSight = {
  insert: (vnode: VNode): void => (vnode.elm as HTMLElement).scrollIntoView({ block: 'nearest' }),
};

/** What the machine says of the position that is seen. */
function analysed(table: Table): VNode | null {
  const { analysis, analysisFits, actor } = table.replay;
  if (analysis === 'busy')
    return h('p.quiet', { key: 'busy', hook: inSight, attrs: { role: 'status' } }, t.table.analysing);
  if (!analysis || !analysisFits) return null;
  if (analysis === 'decided') {
    return h('div.decided', { key: 'decided', hook: inSight, attrs: { role: 'status', 'data-test': 'decided' } }, [
      h('p', t.table.decided),
      button({
        label: t.table.previous,
        icon: 'previous',
        testId: 'decided-back',
        onClick: () => {
          table.replay.step(-1);
          void table.replay.analyse();
        },
      }),
    ]);
  }
  if ('refused' in analysis) return h('p.answer.bad', { attrs: { role: 'status' } }, analysis.refused);
  return h(
    'ol.lines',
    { key: 'lines', hook: inSight, attrs: { 'data-test': 'lines', 'aria-label': t.table.lines } },
    analysis.lines.map(line => lineOf(line, actor)),
  );
}

/** Scores are written as chess players are used to: more than nought is good for White. */
function lineOf(line: AnalysisLine, actor: Color | null): VNode {
  const score = scoreText(line.score, actor === 'black');
  return h('li', [
    h('strong.line-score', { attrs: { title: t.table.scoreNote } }, score),
    h('span', line.line.length ? line.line.join(' ') : line.notation),
  ]);
}
