/** The archive: finished games, what is searched for, and the opening explorer. */
import { h, type VNode } from 'snabbdom';
import { api } from '../../api/http';
import { t } from '../../text';
import { icon } from '../../ui/icons';
import type { App, Page } from '../../ui/page';
import { Explorer } from './explorer';
import { filterForm } from './filters';
import { Games } from './games';
import { filtersOf, queryOf, searchOf } from './query';

export function archivePage(app: App): Page {
  const filters = filtersOf(location.search);
  const query = queryOf(filters);
  const games = new Games(app);
  games.ask(query);
  // An opening is one of a game.
  const explorer = filters.variant && filters.variant !== 'chess:960' ? new Explorer(app, false) : null;
  if (filters.variant) explorer?.show(filters.variant);
  const isFiltered = Object.keys(filters).length > 0;

  return {
    title: t.archive.title,
    view: () =>
      h('main.page.archive', { key: 'archive', attrs: { id: 'main', tabindex: -1 } }, [
        h('div.page-head', [h('h1', t.archive.title), h('p.lead', t.archive.lead)]),
        filterForm(filters, null, changed => app.go(`/archive${searchOf(changed)}`)),
        explorer ? h('details.panel', [h('summary', t.opening.title), explorer.view()]) : null,
        games.view(isFiltered ? t.archive.none : t.archive.noneYet),
        downloads(query),
      ]),
    destroy: () => {
      games.destroy();
      explorer?.destroy();
    },
  };
}

/** All games of a search as files. */
export function downloads(query: Parameters<typeof api.archiveUrl>[0]): VNode {
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
