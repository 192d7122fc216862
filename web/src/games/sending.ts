/** Drawing an action that was sent but not confirmed, which can take a while on a bad connection. */
import { h } from 'snabbdom';
import type { Square } from '../api/types';
import type { Mark } from '../board/types';
import type { Scene } from './screen';

/** The squares of an action that is still being sent, on a game's one board. */
export function sendingMarks({ pending, isSending }: Pick<Scene, 'pending' | 'isSending'>): Mark[] {
  if (!pending || !isSending) return [];
  const squares = new Set(pending.match(/[a-h][1-8]/g));
  return [...squares].map((square, index) => sendingMark(square, index === squares.size - 1));
}

/** A square of an action that is still being sent. Only the last one shows the sign. */
export function sendingMark(square: Square, isLast: boolean): Mark {
  return { square, kind: 'sending', key: `sending-${square}`, content: isLast ? h('span', '…') : undefined };
}
