import { h, type VNode } from 'snabbdom';
import type { Color } from '../../api/types';
import { t } from '../../text';
import { button } from '../../ui/controls';
import type { Table } from '../table';
import { rowsOf, type Row } from './rows';

/** The list of moves in the game's notation, with steps. */
export function moveList(table: Table): VNode {
  const { state, replay } = table;
  const rows = rowsOf(state?.moves ?? []);
  const current = replay.current;
  const cell = (row: Row, color: Color): VNode =>
    h(
      'span.moves-cell',
      { key: color },
      row[color].map(move => {
        const notation = replay.openNotation(move.index) ?? move.notation;
        return h(
          'button.move',
          {
            key: move.n,
            class: { current: move.index === current },
            attrs: {
              type: 'button',
              'aria-current': move.index === current ? 'step' : 'false',
              'aria-label': `${move.number}. ${t.color[move.color]}: ${notation}`,
            },
            on: { click: () => replay.show(move.index) },
          },
          notation,
        );
      }),
    );
  const listKey = state?.moves.length ?? 0;
  return h('section.moves', { key: 'moves', attrs: { 'aria-label': t.table.moves } }, [
    h('div.moves-head', [
      h('h2', [t.table.moves, table.watching > 0 ? h('span.watching', t.table.watching(table.watching)) : null]),
      steps(table),
    ]),
    h(
      'ol.moves-list',
      {
        attrs: { tabindex: 0, 'data-length': listKey, 'aria-label': t.table.moves, 'data-test': 'moves' },
        hook: {
          // Once the page is laid out.
          insert: vnode => void requestAnimationFrame(() => scrollToCurrent(vnode.elm as HTMLElement)),
          postpatch: (old, vnode) => {
            if (old.data?.attrs?.['data-length'] === listKey && !replay.isShown) return;
            scrollToCurrent(vnode.elm as HTMLElement);
          },
        },
      },
      rows.length === 0
        ? [h('li.quiet', t.table.noMoves)]
        : rows.map(row =>
            h('li.moves-row', { key: row.number }, [
              h('span.moves-number', `${row.number}.`),
              cell(row, 'white'),
              cell(row, 'black'),
            ]),
          ),
    ),
  ]);
}

/** Brings the move that is seen into sight, if it is not. */
function scrollToCurrent(list: HTMLElement): void {
  const at = list.querySelector<HTMLElement>('.move.current');
  if (!at) return;
  const top = at.offsetTop;
  if (top < list.scrollTop || top + at.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = top - list.clientHeight / 2;
}

/** First, back, on, last. */
export function steps(table: Table): VNode {
  const { replay } = table;
  return h('div.steps', { attrs: { role: 'group', 'aria-label': t.table.steps } }, [
    button({ label: t.table.first, icon: 'first', iconOnly: true, kind: 'quiet', onClick: () => replay.first() }),
    button({
      label: t.table.previous,
      icon: 'previous',
      iconOnly: true,
      kind: 'quiet',
      testId: 'previous',
      onClick: () => replay.step(-1),
    }),
    button({
      label: t.table.next,
      icon: 'next',
      iconOnly: true,
      kind: 'quiet',
      testId: 'next',
      onClick: () => replay.step(1),
    }),
    button({ label: t.table.last, icon: 'last', iconOnly: true, kind: 'quiet', onClick: () => replay.show(null) }),
  ]);
}
