import { h, type VNode } from 'snabbdom';
import type { Color, Role } from '../api/types';

/** A piece outside a board: on cards, in trays, in pickers. Sized by its font size. */
export function piece(color: Color, role: Role | 'hidden', look = ''): VNode {
  const classes: Record<string, boolean> = { [color]: true, [role]: true };
  for (const word of look.split(/\s+/)) if (word) classes[word] = true;
  return h('span.piece', { class: classes, attrs: { 'aria-hidden': 'true' } });
}
