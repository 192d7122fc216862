/** The commitments of all departures, to copy while the game goes on. */
import { h, type VNode } from 'snabbdom';
import { t } from '../../text';
import { copy } from '../../ui/clipboard';
import { button } from '../../ui/controls';
import { text } from './text';
import type { Commitment } from './view';

export function commitments(all: readonly Commitment[], say: (words: string) => void): VNode | null {
  if (all.length === 0) return null;
  const line = (one: Commitment): string => `${t.color[one.color]} ${one.public} ${one.commitment}`;
  return h('details.commitments', { key: 'commitments', attrs: { 'data-test': 'commitments' } }, [
    h('summary', `${text.commitments} (${all.length})`),
    h('p.quiet', text.commitmentsNote),
    h(
      'ul',
      all.map(one =>
        h('li', { key: one.n }, [h('span', `${t.color[one.color]} ${one.public}`), h('code', one.commitment)]),
      ),
    ),
    button({ label: text.copyAll, icon: 'copy', onClick: () => void copy(all.map(line).join('\n'), say) }),
  ]);
}
