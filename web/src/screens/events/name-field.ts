/** A username, with those that begin like what is typed. */
import { h, type VNode } from 'snabbdom';
import { api } from '../../api/http';
import { field } from './common';

/** How long typing must pause before the server is asked. */
const PAUSE_MS = 250;
/** The characters of usernames; nothing else is asked for. */
const NAME = /^[A-Za-z0-9_-]{1,20}$/;

export class NameField {
  private found: readonly string[] = [];
  private timer = 0;
  /** Counts what was typed: an answer to something before is too late. */
  private typed = 0;

  constructor(
    private readonly id: string,
    private readonly redraw: () => void,
    public value = '',
  ) {}

  destroy(): void {
    clearTimeout(this.timer);
    this.typed++;
  }

  /** Takes out what was typed, or a name if it still stands there. */
  clear(name = this.value): void {
    if (this.value !== name) return;
    this.value = '';
    this.found = [];
    this.redraw();
  }

  private type(text: string): void {
    this.value = text.trim();
    clearTimeout(this.timer);
    const typed = ++this.typed;
    const { value } = this;
    if (!NAME.test(value)) {
      this.found = [];
      this.redraw();
      return;
    }
    this.timer = window.setTimeout(() => {
      void api
        .players(value)
        .catch(() => [])
        .then(found => {
          if (typed !== this.typed) return;
          this.found = found;
          this.redraw();
        });
    }, PAUSE_MS);
    this.redraw();
  }

  view(label: string, note = '', problem = '', help: VNode | null = null): VNode {
    const { id } = this;
    const told = [problem ? `${id}-problem` : '', note ? `${id}-note` : ''].filter(Boolean).join(' ');
    return field(
      id,
      label,
      h('div.name-field', [
        h('input', {
          attrs: {
            id,
            type: 'text',
            list: `${id}-found`,
            maxlength: 20,
            autocomplete: 'off',
            autocapitalize: 'none',
            spellcheck: 'false',
            ...(problem ? { 'aria-invalid': 'true' } : {}),
            ...(told ? { 'aria-describedby': told } : {}),
          },
          props: { value: this.value },
          on: { input: (event: Event) => this.type((event.target as HTMLInputElement).value) },
        }),
        h(
          'datalist',
          { attrs: { id: `${id}-found` } },
          this.found.map(name => h('option', { key: name, attrs: { value: name } })),
        ),
      ]),
      note,
      problem,
      help,
    );
  }
}
