import type { Role } from '../api/types';
import { FILES } from './geometry';
import type { BoardPiece } from './types';

const ROLES: Record<string, Role> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

/** The pieces of the board field of a FEN; `?` and `!` are hidden pieces of White and Black. For display only. */
export function piecesFromFen(fen: string): BoardPiece[] {
  const pieces: BoardPiece[] = [];
  (fen.split(' ')[0] ?? '').split('/').forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) {
        file += Number(letter);
        continue;
      }
      const square = `${FILES[file]}${8 - index}`;
      const role = ROLES[letter.toLowerCase()];
      if (role) pieces.push({ square, role, color: letter === letter.toLowerCase() ? 'black' : 'white' });
      else pieces.push({ square, role: 'hidden', color: letter === '?' ? 'white' : 'black' });
      file++;
    }
  });
  return pieces;
}
