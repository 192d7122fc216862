import type { Player } from '../api/types';
import { t } from '../text';

/** The name of a player in lists and beside the board: the computer's is the same in both. */
export function playerName({ kind, name, level }: Pick<Player, 'kind' | 'name' | 'level'>): string {
  if (kind === 'free') return t.home.open;
  // Lists have the level in the name only.
  const known = level ?? Number(/\d+$/.exec(name)?.[0]);
  return kind === 'engine' && known ? t.table.engine(known) : name;
}
