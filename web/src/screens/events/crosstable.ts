/** The view of the crosstable. */
import { h, type VNode } from 'snabbdom';
import type { EventDetail } from '../../api/events';
import { e, pointsText } from '../../text/events';
import { crosstable } from './cross';

export function crosstableView(detail: EventDetail, me: string | null): VNode {
  const { columns, rows, isAll } = crosstable(detail);
  return h('section.panel.event-part', { attrs: { 'aria-label': e.cross.title } }, [
    h('h2', e.cross.title),
    detail.rounds.length === 0
      ? h('p.quiet', e.cross.none)
      : h('p.quiet', isAll ? e.cross.lead.all : e.cross.lead.swiss),
    rows.length === 0 || detail.rounds.length === 0
      ? null
      : h('div.wide-table', { attrs: { tabindex: 0, role: 'region', 'aria-label': e.cross.title } }, [
          h('table.listing.cross', { attrs: { 'data-test': 'crosstable' } }, [
            h('thead', [
              h('tr', [
                h('th', { attrs: { scope: 'col' } }, e.players.number),
                h('th', { attrs: { scope: 'col' } }, e.players.name),
                ...columns.map(name => h('th', { attrs: { scope: 'col' } }, name)),
                h('th', { attrs: { scope: 'col' } }, e.standings.points),
              ]),
            ]),
            h(
              'tbody',
              rows.map((row, place) =>
                h('tr', { key: row.player.id, class: { own: row.player.id === me } }, [
                  h('td', String(row.number)),
                  h('th', { attrs: { scope: 'row' } }, row.player.name),
                  ...row.cells.map((cell, column) => {
                    if (isAll && column === place) return h('td.self', { attrs: { 'aria-hidden': 'true' } }, '×');
                    if (!cell) return h('td', '');
                    return h('td', { attrs: { title: cell.long } }, [
                      h('span', { attrs: { 'aria-hidden': 'true' } }, cell.text + (cell.isProvisional ? '*' : '')),
                      h('span.visually-hidden', cell.long),
                    ]);
                  }),
                  h('td', pointsText(row.points)),
                ]),
              ),
            ),
          ]),
        ]),
  ]);
}
