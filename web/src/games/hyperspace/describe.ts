/** A move of Hyperspace Chess in words. */
import type { Move } from '../../api/types';
import { t } from '../../text';
import { spell } from '../../text/spell';
import { roleOf } from '../../text/words';
import { landingsOf } from './actions';
import { text } from './text';

/** For screen readers: the move, and what returned after it. */
export function describe(move: Pick<Move, 'color' | 'notation'>): string {
  const main = move.notation.replace(/&[^+#]*/, '');
  const landings = landingsOf(move.notation).map(one => text.says.returns(one.role, one.square));
  return [describeAction({ ...move, notation: main }), ...landings].join('');
}

function describeAction({ color, notation }: Pick<Move, 'color' | 'notation'>): string {
  const away = /^([QRBN]?)([a-h][1-8])\^(\d+)(?:@([a-h][1-8]|\?))?/.exec(notation);
  if (away) {
    const [, letter = '', from = '', delay, to] = away;
    return text.says.leaves(color, roleOf(letter) ?? 'piece', from, Number(delay), to && to !== '?' ? to : null);
  }
  if (notation.startsWith('--')) return text.says.returnOnly(color);
  return `${t.color[color]}: ${spell(notation.replace(/\/[ro]+/, ''))}.`;
}
