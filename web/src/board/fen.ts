import type { Role } from '../api/types';
import { FILES } from './geometry';
import type { BoardMan } from './types';

const ROLES: Record<string, Role> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

/** Men of the board field of a FEN; `?` and `!` are hidden men of White and Black. For pictures only. */
export function menFromFen(fen: string): BoardMan[] {
  const men: BoardMan[] = [];
  (fen.split(' ')[0] ?? '').split('/').forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) {
        file += Number(letter);
        continue;
      }
      const square = `${FILES[file]}${8 - index}`;
      const role = ROLES[letter.toLowerCase()];
      if (role) men.push({ square, role, color: letter === letter.toLowerCase() ? 'black' : 'white' });
      else men.push({ square, role: 'hidden', color: letter === '?' ? 'white' : 'black' });
      file++;
    }
  });
  return men;
}
