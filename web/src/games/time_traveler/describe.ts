/** A move of Time Traveler's Chess in words. */
import type { Move, Square } from '../../api/types';
import { t } from '../../text';
import { spell } from '../../text/spell';
import { roleOf } from '../../text/words';
import { text } from './text';

function name(letter: string): string {
  return t.role[roleOf(letter) ?? 'pawn'];
}

/** For screen readers. `met` says which kind of piece was met on a square. */
export function describe(move: Pick<Move, 'color' | 'notation'>, met: (square: Square) => string | null): string {
  const { notation } = move;
  const who = t.color[move.color];
  const end = spell((/[+#]+$/.exec(notation) ?? [''])[0]);
  const close = `${end}.`;
  const annihilation = /^([NBRQK]?)([a-h][1-8])\/\/([a-h][1-8])/.exec(notation);
  if (annihilation) {
    const [, letter = '', from = '', to = ''] = annihilation;
    return `${who}: ${text.annihilation(letter ? name(letter) : (met(to) ?? t.role.pawn), from, to)}${close}`;
  }
  const explosion = /^([NBRQK]?)([a-h][1-8])\/x?([a-h][1-8])(?:=?([NBRQnbrq]))?/.exec(notation);
  if (explosion) {
    const [, letter = '', square = '', to = '', promoted] = explosion;
    const after = promoted ? `, ${spell(`=${promoted.toUpperCase()}`)}` : '';
    return `${who}: ${text.explosion(name(letter), square, to)}${after}${close}`;
  }
  return `${who}: ${spell(notation)}.`;
}
