/** The archive search, as written in the page's address and as sent to the server. */
import type { ArchiveQuery } from '../../api/http';
import { GAMES } from '../../games';

/** The fields of the form, as named in the address of the page. */
export const FIELDS = [
  'player',
  'opponent',
  'color',
  'variant',
  'result',
  'reason',
  'kind',
  'from',
  'until',
  'moves',
  'upto',
  'opening',
  'start',
] as const;

export type Field = (typeof FIELDS)[number];
export type Filters = Partial<Record<Field, string>>;

/** The filters in the search part of an address. */
export function filtersOf(search: string): Filters {
  const params = new URLSearchParams(search);
  return Object.fromEntries(FIELDS.flatMap(field => (params.get(field) ? [[field, params.get(field) ?? '']] : [])));
}

/** The search part of an address with these filters. */
export function searchOf(filters: Filters): string {
  const entries = FIELDS.flatMap(field => (filters[field] ? [[field, filters[field]] as [string, string]] : []));
  const text = new URLSearchParams(entries).toString();
  return text && `?${text}`;
}

/** The query for the server, which says what is wrong with it if an address was written by hand. */
export function queryOf(filters: Filters): ArchiveQuery {
  const { kind, from, until, moves, upto, start, ...same } = filters;
  /** The start of a day in local time, or of the day after it: not all days have 24 hours. */
  const day = (text: string | undefined, more: 0 | 1): number | undefined => {
    const at = new Date(`${text}T00:00`);
    return Number.isNaN(at.getTime())
      ? undefined
      : new Date(at.getFullYear(), at.getMonth(), at.getDate() + more).getTime();
  };
  const whole = (text: string | undefined): number | undefined =>
    text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : undefined;
  /** A move is begun by White's turn and ended by Black's. */
  const plies = (text: string | undefined, more: number): number | undefined => {
    const number = whole(text) ?? 0;
    return number > 0 ? 2 * number + more : undefined;
  };
  return {
    ...(same as ArchiveQuery),
    rated: kind === 'rated' ? true : kind === 'casual' ? false : undefined,
    engine: kind === 'engine' ? true : kind === 'people' ? false : undefined,
    from: day(from, 0),
    to: day(until, 1),
    min_length: plies(moves, -1),
    max_length: plies(upto, 0),
    start: whole(start),
  };
}

/** The variant with many starting positions: an opening in it needs the number of the starting position. */
export const MANY_STARTS = 'chess:960';

/** All variants with the names that tell them apart. */
export function variantNames(): [string, string][] {
  return GAMES.flatMap(({ id, about }) => {
    const variants = Object.entries(about.variants ?? {});
    if (variants.length === 0) return [[id, about.title] as [string, string]];
    return variants.map(([variant, { name }]): [string, string] => [variant, `${about.title}: ${name}`]);
  });
}
