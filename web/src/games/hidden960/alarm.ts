import { h } from 'snabbdom';
import type { Square } from '../../api/types';
import type { Mark } from '../../board/types';

/** The mark of a hidden square that is attacked. */
export function alarm(square: Square): Mark {
  return { square, kind: 'alarm', key: `alarm-${square}`, content: h('span.alarm-badge', '!') };
}
