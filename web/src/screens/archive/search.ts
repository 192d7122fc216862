/** A requested archive search: the mistakes in it, or the query for the server. */
import { api, Refused, type ArchiveQuery } from '../../api/http';
import { t } from '../../text';
import { reasonName } from '../../text/people';
import { queryOf, variantNames, type Field, type Filters } from './query';

/** Sentences about fields. */
export type Mistakes = ReadonlyMap<Field, string>;

/** The valid values of fields with a choice. */
const CHOICES: Partial<Record<Field, readonly string[]>> = {
  variant: variantNames().map(([id]) => id),
  color: ['white', 'black'],
  result: Object.keys(t.archive.results),
  reason: Object.keys(reasonName),
  kind: Object.keys(t.archive.kinds),
};

/** Actions in their public form that hide something: they can be searched for but not replayed. */
const HIDING = /\^\d+$|^kings/;

/** The mistakes that are found without asking the server. */
export function mistakesIn(filters: Filters): Map<Field, string> {
  const mistakes = new Map<Field, string>();
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = filters[name as Field];
    if (value && !choices.includes(value)) mistakes.set(name as Field, t.archive.noChoice(value));
  }
  if (filters.opening && !filters.variant) mistakes.set('variant', t.archive.gameMissing);
  return mistakes;
}

export class Search {
  mistakes: Mistakes;
  /** `null` while nothing can be asked. */
  query: ArchiveQuery | null = null;

  /** `about`: conditions that the page always adds. */
  constructor(
    private readonly filters: Filters,
    private readonly about: ArchiveQuery = {},
  ) {
    this.mistakes = mistakesIn(filters);
  }

  /** Builds the query. Actions may be written in the notation for people; the query needs machine notation. */
  async read(): Promise<ArchiveQuery | null> {
    if (this.mistakes.size > 0) return null;
    const query = { ...queryOf(this.filters), ...this.about };
    try {
      this.query = { ...query, opening: await publicActions(query) };
    } catch (error) {
      this.mistakes = new Map([['opening', error instanceof Refused ? error.message : t.app.failed]]);
    }
    return this.query;
  }
}

async function publicActions({ variant, opening, start }: ArchiveQuery): Promise<string | undefined> {
  const actions = opening?.split(' ') ?? [];
  if (!variant || actions.length === 0 || actions.some(one => HIDING.test(one))) return opening;
  const { public: known } = await api.explore(variant, actions, undefined, start);
  return known.join(' ');
}
