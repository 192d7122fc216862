/** The house regulations: the document as a page. */
import { h, type VNode } from 'snabbdom';
import regulations from '../../../../docs/regulations.md?raw';
import { e } from '../../text/events';
import { link } from '../../ui/controls';
import type { App, Page } from '../../ui/page';

export function houseRegulationsPage(app: App): Page {
  const title = e.regulations.houseLink;
  return {
    title,
    view: () =>
      h('main.page', { key: 'house', attrs: { id: 'main', tabindex: -1 } }, [
        h('p', [link(app.go, '/events', '', [e.title])]),
        h('article.prose.document', written(regulations)),
      ]),
  };
}

/** A document of headings, paragraphs, lists and tables. */
export function written(text: string): VNode[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map(block);
}

function block(text: string): VNode {
  const lines = text.split('\n');
  const heading = /^(#{1,3}) (.*)$/.exec(text);
  if (heading) return h(`h${heading[1]?.length ?? 1}`, inline(heading[2] ?? ''));
  if (text.startsWith('- '))
    return h(
      'ul',
      text
        .split(/^- /m)
        .slice(1)
        .map(one => h('li', inline(one))),
    );
  if (text.startsWith('|')) {
    const cells = (line: string): string[] => line.split('|').slice(1, -1);
    const [head = '', , ...rows] = lines;
    return h('div.wide-table', { attrs: { tabindex: 0, role: 'region', 'aria-label': cells(head).join(', ') } }, [
      h('table.listing', [
        h('thead', [
          h(
            'tr',
            cells(head).map(cell => h('th', inline(cell))),
          ),
        ]),
        h(
          'tbody',
          rows.map(row =>
            h(
              'tr',
              cells(row).map(cell => h('td', inline(cell))),
            ),
          ),
        ),
      ]),
    ]);
  }
  return h('p', inline(text));
}

/** Renders bold, italics and inline code. */
function inline(text: string): (VNode | string)[] {
  return text
    .trim()
    .split(/(\*\*.+?\*\*|\*.+?\*|`.+?`)/s)
    .filter(Boolean)
    .map(piece => {
      if (piece.startsWith('**')) return h('strong', piece.slice(2, -2));
      if (piece.startsWith('*')) return h('em', piece.slice(1, -1));
      return piece.startsWith('`') ? h('code', piece.slice(1, -1)) : piece;
    });
}
