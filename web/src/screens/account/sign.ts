/** Signing up and signing in. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../../api/http';
import type { Me, SecondStep } from '../../api/types';
import { focusSoon } from '../../board/focus';
import { browserHasPasskeys, signInWithPasskey } from '../../passkeys';
import { t } from '../../text';
import { button, link } from '../../ui/controls';
import { Form, type FormProps } from '../../ui/form';
import type { App, Page } from '../../ui/page';
import { backOf, withBack } from '../../ui/paths';

export function signUpPage(app: App): Page {
  return signPage(app, {
    title: t.signUp.title,
    lead: t.signUp.lead,
    other: { question: t.signUp.other, path: '/sign-in', label: t.signIn.title },
    form: {
      id: 'sign-up',
      submit: t.signUp.submit,
      fields: [
        {
          name: 'username',
          label: t.signIn.username,
          note: t.signUp.usernameNote,
          missing: t.signUp.noUsername,
          autocomplete: 'username',
        },
        {
          name: 'password',
          label: t.signIn.password,
          note: t.signUp.passwordNote,
          missing: t.signUp.noPassword,
          autocomplete: 'new-password',
        },
      ],
      send: async ({ username = '', password = '' }) => {
        const me = await api.signUp(username.trim(), password);
        app.becomes(me);
        app.note(t.signUp.welcome(me.name));
        app.replace(backOf(location.search));
      },
    },
  });
}

/** Signing in: with the password, and then with a code if the account asks for one; or with a passkey in the place of either. */
export function signInPage(app: App): Page {
  /** The result of the first step. */
  let step: SecondStep | null = null;
  const done = (me: Me): void => {
    app.signedIn(me);
    app.replace(backOf(location.search));
  };
  const passkey = new PasskeyButton(app, async () => {
    try {
      done(await signInWithPasskey(step ?? undefined));
    } catch (error) {
      if (step && error instanceof Refused && error.problem?.field === 'second_step') step = null;
      throw error;
    }
  });
  const withPassword = passwordStep(next => {
    if (!('ticket' in next)) return done(next);
    step = next;
    passkey.forget();
    app.redraw();
    focusSoon('main [data-first]');
  });
  const withCode = codeStep(async code => {
    try {
      done(await api.signInWith(step?.ticket ?? '', code));
    } catch (error) {
      // Too late: it begins again.
      if (error instanceof Refused && error.code === 'expired') step = null;
      throw error;
    }
  });
  const page = signPage(app, { ...withPassword, more: () => passkey.view(t.signIn.passkey) });
  const second = signPage(app, { ...withCode, more: () => passkey.view(t.passkeys.instead) });
  return {
    title: t.signIn.title,
    first: 'main [data-first]',
    view: () => (step === null ? page : second).view(),
    destroy: () => {
      page.destroy?.();
      second.destroy?.();
    },
  };
}

/** A button that signs in with a passkey, where there are passkeys. */
class PasskeyButton {
  private isOffered = false;
  private isBusy = false;
  private problem = '';

  constructor(
    private readonly app: App,
    private readonly send: () => Promise<void>,
  ) {
    if (browserHasPasskeys()) void this.ask();
  }

  private async ask(): Promise<void> {
    // Without an answer there is the password.
    this.isOffered = await api.passkeyOffer().catch(() => false);
    this.app.redraw();
  }

  /** Another step has begun: what went wrong before is told no more. */
  forget(): void {
    this.problem = '';
  }

  view(label: string): VNode[] {
    if (!this.isOffered) return [];
    return [
      h('div.row.sign-other', { key: 'passkey' }, [
        button({ label, testId: 'passkey', disabled: this.isBusy, onClick: () => void this.use() }),
      ]),
      h('p.answer.bad', { key: 'passkey-problem', attrs: { role: 'alert' } }, this.problem),
    ];
  }

  private async use(): Promise<void> {
    this.isBusy = true;
    this.problem = '';
    this.app.redraw();
    try {
      await this.send();
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : t.app.failed;
    }
    this.isBusy = false;
    this.app.redraw();
  }
}

function codeStep(send: (code: string) => Promise<void>): SignProps {
  return {
    title: t.signIn.title,
    lead: t.signIn.codeLead,
    other: null,
    form: {
      id: 'sign-in-code',
      submit: t.signIn.title,
      fields: [
        {
          name: 'code',
          label: t.secondFactor.code,
          note: t.secondFactor.codeNote,
          missing: t.secondFactor.noCode,
          autocomplete: 'one-time-code',
        },
      ],
      send: ({ code = '' }) => send(code),
    },
  };
}

function passwordStep(next: (step: Me | SecondStep) => void): SignProps {
  return {
    title: t.signIn.title,
    lead: t.signIn.lead,
    other: { question: t.signIn.other, path: '/sign-up', label: t.signUp.title },
    below: { path: '/forgotten', label: t.signIn.forgotten },
    form: {
      id: 'sign-in',
      submit: t.signIn.title,
      fields: [
        {
          name: 'username',
          label: t.signIn.username,
          missing: t.signIn.noUsername,
          autocomplete: 'username',
        },
        {
          name: 'password',
          label: t.signIn.password,
          missing: t.signIn.noPassword,
          autocomplete: 'current-password',
        },
      ],
      send: async ({ username = '', password = '' }) => next(await api.signIn(username.trim(), password)),
    },
  };
}

interface SignProps {
  title: string;
  lead: string;
  form: FormProps;
  /** The part below the form. */
  more?: () => VNode[];
  /** The way for those who need the other page. */
  other: { question: string; path: '/sign-in' | '/sign-up'; label: string } | null;
  /** Another way, for those who cannot go this one. */
  below?: { path: string; label: string };
}

function signPage(app: App, props: SignProps): Page {
  const form = new Form(() => app.redraw());
  return {
    title: props.title,
    first: 'main [data-first]',
    view: () =>
      h('main.page.narrow.sign', { key: props.form.id, attrs: { id: 'main', tabindex: -1 } }, [
        h('h1', props.title),
        ...(app.me?.account ? signedIn(app, app.me.name) : asked(app, form, props)),
      ]),
    destroy: () => form.destroy(),
  };
}

function asked(app: App, form: Form, { lead, other, below, form: props, more }: SignProps): VNode[] {
  return [
    h('p.lead', lead),
    h('div.panel', [form.view(props), ...(more?.() ?? [])]),
    ...(other === null
      ? []
      : [h('p.quiet', [`${other.question} `, link(app.go, withBack(other.path, location), '', [other.label])])]),
    ...(below === undefined ? [] : [h('p.quiet', link(app.go, below.path, '', [below.label]))]),
  ];
}

function signedIn(app: App, name: string): VNode[] {
  return [h('p', t.signIn.already(name)), link(app.go, '/account', '.button.primary', [t.account.title])];
}
