/** A position of Time Traveler's Chess as a small board shows it. */
import { piecesFromFen } from '../../board/fen';
import type { BoardPiece } from '../../board/types';

/** The stages of traveling and traveled pieces, by the sign after the letter. */
const LOOKS = { "'": 'traveling', '*': 'traveled' } as const;

/** The pieces of a position as text: `N'` is traveling, `N*` has traveled. */
export function boardOf(position: string): BoardPiece[] {
  const board = position.split(' ')[0] ?? '';
  const plain = piecesFromFen(board.replace(/['*]/g, ''));
  // Pieces stand in the same order in the text and on the board.
  const marks = [...board.matchAll(/[A-Za-z](['*])?/g)].map(([, mark]) => mark as keyof typeof LOOKS | undefined);
  return plain.map((piece, index) => {
    const mark = marks[index];
    return mark ? { ...piece, look: LOOKS[mark] } : piece;
  });
}
