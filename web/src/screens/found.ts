/** The notice over another page when a game needs its player. */
import { h, type VNode } from 'snabbdom';
import type { Lobby, Sought } from '../lobby';
import { t } from '../text';
import { button } from '../ui/controls';

/** A game has begun, or goes on. The player may stay where they are: their games are listed on the home page. */
export function gameFound(
  { game, why }: { game: string; why: string },
  enter: (game: string) => void,
  dismiss: () => void,
): VNode {
  return h('div.found', { key: 'found', attrs: { role: 'alert', 'data-test': 'found' } }, [
    h('span', why),
    button({ label: t.lobby.toGame, kind: 'primary', onClick: () => enter(game) }),
    button({ label: t.notices.later, onClick: dismiss, testId: 'not-now' }),
  ]);
}

/** An opponent has come, while the player plays the computer. */
export function somebodyIsThere(lobby: Lobby, sought: Sought): VNode {
  return h('div.found', { key: `asked-${sought.request}`, attrs: { role: 'alert', 'data-test': 'asked' } }, [
    h('span', t.lobby.asked),
    button({ label: t.lobby.come, kind: 'primary', onClick: () => lobby.come(sought), testId: 'come' }),
    button({ label: t.lobby.finishFirst, onClick: () => lobby.finishFirst(sought), testId: 'finish-first' }),
  ]);
}
