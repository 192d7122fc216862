/** The sealed notes of all departures, to copy while the game goes on. */
import { h, type VNode } from 'snabbdom';
import { t } from '../../text';
import { button } from '../../ui/controls';
import type { Host } from '../screen';
import type { HyperspaceView } from './view';

export function commitments(host: Host<HyperspaceView>): VNode | null {
  const all = host.scene.commitments ?? [];
  if (all.length === 0) return null;
  const line = (one: (typeof all)[number]): string => `${t.color[one.color]} ${one.public} ${one.commitment}`;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(all.map(line).join('\n'));
      host.say(t.table.copied);
    } catch {
      host.say(t.table.notCopied);
    }
  };
  return h('details.commitments', { key: 'commitments', attrs: { 'data-test': 'commitments' } }, [
    h('summary', `${t.hyperspace.commitments} (${all.length})`),
    h('p.quiet', t.hyperspace.commitmentsNote),
    h(
      'ul',
      all.map(one =>
        h('li', { key: one.n }, [h('span', `${t.color[one.color]} ${one.public}`), h('code', one.commitment)]),
      ),
    ),
    button({ label: t.hyperspace.copyAll, icon: 'copy', onClick: () => void copy() }),
  ]);
}
