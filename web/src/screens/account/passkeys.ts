/** The passkeys of the player's own account: adding, listing and removing them. */
import { h, type VNode } from 'snabbdom';
import { api } from '../../api/http';
import type { OwnAccount, OwnPasskey, PasskeyList } from '../../api/types';
import { focusSoon } from '../../board/focus';
import { browserHasPasskeys, makePasskey } from '../../passkeys';
import { t } from '../../text';
import { agoText, dayText } from '../../text/format';
import { button } from '../../ui/controls';
import { Form, type Field } from '../../ui/form';
import type { App } from '../../ui/page';
import { codeFields, confirming, passwordField } from './confirming';

/** The current activity. */
type Step = { kind: 'rest' } | { kind: 'add' } | { kind: 'remove'; passkey: OwnPasskey };

const nameField: Field = {
  name: 'name',
  label: t.passkeys.name,
  note: t.passkeys.nameNote,
  missing: t.passkeys.noName,
  autocomplete: 'off',
};

export class Passkeys {
  private list: PasskeyList | null = null;
  private step: Step = { kind: 'rest' };
  private form: Form;
  /** The last change, in a sentence. */
  private done = '';

  /** `changed` reloads the account, and never fails. */
  constructor(
    private readonly app: App,
    private readonly changed: () => Promise<void>,
  ) {
    this.form = new Form(() => app.redraw());
  }

  destroy(): void {
    this.form.destroy();
  }

  /** Whether this server offers passkeys, as far as is known. */
  get isOffered(): boolean {
    return this.list?.offered === true;
  }

  async load(): Promise<void> {
    this.list = await api.passkeys();
    this.app.redraw();
  }

  private go(step: Step, done = ''): void {
    this.step = step;
    this.done = done;
    this.form.destroy();
    this.form = new Form(() => this.app.redraw());
    this.app.redraw();
    // The button that was pressed may be gone.
    focusSoon(step.kind === 'rest' ? '#passkeys' : '.passkeys [data-first]');
  }

  view(account: OwnAccount): VNode {
    return h('section.panel.passkeys', { key: 'passkeys', attrs: { 'aria-labelledby': 'passkeys' } }, [
      h('div', [
        h('h2', { attrs: { id: 'passkeys', tabindex: -1 } }, t.passkeys.title),
        h('p.quiet', this.list ? this.note(this.list) : t.app.loading),
      ]),
      this.list?.passkeys.length
        ? h(
            'ul.sessions',
            this.list.passkeys.map(passkey => this.entry(passkey)),
          )
        : null,
      h('p.answer', { key: 'done', attrs: { role: 'status' } }, this.done),
      this.list ? this.part(this.list, account) : null,
    ]);
  }

  private note({ offered, passkeys }: PasskeyList): string {
    if (!offered) return t.passkeys.notHere;
    if (!browserHasPasskeys()) return t.passkeys.notInBrowser;
    return passkeys.length === 0 ? `${t.passkeys.note} ${t.passkeys.none}` : t.passkeys.note;
  }

  private entry(passkey: OwnPasskey): VNode {
    const { id, name, created_at, used_at } = passkey;
    const used = used_at === null ? t.tokens.unused : t.account.used(agoText(used_at, Date.now()));
    return h('li.session', { key: id, attrs: { 'data-test': 'passkey' } }, [
      h('div.account-what', [
        h('span.session-device', name),
        h('span.quiet', [t.passkeys.since(dayText(created_at)), ' · ', used]),
      ]),
      button({
        label: t.passkeys.remove,
        name: t.passkeys.removeOf(name),
        kind: 'quiet',
        testId: 'remove-passkey',
        onClick: () => this.go({ kind: 'remove', passkey }),
      }),
    ]);
  }

  private part({ offered }: PasskeyList, account: OwnAccount): VNode | null {
    switch (this.step.kind) {
      case 'add':
        return this.adding(account);
      case 'remove':
        return this.removing(account, this.step.passkey);
      case 'rest':
        return offered && browserHasPasskeys()
          ? h('div.row', { key: 'add' }, [
              button({ label: t.passkeys.add, testId: 'add-passkey', onClick: () => this.go({ kind: 'add' }) }),
            ])
          : null;
    }
  }

  private get cancel(): VNode {
    return button({ label: t.secondFactor.cancel, onClick: () => this.go({ kind: 'rest' }) });
  }

  private adding(account: OwnAccount): VNode {
    const fields = [nameField, passwordField, ...codeFields(account)];
    return this.form.view({
      id: 'passkey',
      account: account.username,
      submit: t.passkeys.add,
      buttons: [this.cancel],
      ...confirming(account, fields, async (shown, { name = '' }) => {
        const challenge = await api.preparePasskey(shown);
        await makePasskey(challenge, name.trim());
        await this.changed();
        this.go({ kind: 'rest' }, t.passkeys.added);
      }),
    });
  }

  private removing(account: OwnAccount, { id, name }: OwnPasskey): VNode {
    return h('div.token-form', { key: `remove-${id}` }, [
      h('p', t.passkeys.removeAsk(name)),
      this.form.view({
        id: 'passkey',
        account: account.username,
        submit: t.passkeys.remove,
        kind: 'danger',
        buttons: [this.cancel],
        ...confirming(account, [passwordField], async shown => {
          await api.removePasskey(id, shown);
          await this.changed();
          this.go({ kind: 'rest' }, t.passkeys.removed);
        }),
      }),
    ]);
  }
}
