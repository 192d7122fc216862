import { h, type VNode } from 'snabbdom';
import { api } from '../../api/http';
import type { AnalysisLine } from '../../api/types';
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
  const score = !outcome ? '' : outcome.winner === 'white' ? '1–0' : outcome.winner === 'black' ? '0–1' : outcome.reason === 'aborted' ? '–' : '½–½';
  const analysis = replay.analysis;
  return h('section.after', { key: 'after', attrs: { 'aria-label': t.table.result, 'data-test': 'after' } }, [
    h('div.result', [h('strong.score', score), h('p', { attrs: { 'data-test': 'outcome' } }, outcome?.text ?? t.home.over)]),
    h('div.after-row', [
      table.isPlayer
        ? button({
            label: t.table.rematch,
            icon: 'again',
            kind: 'primary',
            testId: 'rematch',
            disabled: state !== null && state.seat !== 'both' && state.offers.rematch === state.seat,
            onClick: () => table.send({ t: 'offer', what: 'rematch' }),
          })
        : null,
      state?.rematch_id ? link(table.app.go, `/g/${state.rematch_id}`, '.button.plain', [t.table.toRematch]) : null,
      button({
        label: t.table.analyse,
        icon: 'chart',
        testId: 'analyse',
        disabled: analysis === 'busy',
        onClick: () => void replay.analyse(),
      }),
      h('a.button.plain', { attrs: { href: api.recordUrl(table.id), download: `${table.id}.pgn`, 'data-test': 'record' } }, [
        icon('download'),
        h('span', t.table.record),
      ]),
      button({ label: t.table.share, icon: 'share', onClick: () => void copy(table, location.href) }),
      state?.game === 'hyperspace'
        ? link(table.app.go, `/g/${table.id}/verify`, '.button.plain', [icon('shield'), h('span', t.table.verify)])
        : null,
    ]),
    analysis === 'busy'
      ? h('p.quiet', { attrs: { role: 'status' } }, t.table.analysing)
      : analysis && 'refused' in analysis
        ? h('p.answer.bad', { attrs: { role: 'status' } }, analysis.refused)
        : analysis && replay.analysisFits
          ? h('ol.lines', { attrs: { 'data-test': 'lines', 'aria-label': t.table.lines } }, analysis.lines.map(lineOf))
          : null,
  ]);
}

function lineOf(line: AnalysisLine): VNode {
  return h('li', [h('strong.line-score', scoreText(line.score)), h('span', line.line.length ? line.line.join(' ') : line.notation)]);
}

