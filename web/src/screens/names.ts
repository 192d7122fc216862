import type { Player } from '../api/types';
import { t } from '../text';

/** The name of a player in lists and beside the board. */
export function playerName(player: Pick<Player, 'kind' | 'name' | 'level'>): string {
  if (player.kind === 'free') return t.home.open;
  return player.kind === 'engine' && player.level ? t.table.engine(player.level) : player.name;
}
