/** A move of DMChess in words. */
import type { Move } from '../../api/types';
import { t } from '../../text';
import { text } from './text';
import { readEdan } from './view';

/** For screen readers. */
export function describe(move: Pick<Move, 'color' | 'notation'>): string {
  const who = t.color[move.color];
  if (move.notation.startsWith('kings')) return `${who} ${text.kingsPlaced}.`;
  const edan = readEdan(move.notation);
  if (!edan) return `${who}: ${move.notation}.`;
  const from = text.place(edan.from.dimension, edan.from.square);
  const to = text.place(edan.to.dimension, edan.to.square);
  const words = [
    edan.castles ? text.castles(from, to) : text.move(t.role[edan.role], from, to),
    edan.promotion ? text.becomes(edan.promotion) : '',
    edan.rest.includes('#') ? text.mate : edan.rest.includes('+') ? text.check : '',
  ];
  return `${who}: ${words.filter(Boolean).join(', ')}.`;
}
