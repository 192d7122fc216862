import type { VNode } from 'snabbdom';
import type { Player } from '../api/types';
import { t } from '../text';
import { link } from '../ui/controls';

type Named = Pick<Player, 'kind' | 'name' | 'level' | 'bot'> & Partial<Pick<Player, 'rating' | 'provisional'>>;

/** The name of an account, with a mark for bots. */
export function accountName({ name, bot }: Pick<Player, 'name' | 'bot'>): string {
  return bot ? `${t.bot.mark} ${name}` : name;
}

/** The name of a player in lists and beside the board: the computer's is the same in both. */
export function playerName(player: Named): string {
  const { kind, name, level, rating, provisional } = player;
  if (kind === 'free') return t.home.open;
  // In lists the level is given only in the name.
  const known = level ?? Number(/\d+$/.exec(name)?.[0]);
  if (kind === 'engine' && known) {
    const level = t.table.engine(known);
    return rating === undefined ? level : rated(level, rating, false);
  }
  const shown = accountName(player);
  return rating === undefined ? shown : rated(shown, rating, provisional === true);
}

/** A name with its rating; `?` marks a provisional one. */
export function rated(name: string, rating: number, isProvisional: boolean): string {
  return `${name} (${rating}${isProvisional ? '?' : ''})`;
}

/** The page of a player with an account. */
export function profilePath(name: string): string {
  return `/@/${encodeURIComponent(name)}`;
}

/** A name that leads to the player's page; guests, the computer and deleted accounts have none. */
export function nameLink(go: (path: string) => void, player: Named & { account?: boolean }): VNode | string {
  return player.account ? link(go, profilePath(player.name), '.name', [playerName(player)]) : playerName(player);
}
