/** What is drawn beside the men: rings of portals, energy squares, levels, badges of kings. */
import { h, type VNode } from 'snabbdom';
import type { Color, Square } from '../../api/types';
import { man } from '../../board/man';
import type { Mark } from '../../board/types';
import type { DimensionView, View } from './view';

const FULL = 2 * Math.PI * 27;

/** A ring of seven parts, as many of them drawn as the portal reaches. */
export function ring(reach: number, coming = false): VNode {
  const part = FULL / 7;
  const gap = 4.2;
  return h('svg.ring', { class: { coming }, attrs: { viewBox: '0 0 64 64', 'aria-hidden': 'true' } }, [
    h('circle.halo', { attrs: { cx: 32, cy: 32, r: 27 } }),
    coming ? null : h('circle.rest', { attrs: { cx: 32, cy: 32, r: 27 } }),
    h('circle.reach', {
      attrs: {
        cx: 32,
        cy: 32,
        r: 27,
        transform: 'rotate(-90 32 32)',
        'stroke-dasharray': coming ? '3 5' : dashes(reach, part, gap),
      },
    }),
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

/** Rings of portals, lying above the men but thin enough not to hide them. */
export function portalMarks(view: View): Mark[] {
  const marks: Mark[] = [];
  const coming = new Map(view.shift.coming.map(portal => [portal.square, portal.reach]));
  for (const portal of view.portals) {
    const goes = view.shift.announced && !coming.has(portal.square);
    marks.push({
      square: portal.square,
      kind: goes ? 'portal going' : 'portal',
      content: h('span.portal-in', [ring(portal.reach), h('b', String(portal.reach))]),
      key: `p${portal.square}`,
    });
  }
  const present = new Set(view.portals.map(portal => portal.square));
  for (const [square, reach] of coming) {
    if (!present.has(square))
      marks.push({
        square,
        kind: 'portal coming',
        content: h('span.portal-in', [ring(reach, true), h('b', String(reach))]),
        key: `q${square}`,
      });
  }
  return marks;
}

/** Energy squares: a full diamond if charged, a hollow one with the plies that are left if not. */
export function energyMarks(view: View, dimension: DimensionView): Mark[] {
  return dimension.energy.map(energy => ({
    square: energy.square,
    kind: energy.charged ? 'energy charged' : 'energy used',
    content: energy.charged
      ? h('span.bolt')
      : h('span.bolt', energy.charged_on_ply === null ? '' : String(Math.max(1, energy.charged_on_ply - view.ply - 1))),
    key: `e${energy.square}`,
  }));
}

/** The level of each man, as a digit in the corner of its square. */
export function levelMarks(men: readonly { square: Square; level: number; color: Color }[]): Mark[] {
  return men.map(one => ({
    square: one.square,
    kind: `level ${one.color}`,
    content: h('i', String(one.level)),
    key: `l${one.square}-${one.level}`,
  }));
}

/** Kings of one colour on a board: one badge with their number, marked if one is attacked. */
export function kingBadge(color: Color, count: number, attacked: number, title: string): VNode | null {
  if (count === 0) return null;
  return h('span.king-badge', { class: { attacked: attacked > 0 }, attrs: { title } }, [
    man(color, 'king'),
    count > 1 ? h('small', String(count)) : null,
    attacked > 0 ? h('b', '+') : null,
  ]);
}
