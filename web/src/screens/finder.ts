/** Finding a player by the beginning of a name. */
import { h, type VNode } from 'snabbdom';
import { t } from '../text';
import { link } from '../ui/controls';
import type { App } from '../ui/page';
import { NameSearch } from './name-search';
import { profilePath } from './names';

export class PlayerFinder {
  private text = '';
  private found: readonly string[] | null = null;
  /** The text that they were found for: an earlier one while the user is typing. */
  private foundFor = '';
  private readonly search: NameSearch;

  constructor(private readonly app: App) {
    this.search = new NameSearch((found, name) => {
      this.found = found;
      this.foundFor = name;
      app.redraw();
    });
  }

  destroy(): void {
    this.search.stop();
  }

  private type(text: string): void {
    this.text = text.trim();
    if (this.text !== '') return this.search.soon(this.text);
    this.search.stop();
    this.found = null;
    this.foundFor = '';
    this.app.redraw();
  }

  /** Opens the page of the named player, or of the first one whose name has this prefix. */
  private async open(): Promise<void> {
    const { text } = this;
    if (this.foundFor !== text) await this.search.now(text);
    // Something else may have been typed meanwhile, or the page left.
    if (this.foundFor !== text) return;
    const named = this.found?.find(name => name.toLowerCase() === text.toLowerCase()) ?? this.found?.[0];
    if (named !== undefined) this.app.go(profilePath(named));
  }

  view(): VNode {
    const { found } = this;
    return h(
      'form.finder',
      {
        key: 'finder',
        attrs: { role: 'search', 'data-test': 'finder' },
        on: {
          submit: (event: Event) => {
            event.preventDefault();
            void this.open();
          },
        },
      },
      [
        h('label.field', [
          t.finder.label,
          h('input', {
            attrs: {
              type: 'search',
              name: 'name',
              maxlength: 20,
              autocomplete: 'off',
              autocapitalize: 'none',
              spellcheck: 'false',
              placeholder: t.finder.hint,
            },
            on: { input: (event: Event) => this.type((event.target as HTMLInputElement).value) },
          }),
        ]),
        h(
          'p.visually-hidden',
          { attrs: { role: 'status' } },
          found === null ? '' : found.length === 0 ? t.finder.none : t.finder.found(found.length),
        ),
        found === null
          ? null
          : found.length === 0
            ? h('p.quiet', { attrs: { 'aria-hidden': 'true' } }, t.finder.none)
            : h(
                'ul.finder-list',
                found.map(name => h('li', { key: name }, [link(this.app.go, profilePath(name), '.name', [name])])),
              ),
      ],
    );
  }
}
