/** An action in a sentence: who, what, and whether it gives check. For moves that all games share. */
import type { Color, Move, Role, Square } from '../api/types';
import { t } from '../text';
import { roleOf } from '../text/words';
import { endsOf } from './common';

/** An action as everybody may read it. */
export type Told = Pick<Move, 'color' | 'notation' | 'public'>;

/** A piece of the position before the action; without a role it is hidden. */
interface Piece {
  square: Square;
  role?: Role | null;
}

/** Describes an action from its standard algebraic notation. Without `before` the captured piece is unknown. */
export function tellMove(move: Told, before: readonly Piece[] | null): string {
  return `${moveOf(move, before)}${endingOf(move.notation)}`;
}

/** The same without its end, for games that have more to say. */
export function moveOf({ color, notation, public: action }: Told, before: readonly Piece[] | null): string {
  const texts = t.deed;
  if (notation.startsWith('O-O')) return texts.castles(color, notation.startsWith('O-O-O') ? 'queen' : 'king');
  const ends = endsOf(action);
  const parts = /^([KQRBN]?)[a-h]?[1-8]?(x?)[a-h][1-8](?:=([QRBN]))?/.exec(notation);
  if (!ends || !parts) return `${t.color[color]}: ${notation}`;
  const [, letter = '', takes, promoted] = parts;
  const who = texts.whose(color, letter ? (roleOf(letter) ?? 'pawn') : 'pawn');
  const there = before?.find(one => one.square === ends.to);
  const what = takes
    ? before && !there
      ? texts.takesEnPassant(who, ends.from, ends.to)
      : texts.takes(who, ends.from, victimOf(there), ends.to)
    : texts.goes(who, ends.from, ends.to);
  const role = roleOf(promoted ?? '');
  return role ? what + texts.becomes(role) : what;
}

/** The piece that stood there, as far as it is known. */
export function victimOf(there: Piece | undefined): string | null {
  return there ? (there.role ? t.role[there.role] : t.deed.hidden) : null;
}

/** The end of the sentence: check, checkmate, or just a full stop. */
export function endingOf(notation: string): string {
  const sign = /[+#]+$/.exec(notation)?.[0] ?? '';
  return sign === '' ? '.' : sign === '+' ? t.deed.check : t.deed.mate;
}

/** A piece with its owner: "White's knight". */
export function whose(color: Color, letter: string): string {
  return t.deed.whose(color, roleOf(letter) ?? 'pawn');
}
