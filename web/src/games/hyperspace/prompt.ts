/** The line above the board: what is chosen and comes next, a conflict, what returns at the end of the turn. */
import type { Collision, Color } from '../../api/types';
import { t } from '../../text';
import { checkText, owns } from '../common';
import type { Prompt } from '../screen';
import { landingsOf } from './actions';
import type { Choice, Step } from './choice';
import { text } from './text';

/** The number of turns during which newcomers are told what they can do. */
const FIRST_TURNS = 2;

/** The prompt of the game, or `null` for the table's own. */
export function promptOf(choice: Choice): Prompt | null {
  const { step, view, mover, leaver } = choice;
  const { scene } = choice.host;
  if (step) return { text: textOf(step, choice), tone: 'draft' };
  const { conflict, withdrawn } = view;
  if (conflict && owns(scene.seat, conflict.player)) return { text: text.conflictOwn, tone: 'warning' };
  if (conflict) {
    // The side to move does not have to wait for the other's decision.
    const said = text.conflictOther(t.color[conflict.player]);
    return { text: mover === null ? said : `${said} ${whose(choice, mover)}`, tone: view.check ? 'warning' : 'calm' };
  }
  if (mover === null) return null;
  if (withdrawn) return { text: text.withdrawn(withdrawn), tone: 'warning' };
  if (choice.returnOnly) return { text: text.returnOnly, tone: 'warning' };
  if (leaver) return { text: text.send(choice.roleAt(leaver.from), leaver.from), tone: 'calm' };
  const isNew = view.turn_number <= FIRST_TURNS && !view.hyperspace.some(one => one.color === mover);
  if (scene.seat !== 'both' && isNew && !view.check) return { text: text.first, tone: 'calm' };
  return returns(choice);
}

function textOf(step: Step, choice: Choice): string {
  switch (step.kind) {
    case 'leave':
      return text.chooseDelay(choice.roleAt(step.from), step.from);
    case 'delay':
      if (step.wrong) return text.cannotReturn(choice.roleAt(step.from), step.from, step.wrong);
      return text.chooseSquare(choice.roleAt(step.from), step.from, step.delay, choice.host.scene.seat !== 'both');
    case 'promote':
      return t.board.promote(step.to);
    case 'collision':
      return collisionTitle(step.collisions[0]);
  }
}

/** The question which piece stays, for the prompt and for the dialog. */
export function collisionTitle(collision: Collision | undefined): string {
  return collision ? text.collisionTitle(collision.returning, collision.square) : '';
}

/** The pieces that were lost at the end of the last turn, and that return at the end of this one. */
function returns(choice: Choice): Prompt | null {
  const { view, mover } = choice;
  const { scene } = choice.host;
  const due = scene.options?.due ?? [];
  // A player at the table is told of it together with the opponent's action.
  const isTold = scene.pending !== null || scene.seat !== 'both';
  const gone = landingsOf(isTold ? '' : (scene.lastMove?.notation ?? ''))
    .filter(one => one.square === null)
    .map(one => text.gone(scene.lastMove?.color ?? view.turn, one.role));
  if (!mover || (due.length === 0 && gone.length === 0 && !view.check)) return null;
  const pieces = due.map(one => text.returnsTo(one.role, one.square)).join(', ');
  const coming = due.length ? [text.returning(pieces)] : [];
  return { text: [...gone, whose(choice, mover), ...coming].join(' '), tone: view.check ? 'warning' : 'calm' };
}

/** The side to move, and whether it is in check. */
function whose({ host: { scene }, view }: Choice, mover: Color): string {
  if (view.check) return checkText(scene, mover);
  return scene.seat === 'both' ? t.table.toMove(t.color[mover]) : t.table.yourTurn;
}
