/** How a game was lost by grammar: what the last action captured, and why that broke the grammar. */
import type { Color, Square } from '../../api/types';
import { opposite } from '../common';
import { roleOf } from '../../text/words';
import { text } from './text';
import type { Man, View } from './view';

/** The sentence for a position and the action that ended the game in it, or `null` if it captured nothing. */
export function causeOf(view: View, action: string, by: Color): string | null {
  const explosion = /^([NBRQK]?)[a-h][1-8]\/([a-h][1-8])/.exec(action);
  const move = /^([a-h][1-8])([a-h][1-8])/.exec(action);
  const to = explosion?.[2] ?? move?.[2];
  if (!to) return null;
  const at = (square: Square): Man | undefined => view.men.find(one => one.square === square);
  const role = explosion ? (roleOf(explosion[1] ?? '') ?? 'pawn') : (at(move?.[1] ?? '')?.role ?? 'pawn');
  // The pawn taken en passant stands beside the square that the capturing pawn came from.
  const beside = to.charAt(0) + (move?.[1]?.charAt(1) ?? '');
  const isEnPassant = role === 'pawn' && to === view.en_passant && beside.charAt(0) !== move?.[1]?.charAt(0);
  const victim = at(to) ?? (isEnPassant ? at(beside) : undefined);
  if (victim?.color !== opposite(by)) return null;
  if (victim.stage === 'traveling') return text.cause.traveling(by, role, victim.role, victim.square);
  const threads = view.sides.find(side => side.color === victim.color)?.threads ?? [];
  const broken = threads.filter(thread => thread.open && thread.needed.includes(victim.square));
  return text.cause.needed(
    by,
    role,
    victim.role,
    victim.square,
    broken.map(thread => text.thread.named(thread.role, thread.square)),
  );
}
