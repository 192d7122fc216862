/** The archive: finished games, what is searched for, and the opening explorer. */
import { h, type VNode } from 'snabbdom';
import { api } from '../../api/http';
import { t } from '../../text';
import { icon } from '../../ui/icons';
import type { App, Page } from '../../ui/page';
import { Explorer } from './explorer';
import { filterForm } from './filters';
import { Games } from './games';
import { filtersOf, MANY_STARTS, searchOf } from './query';
import { Search } from './search';

export function archivePage(app: App): Page {
  const filters = filtersOf(location.search);
  const search = new Search(filters);
  const games = new Games(app);
  let gone = false;
  void search.read().then(query => {
    if (gone) return;
    if (query) games.ask(query);
    app.redraw();
  });
  // The opening explorer needs a game.
  const explorer =
    filters.variant && !search.mistakes.has('variant') && filters.variant !== MANY_STARTS
      ? new Explorer(app, false)
      : null;
  if (filters.variant) explorer?.show(filters.variant);
  const isFiltered = Object.keys(filters).length > 0;

  return {
    title: t.archive.title,
    view: () =>
      h('main.page.archive', { key: 'archive', attrs: { id: 'main', tabindex: -1 } }, [
        h('div.page-head', [h('h1', t.archive.title), h('p.lead', t.archive.lead)]),
        filterForm({
          filters,
          player: null,
          mistakes: search.mistakes,
          onChange: changed => app.go(`/archive${searchOf(changed)}`),
          onMistakes: mistakes => {
            search.mistakes = mistakes;
            app.redraw();
          },
        }),
        explorer ? h('details.panel', [h('summary', t.opening.title), explorer.view()]) : null,
        ...found(search, games, isFiltered ? t.archive.none : t.archive.noneYet),
      ]),
    destroy: () => {
      gone = true;
      games.destroy();
      explorer?.destroy();
    },
  };
}

/** The results of a search. `none`: the sentence to show if there are none. */
export function found({ query, mistakes }: Search, games: Games, none: string): (VNode | null)[] {
  if (query) return [games.view(none), games.isEmpty ? null : downloads(query)];
  return [mistakes.size > 0 ? null : h('p.quiet', { attrs: { role: 'status' } }, t.app.loading)];
}

/** All games of a search as files. */
function downloads(query: Parameters<typeof api.archiveUrl>[0]): VNode {
  const file = (format: 'pgn' | 'ndjson', label: string): VNode =>
    h('a.button.plain', { attrs: { href: api.archiveUrl(query, format), download: `manifold.${format}` } }, [
      icon('download'),
      h('span', label),
    ]);
  return h('div.row.downloads', { attrs: { 'data-test': 'downloads' } }, [
    h('span.quiet', t.archive.download),
    file('pgn', t.archive.pgn),
    file('ndjson', t.archive.ndjson),
  ]);
}
