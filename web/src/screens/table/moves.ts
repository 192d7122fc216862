/** The list of moves in the game's notation, and the steps through them. */
import { h, type Hooks, type VNode } from 'snabbdom';
import type { Color, Move } from '../../api/types';
import { t } from '../../text';
import { button } from '../../ui/controls';
import type { Chat } from './chat';
import { rowsOf, shownMoves, type Row } from './rows';

export interface Steps {
  /** Shows a position; `null` for the current one. */
  onShow: (position: number | null) => void;
  onStep: (by: 1 | -1) => void;
}

export interface MovesProps extends Steps {
  moves: readonly Move[];
  /** The position shown, by the number of actions before it. */
  current: number;
  /** Whether an action only takes back the one before it. */
  undoes: (move: Move) => boolean;
  /** The notation of a move as the viewer may read it now. */
  notation: (move: Move, index: number) => string;
  /** The number of spectators. */
  watching: number;
  /** The chat, if this seat may read it: it takes the place of the list. */
  chat: { chat: Chat; view: () => VNode } | null;
}

export function moveList(props: MovesProps): VNode {
  const { moves, current, watching } = props;
  const entries = shownMoves(moves, props.undoes);
  const rows = rowsOf(entries);
  // After an action was undone within its turn, mark the last action that still stands.
  const marked = entries.filter(move => move.index <= current).at(-1)?.index;
  const cell = (row: Row, color: Color): VNode =>
    h(
      'span.moves-cell',
      { key: color },
      row[color].map(move => {
        const notation = props.notation(move, move.index);
        return h(
          'button.move',
          {
            key: move.n,
            class: { current: move.index === marked },
            attrs: {
              type: 'button',
              'aria-current': move.index === marked ? 'step' : 'false',
              'aria-label': `${move.number}. ${t.color[move.color]}: ${notation}`,
            },
            on: { click: () => props.onShow(move.index) },
          },
          notation,
        );
      }),
    );
  // The length of the text affects where the current move is: after the end the notation may grow by what was hidden.
  let signs = 0;
  for (const [index, move] of moves.entries()) signs += props.notation(move, index + 1).length;
  const shown = `${current}/${moves.length}/${signs}`;
  const list = h(
    'ol.moves-list',
    {
      key: 'list',
      attrs: { tabindex: 0, 'data-shown': shown, 'aria-label': t.table.moves, 'data-test': 'moves' },
      hook: keepsCurrent,
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
  );
  const watched = watching > 0 ? h('span.watching', t.table.watching(watching)) : null;
  return h('section.moves', { key: 'moves', attrs: { 'aria-label': t.table.moves } }, [
    h('div.moves-head', [
      props.chat ? tabs(props.chat.chat, watched) : h('h2', [t.table.moves, watched]),
      steps(props),
    ]),
    props.chat?.chat.isShown ? props.chat.view() : list,
  ]);
}

/** The tabs for the moves and the chat. */
function tabs(chat: Chat, watched: VNode | null): VNode {
  const tab = (isChat: boolean, label: string, note: VNode | null): VNode =>
    h(
      'button.tab',
      {
        key: label,
        attrs: {
          type: 'button',
          'aria-pressed': String(chat.isShown === isChat),
          'data-test': isChat ? 'to-chat' : 'to-moves',
        },
        on: { click: () => chat.show(isChat) },
      },
      [label, note],
    );
  return h('div.tabs', { attrs: { role: 'group', 'aria-label': t.chat.tabs } }, [
    tab(false, t.table.moves, watched),
    tab(
      true,
      t.chat.title,
      chat.unseen > 0
        ? h('span.unseen', [
            h('span', { attrs: { 'aria-hidden': 'true' } }, String(chat.unseen)),
            h('span.visually-hidden', t.chat.unseen(chat.unseen)),
          ])
        : null,
    ),
  ]);
}

/**
 * Keeps the current move in view when it changes, and when the list is resized to make room for other parts.
 * Otherwise the reader's scroll position is left alone.
 */
const keepsCurrent: Hooks = {
  insert: ({ elm }) => {
    if (!(elm instanceof HTMLElement)) return;
    const sizes = new ResizeObserver(() => scrollToCurrent(elm));
    sizes.observe(elm);
    observers.set(elm, sizes);
  },
  postpatch: (old, { data, elm }) => {
    if (old.data?.attrs?.['data-shown'] !== data?.attrs?.['data-shown']) scrollToCurrent(elm as HTMLElement);
  },
  destroy: ({ elm }) => {
    if (elm) observers.get(elm)?.disconnect();
  },
};

const observers = new WeakMap<Node, ResizeObserver>();

/** Scrolls the current move into view. */
function scrollToCurrent(list: HTMLElement): void {
  const at = list.querySelector<HTMLElement>('.move.current');
  if (!at) return;
  const top = at.offsetTop;
  if (top < list.scrollTop || top + at.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = top - list.clientHeight / 2;
}

/** First, previous, next, current. */
export function steps({ onShow, onStep }: Steps): VNode {
  return h('div.steps', { attrs: { role: 'group', 'aria-label': t.table.steps } }, [
    button({ label: t.table.first, icon: 'first', iconOnly: true, kind: 'quiet', onClick: () => onShow(0) }),
    button({
      label: t.table.previous,
      icon: 'previous',
      iconOnly: true,
      kind: 'quiet',
      testId: 'previous',
      onClick: () => onStep(-1),
    }),
    button({
      label: t.table.next,
      icon: 'next',
      iconOnly: true,
      kind: 'quiet',
      testId: 'next',
      onClick: () => onStep(1),
    }),
    button({ label: t.table.last, icon: 'last', iconOnly: true, kind: 'quiet', onClick: () => onShow(null) }),
  ]);
}
