/** The moderators' queue: players with open reports. */
import { h, type VNode } from 'snabbdom';
import { api } from '../../api/http';
import type { QueuedCase } from '../../api/types';
import { t } from '../../text';
import { momentText } from '../../text/format';
import { link } from '../../ui/controls';
import type { App, Page } from '../../ui/page';
import { Asking, casePath, head } from './common';

export function queuePage(app: App): Page {
  const asking = new Asking(() => app.redraw());
  let cases: readonly QueuedCase[] | null = null;
  let name = '';
  void asking.run(async () => {
    cases = (await api.moderation.queue()).cases;
  });
  const find = (): void =>
    void asking.run(async () => {
      const { player } = await api.moderation.find(name.trim());
      app.go(casePath(player));
    });

  const entry = (one: QueuedCase): VNode =>
    h('li', { key: one.player }, [
      link(app.go, casePath(one.player), '.case', [
        h('strong', one.name),
        h('span', t.moderation.reports(one.reports)),
        h('span.quiet', one.reasons.map(reason => t.report.reasons[reason]).join(', ')),
        h('span.quiet', t.moderation.since(momentText(one.since))),
      ]),
    ]);

  return {
    title: t.moderation.title,
    view: () =>
      h('main.page.narrow.moderation', { key: 'moderation', attrs: { id: 'main', tabindex: -1 } }, [
        head(app, t.moderation.title, 'queue'),
        asking.view(app),
        h('section.panel', { attrs: { 'aria-label': t.moderation.queue } }, [
          h('h2', t.moderation.queue),
          cases === null
            ? h('p.quiet', asking.isBusy ? t.app.loading : '')
            : cases.length === 0
              ? h('p.quiet', { attrs: { 'data-test': 'empty' } }, t.moderation.none)
              : h('ul.cases', cases.map(entry)),
        ]),
        h(
          'form.panel',
          {
            on: {
              submit: (event: Event) => {
                event.preventDefault();
                if (name.trim()) find();
              },
            },
          },
          [
            h('label.field', { attrs: { for: 'find' } }, [t.moderation.find, h('small', t.moderation.findNote)]),
            h('div.row', [
              h('input', {
                attrs: { id: 'find', autocapitalize: 'none', autocomplete: 'off', spellcheck: 'false' },
                on: { input: (event: Event) => (name = (event.target as HTMLInputElement).value) },
              }),
              h('button.button.plain', { attrs: { type: 'submit' } }, t.moderation.open),
            ]),
          ],
        ),
      ]),
  };
}
