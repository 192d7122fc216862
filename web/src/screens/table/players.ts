import { h, type VNode } from 'snabbdom';
import type { Color } from '../../api/types';
import { t } from '../../text';
import { clockText } from '../../text/format';
import type { Table } from '../table';
import { playerName } from '../home';

/** One player: name, colour, presence, clock. */
export function playerBar(table: Table, color: Color, where: 'top' | 'bottom'): VNode | null {
  const { state } = table;
  if (!state) return null;
  const player = state.players[color];
  const left = table.clocks.left(color);
  const turn = state.status === 'live' && state.actor === color;
  const you = state.seat === color;
  const lag = state.clock?.lag_ms?.[color] ?? 0;
  const online = player?.kind !== 'person' || player?.online !== false;
  return h(
    `section.player.${where}`,
    { key: `player-${where}`, class: { turn }, attrs: { 'aria-label': t.color[color], 'data-color': color } },
    [
      h(`span.side.${color}`, { attrs: { 'aria-hidden': 'true' } }),
      h('div.player-text', [
        h('span.player-name', [
          // One person plays both: the colours tell more than the name twice.
          state.seat === 'both' ? t.color[color] : playerName(player),
          you ? h('span.tag', t.table.you) : null,
          player && !online ? h('span.tag.away', t.table.away) : null,
        ]),
        h('span.player-side', [
          state.seat === 'both' ? null : h('span.player-color', t.color[color]),
          turn ? h('span.player-turn', t.table.onTurn) : null,
          lag >= 50 ? h('span.player-lag', { attrs: { title: t.table.lagNote } }, t.table.lag(lag)) : null,
        ]),
      ]),
      state.clock
        ? h(
            'time.clock',
            {
              class: { running: turn && state.clock.running === color, low: left < 20_000 },
              attrs: {
                role: 'timer',
                'aria-label': t.table.clockOf(t.color[color]),
                title: lag >= 50 ? `${t.table.lag(lag)}: ${t.table.lagNote}` : '',
                'data-test': `clock-${color}`,
              },
            },
            clockText(left),
          )
        : null,
    ],
  );
}
