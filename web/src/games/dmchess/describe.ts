/** A move of DMChess in words. */
import type { MoveRecord } from '../../api/types';
import { t } from '../../text';
import { readEdan } from './view';

/** For screen readers. */
export function describe(move: Pick<MoveRecord, 'color' | 'notation'>): string {
  const who = t.color[move.color];
  if (move.notation.startsWith('kings')) return `${who} ${t.dmchess.kingsPlaced}.`;
  const edan = readEdan(move.notation);
  if (!edan) return `${who}: ${move.notation}.`;
  const from = t.dmchess.place(edan.from.dimension, edan.from.square);
  const to = t.dmchess.place(edan.to.dimension, edan.to.square);
  const words = [
    edan.castles ? t.dmchess.castles(from, to) : t.dmchess.move(t.role[edan.role], from, to),
    edan.promotion ? t.dmchess.becomes(edan.promotion) : '',
    edan.rest.includes('#') ? t.dmchess.mate : edan.rest.includes('+') ? t.dmchess.check : '',
  ];
  return `${who}: ${words.filter(Boolean).join(', ')}.`;
}
