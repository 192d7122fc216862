/** The pages that links in mails open. Each asks first, so that a mail filter that opens links changes nothing. */
import { h } from 'snabbdom';
import { api, Refused } from '../../api/http';
import type { NotificationKind } from '../../api/types';
import { focusSoon } from '../../board/focus';
import { t } from '../../text';
import { button, link } from '../../ui/controls';
import type { App, Page } from '../../ui/page';

interface Question {
  id: string;
  title: string;
  lead: string;
  /** The text of the button; without one there is nothing to confirm. */
  act?: string;
  /** Does it, and resolves to the sentence to show afterwards. */
  send: () => Promise<string>;
}

function questionPage(app: App, { id, title, lead, act, send }: Question): Page {
  let isBusy = false;
  let problem = '';
  let done = '';
  const ask = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    problem = '';
    app.redraw();
    try {
      done = await send();
      focusSoon('#answer');
    } catch (error) {
      problem = error instanceof Refused ? error.message : t.app.failed;
    }
    isBusy = false;
    app.redraw();
  };
  return {
    title,
    view: () =>
      h('main.page.narrow.sign', { key: id, attrs: { id: 'main', tabindex: -1 } }, [
        h('h1', title),
        ...(done === ''
          ? [
              h('p.lead', lead),
              h('p.answer.bad', { key: 'problem', attrs: { role: 'alert' } }, problem),
              act === undefined
                ? null
                : h('div.row', { key: 'act' }, [
                    button({ label: act, kind: 'primary', testId: id, disabled: isBusy, onClick: () => void ask() }),
                  ]),
            ]
          : [h('p', { key: 'answer', attrs: { id: 'answer', tabindex: -1, role: 'status' } }, done)]),
        h('p.quiet', link(app.go, '/account', '', [t.mail.toAccount])),
      ]),
  };
}

/** The page of the link that confirms an email address. */
export function confirmPage(app: App, ticket: string): Page {
  return questionPage(app, {
    id: 'confirm-address',
    title: t.mail.confirmTitle,
    lead: t.mail.confirmLead,
    act: t.mail.confirm,
    send: async () => {
      const { username, address } = await api.confirmAddress(ticket);
      return t.mail.confirmed(username, address);
    },
  });
}

/** The page of the link that unsubscribes from one kind of mail. */
export function unsubscribePage(app: App, part: string): Page {
  const kind = part.split('-')[1] ?? '';
  const what = kind in t.notifications.kinds ? t.notifications.kinds[kind as NotificationKind] : null;
  return questionPage(app, {
    id: 'unsubscribe',
    title: t.notifications.unsubscribeTitle,
    lead: what === null ? t.notifications.unsubscribeUnknown : t.notifications.unsubscribeLead(what),
    ...(what === null ? {} : { act: t.notifications.unsubscribe }),
    send: async () => {
      await api.unsubscribe(part);
      return t.notifications.unsubscribed;
    },
  });
}
