/** The line above the board: a promotion that waits for its role, a check. */
import { t } from '../../text';
import { checkText } from '../common';
import type { Prompt } from '../screen';
import type { Choice } from './choice';

/** The prompt of the game, or `null` for the table's own. */
export function promptOf({ promotion, mover, view, host }: Choice): Prompt | null {
  if (promotion) return { text: t.board.promote(promotion.to), tone: 'draft' };
  if (mover === null || view.check === null) return null;
  return { text: checkText(host.scene, mover), tone: 'warning' };
}
