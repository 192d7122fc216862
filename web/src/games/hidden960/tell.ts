/** An action in a sentence. */
import { tellMove, type Told } from '../tell';
import { partsOf } from './actions';
import { text } from './text';
import type { View } from './view';

export function tell(move: Told, before: View | null): string {
  const parts = partsOf(move.notation.replace(/[+#]+$/, ''));
  if (parts.length) return text.told.reveals(move.color, parts);
  if (move.public === 'unreveal') return text.told.unreveals(move.color);
  return tellMove(move, before?.men ?? null);
}
