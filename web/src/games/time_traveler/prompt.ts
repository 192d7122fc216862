/** The line above the board: what is chosen and comes next, a traveling piece that waits, a thread in danger. */
import { checkText } from '../common';
import type { Prompt } from '../screen';
import type { Choice, Step } from './choice';
import { text } from './text';
import { explain, stateOf } from './threads';
import type { Thread } from './view';

/** The prompt of the game, or `null` for the table's own. */
export function promptOf(choice: Choice): Prompt | null {
  const { step, selected } = choice;
  if (step) return { text: textOf(step, choice), tone: 'draft' };
  const waiting = selected ? choice.threadOn(selected) : null;
  if (waiting) return { text: waitingText(waiting), tone: 'calm' };
  return openedText(choice) ?? (choice.options ? (danger(choice) ?? check(choice)) : null);
}

function textOf(step: Step, choice: Choice): string {
  const texts = text.prompt;
  const { hovered, options } = choice;
  switch (step.kind) {
    case 'square-first':
      return text.chooseRole(step.square);
    case 'role':
      return hovered && options?.explosions.get(step.role)?.has(hovered)
        ? texts.hover(step.role, hovered, choice.supports(step.role, hovered))
        : texts.role(step.role);
    case 'square':
      return texts.target(step.role, step.square, choice.supports(step.role, step.square));
    case 'promotion':
      return texts.promotion;
  }
}

/** The thread that is opened in the loom. */
function openedText({ opened, host }: Choice): Prompt | null {
  if (!opened) return null;
  const { thread, side } = opened;
  const { end, last } = host.scene;
  const why = explain(thread, stateOf(side, thread, { isOver: !!end, last }));
  return { text: `${text.thread.title(thread.role, thread.square)}. ${why}`, tone: 'calm' };
}

function waitingText({ role, square, approaches }: Thread): string {
  const nearest = approaches.filter(a => a.moves !== null).sort((a, b) => (a.moves ?? 0) - (b.moves ?? 0))[0];
  return text.waiting(role, square, approaches.length, nearest?.square ?? null, nearest?.moves ?? null);
}

function check({ actor, host }: Choice): Prompt | null {
  return host.scene.view.check ? { text: checkText(host.scene, actor), tone: 'warning' } : null;
}

/** The player's first thread that is about to break. */
function danger(choice: Choice): Prompt | null {
  const texts = text.prompt;
  const { view, seat } = choice.host.scene;
  for (const side of view.sides) {
    const mine = seat === 'both' ? side.color === choice.actor : side.color === seat;
    if (!mine) continue;
    for (const thread of side.threads) {
      const state = stateOf(side, thread);
      if (state === 'breaking')
        return { text: texts.attacked(thread.role, thread.square, thread.attackers), tone: 'warning' };
      if (state === 'fraying')
        return { text: texts.neededAttacked(thread.role, thread.square, thread.needed_attacked), tone: 'warning' };
    }
  }
  return null;
}
