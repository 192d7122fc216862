/** The drawing of the large board: marks and arrows, the picker over it, and the words for each square. */
import type { VNode } from 'snabbdom';
import type { Role, Square } from '../../api/types';
import { picker } from '../../board/picker';
import type { Arrow, Mark } from '../../board/types';
import { t } from '../../text';
import type { Scene } from '../screen';
import { sendingMark } from '../sending';
import type { Choice } from './choice';
import { loneEnd } from './premove';
import { energyMarks, levelMarks, portalMarks, portalSquares } from './signs';
import { text } from './text';
import { at, type Dimension, type View } from './view';

/** Portals, and the end of a premove whose other end is on another board. */
export function squaresOf({ host, focus }: Choice): Map<Square, string> {
  const squares = new Map(portalSquares(host.scene.view));
  const end = loneEnd(host, focus);
  if (end) squares.set(end, [squares.get(end), 'current-premove'].filter(Boolean).join(' '));
  return squares;
}

export function marksOf({ view, pending, isSending }: Scene<View>, dimension: Dimension): Mark[] {
  const marks = [...portalMarks(view), ...energyMarks(view, dimension), ...levelMarks(dimension)];
  for (const from of Object.keys(view.shift.displaced)) {
    const place = at(from);
    if (place?.dimension === dimension.number)
      marks.push({ square: place.square, kind: 'displaced', key: `d${place.square}` });
  }
  if (!pending || !isSending) return marks;
  const places = [...pending.matchAll(/d([1-8])([a-h][1-8])/g)];
  return [
    ...marks,
    ...places.flatMap(([, number, square = ''], index) =>
      Number(number) === dimension.number ? [sendingMark(square, index === places.length - 1)] : [],
    ),
  ];
}

/** The new squares of the pieces that a shift will displace. */
export function arrowsOf(view: View, { number }: Dimension): Arrow[] {
  return Object.entries(view.shift.displaced).flatMap(([from, to]) => {
    const start = at(from);
    const end = at(to);
    return start && end && start.dimension === number
      ? [{ from: start.square, to: end.square, brush: 'blue' as const }]
      : [];
  });
}

/** The words for a square, for screen readers. */
export function labelOf(view: View, dimension: Dimension, ghosts: readonly Square[], square: Square): string {
  const texts = text.label;
  const words: string[] = [];
  const one = dimension.men.find(it => it.square === square);
  if (one) {
    words.push(t.piece(one.color, one.role), texts.energy(one.level));
    if (one.in_check) words.push(texts.inCheck);
  }
  if (ghosts.includes(square)) words.push(texts.king);
  const portal = view.portals.find(it => it.square === square);
  if (portal) words.push(texts.portal(portal.reach));
  const coming = view.shift.coming.find(it => it.square === square);
  if (coming && coming.reach !== portal?.reach) words.push(texts.coming(coming.reach));
  const energy = dimension.energy.find(it => it.square === square);
  if (energy)
    words.push(
      energy.charged_on_ply === null
        ? texts.charged
        : texts.charging(Math.max(1, energy.charged_on_ply - view.ply - 1)),
    );
  const displaced = view.shift.displaced[`d${dimension.number}${square}`];
  if (displaced) words.push(texts.displaced(at(displaced)?.square ?? ''));
  return words.join(', ');
}

/** The question over the board: what a piece becomes. */
export function question(choice: Choice): VNode | null {
  const { promotion, hand, actor, host } = choice;
  if (!promotion || !hand) return null;
  const one = choice.pieceAt(hand);
  const { to, options } = promotion;
  return picker({
    title: text.promote(text.place(to.dimension, to.square)),
    square: to.square,
    orientation: host.scene.orientation,
    shape: 'panel',
    choices: options.map(option => {
      const role: Role = option.promotion ?? one?.role ?? 'pawn';
      return {
        key: option.action,
        label: option.promotion ? t.role[role] : text.stay(role),
        piece: { color: actor, role },
        note: option.promotion ? undefined : text.stay(role),
      };
    }),
    onChoose: action => choice.send(action, to.dimension),
    onCancel: () => {
      choice.back();
    },
  });
}
