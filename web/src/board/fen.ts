/** The board field of a FEN: what stands where. */
import type { Color, Role, Square } from '../api/types';
import { roleOf } from '../text/words';
import { FILES } from './geometry';
import type { BoardPiece } from './types';

/** A man as a board field has it. */
export interface FenMan {
  square: Square;
  color: Color;
  role: Role;
  /** The sign in brackets behind its letter. */
  note: string;
}

/** Every square that is not empty: its letter, and what stands in brackets behind it. */
function* squaresOf(fen: string): Generator<{ square: Square; letter: string; note: string }> {
  for (const [index, row] of (fen.split(' ')[0] ?? '').split('/').entries()) {
    let file = 0;
    for (const [, empty, letter = '', note = ''] of row.matchAll(/(\d)|(\D)(?:\[([^\]]*)\])?/g)) {
      if (empty) file += Number(empty);
      else yield { square: `${FILES[file++]}${8 - index}`, letter, note };
    }
  }
}

/** The pieces of the board field of a FEN; `?` and `!` are hidden pieces of White and Black. For display only. */
export function piecesFromFen(fen: string): BoardPiece[] {
  return Array.from(squaresOf(fen), ({ square, letter }) => {
    const role = roleOf(letter);
    return role
      ? { square, role, color: colorOf(letter) }
      : { square, role: 'hidden', color: letter === '?' ? 'white' : 'black' };
  });
}

/** The men of a board field on which nothing is hidden. */
export function menFromFen(fen: string): FenMan[] {
  return Array.from(squaresOf(fen)).flatMap(({ square, letter, note }) => {
    const role = roleOf(letter);
    return role ? [{ square, role, color: colorOf(letter), note }] : [];
  });
}

function colorOf(letter: string): Color {
  return letter === letter.toLowerCase() ? 'black' : 'white';
}
