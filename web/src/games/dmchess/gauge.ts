/** The instrument beside the board: the balance of each dimension within the law's bound, the shift, and control. */
import { h, type VNode } from 'snabbdom';
import { helpButton } from '../../ui/controls';
import { ring } from './signs';
import { text } from './text';
import { CLUSTERS, type Dimension, type View } from './view';

/** The range of the gauge to either side; the law's bound is marked within. */
const SPAN = 12;

export function gauges(
  view: View,
  focus: number,
  host: { explain?(): void },
  onOpen: (dimension: number) => void,
): VNode {
  const controlled = { white: 0, black: 0 };
  for (const dimension of view.dimensions) if (dimension.controller) controlled[dimension.controller]++;
  const { shift, law } = view;
  return h('section.cube-instrument', { attrs: { 'aria-label': text.instrument } }, [
    h('div.facts', [
      h('p.fact.shift', { class: { near: shift.announced } }, [
        h('span.pips', { attrs: { 'aria-hidden': 'true' } }, pips(8 - Math.ceil(shift.plies_left / 2), 8)),
        h('span', shift.announced ? text.shiftNow(shift.plies_left) : text.shift(shift.plies_left)),
      ]),
      h(
        'p.fact.control',
        { attrs: { 'aria-label': text.control(controlled.white, controlled.black), role: 'group' } },
        [
          h('span.tug', { attrs: { 'aria-hidden': 'true' } }, [
            ...flags('white', controlled.white),
            h('small', `${text.controlShort} · ${text.controlAim}`),
            ...flags('black', controlled.black),
          ]),
        ],
      ),
      helpButton(text.rulesOf, host),
    ]),
    h('div.balance', [
      h('h4', { attrs: { title: text.balanceTip } }, text.balance),
      ...CLUSTERS.map((cluster, index) =>
        h(
          'div.balance-cluster',
          { key: index },
          cluster.map(number => {
            const dimension = view.dimensions[number - 1];
            return dimension ? gauge(dimension, view.law.bound, focus === number, onOpen) : null;
          }),
        ),
      ),
      h('p.law', { class: { binds: law.binds } }, text.law(law.binds, law.plies_left)),
    ]),
    h('p.legend', [
      h('span', [h('span.key', [ring(3)]), text.legend.portal]),
      h('span', [h('span.key.energy', { attrs: { 'aria-hidden': 'true' } }, h('span.bolt')), text.legend.energy]),
      h('span', [h('i.key.level', { attrs: { 'aria-hidden': 'true' } }, '3'), text.legend.level]),
    ]),
  ]);
}

function pips(full: number, all: number): VNode[] {
  return Array.from({ length: all }, (_, index) => h('i', { class: { full: index < full } }));
}

/** Five places for flags, filled up to the number of dimensions that the player controls; the fifth wins. */
function flags(color: 'white' | 'black', count: number): VNode[] {
  return Array.from({ length: 5 }, (_, index) => {
    const filled = color === 'white' ? index < count : index >= 5 - count;
    return h(`i.flag.${color}`, { class: { filled } });
  });
}

function gauge(dimension: Dimension, bound: number, inFocus: boolean, onOpen: (dimension: number) => void): VNode {
  const { number, imbalance } = dimension;
  const shown = Math.max(-SPAN, Math.min(SPAN, imbalance));
  const percent = (value: number): string => `${50 + (value / SPAN) * 50}%`;
  const beyond = Math.abs(imbalance) > bound;
  return h(
    'button.gauge',
    {
      key: number,
      class: { beyond, near: !beyond && Math.abs(imbalance) >= bound - 1, focus: inFocus },
      attrs: {
        type: 'button',
        tabindex: -1,
        'aria-label': text.open(number, [text.facts.imbalance(imbalance)]),
      },
      on: { click: () => onOpen(number) },
    },
    [
      h('span.gauge-name', text.short(number)),
      h('span.scale', [
        h('i.bound', { style: { left: percent(-bound) } }),
        h('i.zero'),
        h('i.bound', { style: { left: percent(bound) } }),
        h('i.bar', {
          style: {
            left: shown < 0 ? percent(shown) : '50%',
            width: `${(Math.abs(shown) / SPAN) * 50}%`,
          },
        }),
      ]),
      h('span.gauge-value', text.signed(imbalance) + (beyond ? '!' : '')),
    ],
  );
}
