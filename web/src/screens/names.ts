import type { Player } from '../api/types';
import { t } from '../text';

type Named = Pick<Player, 'kind' | 'name' | 'level' | 'bot'> & Partial<Pick<Player, 'rating' | 'provisional'>>;

/** The name of an account: a bot's says that it is one. */
export function accountName({ name, bot }: Pick<Player, 'name' | 'bot'>): string {
  return bot ? `${t.bot.mark} ${name}` : name;
}

/** The name of a player in lists and beside the board: the computer's is the same in both. */
export function playerName(player: Named): string {
  const { kind, name, level, rating, provisional } = player;
  if (kind === 'free') return t.home.open;
  // Lists have the level in the name only.
  const known = level ?? Number(/\d+$/.exec(name)?.[0]);
  if (kind === 'engine' && known) return t.table.engine(known);
  const shown = accountName(player);
  return rating === undefined ? shown : rated(shown, rating, provisional === true);
}

/** A name with its rating; `?` says that little is known of it. */
export function rated(name: string, rating: number, isProvisional: boolean): string {
  return `${name} (${rating}${isProvisional ? '?' : ''})`;
}
