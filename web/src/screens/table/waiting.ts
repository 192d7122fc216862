/** A game that waits for its second player: the terms, and the link or the free seat. */
import { h, type VNode } from 'snabbdom';
import type { State } from '../../api/types';
import type { About } from '../../games/game';
import { t } from '../../text';
import { button } from '../../ui/controls';
import { termsOf } from './terms';

function termsView(state: State, about: About): VNode {
  const { game, terms } = termsOf(state, about);
  return h('div.terms', { key: 'terms', attrs: { 'data-test': 'terms' } }, [
    h('strong', game),
    h(
      'ul',
      terms.map(one => h('li', { key: one }, one)),
    ),
  ]);
}

/** For the player who is waiting. */
export function shareLink(
  state: State,
  about: About,
  address: string,
  onCopy: () => void,
  onWithdraw: () => void,
): VNode {
  return h('div.share', { key: 'share' }, [
    termsView(state, about),
    h('label', { attrs: { for: 'share-link' } }, t.table.shareLink),
    h('div.row', [
      h('input', { attrs: { id: 'share-link', readonly: true, 'data-test': 'share-link' }, props: { value: address } }),
      button({ label: t.table.copy, icon: 'copy', kind: 'primary', onClick: onCopy }),
    ]),
    button({ label: t.table.withdraw, icon: 'cross', kind: 'quiet', testId: 'withdraw', onClick: onWithdraw }),
  ]);
}

/** For everybody else. */
export function freeSeat(state: State, about: About, onJoin: () => void): VNode {
  return h('div.share', { key: 'join' }, [
    termsView(state, about),
    h('p', t.table.seatFree),
    button({ label: t.table.join, kind: 'primary', testId: 'join', onClick: onJoin }),
  ]);
}
