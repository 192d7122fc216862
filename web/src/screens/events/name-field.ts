/** A field for a username that suggests names with the typed prefix. */
import { h, type VNode } from 'snabbdom';
import { NameSearch } from '../name-search';
import { field } from './common';

export class NameField {
  private found: readonly string[] = [];
  private readonly search: NameSearch;

  constructor(
    private readonly id: string,
    private readonly redraw: () => void,
    public value = '',
  ) {
    this.search = new NameSearch(found => {
      this.found = found;
      redraw();
    });
  }

  destroy(): void {
    this.search.stop();
  }

  /** Clears the field, or with `name` only if it still contains that name. */
  clear(name = this.value): void {
    if (this.value !== name) return;
    this.search.stop();
    this.value = '';
    this.found = [];
    this.redraw();
  }

  private type(text: string): void {
    this.value = text.trim();
    this.search.soon(this.value);
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
