/** Paginated lists. */

/** The entries of one page. */
export interface Page<T, Place = number> {
  items: readonly T[];
  /** The start of the next page; `null` on the last one. */
  next: Place | null;
}

/** The items of all pages, fetched one after the other; `from` is omitted for the first one. */
export async function everyPage<T, Place = number>(ask: (from?: Place) => Promise<Page<T, Place>>): Promise<T[]> {
  const all: T[] = [];
  let page = await ask();
  all.push(...page.items);
  while (page.next !== null) {
    page = await ask(page.next);
    all.push(...page.items);
  }
  return all;
}
