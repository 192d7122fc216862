/** Finding the legal action that was meant. Pure: the server said what is legal, this only looks it up. */
import type { LegalAction, Options, Role, Square } from '../../api/types';
import { roleOf } from '../../text/words';
import type { PhaseOuts } from './view';

/** An action without the answers to its collisions: `/r` or `/o` is appended for each of them. */
export type Unanswered = Pick<LegalAction, 'action' | 'collisions'>;

export function phaseOutsOf(options: Options | null, from: Square): PhaseOuts[] {
  return (options?.phase_outs ?? []).filter(one => one.from === from);
}

/** The delays for which a piece can leave, the shortest first. */
export function delaysOf(options: Options | null, from: Square): number[] {
  const all = new Set(phaseOutsOf(options, from).flatMap(one => one.delays));
  return [...all].sort((a, b) => a - b);
}

/** The squares to which a piece that leaves for `delay` turns can return. */
export function squaresOf(options: Options | null, from: Square, delay: number): Square[] {
  const fitting = phaseOutsOf(options, from).filter(one => one.delays.includes(delay));
  return [...new Set(fitting.flatMap(one => one.squares))];
}

/** A phase-out, if it is legal. */
export function phaseOut(options: Options | null, from: Square, delay: number, square: Square): Unanswered | null {
  const legal = phaseOutsOf(options, from).find(one => one.delays.includes(delay) && one.squares.includes(square));
  return legal ? { action: `${from}^${delay}@${square}`, collisions: legal.collisions } : null;
}

/** The legal moves between two squares: several at promotions. */
export function movesBetween(options: Options | null, from: Square, to: Square): LegalAction[] {
  return (options?.actions ?? []).filter(one => one.from === from && one.to === to);
}

/** The returns at the end of a turn, from the notation for people: `Nf3&B@f4`, or `&B@-` for a lost piece. */
export function landingsOf(notation: string): { role: Role; square: Square | null }[] {
  return [...notation.matchAll(/&([QRBN])@([a-h][1-8]|-)/g)].map(([, letter, square]) => ({
    role: roleOf(letter ?? '') ?? 'pawn',
    square: square && square !== '-' ? square : null,
  }));
}

/** A typed phase-out in machine notation: `Nb1^2@d4` and `b1^2@d4` are the same. */
export function readPhaseOut(text: string): string | null {
  const match = /^[QRBN]?([a-h][1-8])\^(\d{1,2})@([a-h][1-8])(\/[ro]+)?$/.exec(text);
  return match ? `${match[1]}^${Number(match[2])}@${match[3]}${match[4] ?? ''}` : null;
}
