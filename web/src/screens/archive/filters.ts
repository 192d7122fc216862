/** The form that says what is searched for in the archive. */
import { h, type VNode } from 'snabbdom';
import { t } from '../../text';
import { reasonName } from '../../text/people';
import { button } from '../../ui/controls';
import { FIELDS, MANY_STARTS, variantNames, type Field, type Filters } from './query';

/** The form. `player`: whose games it is about, if the page says that; then nobody is asked for another. */
export function filterForm(filters: Filters, player: string | null, onChange: (filters: Filters) => void): VNode {
  const hasPlayer = player !== null || !!filters.player;
  const read = (form: HTMLFormElement): Filters => {
    const data = new FormData(form);
    const filled = FIELDS.flatMap(field => {
      const value = data.get(field);
      return typeof value === 'string' && value.trim() !== ''
        ? [[field, value.trim().replace(/\s+/g, ' ')] as const]
        : [];
    });
    const read: Filters = Object.fromEntries(filled);
    // These are about one player.
    if (player === null && !read.player) {
      delete read.opponent;
      delete read.color;
      if (read.result === 'win' || read.result === 'loss') delete read.result;
    }
    // Nothing else needs it.
    if (!read.opening) delete read.start;
    return read;
  };
  const input = (name: Field, label: string, type: string, extra: Record<string, string> = {}): VNode =>
    h('label.field', { key: name }, [
      label,
      h('input', {
        attrs: { name, type, autocomplete: 'off', spellcheck: 'false', ...extra },
        props: { value: filters[name] ?? '' },
      }),
    ]);
  const select = (name: Field, label: string, any: string, options: readonly (readonly [string, string])[]): VNode =>
    h('label.field', { key: name }, [
      label,
      h(
        'select',
        { attrs: { name } },
        [['', any] as const, ...options].map(([value, text]) =>
          h('option', { attrs: { value }, props: { selected: value === (filters[name] ?? '') } }, text),
        ),
      ),
    ]);
  /** Actions are those of a game: who types some has to say of which. */
  const opening = (): VNode =>
    h('label.field', { key: 'opening' }, [
      t.archive.opening,
      h('input', {
        attrs: {
          name: 'opening',
          type: 'text',
          autocomplete: 'off',
          autocapitalize: 'off',
          spellcheck: 'false',
          placeholder: 'e2e4 e7e5',
          title: t.archive.openingNote,
        },
        props: { value: filters.opening ?? '' },
        on: {
          input: (event: Event) => {
            const { form, value } = event.currentTarget as HTMLInputElement;
            const game = form?.elements.namedItem('variant');
            if (game instanceof HTMLSelectElement) game.required = value.trim() !== '';
          },
        },
      }),
    ]);
  const { results, kinds } = t.archive;
  const resultNames = hasPlayer
    ? (['win', 'loss', 'draw', 'white', 'black'] as const)
    : (['white', 'black', 'draw'] as const);
  return h(
    'form.filters.panel',
    {
      attrs: { 'data-test': 'filters', 'aria-label': t.archive.search },
      on: {
        submit: (event: Event) => {
          event.preventDefault();
          onChange(read(event.currentTarget as HTMLFormElement));
        },
      },
    },
    [
      h('div.filters-fields', [
        player === null ? input('player', t.archive.player, 'text') : null,
        hasPlayer ? input('opponent', t.archive.opponent, 'text') : null,
        hasPlayer
          ? select('color', t.archive.color, t.archive.anyColor, [
              ['white', t.color.white],
              ['black', t.color.black],
            ])
          : null,
        select('variant', t.archive.game, t.archive.anyGame, variantNames()),
        select(
          'result',
          t.archive.result,
          t.archive.anyResult,
          resultNames.map(name => [name, results[name]] as const),
        ),
        select(
          'reason',
          t.archive.reason,
          t.archive.anyReason,
          Object.entries(reasonName).filter(([name]) => name !== 'aborted'),
        ),
        select('kind', t.archive.kind, t.archive.anyKind, Object.entries(kinds)),
        input('from', t.archive.from, 'date'),
        input('until', t.archive.until, 'date'),
        input('moves', t.archive.length, 'number', { min: '1', max: '10000', inputmode: 'numeric' }),
        input('upto', t.archive.atMost, 'number', { min: '1', max: '10000', inputmode: 'numeric' }),
        opening(),
        filters.variant === MANY_STARTS
          ? input('start', t.archive.start, 'number', { min: '0', max: '959', inputmode: 'numeric' })
          : null,
      ]),
      h('div.row', [
        h('button.button.primary', { attrs: { type: 'submit' } }, t.archive.search),
        button({ label: t.archive.reset, kind: 'quiet', onClick: () => onChange({}) }),
      ]),
    ],
  );
}
