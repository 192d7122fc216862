/** The small boards of the cube: all eight, live, always in the same place. */
import { h, thunk, type VNode } from 'snabbdom';
import type { Color, Square } from '../../api/types';
import { squareAt } from '../../board/geometry';
import { mini } from '../../board/mini';
import { drawn } from './pieces';
import { kingBadge } from './signs';
import { text } from './text';
import { CLUSTERS, type At, type Dimension } from './view';

export interface CubeProps {
  dimensions: readonly Dimension[];
  focus: number;
  orientation: Color;
  /** The bound of the law of balance: how far the imbalance of a dimension may be from 0. */
  bound: number;
  /** Squares that the piece in hand can reach, by dimension. */
  reach: ReadonlyMap<number, readonly Square[]>;
  /** Places of the last action, by dimension. */
  last: ReadonlyMap<number, readonly Square[]>;
  /** The place of the piece in hand. */
  hand: { dimension: number; square: Square } | null;
  /** The place to which a dragged piece would go. */
  aim: { dimension: number; square: Square } | null;
  /** Kings that only the one who places them sees. */
  ghosts: ReadonlyMap<number, readonly Square[]>;
  onOpen: (dimension: number) => void;
}

export function cube(props: CubeProps): VNode {
  return h(
    'nav.cube-boards',
    { attrs: { 'aria-label': text.cube } },
    CLUSTERS.map((cluster, index) =>
      h('div.cluster', { key: index, class: { [`cluster-${index + 1}`]: true } }, [
        ...cluster.map(number => {
          const dimension = props.dimensions[number - 1];
          return dimension ? small(dimension, props) : null;
        }),
        h('span.cluster-name', { attrs: { 'aria-hidden': 'true' } }, [
          text.clusters[index] ?? '',
          h('small', text.cluster),
        ]),
      ]),
    ),
  );
}

/** The place of the small board `element` under a point of the window. */
export function placeUnder(element: HTMLElement, x: number, y: number, orientation: Color): At | null {
  const dimension = Number(/^dm-([1-8])$/.exec(element.dataset.drop ?? '')?.[1]);
  const box = element.querySelector('.mini')?.getBoundingClientRect();
  if (!dimension || !box) return null;
  // On the head or frame of a small board the nearest square is meant.
  const nearX = Math.min(box.right - 1, Math.max(box.left, x));
  const nearY = Math.min(box.bottom - 1, Math.max(box.top, y));
  return { dimension, square: squareAt(box, nearX, nearY, orientation) ?? '' };
}

/** The description of a small board for screen readers. */
export function factsOf(dimension: Dimension, reachable: number, inFocus: boolean): string[] {
  const texts = text.facts;
  const { kings, kings_in_check: check } = dimension;
  return [
    inFocus ? texts.inFocus : '',
    reachable > 0 ? texts.reachable(reachable) : '',
    texts.kings(kings.white, kings.black),
    check.white > 0 ? texts.check('white', check.white) : '',
    check.black > 0 ? texts.check('black', check.black) : '',
    dimension.controller ? texts.controlled(dimension.controller) : '',
    texts.imbalance(dimension.imbalance),
  ].filter(Boolean);
}

function small(dimension: Dimension, props: CubeProps): VNode {
  const { number } = dimension;
  const reach = props.reach.get(number) ?? [];
  const last = props.last.get(number) ?? [];
  const ghosts = props.ghosts.get(number) ?? [];
  const hand = props.hand?.dimension === number ? props.hand.square : '';
  const aim = props.aim?.dimension === number ? props.aim.square : '';
  const inFocus = props.focus === number;
  const { kings, kings_in_check: check, controller, imbalance } = dimension;
  return h(
    'button.small-board',
    {
      key: `small-${number}`,
      class: { focus: inFocus, reachable: reach.length > 0 },
      attrs: {
        type: 'button',
        'data-drop': `dm-${number}`,
        'data-dimension': number,
        'aria-label': text.open(number, factsOf(dimension, reach.length, inFocus)),
        'aria-current': inFocus ? 'true' : 'false',
      },
      on: { click: () => props.onOpen(number) },
    },
    [
      h('span.small-head', { attrs: { 'aria-hidden': 'true' } }, [
        h('b.number', text.short(number)),
        kingBadge('white', kings.white, check.white, text.kingTip('white', kings.white, check.white)),
        kingBadge('black', kings.black, check.black, text.kingTip('black', kings.black, check.black)),
        controller ? h(`span.flag.${controller}`, { attrs: { title: text.facts.controlled(controller) } }) : null,
        // For phones, where there is no room for the gauge.
        h(
          'span.small-balance',
          { class: { beyond: Math.abs(imbalance) > props.bound } },
          imbalance === 0 ? '' : text.signed(imbalance),
        ),
        reach.length > 0 ? h('span.count', String(reach.length)) : null,
      ]),
      thunk('div.mini', `mini-${number}`, still, [
        dimension,
        props.orientation,
        reach.join(' '),
        last.join(' '),
        ghosts.join(' '),
        hand,
        aim,
      ]),
    ],
  );
}

/** The picture of a small board. Drawn again only if something of it has changed. */
function still(
  dimension: Dimension,
  orientation: Color,
  reach: string,
  last: string,
  ghosts: string,
  hand: string,
  aim: string,
): VNode {
  const squares = new Map<Square, string>();
  if (hand) squares.set(hand, 'in-hand');
  if (aim) squares.set(aim, 'aim');
  return mini({
    pieces: drawn(dimension, words(ghosts)),
    orientation,
    squares,
    last: words(last),
    checks: dimension.men.filter(one => one.in_check).map(one => one.square),
    lit: words(reach),
  });
}

const words = (text: string): string[] => text.split(' ').filter(Boolean);
