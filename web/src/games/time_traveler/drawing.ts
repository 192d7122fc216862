/** The drawing of the board: the pieces, marks and arrows, the pickers over it, and the words for each square. */
import type { VNode } from 'snabbdom';
import type { Color, Role, Square } from '../../api/types';
import { picker, promotionPicker } from '../../board/picker';
import type { Arrow, BoardPiece, Mark } from '../../board/types';
import { t } from '../../text';
import { sendingMarks } from '../sending';
import { afterAction } from './after';
import type { Choice } from './choice';
import { followTraveled } from './histories';
import { dangerMarks, stageMarks, supportMark, threadMarks } from './marks';
import { text } from './text';
import { explain, stateOf, type Moment } from './threads';
import type { Man } from './view';

/** The pieces, with what is being composed or sent already done. */
export function piecesOf({ host, actor, draft }: Choice): readonly Man[] {
  const { view, pending } = host.scene;
  if (pending) return afterAction(view, pending);
  const [explosion] = draft.all.filter(one => one.kind === 'square').slice(-1);
  if (explosion?.kind !== 'square') return view.men;
  const { square, role } = explosion;
  return [...view.men, { square, color: actor, role, stage: 'traveling', start: null, resonator: false }];
}

export function drawn({ square, color, role, stage }: Man): BoardPiece {
  return { square, color, role, look: stage === 'untraveled' ? undefined : stage };
}

/** The squares that can be chosen next. */
export function litSquares(choice: Choice): Square[] {
  const { step } = choice;
  if (step?.kind === 'role') return [...(choice.options?.explosions.get(step.role)?.keys() ?? [])];
  if (step?.kind === 'square') return [...new Set(choice.explosionsOf(step.role, step.square).map(one => one.to))];
  if (step?.kind === 'square-first') return [step.square];
  return [];
}

export function marksOf(choice: Choice, pieces: readonly Man[]): Mark[] {
  const { step, hovered } = choice;
  const supports =
    step?.kind === 'role' && hovered
      ? choice.supports(step.role, hovered)
      : step?.kind === 'square'
        ? choice.supports(step.role, step.square)
        : [];
  const marks = [
    ...stageMarks(pieces),
    ...(choice.host.scene.end ? [] : dangerMarks(choice.host.scene.view, pieces)),
    ...supports.map(supportMark),
    ...sendingMarks(choice.host.scene),
  ];
  const shown = step ? null : choice.shownThread;
  return shown ? [...marks, ...threadMarks(shown.thread, whereabouts(choice, shown.color, shown.number))] : marks;
}

/** The piece that came out of an explosion, where that is known. */
function whereabouts({ host }: Choice, color: Color, number: number): Square | null {
  const { history, view } = host.scene;
  return history ? (followTraveled(history, view.men)[color][number] ?? null) : null;
}

/** For the highlighted thread: arrows from the pieces that could close it soon, and from those that attack its piece. */
export function arrowsOf({ step, shownThread }: Choice): Arrow[] {
  if (step || !shownThread?.thread.open) return [];
  const { approaches, attackers, square } = shownThread.thread;
  return [
    ...approaches
      .filter(approach => approach.moves !== null && approach.moves <= 2)
      .map(approach => ({ from: approach.square, to: square, brush: 'green' as const })),
    ...attackers.map(from => ({ from, to: square, brush: 'red' as const })),
  ];
}

/** The facts besides the thread itself on which its state depends. */
export function momentOf({ host }: Choice): Moment {
  return { isOver: !!host.scene.end, last: host.scene.last };
}

/** The words for a square, for screen readers. */
export function labelOf(choice: Choice, pieces: readonly Man[], square: Square): string {
  const texts = text.label;
  const one = pieces.find(it => it.square === square);
  if (!one) return choice.draft.isEmpty && choice.rolesOn(square).length > 0 ? texts.explode : '';
  const words: string[] = [
    one.stage === 'traveling'
      ? texts.traveling(one.color, one.role)
      : one.stage === 'traveled'
        ? texts.traveled(one.color, one.role)
        : t.piece(one.color, one.role),
  ];
  for (const side of choice.host.scene.view.sides) {
    if (side.color !== one.color) continue;
    if (one.stage === 'untraveled' && side.indispensable.includes(square) && side.threads.some(thread => thread.open))
      words.push(texts.needed);
    const thread = side.threads.find(it => it.open && it.square === square);
    if (thread && one.stage === 'traveling') words.push(explain(thread, stateOf(side, thread, momentOf(choice))));
  }
  const shown = choice.shownThread?.thread.approaches.find(approach => approach.square === square);
  if (shown) words.push(texts.away(shown.moves));
  return words.join(', ');
}

/** The question over the board: which kind explodes, or what a pawn becomes. */
export function question(choice: Choice): VNode | null {
  const { orientation } = choice.host.scene;
  const { step, actor } = choice;
  if (!step || !choice.options) return null;
  const cancel = (): void => {
    choice.back();
  };
  if (step.kind === 'square-first') {
    return picker({
      title: text.chooseRole(step.square),
      square: step.square,
      orientation,
      shape: 'panel',
      choices: choice
        .rolesOn(step.square)
        .map(role => ({ key: role, label: t.role[role], piece: { color: actor, role } })),
      onChoose: role => choice.explode(role as Role),
      onCancel: cancel,
    });
  }
  if (step.kind === 'promotion') {
    const roles = step.options.map(option => option.promotion).filter((role): role is Role => !!role);
    return promotionPicker(
      actor,
      step.to,
      orientation,
      roles,
      role => {
        const option = step.options.find(one => one.promotion === role);
        if (option) choice.send(option.action);
      },
      cancel,
    );
  }
  return null;
}
