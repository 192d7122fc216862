/** The opponent's offer with its two answers: in a line of its own, so that no button changes its meaning. */
import { h, type VNode } from 'snabbdom';
import type { Offers, Seat } from '../../api/types';
import { t } from '../../text';
import { button } from '../../ui/controls';

const KINDS = ['draw', 'takeback', 'rematch'] as const;

export type Offer = (typeof KINDS)[number];

export function offersLine(
  offers: Offers,
  seat: Seat,
  onAnswer: (answer: 'accept' | 'decline', what: Offer) => void,
): VNode | null {
  if (seat === 'both' || seat === 'spectator') return null;
  const offered = KINDS.find(what => offers[what] && offers[what] !== seat);
  if (!offered) {
    const sent = KINDS.find(what => offers[what] === seat);
    return sent ? h('div.offer.sent', { key: `sent-${sent}` }, [h('p', t.table.sent[sent])]) : null;
  }
  return h('div.offer', { key: `offer-${offered}`, attrs: { role: 'alert', 'data-test': `offer-${offered}` } }, [
    h('p', t.table.offered[offered]),
    h('div.row', [
      button({
        label: t.table.accept,
        icon: 'check',
        kind: 'primary',
        testId: 'accept',
        onClick: () => onAnswer('accept', offered),
      }),
      button({
        label: t.table.decline,
        icon: 'cross',
        testId: 'decline',
        onClick: () => onAnswer('decline', offered),
      }),
    ]),
  ]);
}
