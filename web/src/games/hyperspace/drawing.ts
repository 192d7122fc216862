/** The drawing of the board: the pieces, the ghosts of those that return, the questions over it, the words for each square. */
import type { VNode } from 'snabbdom';
import type { Color, Square } from '../../api/types';
import { picker, promotionPicker } from '../../board/picker';
import type { BoardPiece, Mark } from '../../board/types';
import { t } from '../../text';
import { displaced, endsOf } from '../common';
import { sendingMarks } from '../sending';
import { landingsOf, movesBetween, squaresOf } from './actions';
import type { Choice, Step } from './choice';
import { ghost } from './ghost';
import { collisionTitle } from './prompt';
import { text } from './text';
import { turnsAway, type View } from './view';

/** The pieces, with what is chosen or sent already done. */
export function piecesOf({ host, view, step }: Choice): BoardPiece[] {
  const pieces: BoardPiece[] = view.men.map(one => ({ ...one }));
  const { pending } = host.scene;
  if (pending) return after(pieces, pending);
  if (step?.kind === 'promote') return displaced(pieces, step.from, step.to);
  if (step?.kind === 'collision') return after(pieces, step.action);
  if (step?.kind === 'delay') return displaced(pieces, step.from, null);
  return pieces;
}

/** The pieces after an action, for display only. */
function after(pieces: BoardPiece[], action: string): BoardPiece[] {
  const ends = endsOf(action);
  if (ends) return displaced(pieces, ends.from, ends.to);
  const away = /^([a-h][1-8])\^/.exec(action);
  return away?.[1] ? displaced(pieces, away[1], null) : pieces;
}

/** The squares that can be chosen next. */
export function litSquares({ host, mover, step }: Choice): Square[] {
  return step?.kind === 'delay' ? squaresOf(mover ? host.scene.options : null, step.from, step.delay) : [];
}

/** The squares of the last action, and those to which something returned. */
export function lastSquares({ host }: Choice): Square[] {
  const { last, lastMove, pending } = host.scene;
  const landings = lastMove && !pending ? landingsOf(lastMove.notation) : [];
  return [...last, ...landings.flatMap(one => one.square ?? [])];
}

export function marksOf({ host, view, step }: Choice): Mark[] {
  const left = step?.kind === 'delay' ? [{ square: step.from, kind: 'left' }] : [];
  return [...ghosts(view), ...left, ...sendingMarks(host.scene)];
}

/** The squares on which pieces will return, as far as they are known. */
function ghosts(view: View): Mark[] {
  const marks: Mark[] = [];
  const at = new Map<Square, number>();
  const occupied = new Set(view.men.map(one => one.square));
  for (const traveler of view.hyperspace) {
    const { square } = traveler;
    if (!square) continue;
    const index = at.get(square) ?? 0;
    at.set(square, index + 1);
    marks.push({
      square,
      // Drawn over a piece it would be illegible, so there it goes into the corner.
      kind: ['ghost', index ? 'second' : '', occupied.has(square) ? 'inset' : ''].filter(Boolean).join(' '),
      key: `ghost-${traveler.color}-${traveler.role}-${traveler.returns_on_turn}-${square}`,
      content: ghost(traveler.color, traveler.role, turnsAway(traveler)),
    });
  }
  return marks;
}

/** The words for a square, for screen readers. */
export function labelOf(view: View, square: Square): string {
  const here = view.men.find(one => one.square === square);
  const returning = view.hyperspace
    .filter(one => one.square === square)
    .map(one => text.ghost(one.color, one.role, turnsAway(one)));
  return [here ? t.piece(here.color, here.role) : '', ...returning].filter(Boolean).join(', ');
}

/** The question over the board: what a pawn becomes, or which piece stays. */
export function question(choice: Choice): VNode | null {
  const { step, mover, host } = choice;
  if (!mover) return null;
  if (step?.kind === 'collision') return collision(choice, step, mover);
  if (step?.kind !== 'promote') return null;
  const { from, to } = step;
  const roles = movesBetween(host.scene.options, from, to).flatMap(one => one.promotion ?? []);
  return promotionPicker(
    mover,
    to,
    host.scene.orientation,
    [...new Set(roles)],
    role => choice.promote(from, to, role),
    () => choice.back(),
  );
}

function collision(choice: Choice, step: Extract<Step, { kind: 'collision' }>, mover: Color): VNode | null {
  const [asked] = step.collisions;
  if (!asked) return null;
  const { square, returning, occupant } = asked;
  const before = step.action.length;
  return picker({
    title: collisionTitle(asked),
    square,
    orientation: choice.host.scene.orientation,
    shape: 'panel',
    choices: [
      {
        key: `returning ${before}`,
        label: text.staysReturning,
        note: text.staysReturning,
        piece: { color: mover, role: returning, look: 'returning' },
      },
      {
        key: `occupant ${before}`,
        label: text.staysOccupant,
        note: text.staysOccupant,
        piece: occupant && { color: mover, role: occupant, look: '' },
      },
    ],
    onChoose: key => choice.answer(key.startsWith('returning') ? 'returning' : 'occupant'),
    onCancel: () => choice.back(),
  });
}
