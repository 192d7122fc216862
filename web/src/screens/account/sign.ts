/** Signing up and signing in. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../../api/http';
import type { Me, SecondStep } from '../../api/types';
import { focusSoon } from '../../board/focus';
import { t } from '../../text';
import { link } from '../../ui/controls';
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

/** Signing in: with the password, and then with a code if the account asks for one. */
export function signInPage(app: App): Page {
  /** What the first step has given. */
  let ticket: string | null = null;
  const done = (me: Me): void => {
    app.becomes(me);
    app.replace(backOf(location.search));
  };
  const withPassword = passwordStep(step => {
    if (!('ticket' in step)) return done(step);
    ticket = step.ticket;
    app.redraw();
    focusSoon('main [data-first]');
  });
  const withCode = codeStep(async code => {
    try {
      done(await api.signInWith(ticket ?? '', code));
    } catch (error) {
      // Too late: it begins anew.
      if (error instanceof Refused && error.code === 'expired') ticket = null;
      throw error;
    }
  });
  const page = signPage(app, withPassword);
  const second = signPage(app, withCode);
  return {
    title: t.signIn.title,
    first: 'main [data-first]',
    view: () => (ticket === null ? page : second).view(),
    destroy: () => {
      page.destroy?.();
      second.destroy?.();
    },
  };
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
  /** The way for those who need the other page. */
  other: { question: string; path: '/sign-in' | '/sign-up'; label: string } | null;
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

function asked(app: App, form: Form, { lead, other, form: props }: SignProps): VNode[] {
  return [
    h('p.lead', lead),
    h('div.panel', [form.view(props)]),
    ...(other === null
      ? []
      : [h('p.quiet', [`${other.question} `, link(app.go, withBack(other.path, location), '', [other.label])])]),
  ];
}

function signedIn(app: App, name: string): VNode[] {
  return [h('p', t.signIn.already(name)), link(app.go, '/account', '.button.primary', [t.account.title])];
}
