/** The loom: the threads of personal histories, one row for each explosion. */
import { h, type VNode } from 'snabbdom';
import type { Color, Role, Square } from '../../api/types';
import { piece } from '../../board/piece';
import { t } from '../../text';
import { stagedPiece } from './looks';
import { text } from './text';
import { brief, explain, stateOf, urgency, type Moment, type ThreadState } from './threads';
import type { Approach, Side, Thread, View } from './view';

export interface LoomProps {
  view: View;
  moment: Moment;
  /** The side whose threads come first. */
  first: Color;
  /** The highlighted thread and the opened one, as `color-number`. */
  lit: string | null;
  pinned: string | null;
  /** The squares of the traveled pieces, as far as they are known. */
  traveled: Record<Color, (Square | null)[]> | null;
  onHover: (key: string | null) => void;
  onPin: (key: string) => void;
}

export function loom(props: LoomProps): VNode[] {
  const sides = [...props.view.sides].sort((a, b) => Number(b.color === props.first) - Number(a.color === props.first));
  return sides.map(side => sideOf(side, props));
}

function sideOf(side: Side, props: LoomProps): VNode {
  const texts = text.side;
  const threads = side.threads
    .map((thread, number) => ({ thread, number, state: stateOf(side, thread, props.moment) }))
    .sort((a, b) => urgency(a.state) - urgency(b.state));
  const open = threads.filter(one => one.thread.open).length;
  const facts = [
    threads.length === 0 ? texts.none : open > 0 ? texts.open(open) : side.correct ? texts.resolved : null,
    side.has_king ? null : texts.noKing,
    side.correct ? null : texts.broken,
  ].filter(Boolean);
  return h('section.loom-side', { key: side.color, attrs: { 'aria-label': text.loomOf(side.color) } }, [
    h('h4', [
      h(`span.disc.${side.color}`, { attrs: { 'aria-hidden': 'true' } }),
      t.color[side.color],
      h('small', facts.join(' · ')),
    ]),
    threads.length === 0
      ? null
      : h(
          'ul.threads',
          threads.map(({ thread, number, state }) => row(side, thread, number, state, props)),
        ),
  ]);
}

/** One line: the traveling piece, the state of its thread, and the traveled piece. A tap opens the details. */
function row(side: Side, thread: Thread, number: number, state: ThreadState, props: LoomProps): VNode {
  const key = `${side.color}-${number}`;
  const texts = text.thread;
  const where = props.traveled?.[side.color][number];
  const roles = new Map(props.view.men.map(one => [one.square, one.role]));
  const isOpened = props.pinned === key;
  const label = [
    texts.title(thread.role, thread.square),
    texts.state[state],
    explain(thread, state),
    ...(thread.open ? sorted(thread).slice(0, 4) : []).map(a =>
      texts.candidate(roles.get(a.square) ?? thread.role, a.square, a.moves),
    ),
    where ? `${text.stage.traveled} ${t.role[thread.role]} ${texts.traveled(where)}` : '',
  ];
  return h('li', { key }, [
    h(
      'button.thread',
      {
        class: { [state]: true, lit: props.lit === key || isOpened },
        attrs: {
          type: 'button',
          'aria-label': label.filter(Boolean).join('. '),
          'data-thread': key,
          'aria-expanded': String(isOpened),
        },
        on: {
          mouseenter: () => props.onHover(key),
          mouseleave: () => props.onHover(null),
          focus: () => props.onHover(key),
          blur: () => props.onHover(null),
          click: () => props.onPin(key),
        },
      },
      [
        h('span.thread-line', [
          shape(state),
          stagedPiece(side.color, thread.role, 'traveling'),
          h('b', thread.square),
          h('span.state', brief(thread, state)),
          h('span.came', { attrs: { 'aria-hidden': 'true' } }, [
            stagedPiece(side.color, thread.role, 'traveled'),
            h('small', props.traveled ? (where ?? texts.traveledGone) : texts.came),
          ]),
        ]),
        isOpened && thread.open
          ? h('span.strand', { attrs: { 'aria-hidden': 'true' } }, [
              approaches(side.color, thread, roles),
              h('span.knot', [stagedPiece(side.color, thread.role, 'traveling'), h('small', thread.square)]),
            ])
          : null,
        isOpened ? h('span.why', explain(thread, state)) : null,
      ],
    ),
  ]);
}

function sorted(thread: Thread): Approach[] {
  return [...thread.approaches].sort((a, b) => (a.moves ?? 99) - (b.moves ?? 99));
}

/** The candidates on the way to the knot, drawn nearer to it the fewer moves they need. */
function approaches(color: Color, thread: Thread, roles: Map<Square, Role>): VNode {
  const texts = text.thread;
  const columns: Approach[][] = [[], [], [], [], []];
  for (const approach of thread.approaches) {
    const { moves } = approach;
    columns[moves === null ? 4 : Math.min(moves, 4) - 1]?.push(approach);
  }
  const SHOWN = 2;
  return h(
    'span.approaches',
    columns
      .map((column, index) =>
        h('span.column', { class: { empty: column.length === 0, far: index === 4 } }, [
          h(
            'span.near',
            column
              .slice(0, SHOWN)
              .map(approach =>
                h('span.partner', { class: { needed: thread.needed.includes(approach.square) } }, [
                  piece(color, roles.get(approach.square) ?? thread.role),
                  h('small', approach.square),
                ]),
              )
              .concat(column.length > SHOWN ? [h('span.more', texts.more(column.length - SHOWN))] : []),
          ),
          h('span.tick', texts.columns[index] ?? ''),
        ]),
      )
      .reverse(),
  );
}

/** The state as a shape. */
function shape(state: ThreadState): VNode {
  const paths: Record<ThreadState, string> = {
    breaking: 'M8 1.5 L15 14 H1 Z M8 6 V9.5 M8 11.5 V12',
    cut: 'M2 2 L14 14 M14 2 L2 14',
    fraying: 'M8 1.5 L15 14 H1 Z M8 6 V9.5 M8 11.5 V12',
    thin: 'M8 1.5 L14.5 8 L8 14.5 L1.5 8 Z',
    stuck: 'M2 8 H14 M8 3 V13',
    ready: 'M8 2 A6 6 0 1 1 7.9 2 M5.5 8 L7.5 10 L11 6',
    open: 'M8 2.5 A5.5 5.5 0 1 1 7.9 2.5',
    closed: 'M3 8.5 L6.5 12 L13 4.5',
  };
  return h('svg.shape', { attrs: { viewBox: '0 0 16 16', 'aria-hidden': 'true' } }, [
    h('path', { attrs: { d: paths[state] } }),
  ]);
}
