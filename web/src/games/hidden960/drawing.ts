/** The drawing of the board: the pieces, squares under attack, the questions over it, the words for each square. */
import type { VNode } from 'snabbdom';
import type { Color, Role, Square } from '../../api/types';
import { picker, promotionOf } from '../../board/picker';
import type { Arrow, BoardPiece, Mark } from '../../board/types';
import { t } from '../../text';
import { movesBetween } from '../castling';
import { sendingMarks } from '../sending';
import { piecesAfter, revealsAt, squaresFor, type Reveal } from './actions';
import { alarm } from './alarm';
import type { Choice } from './choice';
import { threatTo } from './prompt';
import { text } from './text';
import type { Man } from './view';

/** The order in which choices are listed: the strongest first. */
const ORDER: readonly Role[] = ['king', 'queen', 'rook', 'bishop', 'knight'];

/** The pieces, with what is chosen or sent already done. */
export function piecesOf({ host, view, step, castlings }: Choice): BoardPiece[] {
  const pieces: BoardPiece[] = view.men.map(one => ({
    square: one.square,
    color: one.color,
    role: one.role ?? 'hidden',
    look: one.threatened ? 'threatened' : '',
  }));
  const { pending } = host.scene;
  if (pending) return piecesAfter(pieces, pending, castlings);
  if (step?.kind === 'promote') return piecesAfter(pieces, step.from + step.to, []);
  return pieces;
}

/** The squares that can be chosen next. */
export function litSquares({ host, mover, step }: Choice): Square[] {
  if (step?.kind === 'role') return squaresFor(mover ? host.scene.options : null, step.role);
  return step?.kind === 'square' ? [step.square] : [];
}

/** Hidden squares that are attacked, while the game goes on. */
function threatened({ host, view }: Choice): Man[] {
  return host.scene.end ? [] : view.men.filter(one => one.threatened);
}

export function squaresOf(choice: Choice): Map<Square, string> {
  return new Map(threatened(choice).map(one => [one.square, 'must-reveal']));
}

/** The alarm in the corner of each hidden square that is attacked, and the marks of an action that is being sent. */
export function marksOf(choice: Choice): Mark[] {
  return [...threatened(choice).map(one => alarm(one.square)), ...sendingMarks(choice.host.scene)];
}

/** An arrow from each piece that attacks a hidden square. */
export function arrowsOf(choice: Choice): Arrow[] {
  if (choice.host.scene.pending) return [];
  return threatened(choice).flatMap(one =>
    one.attackers.map(from => ({ from, to: one.square, brush: 'red' as const })),
  );
}

/** The words for a square, for screen readers. */
export function labelOf(choice: Choice, square: Square): string {
  const here = choice.pieceAt(square);
  if (!here) return '';
  if (here.role) return t.piece(here.color, here.role);
  const can = choice.mover === here.color && here.choices.length > 0;
  return [t.piece(here.color, 'hidden'), here.threatened ? text.mustBeChosen : can ? t.board.canChoose : '']
    .filter(Boolean)
    .join(', ');
}

/** The question over the board: what stands on a square, or what a pawn becomes. */
export function question(choice: Choice): VNode | null {
  const { step, mover, host } = choice;
  if (!mover || !step || step.kind === 'role') return null;
  if (step.kind === 'square') return reveal(choice, step.square, mover);
  return promotionOf(
    movesBetween(host.scene.options, step.from, step.to),
    mover,
    step.to,
    host.scene.orientation,
    action => choice.send(action),
    () => choice.back(),
  );
}

function reveal(choice: Choice, square: Square, mover: Color): VNode {
  const { options, orientation } = choice.host.scene;
  const reveals = revealsAt(options, square);
  const isPair = reveals.some(one => one.parts.length > 1);
  const own = (one: Reveal): Role => one.parts.find(part => part.square === square)?.role ?? 'king';
  const title = [
    choice.pieceAt(square)?.threatened ? threatTo(choice, square) : '',
    text.choose(square),
    isPair ? text.chooseBoth : '',
  ];
  return picker({
    title: title.filter(Boolean).join(' '),
    square,
    orientation,
    shape: 'panel',
    choices: [...reveals]
      .sort((a, b) => ORDER.indexOf(own(a)) - ORDER.indexOf(own(b)))
      .map(one => ({
        key: one.action,
        label: one.parts.length > 1 ? text.pair(one.parts) : t.role[own(one)],
        note: one.parts.length > 1 ? text.pair(one.parts) : undefined,
        piece: { color: mover, role: own(one) },
      })),
    onChoose: action => choice.send(action),
    onCancel: () => choice.back(),
  });
}
