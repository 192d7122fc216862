/** Choosing a new password with a reset link. */
import { h } from 'snabbdom';
import { api } from '../../api/http';
import { t } from '../../text';
import { Form } from '../../ui/form';
import type { App, Page } from '../../ui/page';

export function resetPage(app: App, ticket: string): Page {
  const form = new Form(() => app.redraw());
  return {
    title: t.reset.title,
    first: 'main [data-first]',
    view: () =>
      h('main.page.narrow.sign', { key: 'reset', attrs: { id: 'main', tabindex: -1 } }, [
        h('h1', t.reset.title),
        h('p.lead', t.reset.lead),
        h('div.panel', [
          form.view({
            id: 'reset',
            submit: t.reset.title,
            fields: [
              {
                name: 'new_password',
                label: t.account.new,
                note: t.account.newNote,
                missing: t.account.noNew,
                autocomplete: 'new-password',
              },
            ],
            send: async ({ new_password = '' }) => {
              await api.reset(ticket, new_password);
              app.note(t.account.changed);
              app.replace('/sign-in');
            },
          }),
        ]),
      ]),
    destroy: () => form.destroy(),
  };
}
