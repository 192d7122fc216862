/** The standings: each tie-break opens to its explanation and the sum that it consists of. */
import { h, type VNode } from 'snabbdom';
import type { EventDetail, StandingLine, TieBreakPart } from '../../api/events';
import { e, pointsText, tieBreakText, valueText } from '../../text/events';
import { button } from '../../ui/controls';
import { personLink } from './common';
import { recordOf } from './facts';
import type { Sums } from './sums';

/** The opened tie-break: whose, and which one. */
export interface Opened {
  player: string;
  name: string;
}

export interface StandingsProps {
  detail: EventDetail;
  go: (path: string) => void;
  me: string | null;
  opened: Opened | null;
  sums: Sums;
  onOpen: (opened: Opened | null) => void;
}

export function standingsView(props: StandingsProps): VNode {
  const { detail } = props;
  const { standings, tieBreaks } = detail;
  return h('section.panel.event-part', { key: 'standings', attrs: { 'aria-label': e.standings.title } }, [
    h('h2', e.standings.title),
    standings.length === 0
      ? h('p.quiet', e.standings.none)
      : h('div.wide-table', { attrs: { tabindex: 0, role: 'region', 'aria-label': e.standings.title } }, [
          h('table.listing.standings', { attrs: { 'data-test': 'standings' } }, [
            h('thead', [
              h('tr', [
                h('th', { attrs: { scope: 'col', 'aria-label': e.standings.rankLong } }, e.standings.rank),
                h('th', { attrs: { scope: 'col' } }, e.standings.player),
                h('th', { attrs: { scope: 'col' } }, e.standings.points),
                ...tieBreaks.map(name => h('th', { attrs: { scope: 'col', title: tieBreakText(name) } }, name)),
              ]),
            ]),
            h(
              'tbody',
              standings.flatMap(line => lines(props, line)),
            ),
          ]),
        ]),
    standings.some(line => line.provisional) ? h('p.quiet', e.standings.provisionalNote) : null,
  ]);
}

function lines(props: StandingsProps, line: StandingLine): VNode[] {
  const { go, me, opened, onOpen } = props;
  const { rank, player, points, provisional } = line;
  const tieBreaks = line.tieBreaks.map((value, place) => ({ name: props.detail.tieBreaks[place] ?? '', value }));
  const isOpen = opened?.player === player.id;
  const shown = isOpen ? tieBreaks.find(one => one.name === opened.name) : undefined;
  const row = h(
    'tr',
    { key: player.id, class: { own: player.id === me }, attrs: { 'data-test': `standing-${player.name}` } },
    [
      h('td', String(rank)),
      h('th', { attrs: { scope: 'row' } }, [personLink(go, player)]),
      h('td.points', pointsText(points) + (provisional ? '*' : '')),
      ...tieBreaks.map(one =>
        h('td', [
          h(
            'button.tie-break',
            {
              attrs: {
                type: 'button',
                'aria-expanded': String(shown === one),
                'aria-label': `${valueText(one.value)}: ${e.standings.explain(one.name, player.name)}`,
                'data-test': `tie-break-${one.name}`,
              },
              on: { click: () => onOpen(shown === one ? null : { player: player.id, name: one.name }) },
            },
            valueText(one.value),
          ),
        ]),
      ),
    ],
  );
  if (!shown) return [row];
  return [
    row,
    h('tr.explained', { key: `${player.id}-explained` }, [
      h('td', { attrs: { colspan: 3 + tieBreaks.length } }, [explanation(props, line, shown, () => onOpen(null))]),
    ]),
  ];
}

/** The meaning of a tie-break, and its parts. */
function explanation(
  { detail, sums }: StandingsProps,
  { player }: StandingLine,
  { name, value }: { name: string; value: string },
  onClose: () => void,
): VNode {
  const parts = sums.parts(player.id, name, detail.last);
  return h('div.explanation', { attrs: { 'data-test': 'explanation', role: 'status' } }, [
    h('p', [h('strong', e.standings.sum(name, player.name, valueText(value)))]),
    h('p.quiet', tieBreakText(name)),
    parts?.length ? sumList(parts, name, value) : recordList(detail, player.id),
    button({ label: e.standings.close, kind: 'quiet', onClick: onClose }),
  ]);
}

/** The summands one below the other; those that do not count are struck out, and announced as such. */
function sumList(parts: readonly TieBreakPart[], name: string, value: string): VNode {
  return h('ol.parts', { attrs: { role: 'list', 'data-test': 'sum' } }, [
    ...parts.map(({ round, opponent, value, counts }) =>
      h('li', { key: round, class: { cut: !counts } }, [
        h('strong', counts ? pointsText(value) : h('s', pointsText(value))),
        h('span', [
          opponent ? e.standings.from(opponent.name, round) : e.standings.fromNobody(round),
          counts ? '' : h('span.tag', e.standings.cut),
        ]),
      ]),
    ),
    h('li.total', { key: 'total' }, [h('strong', valueText(value)), h('span', e.standings.total(name))]),
  ]);
}

/** The player's record, for a value that is not a sum over rounds. */
function recordList(detail: EventDetail, player: string): VNode {
  const record = recordOf(detail, player);
  if (record.length === 0) return h('p.quiet', e.standings.noResults);
  return h(
    'ol.parts',
    { attrs: { role: 'list' } },
    record.map(({ round, opponent, sign, points }) =>
      h('li', { key: round }, [
        h('strong', sign),
        h('span', [
          opponent ? e.standings.against(opponent.name, points) : e.standings.unplayed,
          ` (${e.standings.round.toLowerCase()} ${round})`,
        ]),
      ]),
    ),
  );
}
