/** The API tokens of the player's own account, which programs use instead of a password. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../../api/http';
import type { OwnAccount, OwnToken, Scope } from '../../api/types';
import { focusSoon } from '../../board/focus';
import { t } from '../../text';
import { agoText, dayText } from '../../text/format';
import { copy } from '../../ui/clipboard';
import { button, segments, toggle } from '../../ui/controls';
import { Form, type Field } from '../../ui/form';
import type { App } from '../../ui/page';
import { confirming, passwordField } from './confirming';

const SCOPES: readonly Scope[] = ['games:play', 'games:read', 'events', 'account:read'];
const DAYS = ['30', '90', '365'] as const;

const nameField: Field = {
  name: 'name',
  label: t.tokens.name,
  note: t.tokens.nameNote,
  missing: t.tokens.noName,
  autocomplete: 'off',
};

export class Tokens {
  private tokens: readonly OwnToken[] | null = null;
  private isMaking = false;
  private isBusy = false;
  private problem = '';
  private done = '';
  /** The new token: shown once. */
  private made: string | null = null;
  private scopes = new Set<Scope>(['games:play']);
  private days: (typeof DAYS)[number] = '90';
  private form: Form;

  constructor(private readonly app: App) {
    this.form = new Form(() => app.redraw());
  }

  destroy(): void {
    this.form.destroy();
  }

  async load(): Promise<void> {
    this.tokens = (await api.tokens()).tokens;
    this.app.redraw();
  }

  /** Reloads them after a change. A failure here does not mean that the change failed. */
  private async reload(): Promise<void> {
    await this.load().catch(() => {
      this.problem = t.account.notReread;
    });
  }

  private open(isMaking: boolean): void {
    this.isMaking = isMaking;
    this.made = null;
    this.done = this.problem = '';
    this.form.destroy();
    this.form = new Form(() => this.app.redraw());
    this.app.redraw();
    focusSoon(isMaking ? '.tokens [data-first]' : '#tokens');
  }

  view(account: OwnAccount): VNode {
    return h('section.panel.tokens', { key: 'tokens', attrs: { 'aria-labelledby': 'tokens' } }, [
      h('div', [
        h('h2', { attrs: { id: 'tokens', tabindex: -1 } }, t.tokens.title),
        h('p.quiet', this.tokens?.length === 0 ? `${t.tokens.note} ${t.tokens.none}` : t.tokens.note),
      ]),
      this.made === null ? null : this.told(this.made),
      this.tokens?.length
        ? h(
            'ul.sessions',
            this.tokens.map(token => this.entry(token)),
          )
        : null,
      h('p.answer.bad', { key: 'problem', attrs: { role: 'alert' } }, this.problem),
      h('p.answer', { key: 'done', attrs: { role: 'status' } }, this.done),
      this.isMaking
        ? this.making(account)
        : h('div.row', { key: 'make' }, [
            button({ label: t.tokens.make, testId: 'make-token', onClick: () => this.open(true) }),
          ]),
    ]);
  }

  private entry({ id, name, scopes, used_at, expires_at }: OwnToken): VNode {
    const used = used_at === null ? t.tokens.unused : t.account.used(agoText(used_at, Date.now()));
    return h('li.session', { key: id, attrs: { 'data-test': 'token' } }, [
      h('div.account-what', [
        h('span.session-device', name),
        h('span.quiet', [scopes.join(', '), ' · ', used, ' · ', t.tokens.until(dayText(expires_at))]),
      ]),
      button({
        label: t.tokens.revoke,
        name: t.tokens.revokeOf(name),
        kind: 'quiet',
        testId: 'revoke-token',
        disabled: this.isBusy,
        onClick: () => void this.revoke(id),
      }),
    ]);
  }

  private async revoke(id: string): Promise<void> {
    this.isBusy = true;
    this.problem = this.done = '';
    this.made = null;
    this.app.redraw();
    try {
      // The token may have expired meanwhile.
      await api.revokeToken(id).finally(() => this.reload());
      this.done = t.tokens.revoked;
      focusSoon('#tokens');
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : t.app.failed;
    }
    this.isBusy = false;
    this.app.redraw();
  }

  private told(token: string): VNode {
    return h('div.token-made', { key: 'made' }, [
      h('p', t.tokens.made),
      h('code', { attrs: { 'data-test': 'token-text' } }, token),
      h('div.row', [
        button({
          label: t.table.copy,
          testId: 'copy-token',
          onClick: () => void copy(token, words => this.app.note(words)),
        }),
      ]),
    ]);
  }

  private making(account: OwnAccount): VNode {
    return h('div.token-form', { key: 'making' }, [
      h('fieldset.scopes', [
        h('legend', t.tokens.allows),
        ...SCOPES.map(scope =>
          toggle(scope, t.tokens.scopes[scope], this.scopes.has(scope), isOn => {
            if (isOn) this.scopes.add(scope);
            else this.scopes.delete(scope);
            this.app.redraw();
          }),
        ),
      ]),
      segments(
        'token-days',
        t.tokens.lasts,
        DAYS.map(value => ({ value, label: t.tokens.days(Number(value)) })),
        this.days,
        days => {
          this.days = days;
          this.app.redraw();
        },
      ),
      this.form.view({
        id: 'token',
        account: account.username,
        submit: t.tokens.make,
        buttons: [button({ label: t.secondFactor.cancel, onClick: () => this.open(false) })],
        ...confirming(account, [nameField, passwordField], async (shown, { name = '' }) => {
          const scopes = SCOPES.filter(scope => this.scopes.has(scope));
          const { token } = await api.makeToken({ ...shown, name, scopes, days: Number(this.days) });
          // The token is sent only once: a failure from here on must not prevent it from being shown.
          this.open(false);
          this.made = token;
          await this.reload();
          this.app.redraw();
        }),
      }),
    ]);
  }
}
