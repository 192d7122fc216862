/** Figures on how a finished game was played. They are for people to look at and trigger nothing. */
import { h, type VNode } from 'snabbdom';
import type { Evidence } from '../../api/types';
import { t } from '../../text';

export function evidenceView(evidence: Evidence): VNode {
  const side = (color: 'white' | 'black'): VNode => {
    const { times, median_ms, away, agreement } = evidence[color];
    return h('div', { key: color }, [
      h('p', [h('strong', t.color[color]), h('span', t.moderation.figures(times.length, median_ms))]),
      times.length
        ? h('ul.agreement', { attrs: { 'data-test': `agreement-${color}` } }, [
            ...agreement.map(({ level, nodes, agreed, compared }) =>
              h('li', { key: level }, t.moderation.agreement(level, nodes, agreed, compared)),
            ),
            h('li', { key: 'away', attrs: { 'data-test': `away-${color}` } }, t.moderation.away(away, times.length)),
          ])
        : null,
      times.length
        ? h('details', [
            h('summary', t.moderation.times),
            h(
              'ol.times',
              times.map(({ number, ms }, index) => h('li', { key: index }, `${number}. ${t.moderation.seconds(ms)}`)),
            ),
          ])
        : null,
    ]);
  };
  return h('div.evidence', { attrs: { 'data-test': 'evidence' } }, [
    side('white'),
    side('black'),
    h('p.quiet', t.moderation.evidenceNote),
  ]);
}
