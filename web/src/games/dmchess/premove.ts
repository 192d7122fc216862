/** A premove of DMChess: both ends on the board in focus, or one of them on another. */
import type { Square } from '../../api/types';
import type { PremoveProps } from '../../board/types';
import type { Host } from '../screen';
import { at, placeOf, type At, type View } from './view';

export function setPremove(host: Host<View>, from: At, to: At): void {
  host.premove?.({ from: placeOf(from.dimension, from.square), to: placeOf(to.dimension, to.square) });
}

/** For the board of one dimension. */
export function premoveOn(
  host: Host<View>,
  dimension: number,
  onSet: (from: At, to: At) => void,
): PremoveProps | undefined {
  const { premove, view } = host.scene;
  if (!premove || view.placing) return undefined;
  const ends = endsOn(host, dimension);
  return {
    color: premove.color,
    current: ends.from && ends.to ? { from: ends.from, to: ends.to } : null,
    onSet: (from, to) => onSet({ dimension, square: from }, { dimension, square: to }),
    onUnset: () => host.premove?.(null),
  };
}

/** The one end that is on this board if the other is not: no board by itself can draw it. */
export function loneEnd(host: Host<View>, dimension: number): Square | null {
  const { from, to } = endsOn(host, dimension);
  return from && to ? null : (from ?? to);
}

function endsOn(host: Host<View>, dimension: number): { from: Square | null; to: Square | null } {
  const move = host.scene.premove?.move;
  const here = (text: string | undefined): Square | null => {
    const place = at(text ?? '');
    return place?.dimension === dimension ? place.square : null;
  };
  return { from: here(move?.from), to: here(move?.to) };
}
