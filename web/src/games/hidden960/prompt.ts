/** The line above the board: what is chosen and comes next, and squares that must be revealed. */
import type { Square } from '../../api/types';
import { t } from '../../text';
import { checkText } from '../common';
import type { Prompt } from '../screen';
import type { Choice } from './choice';
import { text } from './text';

/** The number of moves during which newcomers are told what they can do. */
const FIRST_MOVES = 2;

/** The prompt of the game, or `null` for the table's own. */
export function promptOf(choice: Choice): Prompt | null {
  const { step, mover, view, host } = choice;
  if (step?.kind === 'role') return { text: text.place(step.role), tone: 'draft' };
  if (step?.kind === 'promote') return { text: t.board.promote(step.to), tone: 'draft' };
  const forced = forcedReveal(choice);
  if (step?.kind === 'square') return { text: forced?.text ?? text.choose(step.square), tone: 'draft' };
  if (forced) return forced;
  if (mover && view.checked_kings.some(square => choice.pieceAt(square)?.color === mover))
    return { text: checkText(host.scene, mover), tone: 'warning' };
  const isNew = mover !== null && host.scene.seat !== 'both' && view.full_move <= FIRST_MOVES;
  if (!isNew) return null;
  // Once a piece is revealed it may move as well.
  const moves = (host.scene.options?.actions ?? []).filter(one => one.kind === 'move');
  return { text: text.first(moves.every(one => choice.pieceAt(one.from ?? '')?.role === 'pawn')), tone: 'calm' };
}

/** "c1 is attacked by the knight on d3." */
export function threatTo(choice: Choice, square: Square): string {
  const attackers = (choice.pieceAt(square)?.attackers ?? []).map(at =>
    text.attacker(choice.pieceAt(at)?.role ?? 'pawn', at),
  );
  return text.attackedBy(square, attackers);
}

function forcedReveal(choice: Choice): Prompt | null {
  const { mover, view, host } = choice;
  const { duty } = view;
  if (duty.must_reveal.length === 0 || host.scene.actor === null) return null;
  const threats = duty.must_reveal.map(square => threatTo(choice, square)).join(' ');
  if (mover !== duty.actor || host.scene.seat === 'both')
    return { text: text.otherMust(duty.actor, threats), tone: mover ? 'warning' : 'calm' };
  const must = duty.together.length ? text.mustRevealBoth(threats, duty.together) : text.mustReveal(threats);
  // Out of turn: the player's own move, or a reveal by the other side, has opened the line.
  return { text: must + (duty.out_of_turn ? text.goesOn(view.turn) : ''), tone: 'warning' };
}
