/** Finding the legal action that was meant. Pure: the server said what is legal, this only looks it up. */
import type { Options, Role, Schemas, Square } from '../../api/types';
import type { BoardPiece } from '../../board/types';
import { roleOf } from '../../text/words';
import { castled, type Castling } from '../castling';
import { displaced, endsOf } from '../common';

export interface Reveal {
  action: string;
  /** One square and its piece, or the last two together. */
  parts: Schemas['Reveal'][];
}

/** The legal reveals among the actions. */
export function revealsOf(options: Options | null): Reveal[] {
  return (options?.actions ?? []).flatMap(one => {
    const parts = partsOf(one.action);
    return parts.length ? [{ action: one.action, parts }] : [];
  });
}

/** The reveals of an action; none if it is another action. */
export function partsOf(action: string): Reveal['parts'] {
  const parts: Reveal['parts'] = [];
  for (const part of action.split('+')) {
    const match = /^([a-h][18])=([KQRBN])$/.exec(part);
    const role = roleOf(match?.[2] ?? '');
    if (!match?.[1] || !role) return [];
    parts.push({ square: match[1], role });
  }
  return parts;
}

/** The reveals that involve a square. */
export function revealsAt(options: Options | null, square: Square): Reveal[] {
  return revealsOf(options).filter(one => one.parts.some(part => part.square === square));
}

/** The squares on which a piece of the pool can be chosen now. */
export function squaresFor(options: Options | null, role: Role): Square[] {
  const all = revealsOf(options).flatMap(one => one.parts.filter(part => part.role === role).map(part => part.square));
  return [...new Set(all)];
}

/** The pieces as they will stand after an action that was sent. */
export function piecesAfter(
  pieces: readonly BoardPiece[],
  action: string,
  castlings: readonly Castling[],
): BoardPiece[] {
  const parts = partsOf(action);
  if (parts.length) {
    return pieces.map(piece => {
      const part = parts.find(one => one.square === piece.square);
      return part ? { ...piece, role: part.role } : piece;
    });
  }
  const castling = castlings.find(one => one.action === action);
  if (castling) return castled(pieces, castling);
  const ends = endsOf(action);
  return ends ? displaced(pieces, ends.from, ends.to) : [...pieces];
}

/** The kinds of pieces in a pool with their counts, the strongest first. */
export function countRoles(pool: readonly Role[]): { role: Role; count: number }[] {
  const order: Role[] = ['king', 'queen', 'rook', 'bishop', 'knight'];
  return order.map(role => ({ role, count: pool.filter(one => one === role).length })).filter(one => one.count > 0);
}
