/** The email address of the player's own account. */
import { h, type VNode } from 'snabbdom';
import { api } from '../../api/http';
import type { Notifications, OwnAccount } from '../../api/types';
import { focusSoon } from '../../board/focus';
import { t } from '../../text';
import { button } from '../../ui/controls';
import { Form, type Field } from '../../ui/form';
import type { App } from '../../ui/page';
import { confirming, passwordField } from './confirming';

const addressField: Field = {
  name: 'address',
  label: t.mail.address,
  missing: t.mail.noAddress,
  autocomplete: 'email',
};

export class MailAddress {
  /** The current activity. */
  private step: 'rest' | 'set' | 'remove' = 'rest';
  private form: Form;
  private done = '';

  /** `changed` reloads the mail settings, and never fails. */
  constructor(
    private readonly app: App,
    private readonly changed: () => Promise<void>,
  ) {
    this.form = new Form(() => app.redraw());
  }

  destroy(): void {
    this.form.destroy();
  }

  private go(step: typeof this.step, done = ''): void {
    this.step = step;
    this.done = done;
    this.form.destroy();
    this.form = new Form(() => this.app.redraw());
    this.app.redraw();
    focusSoon(step === 'rest' ? '#mail-address' : '.mail-address [data-first]');
  }

  view(account: OwnAccount, { offered, address, waiting }: Notifications['mail']): VNode {
    const can = offered || address !== null;
    return h('section.panel.mail-address', { key: 'mail', attrs: { 'aria-labelledby': 'mail-address' } }, [
      h('div', [
        h('h2', { attrs: { id: 'mail-address', tabindex: -1 } }, t.mail.title),
        h('p.quiet', offered ? t.mail.note : t.mail.none),
      ]),
      address === null ? null : h('p', { key: 'is', attrs: { 'data-test': 'address' } }, t.mail.is(address)),
      waiting === null ? null : h('p', { key: 'waiting', attrs: { 'data-test': 'waiting' } }, t.mail.waiting(waiting)),
      h('p.answer', { key: 'done', attrs: { role: 'status' } }, this.done),
      this.step === 'rest'
        ? h('div.row', { key: 'rest' }, [
            offered
              ? button({
                  label: address === null ? t.mail.add : t.mail.change,
                  testId: 'set-address',
                  onClick: () => this.go('set'),
                })
              : null,
            can && (address !== null || waiting !== null)
              ? button({
                  label: t.mail.remove,
                  kind: 'quiet',
                  testId: 'remove-address',
                  onClick: () => this.go('remove'),
                })
              : null,
          ])
        : this.step === 'set'
          ? this.setting(account)
          : this.removing(account),
    ]);
  }

  private setting(account: OwnAccount): VNode {
    return this.form.view({
      id: 'address',
      account: account.username,
      submit: t.mail.send,
      buttons: [button({ label: t.account.keepOld, onClick: () => this.go('rest') })],
      ...confirming(account, [addressField, passwordField], async (shown, { address = '' }) => {
        await api.setAddress(shown, address.trim());
        await this.changed();
        this.go('rest');
      }),
    });
  }

  private removing(account: OwnAccount): VNode {
    return h('div', { key: 'removing' }, [
      h('p', [h('strong', t.mail.removeAsk), ` ${t.mail.removeWhat}`]),
      this.form.view({
        id: 'remove-address',
        account: account.username,
        submit: t.mail.remove,
        kind: 'danger',
        buttons: [button({ label: t.account.keep, onClick: () => this.go('rest') })],
        ...confirming(account, [passwordField], async shown => {
          await api.removeAddress(shown);
          await this.changed();
          this.go('rest', t.mail.removed);
        }),
      }),
    ]);
  }
}
