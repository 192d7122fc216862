/** An action and the return after it in a sentence, and the steps in which they are shown. */
import type { Square } from '../../api/types';
import type { Shown } from '../screen';
import { endingOf, moveOf, whose, type Told } from '../tell';
import { landingsOf } from './actions';
import { text } from './text';
import type { View } from './view';

export function tell(move: Told, before: View | null): string {
  const main = move.notation.replace(/&[^+#]*/, '');
  const landings = landingsOf(move.notation).map(one => text.told.returns(one.role, one.square));
  return [actionOf({ ...move, notation: main }, before), ...landings].join('') + endingOf(move.notation);
}

function actionOf(move: Told, before: View | null): string {
  const { color, notation } = move;
  const away = /^([QRBN]?)([a-h][1-8])\^(\d+)(?:@([a-h][1-8]))?/.exec(notation);
  if (away) {
    const [, letter = '', from = '', delay, to] = away;
    return text.told.leaves(color, whose(color, letter), from, Number(delay), to ?? null);
  }
  const amended = /^amend:(\d+)/.exec(notation);
  if (amended) return text.told.amends(color, Number(amended[1]));
  if (notation.startsWith('cancel')) return text.told.cancels(color);
  if (notation.startsWith('--')) return text.told.returnsOnly(color);
  return moveOf({ ...move, notation: notation.replace(/\/[ro]+/, '') }, before?.men ?? null);
}

/** The intermediate step: after the action, before anything returns. */
export function stepsTo({ notation }: Told, after: View, last: readonly Square[]): Shown[] {
  const squares = landingsOf(notation).flatMap(one => one.square ?? []);
  if (squares.length === 0) return [];
  return [{ view: { ...after, men: after.men.filter(one => !squares.includes(one.square)) }, last }];
}
