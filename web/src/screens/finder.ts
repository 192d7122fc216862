/** Finding a player by the beginning of a name. */
import { h, type VNode } from 'snabbdom';
import { api } from '../api/http';
import { t } from '../text';
import { link } from '../ui/controls';
import type { App } from '../ui/page';
import { profilePath } from './names';

/** How long typing must pause before the server is asked. */
const PAUSE_MS = 250;
/** The characters of usernames; nothing else is asked for. */
const NAME = /^[A-Za-z0-9_-]{1,20}$/;

export class PlayerFinder {
  private found: string[] | null = null;
  private timer = 0;
  /** Counts what was typed: an answer to something before is too late. */
  private typed = 0;

  constructor(private readonly app: App) {}

  destroy(): void {
    clearTimeout(this.timer);
    this.typed++;
  }

  private type(text: string): void {
    clearTimeout(this.timer);
    const typed = ++this.typed;
    const name = text.trim();
    if (name === '') {
      this.found = null;
      this.app.redraw();
      return;
    }
    this.timer = window.setTimeout(() => {
      void this.ask(name, typed);
    }, PAUSE_MS);
  }

  private async ask(name: string, typed: number): Promise<void> {
    const found = NAME.test(name) ? await api.players(name).catch(() => []) : [];
    if (typed !== this.typed) return;
    this.found = found;
    this.app.redraw();
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
            const [only] = this.found ?? [];
            if (only !== undefined) this.app.go(profilePath(only));
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
