import { h, type VNode } from 'snabbdom';
import type { Color, State } from '../../api/types';
import { t } from '../../text';
import { clockText, dayText, nearDayText } from '../../text/format';
import { nameLink, playerName } from '../names';

/** A clock below this shows that time is short. */
const LOW_MS = 20_000;

/** One player: name, colour, presence, clock with `left` milliseconds. */
export function playerBar(
  state: State,
  color: Color,
  left: number,
  where: 'top' | 'bottom',
  go: (path: string) => void,
): VNode {
  const player = state.players[color];
  const turn = state.status === 'live' && state.actor === color;
  const you = state.seat === color;
  // No links during the player's own game, so that nobody leaves it by accident.
  const mayLeave = state.status !== 'live' || state.seat === 'spectator';
  const online = player.kind !== 'person' || player.online;
  const away = color === 'white' ? state.clock?.white_vacation : state.clock?.black_vacation;
  return h(
    `section.player.${where}`,
    { key: `player-${where}`, class: { turn }, attrs: { 'aria-label': t.color[color], 'data-color': color } },
    [
      h(`span.side.${color}`, { attrs: { 'aria-hidden': 'true' } }),
      h('div.player-text', [
        h('span.player-name', [
          // One person plays both sides: show the colours rather than the same name twice.
          state.seat === 'both' ? t.color[color] : mayLeave ? nameLink(go, player) : playerName(player),
          you ? h('span.tag', t.table.you) : null,
          away === undefined
            ? null
            : h('span.tag', { attrs: { title: t.vacation.of(dayText(away)) } }, t.vacation.back(nearDayText(away))),
          !online && away === undefined ? h('span.tag.away', t.table.away) : null,
        ]),
        h('span.player-side', [
          state.seat === 'both' ? null : h('span.player-color', t.color[color]),
          turn ? h('span.player-turn', t.table.onTurn) : null,
        ]),
      ]),
      state.clock
        ? h(
            'time.clock',
            {
              class: { running: turn && state.clock.running === color, low: left < LOW_MS },
              attrs: {
                role: 'timer',
                'aria-label': t.table.clockOf(t.color[color]),
                'data-test': `clock-${color}`,
              },
            },
            clockText(left),
          )
        : null,
    ],
  );
}
