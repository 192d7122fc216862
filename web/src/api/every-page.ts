/** Lists that the server gives page by page. */

/** What is on one page. */
export interface Page<T> {
  items: readonly T[];
  /** Where the next page begins; `null` on the last one. */
  next: number | null;
}

/** Everything on all pages, asked for one after the other; `from` is left out for the first one. */
export async function everyPage<T>(ask: (from?: number) => Promise<Page<T>>): Promise<T[]> {
  const all: T[] = [];
  let page = await ask();
  all.push(...page.items);
  while (page.next !== null) {
    page = await ask(page.next);
    all.push(...page.items);
  }
  return all;
}
