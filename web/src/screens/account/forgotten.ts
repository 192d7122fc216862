/** Asking for a link to choose another password. */
import { h } from 'snabbdom';
import { api } from '../../api/http';
import { focusSoon } from '../../board/focus';
import { t } from '../../text';
import { Form } from '../../ui/form';
import type { App, Page } from '../../ui/page';

export function forgottenPage(app: App): Page {
  const form = new Form(() => app.redraw());
  let isSent = false;
  let sendsMail = true;
  // Without an answer the form is offered anyway: the server refuses the request if it sends no mail.
  void api.mailOffer().then(
    offered => {
      sendsMail = offered;
      app.redraw();
    },
    () => {},
  );
  return {
    title: t.forgotten.title,
    first: 'main [data-first]',
    view: () =>
      h('main.page.narrow.sign', { key: 'forgotten', attrs: { id: 'main', tabindex: -1 } }, [
        h('h1', t.forgotten.title),
        ...(isSent
          ? [
              h('p', { key: 'sent', attrs: { id: 'sent', tabindex: -1, role: 'status' } }, t.forgotten.sent),
              h('p.quiet', t.forgotten.none),
            ]
          : !sendsMail
            ? [h('p.lead', { key: 'no-mail' }, t.mail.none)]
            : [
                h('p.lead', t.forgotten.lead),
                h('div.panel', [
                  form.view({
                    id: 'forgotten',
                    submit: t.forgotten.submit,
                    fields: [
                      {
                        name: 'username',
                        label: t.signIn.username,
                        missing: t.signIn.noUsername,
                        autocomplete: 'username',
                      },
                    ],
                    send: async ({ username = '' }) => {
                      await api.forgotten(username.trim());
                      isSent = true;
                      app.redraw();
                      focusSoon('#sent');
                    },
                  }),
                ]),
              ]),
      ]),
    destroy: () => form.destroy(),
  };
}
