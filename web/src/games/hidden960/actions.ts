/** Finding the legal action that was meant. Pure: the server said what is legal, this only looks it up. */
import type { ActionOption, Options, Role, Square } from '../../api/types';
import type { BoardPiece } from '../../board/types';
import { roleOf } from '../../text/words';
import { displaced, endsOf, targetsOf } from '../common';

export interface Reveal {
  action: string;
  /** One square and its piece, or the last two together. */
  parts: { square: Square; role: Role }[];
}

/** The legal reveals among the actions. */
export function revealsOf(options: Options | null): Reveal[] {
  return (options?.actions ?? []).flatMap(one => {
    const parts = partsOf(one.action);
    return parts.length ? [{ action: one.action, parts }] : [];
  });
}

/** What an action reveals; nothing if it is no reveal. */
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

/** The reveals that say something of a square. */
export function revealsAt(options: Options | null, square: Square): Reveal[] {
  return revealsOf(options).filter(one => one.parts.some(part => part.square === square));
}

/** The squares on which a piece of the pool can be chosen now. */
export function squaresFor(options: Options | null, role: Role): Square[] {
  const all = revealsOf(options).flatMap(one => one.parts.filter(part => part.role === role).map(part => part.square));
  return [...new Set(all)];
}

function isCastling(option: ActionOption): boolean {
  return option.kind === 'castle';
}

export interface Castling {
  action: string;
  king: Square;
  rook: Square;
  kingTo: Square;
  rookTo: Square;
}

/** The legal castlings with the squares that king and rook go to, for drawing. */
export function castlingsOf(options: Options | null): Castling[] {
  return (options?.actions ?? []).filter(isCastling).flatMap(one => {
    const ends = endsOf(one.action);
    if (!ends) return [];
    const rank = ends.from.charAt(1);
    const isKingSide = ends.to > ends.from;
    return [
      {
        action: one.action,
        king: ends.from,
        rook: ends.to,
        kingTo: `${isKingSide ? 'g' : 'c'}${rank}`,
        rookTo: `${isKingSide ? 'f' : 'd'}${rank}`,
      },
    ];
  });
}

/**
 * Targets of all pieces. Castling is king takes rook; as chess players are used to it, also the king's own target if
 * that is two squares away or more and no ordinary move.
 */
export function allTargets(options: Options | null): Map<Square, Square[]> {
  const ordinary = (options?.actions ?? []).filter(one => !isCastling(one));
  const targets = targetsOf(ordinary);
  for (const { king, rook, kingTo } of castlingsOf(options)) {
    const list = targets.get(king) ?? [];
    targets.set(king, list);
    if (!list.includes(rook)) list.push(rook);
    const isFar = Math.abs(kingTo.charCodeAt(0) - king.charCodeAt(0)) >= 2;
    if (isFar && !list.includes(kingTo)) list.push(kingTo);
  }
  return targets;
}

/** The actions that a move by hand may mean: several only at promotions. */
export function movesBetween(options: Options | null, from: Square, to: Square): ActionOption[] {
  const all = options?.actions ?? [];
  const ordinary = all.filter(one => !isCastling(one) && one.from === from && one.to === to);
  if (ordinary.length) return ordinary;
  const castling = castlingsOf(options).find(one => one.king === from && (one.rook === to || one.kingTo === to));
  return all.filter(one => one.action === castling?.action);
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
  if (castling) {
    return pieces.map(piece =>
      piece.square === castling.king
        ? { ...piece, square: castling.kingTo }
        : piece.square === castling.rook
          ? { ...piece, square: castling.rookTo }
          : piece,
    );
  }
  const ends = endsOf(action);
  return ends ? displaced(pieces, ends.from, ends.to) : [...pieces];
}

/** Pieces of a pool, each kind once with its number, the strongest first. */
export function countRoles(pool: readonly Role[]): { role: Role; count: number }[] {
  const order: Role[] = ['king', 'queen', 'rook', 'bishop', 'knight'];
  return order.map(role => ({ role, count: pool.filter(one => one === role).length })).filter(one => one.count > 0);
}
