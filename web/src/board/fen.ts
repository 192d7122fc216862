/** Parsing the board field of a FEN. */
import type { Color, Role, Square } from '../api/types';
import { roleOf } from '../text/words';
import { FILES } from './geometry';
import type { BoardPiece } from './types';

/** A man in a board field. */
export interface FenMan {
  square: Square;
  color: Color;
  role: Role;
  /** The text in brackets after its letter. */
  note: string;
}

/** Every occupied square, with its letter and the text in brackets after it. */
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
