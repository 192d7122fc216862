/** The search form of the archive. */
import { h, type VNode } from 'snabbdom';
import { t } from '../../text';
import { reasonName } from '../../text/people';
import { button } from '../../ui/controls';
import { FIELDS, MANY_STARTS, variantNames, type Field, type Filters } from './query';
import { mistakesIn, type Mistakes } from './search';

export interface FiltersProps {
  filters: Filters;
  /** The player whose games are searched, if the page sets that; then there is no field for it. */
  player: string | null;
  mistakes: Mistakes;
  onChange: (filters: Filters) => void;
  /** The values that were filled in are invalid. */
  onMistakes: (mistakes: Mistakes) => void;
}

/** The form. */
export function filterForm({ filters, player, mistakes, onChange, onMistakes }: FiltersProps): VNode {
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
    // Only an opening needs a starting position.
    if (!read.opening) delete read.start;
    return read;
  };
  /** A control with its label and its error message. */
  const field = (name: Field, label: string, control: (attrs: Record<string, string>) => VNode): VNode => {
    const id = fieldId(name);
    const mistake = mistakes.get(name);
    const wrong = { 'aria-invalid': 'true', 'aria-describedby': `${id}-problem` };
    return h('div.field', { key: name }, [
      h('label', { attrs: { for: id } }, label),
      control({ id, name, ...(mistake ? wrong : {}) }),
      mistake ? h('p.answer.bad', { attrs: { id: `${id}-problem`, role: 'alert' } }, mistake) : null,
    ]);
  };
  const input = (name: Field, label: string, type: string, extra: Record<string, string> = {}): VNode =>
    field(name, label, attrs =>
      h('input', {
        attrs: { ...attrs, type, autocomplete: 'off', spellcheck: 'false', ...extra },
        props: { value: filters[name] ?? '' },
      }),
    );
  const select = (name: Field, label: string, any: string, options: readonly (readonly [string, string])[]): VNode =>
    field(name, label, attrs =>
      h(
        'select',
        { attrs },
        [['', any] as const, ...options].map(([value, text]) =>
          h('option', { attrs: { value }, props: { selected: value === (filters[name] ?? '') } }, text),
        ),
      ),
    );
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
          const wanted = read(event.currentTarget as HTMLFormElement);
          const wrong = mistakesIn(wanted);
          const [first] = wrong.keys();
          if (!first) return onChange(wanted);
          onMistakes(wrong);
          document.getElementById(fieldId(first))?.focus();
        },
      },
    },
    [
      h('div.filters-fields', [
        player === null ? input('player', t.archive.player, 'text') : null,
        hasPlayer ? input('opponent', t.archive.opponent, 'text') : null,
        hasPlayer || mistakes.has('color')
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
        input('opening', t.archive.opening, 'text', {
          autocapitalize: 'off',
          placeholder: 'e4 e5',
          title: t.archive.openingNote,
        }),
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

function fieldId(name: Field): string {
  return `filter-${name}`;
}
