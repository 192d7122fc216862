import { h, type VNode } from 'snabbdom';
import type { Color, Role } from '../../api/types';
import { piece } from '../../board/piece';
import { text } from './text';

/** A piece that will return to a square, with the full turns that it is still away. */
export function ghost(color: Color, role: Role, left: number): VNode {
  return h('span.ghost-body', [piece(color, role, 'returning'), h('span.count', left > 0 ? String(left) : text.now)]);
}
