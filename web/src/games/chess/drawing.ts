/** The drawing of the board: the pieces, the choice of a promotion, the words for each square. */
import type { VNode } from 'snabbdom';
import type { Square } from '../../api/types';
import { promotionOf } from '../../board/picker';
import type { BoardPiece } from '../../board/types';
import { t } from '../../text';
import { castled } from '../castling';
import { displaced, endsOf } from '../common';
import type { Choice } from './choice';

/** The pieces, with what is chosen or sent already done. */
export function piecesOf(choice: Choice): BoardPiece[] {
  const { host, view, promotion } = choice;
  const { pending } = host.scene;
  if (pending) return after(choice, pending);
  const pieces = view.men.map(one => ({ ...one }));
  return promotion ? displaced(pieces, promotion.from, promotion.to) : pieces;
}

/** The pieces after an action that was sent. */
function after(choice: Choice, action: string): BoardPiece[] {
  const { view, castlings } = choice;
  const pieces: BoardPiece[] = view.men.map(one => ({ ...one }));
  const castling = castlings.find(one => one.action === action);
  if (castling) return castled(pieces, castling);
  const ends = endsOf(action);
  if (!ends) return pieces;
  const { from, to } = ends;
  const isEnPassant = to === view.en_passant && choice.pieceAt(from)?.role === 'pawn';
  const captured = isEnPassant ? to.charAt(0) + from.charAt(1) : null;
  return displaced(pieces, from, to).filter(piece => piece.square !== captured);
}

/** The words for a square, for screen readers. */
export function labelOf(choice: Choice, square: Square): string {
  const here = choice.pieceAt(square);
  return here ? t.piece(here.color, here.role) : '';
}

/** The question over the board: what a pawn becomes. */
export function question(choice: Choice): VNode | null {
  const { promotion, mover, host } = choice;
  if (!mover || !promotion) return null;
  return promotionOf(
    choice.between(promotion),
    mover,
    promotion.to,
    host.scene.orientation,
    action => choice.send(action),
    () => choice.back(),
  );
}
