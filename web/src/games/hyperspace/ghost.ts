import { h, type VNode } from 'snabbdom';
import type { Color, Role } from '../../api/types';
import { piece } from '../../board/piece';

/** A piece that will return to a square, with the turns until then. */
export function ghost(color: Color, role: Role, count: number): VNode {
  return h('span.ghost-body', [piece(color, role, 'returning'), h('span.count', String(count))]);
}
