/** The log of all acts of moderators and the operator. */
import { h } from 'snabbdom';
import { api } from '../../api/http';
import type { ModerationAct } from '../../api/types';
import { t } from '../../text';
import { button } from '../../ui/controls';
import type { App, Page } from '../../ui/page';
import { actList, Asking, head } from './common';

/** The server's page size: a shorter page contains the oldest entries. */
const PAGE = 50;

export function logPage(app: App): Page {
  const asking = new Asking(() => app.redraw());
  let acts: readonly ModerationAct[] | null = null;
  let isAll = false;
  const more = (): void =>
    void asking.run(async () => {
      const { entries } = await api.moderation.log(acts?.at(-1)?.number);
      acts = [...(acts ?? []), ...entries];
      isAll = entries.length < PAGE;
    });
  more();
  return {
    title: t.moderation.log,
    view: () =>
      h('main.page.narrow.moderation', { key: 'moderation-log', attrs: { id: 'main', tabindex: -1 } }, [
        head(app, t.moderation.log, 'log'),
        asking.view(app),
        h('section.panel', { attrs: { 'aria-label': t.moderation.log } }, [
          acts === null
            ? h('p.quiet', asking.isBusy ? t.app.loading : '')
            : acts.length === 0
              ? h('p.quiet', t.moderation.nothingDone)
              : actList(app, acts, { isNamed: true }),
          isAll || acts === null
            ? null
            : button({ label: t.moderation.earlier, disabled: asking.isBusy, onClick: more }),
        ]),
      ]),
  };
}
