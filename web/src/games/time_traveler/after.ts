/** The pieces after a sent action: for display only, until the server's answer arrives. */
import { roleOf } from '../../text/words';
import type { Man, View } from './view';

export function afterAction(view: View, action: string): Man[] {
  const pieces = [...view.men];
  const take = (square: string): Man | undefined => {
    const at = pieces.findIndex(one => one.square === square);
    return at < 0 ? undefined : pieces.splice(at, 1)[0];
  };
  const annihilation = /^([a-h][1-8])\/\/([a-h][1-8])$/.exec(action);
  const explosion = /^([NBRQK]?)([a-h][1-8])\/([a-h][1-8])([nbrq]?)$/.exec(action);
  const move = /^([a-h][1-8])([a-h][1-8])([nbrq]?)$/.exec(action);
  if (annihilation?.[1] && annihilation[2]) {
    take(annihilation[1]);
    take(annihilation[2]);
  } else if (explosion?.[2] && explosion[3]) {
    const role = roleOf(explosion[1] ?? '') ?? 'pawn';
    const blank = { color: view.turn, start: null, resonator: false };
    take(explosion[3]);
    pieces.push({ ...blank, square: explosion[2], role, stage: 'traveling' });
    pieces.push({ ...blank, square: explosion[3], role: roleOf(explosion[4] ?? '') ?? role, stage: 'traveled' });
  } else if (move?.[1] && move[2]) {
    const mover = take(move[1]);
    take(move[2]);
    if (mover) pieces.push({ ...mover, square: move[2], role: roleOf(move[3] ?? '') ?? mover.role });
  }
  return pieces;
}
