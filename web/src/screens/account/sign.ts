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
import { codeField, recoveryCodeField } from './confirming';

export function signUpPage(app: App): Page {
  let sendsMail: boolean | null = null;
  // Without an answer the page promises nothing.
  void api.mailOffer().then(
    offered => {
      sendsMail = offered;
      app.redraw();
    },
    () => {},
  );
  let gone = false;
  const goBack = (): void => {
    if (!gone) app.replace(backOf(location.search));
  };
  const page = signPage(app, () => signUp(app, sendsMail, goBack));
  return {
    ...page,
    destroy: () => {
      gone = true;
      page.destroy?.();
    },
  };
}

/** `goBack` leads to where the player came from, unless they have left this page meanwhile. */
function signUp(app: App, sendsMail: boolean | null, goBack: () => void): SignProps {
  return {
    id: 'sign-up',
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
          note: [t.signUp.passwordNote, t.signUp.keepIt(sendsMail)].join(' ').trim(),
          missing: t.signUp.noPassword,
          autocomplete: 'new-password',
        },
      ],
      send: async ({ username = '', password = '' }) => {
        const me = await api.signUp(username.trim(), password);
        app.becomes(me);
        app.note(t.signUp.welcome(me.name));
        goBack();
      },
    },
  };
}

/** Signing in: with the password, and then with a code or a passkey if the account asks for one; or with a passkey alone. */
export function signInPage(app: App): Page {
  /** The step after the password, with a form of its own. */
  let second: { step: SecondStep; page: Page } | null = null;
  /** Whether a code comes next: a player without an app is asked for a passkey first. */
  let wantsCode = false;
  /** Whether a request is pending, whose answer may change the step. */
  let isSending = false;
  let gone = false;
  /** Returns to where the player came from, unless they have left this page meanwhile. */
  const goBack = (): void => {
    if (!gone) app.replace(backOf(location.search));
  };
  const leave = (): void => {
    second?.page.destroy?.();
    second = null;
  };
  /** Sends the second step. If it has expired, signing in starts over. */
  const send = async (
    act: (step?: SecondStep) => Promise<Me>,
    isLate: (refused: Refused) => boolean,
  ): Promise<void> => {
    isSending = true;
    try {
      app.signedIn(await act(second?.step));
      goBack();
    } catch (error) {
      if (error instanceof Refused && isLate(error)) leave();
      throw error;
    } finally {
      isSending = false;
    }
  };
  const passkey = new PasskeyButton(app, () =>
    send(signInWithPasskey, ({ problem }) => problem?.field === 'second_step'),
  );
  const sendCode = (code: string): Promise<void> =>
    send(
      step => api.signInWith(step?.ticket ?? '', code),
      ({ code }) => code === 'expired',
    );
  const goOn = (): void => {
    passkey.forget();
    app.redraw();
    focusSoon('main [data-first]');
  };
  const props = (step: SecondStep): SignProps => {
    if (wantsCode) {
      const more = (): VNode[] => (takesPasskey(step) ? passkey.view(t.passkeys.instead) : []);
      return { ...codeStep(step, sendCode), more };
    }
    return passkeyStep(step, passkey, () => {
      wantsCode = true;
      goOn();
    });
  };
  /** Returns to the password form, perhaps for another account. */
  const again = (): void => {
    leave();
    goOn();
  };
  const withPassword = passwordStep(next => {
    if (!('ticket' in next)) {
      app.signedIn(next);
      return goBack();
    }
    if (gone) return;
    second = { step: next, page: signPage(app, () => ({ ...props(next), again: isSending ? null : again })) };
    if (takesPasskey(next)) passkey.offer();
    wantsCode = takesCode(next) && (next.methods.includes('app') || !takesPasskey(next));
    goOn();
  });
  const first = signPage(app, () => ({ ...withPassword, more: () => passkey.view(t.signIn.passkey) }));
  return {
    title: t.signIn.title,
    first: 'main [data-first]',
    view: () => (second?.page ?? first).view(),
    destroy: () => {
      gone = true;
      first.destroy?.();
      leave();
    },
  };
}

function takesCode({ methods }: SecondStep): boolean {
  return methods.includes('app') || methods.includes('recovery-code');
}

