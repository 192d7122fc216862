/** The departure board: the coming turns, with one row per side and cards for the pieces that are away. */
import { h, type VNode } from 'snabbdom';
import type { Color } from '../../api/types';
import { piece } from '../../board/piece';
import { focusBoard } from '../../board/focus';
import { t } from '../../text';
import { owns } from '../common';
import { helpButton } from '../../ui/controls';
import { isShortcut } from '../../ui/keys';
import type { Choice } from './choice';
import { text } from './text';
import { turnsAway, type Traveler } from './view';

/** The first turn that can be chosen, for the keyboard. */
export const FIRST_TURN = 'button.turn-cell';

/** Minimum number of turns shown, including the current one. */
const SHOWN = 9;

export function departureBoard(choice: Choice): VNode {
  const { view } = choice;
  const { scene } = choice.host;
  const first = view.turn_number;
  const latest = Math.max(first, ...view.hyperspace.map(one => one.returns_on_turn));
  const chosen = choice.step?.kind === 'delay' ? choice.leavesOn + choice.step.delay + 1 : 0;
  const last = Math.max(first + SHOWN - 1, latest + 3, chosen + 2);
  const turns = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const order: Color[] = scene.orientation === 'white' ? ['black', 'white'] : ['white', 'black'];

  return h('div.departures', { attrs: { 'data-drop': 'tray' } }, [
    h('div.departures-scroll', { attrs: { tabindex: 0, role: 'region', 'aria-label': text.board } }, [
      h('div.turns', [
        h('div.turn-row.head', { key: 'head' }, [
          h('span.turn-name', [helpButton(text.rulesOf, choice.host)]),
          h('span.turn-now', { attrs: { 'aria-hidden': 'true' } }, text.now),
        ]),
        ...order.map(color => row(choice, color, turns)),
      ]),
    ]),
  ]);
}

function row(choice: Choice, color: Color, turns: number[]): VNode {
  const { view } = choice;
  const { scene } = choice.host;
  const away = view.hyperspace.filter(one => one.color === color);
  const conflict = view.conflict;
  const amends = conflict?.player === color && owns(scene.seat, color) && !scene.pending;
  const mine = choice.sender === color;
  const leaver = mine ? choice.leaver : null;
  // A piece that leaves on turn t for n turns returns at the end of turn t + n + 1.
  const shared = amends ? away.find(one => one.shares_turn) : undefined;
  const leftOn = amends && shared ? shared.returns_on_turn - conflict.delay - 1 : choice.leavesOn;
  const { step } = choice;
  const chosen = step?.kind === 'delay' && mine ? step : null;
  // Before the player's turn, free turns are offered only once a departure is begun: until then any premove may be meant.
  const may = (delay: number, taken: boolean): boolean =>
    leaver?.delays === 'any' ? step !== null && delay >= 1 && !taken : leaver?.delays.includes(delay) === true;
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
              'aria-label': text.cell(delay),
              'aria-pressed': String(chosen?.delay === delay),
            },
            on: {
              click: () => {
                if (canAmend) choice.host.act(`amend:${delay}`);
                else if (leaver) {
                  choice.chooseDelay(leaver.from, delay);
                  focusBoard();
                }
              },
              keydown: walk,
            },
          },
          here.length
            ? here.map(card)
            : chosen?.delay === delay
              ? [piece(color, choice.roleAt(chosen.from), 'returning')]
              : [h('span.free', { attrs: { 'aria-hidden': 'true' } }, String(delay))],
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
        goes ? [piece(color, choice.roleAt(goes), 'returning')] : here.map(card),
      );
    }),
  ]);
}

function card(traveler: Traveler): VNode {
  // The player's own cards show the square of return; other cards cannot, as the server does not send it.
  const words = text.card(traveler.color, traveler.role, turnsAway(traveler), traveler.square);
  return h(
    'span.departure',
    {
      key: `${traveler.role}-${traveler.returns_on_turn}`,
      class: { shared: traveler.shares_turn },
      attrs: { title: words, role: 'img', 'aria-label': words },
    },
    [
      piece(traveler.color, traveler.role, 'returning'),
      h(
        'span.departure-square',
        traveler.square ?? (traveler.bishop_of ? (traveler.bishop_of === 'light' ? '□' : '■') : '?'),
      ),
    ],
  );
}

/** The left and right arrow keys move along the turns. */
function walk(event: KeyboardEvent): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (!step || isShortcut(event)) return;
  const cell = event.currentTarget as HTMLElement;
  const all = [...(cell.parentElement?.querySelectorAll<HTMLElement>('button.turn-cell') ?? [])];
  all[all.indexOf(cell) + step]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
