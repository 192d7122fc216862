/** An action in a sentence, and the steps in which an explosion and a meeting are shown. */
import type { Square } from '../../api/types';
import { t } from '../../text';
import { roleOf } from '../../text/words';
import type { Shown } from '../screen';
import { endingOf, tellMove, victimOf, type Told } from '../tell';
import { text } from './text';
import type { Man, View } from './view';

const EXPLOSION = /^([NBRQK]?)([a-h][1-8])\/x?([a-h][1-8])(?:=?([NBRQnbrq]))?/;
const ANNIHILATION = /^[NBRQK]?([a-h][1-8])\/\/([a-h][1-8])/;

export function tell(move: Told, before: View | null): string {
  const { color, notation } = move;
  const met = ANNIHILATION.exec(notation);
  if (met) {
    const [, from = '', to = ''] = met;
    const role = pieceAt(before, from)?.role ?? 'piece';
    return text.told.meets(color, role, from, to) + endingOf(notation);
  }
  const explosion = EXPLOSION.exec(notation);
  if (explosion) {
    const [, letter = '', square = '', to = '', promoted] = explosion;
    const role = roleOf(letter) ?? 'pawn';
    // The notation of an explosion does not say that it captures.
    const victim = victimOf(pieceAt(before, to));
    const goes = victim === null ? text.told.goes(to) : text.told.takes(victim, to);
    const becomes = promoted ? t.deed.becomes(roleOf(promoted) ?? 'queen') : '';
    return text.told.explodes(color, role, square) + goes + becomes + endingOf(notation);
  }
  return tellMove(move, before?.men ?? null);
}

function pieceAt(view: View | null, square: Square): Man | undefined {
  return view?.men.find(one => one.square === square);
}

/** The intermediate step: the piece that appears from the future, or the piece that has reached its traveling self. */
export function stepsTo({ color, notation }: Told, before: View): Shown[] {
  const met = ANNIHILATION.exec(notation);
  if (met) {
    const [, from = '', to = ''] = met;
    const men = before.men
      .filter(one => one.square !== to)
      .map(one => (one.square === from ? { ...one, square: to } : one));
    return [{ view: { ...before, men }, last: [from, to] }];
  }
  const explosion = EXPLOSION.exec(notation);
  if (!explosion) return [];
  const [, letter = '', square = ''] = explosion;
  const role = roleOf(letter) ?? 'pawn';
  const traveled: Man = { square, color, role, stage: 'traveled', start: null, resonator: false };
  return [{ view: { ...before, men: [...before.men, traveled] }, last: [square] }];
}
