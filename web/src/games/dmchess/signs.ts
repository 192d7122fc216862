/** The signs beside the pieces: rings of portals, energy squares, levels, badges of kings. */
import { h, type VNode } from 'snabbdom';
import type { Color, Square } from '../../api/types';
import { piece } from '../../board/piece';
import type { Mark } from '../../board/types';
import type { Dimension, View } from './view';

const RADIUS = 13;
const FULL = 2 * Math.PI * RADIUS;

/** A small ring of seven parts with a number in it; as many parts are drawn as the portal reaches. */
export function ring(reach: number, coming = false): VNode {
  const part = FULL / 7;
  const gap = reach === 7 ? 1.6 : 2.4;
  return h('svg.ring', { class: { coming }, attrs: { viewBox: '0 0 32 32', 'aria-hidden': 'true' } }, [
    h('circle.ground', { attrs: { cx: 16, cy: 16, r: 14.5 } }),
    // No empty children here: snabbdom does not expect them within a picture.
    ...(coming ? [] : [h('circle.rest', { attrs: { cx: 16, cy: 16, r: RADIUS } })]),
    h('circle.reach', {
      attrs: {
        cx: 16,
        cy: 16,
        r: RADIUS,
        transform: 'rotate(-90 16 16)',
        'stroke-dasharray': coming ? '3 3.8' : dashes(reach, part, gap),
      },
    }),
    h('text', { attrs: { x: 16, y: 21.5, 'text-anchor': 'middle' } }, String(reach)),
  ]);
}

/** `reach` parts drawn with gaps between, then nothing for the rest of the ring. */
function dashes(reach: number, part: number, gap: number): string {
  const words: string[] = [];
  for (let index = 0; index < reach; index++) {
    const last = index === reach - 1;
    words.push((part - gap).toFixed(1), (last ? gap + (7 - reach) * part : gap).toFixed(1));
  }
  return words.join(' ');
}

/** The rings of portals, small, in the corners of their squares. */
export function portalMarks(view: View): Mark[] {
  const marks: Mark[] = [];
  const coming = new Map(view.shift.coming.map(portal => [portal.square, portal.reach]));
  const present = new Set(view.portals.map(portal => portal.square));
  for (const { square, reach } of view.portals) {
    const next = view.shift.announced ? (coming.get(square) ?? 0) : reach;
    marks.push({ square, kind: next === 0 ? 'portal going' : 'portal', content: ring(reach), key: `p${square}` });
    if (next !== reach && next > 0)
      marks.push({ square, kind: 'portal coming beside', content: ring(next, true), key: `q${square}` });
  }
  for (const [square, reach] of coming)
    if (!present.has(square))
      marks.push({ square, kind: 'portal coming', content: ring(reach, true), key: `q${square}` });
  return marks;
}

/** The squares of portals are tinted; those of coming portals have an outline. */
export function portalSquares(view: View): Map<Square, string> {
  const squares = new Map<Square, string>();
  for (const { square } of view.portals) squares.set(square, 'portal-square');
  for (const { square } of view.shift.coming)
    squares.set(square, squares.has(square) ? 'portal-square portal-stays' : 'portal-comes');
  return squares;
}

/** Energy squares: a full diamond if charged, a hollow one with the plies that are left if not. */
export function energyMarks(view: View, dimension: Dimension): Mark[] {
  return dimension.energy.map(energy => ({
    square: energy.square,
    kind: energy.charged_on_ply === null ? 'energy charged' : 'energy used',
    content:
      energy.charged_on_ply === null
        ? h('span.bolt')
        : h('span.bolt', String(Math.max(1, energy.charged_on_ply - view.ply - 1))),
    key: `e${energy.square}`,
  }));
}

/** The level of each piece, as a digit in the corner of its square; quiet if it is that of its dimension. */
export function levelMarks(dimension: Dimension): Mark[] {
  return dimension.men.map(one => ({
    square: one.square,
    kind: `level ${one.color}${one.level === dimension.number ? ' base' : ''}`,
    content: h('i', String(one.level)),
    key: `l${one.square}-${one.level}`,
  }));
}

/** Kings of one colour on a board: one badge with their number, marked if one is attacked. */
export function kingBadge(color: Color, count: number, attacked: number, title: string): VNode | null {
  if (count === 0) return null;
  return h('span.king-badge', { class: { attacked: attacked > 0 }, attrs: { title } }, [
    piece(color, 'king'),
    count > 1 ? h('small', String(count)) : null,
    attacked > 0 ? h('b', '+') : null,
  ]);
}
