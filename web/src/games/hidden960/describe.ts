/** A move of Hidden960 in words. */
import type { Move } from '../../api/types';
import { t } from '../../text';
import { spell } from '../../text/spell';
import { partsOf } from './actions';
import { text } from './text';

/** For screen readers. */
export function describe({ color, notation }: Pick<Move, 'color' | 'notation'>): string {
  const bare = notation.replace(/[+#]+$/, '');
  const parts = partsOf(bare);
  if (parts.length) return text.says.reveal(color, parts);
  if (bare === 'unreveal') return text.says.unreveal(color);
  return `${t.color[color]}: ${spell(notation)}.`;
}
