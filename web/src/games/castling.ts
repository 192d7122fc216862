/** Castling as king takes rook, from any starting squares: how it is entered by hand, and how it is drawn. */
import type { LegalAction, Options, Square } from '../api/types';
import type { BoardPiece } from '../board/types';
import { endsOf, targetsOf } from './common';

function isCastling(option: LegalAction): boolean {
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
 * Targets of all pieces. Castling is king takes rook or, as chess players are used to, a king's move to its target square,
 * if that is at least two squares away and not an ordinary move.
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
export function movesBetween(options: Options | null, from: Square, to: Square): LegalAction[] {
  const all = options?.actions ?? [];
  const ordinary = all.filter(one => !isCastling(one) && one.from === from && one.to === to);
  if (ordinary.length) return ordinary;
  const castling = castlingsOf(options).find(one => one.king === from && (one.rook === to || one.kingTo === to));
  return all.filter(one => one.action === castling?.action);
}

/** The pieces after a castling. */
export function castled(pieces: readonly BoardPiece[], { king, rook, kingTo, rookTo }: Castling): BoardPiece[] {
  const goes = new Map([
    [king, kingTo],
    [rook, rookTo],
  ]);
  return pieces.map(piece => ({ ...piece, square: goes.get(piece.square) ?? piece.square }));
}
