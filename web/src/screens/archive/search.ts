/** A search in the archive that somebody has asked for: what is wrong with it, or what the server is asked. */
import { api, Refused, type ArchiveQuery } from '../../api/http';
import { t } from '../../text';
import { reasonName } from '../../text/people';
import { queryOf, variantNames, type Field, type Filters } from './query';

/** Sentences about fields. */
export type Mistakes = ReadonlyMap<Field, string>;

/** The values that there are to choose from. */
const CHOICES: Partial<Record<Field, readonly string[]>> = {
  variant: variantNames().map(([id]) => id),
  color: ['white', 'black'],
  result: Object.keys(t.archive.results),
  reason: Object.keys(reasonName),
  kind: Object.keys(t.archive.kinds),
};

/** Actions as everybody knows them that hide something: they can be searched for, and not played. */
const HIDING = /\^\d+$|^kings/;

/** What can be told without asking the server. */
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

  /** `about`: what the page searches for in any case. */
  constructor(
    private readonly filters: Filters,
    private readonly about: ArchiveQuery = {},
  ) {
    this.mistakes = mistakesIn(filters);
  }

  /** Works out what the server is asked. Actions may be written as people write them: it knows them in machine notation. */
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
