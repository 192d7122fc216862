/** The marks on the squares besides the pieces. */
import { h } from 'snabbdom';
import type { Square } from '../../api/types';
import type { Mark } from '../../board/types';
import { traveledRim, travelingRim } from './looks';
import type { Man, Thread, View } from './view';

/** The rims of traveling and traveled pieces. */
export function stageMarks(pieces: readonly Man[]): Mark[] {
  return pieces.flatMap(({ square, stage, color }) =>
    stage === 'untraveled'
      ? []
      : [
          {
            square,
            kind: `stage ${stage} ${color}`,
            content: stage === 'traveling' ? travelingRim() : traveledRim(),
            key: `${stage}${square}`,
          },
        ],
  );
}

/** Pieces that must not be lost, and traveling pieces that are attacked. */
export function dangerMarks(view: View, pieces: readonly Man[]): Mark[] {
  const there = new Set(pieces.map(one => one.square));
  return view.sides.flatMap(side => {
    const open = side.threads.filter(thread => thread.open);
    const needed = open.length === 0 ? [] : side.indispensable.filter(square => there.has(square));
    return [
      ...needed.map(square => ({ square, kind: 'needed', key: `n${square}` })),
      ...open
        .filter(thread => thread.attackers.length > 0)
        .map(({ square }) => ({ square, kind: 'breaking', content: h('i', '!'), key: `b${square}` })),
    ];
  });
}

/** A piece that supports the explosion that is being composed. */
export function supportMark(square: Square): Mark {
  return { square, kind: 'support', key: `s${square}` };
}

/** One thread: its candidates with the moves that they need, its traveling piece, and its traveled piece. */
export function threadMarks(thread: Thread, traveled: Square | null): Mark[] {
  const approaches = thread.open ? thread.approaches : [];
  return [
    ...approaches.map(({ square, moves }) => ({
      square,
      kind: 'candidate',
      content: h('i', moves === null ? '–' : String(moves)),
      key: `c${square}`,
    })),
    { square: thread.square, kind: 'knot', key: `k${thread.square}` },
    ...(traveled ? [{ square: traveled, kind: 'knot', key: `t${traveled}` }] : []),
  ];
}
