/** An action in a sentence, and the boards on which it is shown one after the other. */
import { t } from '../../text';
import type { Shown } from '../screen';
import { endingOf, victimOf, type Told } from '../tell';
import { text } from './text';
import { readEdan, type View } from './view';

export function tell({ color, notation }: Told, before: View | null): string {
  if (notation.startsWith('kings')) return text.told.places(color);
  const edan = readEdan(notation);
  if (!edan) return `${t.color[color]}: ${notation}.`;
  const from = text.place(edan.from.dimension, edan.from.square);
  const to = text.place(edan.to.dimension, edan.to.square);
  const ending = endingOf(notation);
  if (edan.castles) return text.told.castles(color, from, to) + ending;
  const there = before?.dimensions[edan.to.dimension - 1]?.men.find(one => one.square === edan.to.square);
  const isAcross = edan.from.dimension !== edan.to.dimension;
  const who = t.deed.whose(color, edan.role);
  const goes = there
    ? text.told.takes(who, from, isAcross, victimOf(there) ?? '', to)
    : text.told.goes(who, from, isAcross, to);
  return goes + (edan.promotion ? t.deed.becomes(edan.promotion) : '') + ending;
}

/** The intermediate steps: the board that the piece leaves, then the one that it arrives on. */
export function stepsTo({ notation }: Told, before: View, focus: number): Shown[] {
  const edan = readEdan(notation);
  if (!edan) return [];
  const { from, to } = edan;
  const on = ({ dimension, square }: typeof from): Shown => ({ view: before, last: [`d${dimension}${square}`] });
  if (from.dimension !== to.dimension) return [on(from), on(to)];
  return from.dimension === focus ? [] : [on(from)];
}
