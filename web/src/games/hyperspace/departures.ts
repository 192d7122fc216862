/** The departure board: turns to come, one row a side, cards of those who are away. */
import { h, type VNode } from 'snabbdom';
import type { Color } from '../../api/types';
import { man } from '../../board/man';
import { t } from '../../text';
import { owns } from '../common';
import { cardText, focusBoard, type HyperspaceScreen } from './index';
import type { Traveler } from './view';

/** Turns that are shown at least, the present one included. */
const SHOWN = 9;

export function departureBoard(screen: HyperspaceScreen): VNode {
  const { view } = screen;
  const { scene } = screen.host;
  const first = view.turn_number;
  const latest = Math.max(first, ...view.hyperspace.map(one => one.returns_on_turn));
  const chosen = screen.draft.top?.kind === 'delay' ? screen.leavesOn + screen.draft.top.delay + 1 : 0;
  const last = Math.max(first + SHOWN - 1, latest + 3, chosen + 2);
  const turns = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const order: Color[] = scene.orientation === 'white' ? ['black', 'white'] : ['white', 'black'];

  return h('div.departures', { attrs: { 'data-drop': 'tray' } }, [
    h('div.departures-scroll', { attrs: { tabindex: 0, role: 'region', 'aria-label': t.hyperspace.board } }, [
      h('div.turns', [
        h('div.turn-row.head', { key: 'head', attrs: { 'aria-hidden': 'true' } }, [
          h('span.turn-name', ''),
          ...turns.map(turn =>
            h(
              'span.turn-number',
              { key: turn, class: { now: turn === first } },
              turn === first ? t.hyperspace.now : String(turn),
            ),
          ),
        ]),
        ...order.map(color => row(screen, color, turns)),
      ]),
    ]),
  ]);
}

function row(screen: HyperspaceScreen, color: Color, turns: number[]): VNode {
  const { view } = screen;
  const { scene } = screen.host;
  const away = view.hyperspace.filter(one => one.color === color);
  const conflict = view.conflict;
  const amends = conflict?.player === color && owns(scene.seat, color) && !scene.pending;
  const mine = screen.sender === color;
  const leaver = mine ? screen.leaver : null;
  // A man that leaves on turn t for n turns returns at the end of turn t + n + 1.
  const shared = amends ? away.find(one => one.shares_turn) : undefined;
  const leftOn = amends && shared ? shared.returns_on_turn - conflict.delay - 1 : screen.leavesOn;
  const top = screen.draft.top;
  const chosen = top?.kind === 'delay' && mine ? top : null;
  // Ahead of the turn the free turns are offered once a departure is begun: until then any move may be meant.
  const may = (delay: number, taken: boolean): boolean =>
    leaver?.delays === 'any' ? top !== null && delay >= 1 && !taken : leaver?.delays.includes(delay) === true;
  const kept = mine ? scene.premove?.move : null;
  return h('div.turn-row', { key: color, class: { own: owns(scene.seat, color) } }, [
    h('span.turn-name', [
      h(`span.side.${color}`, { attrs: { 'aria-hidden': 'true' } }),
      h('span.turn-side', t.color[color]),
    ]),
    ...turns.map(turn => {
      const here = away.filter(one => one.returns_on_turn === turn);
      const delay = turn - leftOn - 1;
      const canLeave = may(delay, here.length > 0);
      const canAmend = amends && delay >= 1 && here.length === 0;
      if (canLeave || canAmend) {
        return h(
          'button.turn-cell',
          {
            key: turn,
            class: { chosen: chosen?.delay === delay, shared: here.length > 0 },
            attrs: {
              type: 'button',
              'data-drop': `delay:${delay}`,
              'aria-label': t.hyperspace.cell(turn, delay),
              'aria-pressed': String(chosen?.delay === delay),
            },
            on: {
              click: () => {
                if (canAmend) screen.host.act(`amend:${delay}`);
                else if (leaver) {
                  screen.chooseDelay(leaver.from, delay);
                  focusBoard();
                }
              },
              keydown: walk,
            },
          },
          here.length
            ? here.map(card)
            : chosen?.delay === delay
              ? [man(color, screen.roleAt(chosen.from), 'returning')]
              : [h('span.free', { attrs: { 'aria-hidden': 'true' } })],
        );
      }
      const blocked = leaver !== null && here.length > 0;
      const goes = kept?.delay === delay ? kept.from : null;
      return h(
        'span.turn-cell.still',
        {
          key: turn,
          class: { blocked, chosen: goes !== null },
          attrs: mine && here.length === 0 ? { 'data-drop': `delay:${delay}` } : {},
        },
        goes ? [man(color, screen.roleAt(goes), 'returning')] : here.map(card),
      );
    }),
  ]);
}

function card(traveler: Traveler): VNode {
  const words = cardText(traveler);
  return h(
    'span.departure',
    {
      key: `${traveler.role}-${traveler.returns_on_turn}`,
      class: { shared: traveler.shares_turn },
      attrs: { title: words, role: 'img', 'aria-label': words },
    },
    [
      man(traveler.color, traveler.role, 'returning'),
      h(
        'span.departure-square',
        traveler.square ?? (traveler.bishop_of ? (traveler.bishop_of === 'light' ? '□' : '■') : '?'),
      ),
    ],
  );
}

/** Left and right walk along the turns. */
function walk(event: KeyboardEvent): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (!step) return;
  const cell = event.currentTarget as HTMLElement;
  const all = [...(cell.parentElement?.querySelectorAll<HTMLElement>('button.turn-cell') ?? [])];
  all[all.indexOf(cell) + step]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
