/**
 * Castling in both notations: the king's move of two squares in chess, king takes rook in Chess960. In either the
 * player may pick up the king and put it on its target or on the rook.
 */
import type { LegalAction, Options, Square } from '../../api/types';
import * as kingTakesRook from '../castling';
import type { Castling } from '../castling';

/** The legal castlings with the squares of king and rook. */
export function castlingsOf(options: Options | null, variant: string): Castling[] {
  const castlings = kingTakesRook.castlingsOf(options);
  if (variant === 'chess:960') return castlings;
  // In chess the action names the king's target; the rook stands in the corner.
  return castlings.map(one => ({ ...one, rook: (one.kingTo > one.king ? 'h' : 'a') + one.king.charAt(1) }));
}

/** Targets of all pieces. */
export function targetsWith(options: Options | null, castlings: readonly Castling[]): Map<Square, Square[]> {
  const targets = kingTakesRook.allTargets(options);
  for (const { king, rook } of castlings) {
    const list = targets.get(king);
    if (list && !list.includes(rook)) list.push(rook);
  }
  return targets;
}

/** The actions that a move by hand may mean: several only at promotions. */
export function movesBetween(
  options: Options | null,
  castlings: readonly Castling[],
  from: Square,
  to: Square,
): LegalAction[] {
  const castling = castlings.find(one => one.king === from && one.rook === to);
  if (castling) return (options?.actions ?? []).filter(one => one.action === castling.action);
  return kingTakesRook.movesBetween(options, from, to);
}
