/** Forms that the server validates: an error is shown beside its field, and a required wait is counted down. */
import { h, type VNode } from 'snabbdom';
import { Refused } from '../api/http';
import { afterDrawing } from '../board/focus';
import { t } from '../text';

export interface Field {
  /** Its name, the one by which the server names a field that is wrong. */
  name: string;
  label: string;
  note?: string;
  /** The message if it is empty. */
  missing: string;
  autocomplete: 'username' | 'new-password' | 'current-password' | 'one-time-code' | 'email' | 'off';
}

export interface FormProps {
  /** Distinguishes the forms of a page. */
  id: string;
  fields: readonly Field[];
  submit: string;
  kind?: 'primary' | 'danger';
  /** Shown beside the submit button. */
  buttons?: VNode[];
  /** The account that the passwords belong to, for password managers, if there is no field for its name. */
  account?: string;
  send: Send;
  /** Another way to send it, for which some of the fields may be empty. */
  instead?: { label: string; fields: readonly string[]; send: Send };
}

type Send = (values: Record<string, string>) => Promise<void>;

export class Form {
  private isSending = false;
  private problem = '';
  /** The field that the problem is about; empty: the form as a whole. */
  private wrong = '';
  /** When it can be sent again, in seconds of the page's clock. */
  private ready = 0;
  private timer = 0;
  private readonly revealed = new Set<string>();
  /** How often it was sent successfully. Part of the key, so that the form is empty again each time. */
  private sent = 0;

  constructor(private readonly redraw: () => void) {}

  destroy(): void {
    clearInterval(this.timer);
  }

  view(props: FormProps): VNode {
    const { id, fields, submit, kind = 'primary', buttons = [], account, instead } = props;
    const wait = this.wait;
    return h(
      'form.form',
      {
        key: `${id}-${this.sent}`,
        // The browser's validation is off: a missing value is reported beside its field, like a wrong one.
        attrs: { novalidate: true, 'data-test': id },
        on: {
          submit: (event: Event) => {
            event.preventDefault();
            void this.submit(id, fields, props.send, event.currentTarget as HTMLFormElement);
          },
        },
      },
      [
        account === undefined
          ? null
          : h('input', { attrs: { hidden: true, autocomplete: 'username', value: account, readonly: true } }),
        ...fields.map((field, index) => this.field(id, field, index === 0)),
        h(
          'p.answer.bad',
          // Otherwise the countdown would be read out each second.
          { key: 'problem', class: { 'visually-hidden': wait > 0 }, attrs: { role: 'alert' } },
          this.wrong === '' ? this.problem : '',
        ),
        wait > 0
          ? h('p.answer.bad', { key: 'wait', attrs: { 'aria-hidden': 'true', 'data-test': 'wait' } }, t.form.wait(wait))
          : null,
        h('div.row', { key: 'send' }, [
          h(
            `button.button.${kind}`,
            {
              attrs: {
                type: 'submit',
                disabled: this.isSending || wait > 0,
                'data-test': `${id}-send`,
                // There is no field that could take the focus.
                ...(fields.length === 0 ? { 'data-first': '' } : {}),
              },
            },
            submit,
          ),
          instead
            ? h(
                'button.button.plain',
                {
                  key: 'instead',
                  attrs: { type: 'button', disabled: this.isSending || wait > 0, 'data-test': `${id}-instead` },
                  on: {
                    click: (event: Event) => {
                      const { form } = event.currentTarget as HTMLButtonElement;
                      const needed = fields.filter(({ name }) => !instead.fields.includes(name));
                      if (form) void this.submit(id, needed, instead.send, form);
                    },
                  },
                },
                instead.label,
              )
            : null,
          ...buttons,
        ]),
      ],
    );
  }

  private field(form: string, { name, label, note, autocomplete }: Field, isFirst: boolean): VNode {
    const id = `${form}-${name}`;
    const isWrong = this.wrong === name;
    const isPassword = autocomplete.endsWith('password');
    const isRevealed = this.revealed.has(name);
    const told = [isWrong ? `${id}-problem` : '', note ? `${id}-note` : ''].filter(Boolean).join(' ');
    return h('div.field', { key: name }, [
      h('label', { attrs: { for: id } }, label),
      h('div.row', [
        h('input', {
          attrs: {
            id,
            name,
            type: isPassword && !isRevealed ? 'password' : autocomplete === 'email' ? 'email' : 'text',
            autocomplete,
            required: true,
            autocapitalize: 'none',
            autocorrect: 'off',
            spellcheck: 'false',
            ...(isFirst ? { 'data-first': '' } : {}),
            ...(isWrong ? { 'aria-invalid': 'true' } : {}),
            ...(told ? { 'aria-describedby': told } : {}),
          },
        }),
        isPassword
          ? h(
              'button.button.plain',
              {
                attrs: {
                  type: 'button',
                  'aria-label': `${isRevealed ? t.form.hide : t.form.show}: ${label}`,
                  'aria-controls': id,
                },
                on: { click: () => this.reveal(name) },
              },
              isRevealed ? t.form.hide : t.form.show,
            )
          : null,
      ]),
      isWrong ? h('p.answer.bad', { attrs: { id: `${id}-problem`, role: 'alert' } }, this.problem) : null,
      note ? h('small', { attrs: { id: `${id}-note` } }, note) : null,
    ]);
  }

  private reveal(name: string): void {
    if (!this.revealed.delete(name)) this.revealed.add(name);
    this.redraw();
  }

  /** The seconds until it can be sent again. */
  private get wait(): number {
    return Math.max(0, Math.ceil(this.ready - performance.now() / 1000));
  }

  private async submit(id: string, fields: readonly Field[], send: Send, form: HTMLFormElement): Promise<void> {
    if (this.isSending || this.wait > 0) return;
    // Text from a password manager may not have fired an event.
    const data = new FormData(form);
    const read = (name: string): string => {
      const value = data.get(name);
      return typeof value === 'string' ? value : '';
    };
    const values = Object.fromEntries(fields.map(({ name }) => [name, read(name)]));
    const missing = fields.find(({ name }) => values[name] === '');
    if (missing) {
      this.refuse(missing.missing, missing.name);
      return this.look(id, missing.name);
    }
    this.isSending = true;
    this.refuse('', '');
    try {
      await send(values);
      this.sent++;
      this.revealed.clear();
    } catch (error) {
      const problem = error instanceof Refused ? error.problem : undefined;
      const isOwn = fields.some(({ name }) => name === problem?.field);
      this.refuse(error instanceof Refused ? error.message : t.app.failed, (isOwn && problem?.field) || '');
      if (problem?.retry_after) this.pause(problem.retry_after);
      // If a name and a password do not match, the password is more often the one mistyped.
      this.look(id, this.wrong || (fields.at(-1)?.name ?? ''));
    }
    this.isSending = false;
    this.redraw();
  }

  private refuse(problem: string, wrong: string): void {
    this.problem = problem;
    this.wrong = wrong;
    this.redraw();
  }

  /** Focuses a field. */
  private look(form: string, field: string): void {
    afterDrawing(() => document.getElementById(`${form}-${field}`)?.focus());
  }

  private pause(seconds: number): void {
    this.ready = performance.now() / 1000 + seconds;
    clearInterval(this.timer);
    this.timer = window.setInterval(() => {
      if (this.wait === 0) {
        clearInterval(this.timer);
        this.problem = '';
      }
      this.redraw();
    }, 250);
  }
}
