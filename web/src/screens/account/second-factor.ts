/** The second factor of the player's own account, an app or a passkey: turning it on and off, and its recovery codes. */
import { generate } from 'lean-qr';
import { h, type VNode } from 'snabbdom';
import { api } from '../../api/http';
import type { NewSecondFactor, OwnAccount } from '../../api/types';
import { focusSoon } from '../../board/focus';
import { browserHasPasskeys, showPasskey } from '../../passkeys';
import { t } from '../../text';
import { copy } from '../../ui/clipboard';
import { button } from '../../ui/controls';
import { Form } from '../../ui/form';
import type { App } from '../../ui/page';
import { codeField, codeFields, confirming, passwordField, type Shown } from './confirming';

/** The current activity. */
type Step =
  | { kind: 'rest' }
  | { kind: Opened }
  | { kind: 'confirm'; factor: NewSecondFactor }
  | { kind: 'codes'; codes: readonly string[] };

/** The steps that a button opens. */
type Opened = 'begin' | 'renew' | Off | 'passkey-on';
type Off = 'turn-off' | 'passkey-off';

/** The quiet zone around a QR code, in modules: scanners need it. */
const MARGIN = 4;

export class SecondFactor {
  private step: Step = { kind: 'rest' };
  private form: Form;
  /** The last change, in a sentence. */
  private done = '';

  /** `changed` reloads the account and never fails. Recovery codes, which are sent only once, are shown before it is called. */
  constructor(
    private readonly app: App,
    private readonly changed: () => Promise<void>,
  ) {
    this.form = new Form(() => app.redraw());
  }

  destroy(): void {
    this.form.destroy();
  }

  private go(step: Step, done = ''): void {
    this.step = step;
    this.done = done;
    this.form.destroy();
    this.form = new Form(() => this.app.redraw());
    this.app.redraw();
    // The next step; the button that was pressed may be gone.
    focusSoon(step.kind === 'rest' || step.kind === 'codes' ? '#second-factor' : '.second-factor [data-first]');
  }

  /** `hasPasskeys`: whether this server offers passkeys. */
  view(account: OwnAccount, hasPasskeys: boolean): VNode {
    return h('section.panel.second-factor', { key: 'second-factor', attrs: { 'aria-labelledby': 'second-factor' } }, [
      h('div', [
        h('h2', { attrs: { id: 'second-factor', tabindex: -1 } }, t.secondFactor.title),
        h('p.quiet', state(account, hasPasskeys)),
      ]),
      ...this.parts(account),
      h('p.answer', { key: 'done', attrs: { role: 'status' } }, this.done),
    ]);
  }

  private parts(account: OwnAccount): VNode[] {
    const { step } = this;
    switch (step.kind) {
      case 'rest':
        return [this.choices(account)];
      case 'begin':
        return [this.begin(account)];
      case 'confirm':
        return [secretOf(step.factor), this.confirm(account)];
      case 'codes':
        return this.codes(step.codes);
      case 'passkey-on':
        return [h('p', { key: 'passkey-what' }, t.secondFactor.askForPasskeyWhat), this.askForPasskey(account)];
      case 'renew':
        return [this.renew(account)];
      case 'turn-off':
      case 'passkey-off':
        return [this.turnOff(account, step.kind)];
    }
  }

  private choices({ second_factor, second_factor_app, second_factor_passkey, passkeys }: OwnAccount): VNode {
    const open = (kind: Opened, label: string): VNode =>
      button({ label, testId: `factor-${kind}`, onClick: () => this.go({ kind }) });
    const canAsk = passkeys > 0 && browserHasPasskeys();
    return h('div.row', { key: 'choices' }, [
      second_factor_app ? open('turn-off', t.secondFactor.turnOff) : open('begin', t.secondFactor.setUp),
      second_factor_passkey
        ? open('passkey-off', t.secondFactor.askForNoPasskey)
        : canAsk
          ? open('passkey-on', t.secondFactor.askForPasskey)
          : null,
      second_factor ? open('renew', t.secondFactor.renew) : null,
    ]);
  }

  private get cancel(): VNode {
    return button({ label: t.secondFactor.cancel, onClick: () => this.go({ kind: 'rest' }) });
  }

  private begin(account: OwnAccount): VNode {
    return this.form.view({
      id: 'factor',
      account: account.username,
      submit: t.secondFactor.goOn,
      buttons: [this.cancel],
      ...confirming(account, [passwordField, ...codeFields(account)], async shown => {
        this.go({ kind: 'confirm', factor: await api.prepareSecondFactor(shown) });
      }),
    });
  }

