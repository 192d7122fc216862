/** The pieces of a dimension, the same on the large board and on the small one. */
import type { Color, Square } from '../../api/types';
import type { BoardPiece } from '../../board/types';
import type { Dimension } from './view';

/** The men of a dimension, and the kings that only this seat knows of. */
export function drawn({ men }: Dimension, ghosts: readonly Square[]): BoardPiece[] {
  return [
    ...men.map(({ square, color, role }) => ({ square, color, role })),
    ...ghosts.map(square => ({ square, color: ghostColor(square), role: 'king' as const, look: 'ghost' })),
  ];
}

/** Kings are placed on the owner's side: White's on rank 1 or 3, Black's on rank 6 or 8. */
function ghostColor(square: Square): Color {
  return Number(square[1]) <= 4 ? 'white' : 'black';
}
