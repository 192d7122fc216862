/** Reads a position of Time Traveler's Chess as the server sends it, with the men in short form. */
import { menFromFen } from '../../board/fen';
import { once } from '../sent';
import type { SentView, View } from './view';

/** The position as it is drawn. An intermediate step is in this form already. */
export function readView(view: SentView | View): View {
  return 'men' in view ? view : read(view);
}

/** Cached per object that was sent. */
const read = once(({ board, traveling, traveled, starts, resonators, ...rest }: SentView): View => {
  const areTraveling = new Set(traveling.split(' '));
  const areTraveled = new Set(traveled.split(' '));
  const areResonators = new Set(resonators.split(' '));
  const men = menFromFen(board).map(({ square, color, role }) => {
    const stage = areTraveling.has(square) ? 'traveling' : areTraveled.has(square) ? 'traveled' : 'untraveled';
    const start = stage === 'untraveled' ? (starts[square] ?? square) : null;
    return { square, color, role, stage, start, resonator: areResonators.has(square) } as const;
  });
  return { ...rest, men };
});