/** Whether a passkey can be used for the second step in this browser. */
function takesPasskey({ methods }: SecondStep): boolean {
  return methods.includes('passkey') && browserHasPasskeys();
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
    // Without an answer only the password is offered.
    this.isOffered = await api.passkeyOffer().catch(() => false);
    this.app.redraw();
  }

  /** The server has asked for a passkey. */
  offer(): void {
    this.isOffered = true;
  }

  /** Another step has begun: clears the previous error. */
  forget(): void {
    this.problem = '';
  }

  view(label: string, isFirst = false): VNode[] {
    if (!this.isOffered) return [];
    return [
      h('div.row.sign-other', { key: 'passkey' }, [
        button({
          label,
          testId: 'passkey',
          kind: isFirst ? 'primary' : 'plain',
          first: isFirst,
          disabled: this.isBusy,
          onClick: () => void this.use(),
        }),
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

function codeStep({ methods }: SecondStep, send: (code: string) => Promise<void>): SignProps {
  const hasApp = methods.includes('app');
  return {
    id: 'sign-in-code',
    title: t.signIn.title,
    lead: hasApp ? t.signIn.codeLead : t.signIn.recoveryLead,
    other: null,
    form: {
      id: 'sign-in-code',
      submit: t.signIn.title,
      fields: [hasApp ? codeField : recoveryCodeField],
      send: ({ code = '' }) => send(code),
    },
  };
}

/** The step with a passkey after the password, for accounts without an app; `useCode` goes on with a recovery code. */
function passkeyStep(step: SecondStep, passkey: PasskeyButton, useCode: () => void): SignProps {
  const { methods } = step;
  const leads = takesPasskey(step) ? t.signIn.passkeyLead : t.signIn.passkeyNotHere;
  return {
    id: 'sign-in-passkey',
    title: t.signIn.title,
    lead: methods.length === 0 ? t.signIn.nothingLeft : leads,
    other: null,
    form: null,
    more: () => [
      ...(takesPasskey(step) ? passkey.view(t.signIn.passkeySecond, true) : []),
      ...(takesCode(step)
        ? [
            h('div.row.sign-other', { key: 'use-code' }, [
              button({ label: t.signIn.recoveryInstead, testId: 'use-code', onClick: useCode }),
            ]),
          ]
        : []),
    ],
  };
}

function passwordStep(next: (step: Me | SecondStep) => void): SignProps {
  return {
    id: 'sign-in',
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
  /** Distinguishes the steps. */
  id: string;
  title: string;
  lead: string;
  /** The form, if there is something to fill in. */
  form: FormProps | null;
  /** The part below the form. */
  more?: () => VNode[];
  /** The link to the other page: signing up instead of in, or vice versa. */
  other: { question: string; path: '/sign-in' | '/sign-up'; label: string } | null;
  /** A link for users who cannot sign in this way. */
  below?: { path: string; label: string };
  /** Returns to the first step; `null` if that is possible, but not at the moment. */
  again?: (() => void) | null;
}

function signPage(app: App, now: () => SignProps): Page {
  const form = new Form(() => app.redraw());
  return {
    title: now().title,
    first: 'main [data-first]',
    view: () => {
      const props = now();
      return h('main.page.narrow.sign', { key: props.id, attrs: { id: 'main', tabindex: -1 } }, [
        h('h1', props.title),
        ...(app.me?.account ? signedIn(app, app.me.name) : asked(app, form, props)),
      ]);
    },
    destroy: () => form.destroy(),
  };
}

function asked(app: App, form: Form, { lead, other, below, again, form: props, more }: SignProps): VNode[] {
  const panel = [...(props ? [form.view(props)] : []), ...(more?.() ?? [])];
  return [
    h('p.lead', lead),
    panel.length > 0 ? h('div.panel', panel) : h('div'),
    ...(other === null
      ? []
      : [h('p.quiet', [`${other.question} `, link(app.go, withBack(other.path, location), '', [other.label])])]),
    ...(below === undefined ? [] : [h('p.quiet', link(app.go, below.path, '', [below.label]))]),
    ...(again === undefined
      ? []
      : [
          h('p', [
            button({
              label: t.signIn.again,
              testId: 'sign-in-again',
              disabled: again === null,
              onClick: () => again?.(),
            }),
          ]),
        ]),
  ];
}

function signedIn(app: App, name: string): VNode[] {
  return [h('p', t.signIn.already(name)), link(app.go, '/account', '.button.primary', [t.account.title])];
}
