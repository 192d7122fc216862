import { h, type VNode } from 'snabbdom';
import type { Color, Square } from '../api/types';
import { place } from './geometry';
import type { BoardPiece, Mark } from './types';

export interface MiniProps {
  pieces: readonly BoardPiece[];
  orientation: Color;
  last?: readonly Square[];
  checks?: readonly Square[];
  lit?: readonly Square[];
  squares?: ReadonlyMap<Square, string>;
  marks?: readonly Mark[];
}

/** A cheap static board without input: the small boards of DMChess, the loops of the home page. */
export function mini(props: MiniProps): VNode {
  const under = (square: Square, name: string): VNode =>
    h(`div.under.${name.trim().split(/\s+/).join('.')}`, {
      key: `${name}${square}`,
      style: place(square, props.orientation),
    });
  return h('div.mini', { attrs: { 'aria-hidden': 'true' } }, [
    ...[...(props.squares ?? [])].map(([square, name]) => under(square, name)),
    ...(props.last ?? []).map(square => under(square, 'last-move')),
    ...(props.checks ?? []).map(square => under(square, 'check')),
    ...(props.lit ?? []).map(square => under(square, 'lit')),
    ...props.pieces.map(one =>
      h('span.piece', {
        key: one.square,
        class: Object.fromEntries(
          [one.color, one.role, ...(one.look ?? '').split(' ')].filter(Boolean).map(w => [w, true]),
        ),
        style: place(one.square, props.orientation),
      }),
    ),
    ...(props.marks ?? []).map((mark, index) =>
      h(
        `div.mark.${mark.kind.trim().split(/\s+/).join('.')}`,
        { key: `m${index}`, style: place(mark.square, props.orientation) },
        mark.content === undefined ? [] : [mark.content],
      ),
    ),
  ]);
}
