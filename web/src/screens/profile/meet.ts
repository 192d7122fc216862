/** The buttons on another player's page: ask them to play, follow or block them. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../../api/http';
import { t } from '../../text';
import { button, link } from '../../ui/controls';
import type { App } from '../../ui/page';

export function meetButtons(app: App, name: string): VNode {
  const change = async (act: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await act();
      app.note(done);
    } catch (error) {
      app.note(error instanceof Refused ? error.message : t.app.failed);
    }
  };
  return h('div.row', { key: 'meet' }, [
    link(app.go, `/new/chess?opponent=player&name=${encodeURIComponent(name)}`, '.button.plain', [t.people.challenge]),
    button({
      label: t.people.follow,
      testId: 'follow',
      onClick: () => void change(() => api.follow(name), t.people.followed(name)),
    }),
    button({
      label: t.people.block,
      kind: 'quiet',
      testId: 'block',
      onClick: () => void change(() => api.block(name), t.people.isBlocked(name)),
    }),
  ]);
}
