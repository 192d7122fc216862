/** Follows the traveled pieces: which piece on the board came out of which explosion. */
import type { Color, Square } from '../../api/types';
import type { Man } from './view';

/** For each side, where the piece that came out of its first, second, … explosion stands; `null` if it is gone. */
export type Whereabouts = Record<Color, (Square | null)[]>;

/**
 * Replays the actions and moves the pieces along. A piece that is no longer on the board (because it was captured in
 * a way that does not name its square) is detected at the end.
 */
export function followTraveled(
  history: readonly { color: Color; action: string }[],
  pieces: readonly Man[],
): Whereabouts {
  const whereabouts: Whereabouts = { white: [], black: [] };
  const arrive = (to: Square): void => {
    for (const list of [whereabouts.white, whereabouts.black]) {
      const at = list.indexOf(to);
      if (at >= 0) list[at] = null;
    }
  };
  for (const { color, action } of history) {
    const explosion = /^[NBRQK]?[a-h][1-8]\/([a-h][1-8])/.exec(action);
    const move = /^([a-h][1-8])([a-h][1-8])[nbrq]?$/.exec(action);
    if (explosion?.[1]) {
      arrive(explosion[1]);
      whereabouts[color].push(explosion[1]);
    } else if (move?.[1] && move[2]) {
      arrive(move[2]);
      const at = whereabouts[color].indexOf(move[1]);
      if (at >= 0) whereabouts[color][at] = move[2];
    }
  }
  const there = new Set(
    pieces.filter(piece => piece.stage === 'traveled').map(piece => `${piece.color}${piece.square}`),
  );
  for (const color of ['white', 'black'] as const) {
    whereabouts[color] = whereabouts[color].map(square => (square && there.has(color + square) ? square : null));
  }
  return whereabouts;
}
