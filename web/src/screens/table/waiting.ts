/** A game that waits for its second player: the link, or the free seat. */
import { h, type VNode } from 'snabbdom';
import { t } from '../../text';
import { button } from '../../ui/controls';

/** For the player who is waiting. */
export function shareLink(address: string, onCopy: () => void, onWithdraw: () => void): VNode {
  return h('div.share', { key: 'share' }, [
    h('label', { attrs: { for: 'share-link' } }, t.table.shareLink),
    h('div.row', [
      h('input', { attrs: { id: 'share-link', readonly: true, 'data-test': 'share-link' }, props: { value: address } }),
      button({ label: t.table.copy, icon: 'copy', kind: 'primary', onClick: onCopy }),
    ]),
    button({ label: t.table.withdraw, icon: 'cross', kind: 'quiet', testId: 'withdraw', onClick: onWithdraw }),
  ]);
}

/** For everybody else. */
export function freeSeat(onJoin: () => void): VNode {
  return h('div.share', { key: 'join' }, [
    h('p', t.table.seatFree),
    button({ label: t.table.join, kind: 'primary', testId: 'join', onClick: onJoin }),
  ]);
}