  private confirm({ username }: OwnAccount): VNode {
    return this.form.view({
      id: 'factor',
      account: username,
      submit: t.secondFactor.turnOn,
      buttons: [this.cancel],
      fields: [{ ...codeField, note: t.secondFactor.firstCodeNote }],
      send: async ({ code = '' }) => {
        const turnedOn = api.turnOnSecondFactor(code.replace(/\s/g, ''));
        const { recovery_codes } = await this.app.staysSignedIn(turnedOn);
        this.go({ kind: 'codes', codes: recovery_codes }, t.secondFactor.turnedOn);
        await this.changed();
      },
    });
  }

  /** Turns the passkey on as second factor. One has to be shown, so that nobody requires a passkey that they cannot use. */
  private askForPasskey({ username }: OwnAccount): VNode {
    return this.form.view({
      id: 'factor',
      account: username,
      submit: t.secondFactor.usePasskey,
      buttons: [this.cancel],
      fields: [],
      send: async () => {
        const proof = await showPasskey();
        const { recovery_codes } = await this.app.staysSignedIn(api.askForPasskey(proof));
        // Recovery codes that came with the app stay valid.
        const step: Step = recovery_codes.length > 0 ? { kind: 'codes', codes: recovery_codes } : { kind: 'rest' };
        this.go(step, t.secondFactor.askedForPasskey);
        await this.changed();
      },
    });
  }

  private renew(account: OwnAccount): VNode {
    return this.prove(account, t.secondFactor.renew, 'primary', async shown => {
      const { recovery_codes } = await api.renewRecoveryCodes(shown);
      this.go({ kind: 'codes', codes: recovery_codes }, t.secondFactor.renewed);
      await this.changed();
    });
  }

  private turnOff(account: OwnAccount, kind: Off): VNode {
    const isApp = kind === 'turn-off';
    const label = isApp ? t.secondFactor.turnOff : t.secondFactor.askForNoPasskey;
    const isOther = isApp ? account.second_factor_passkey : account.second_factor_app;
    const done = isApp ? t.secondFactor.turnedOffApp : t.secondFactor.askedForNoPasskey;
    return this.prove(account, label, 'danger', async shown => {
      await (isApp ? api.turnOffSecondFactor(shown) : api.askForNoPasskey(shown));
      await this.changed();
      this.go({ kind: 'rest' }, isOther ? done : t.secondFactor.turnedOff);
    });
  }

  /** Requires password and code, or a passkey, before the account is made less secure. */
  private prove(
    account: OwnAccount,
    submit: string,
    kind: 'primary' | 'danger',
    send: (shown: Shown) => Promise<void>,
  ): VNode {
    return this.form.view({
      id: 'factor',
      account: account.username,
      submit,
      kind,
      buttons: [this.cancel],
      ...confirming(account, [passwordField, ...codeFields(account)], send),
    });
  }

  private codes(codes: readonly string[]): VNode[] {
    return [
      h('p', { key: 'codes-note' }, t.secondFactor.codes),
      h(
        'ol.recovery-codes',
        { key: 'codes', attrs: { 'data-test': 'recovery-codes' } },
        codes.map(code => h('li', [h('code', code)])),
      ),
      h('div.row', { key: 'codes-done' }, [
        button({
          label: t.table.copy,
          testId: 'copy-codes',
          onClick: () => void copy(codes.join('\n'), words => this.app.note(words)),
        }),
        button({
          label: t.secondFactor.kept,
          kind: 'primary',
          testId: 'codes-kept',
          onClick: () => this.go({ kind: 'rest' }),
        }),
      ]),
    ];
  }
}

/** What is asked for after the password, in a sentence. */
function state(
  { second_factor, second_factor_app, second_factor_passkey, recovery_codes }: OwnAccount,
  hasPasskeys: boolean,
): string {
  if (!second_factor) return t.secondFactor.off(hasPasskeys);
  const what = !second_factor_app ? 'passkey' : second_factor_passkey ? 'both' : 'app';
  return t.secondFactor.on(what, recovery_codes);
}

/** The secret for the app, as a picture and as text. */
function secretOf({ secret, uri }: NewSecondFactor): VNode {
  const groups = secret.match(/.{1,4}/g)?.join(' ') ?? secret;
  return h('div.secret', { key: 'secret' }, [
    qrCode(uri),
    h('div', [
      h('p', t.secondFactor.scan),
      h('p', [t.secondFactor.type, ' ', h('code', { attrs: { 'data-test': 'secret' } }, groups)]),
    ]),
  ]);
}

/** A QR code: one path of all dark squares. */
function qrCode(text: string): VNode {
  const code = generate(text);
  const squares: string[] = [];
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) squares.push(`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`);
  const size = code.size + 2 * MARGIN;
  return h(
    'svg.qr-code',
    {
      attrs: {
        viewBox: `0 0 ${size} ${size}`,
        role: 'img',
        'aria-label': t.secondFactor.picture,
        'shape-rendering': 'crispEdges',
      },
    },
    [h('path', { attrs: { d: squares.join('') } })],
  );
}
