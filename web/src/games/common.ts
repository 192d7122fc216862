/** Shared by the screens of several games. */
import type { Color, LegalAction, Seat, Square } from '../api/types';
import type { BoardPiece, PremoveProps } from '../board/types';
import { t } from '../text';
import type { Host, Scene } from './screen';

/** The side whose pieces may be picked up now. */
export function movableColor(scene: Scene): Color | null {
  if (!scene.options || !scene.actor || scene.pending) return null;
  return scene.seat === 'both' || scene.seat === scene.actor ? scene.actor : null;
}

/** The kings to show in check: after the end of the game only mated ones. */
export function checksShown<T>({ end }: Pick<Scene, 'end'>, kings: readonly T[]): readonly T[] {
  return !end || end === 'checkmate' ? kings : [];
}

/** The sentence that tells the side to move, or others about it, that it is in check. */
export function checkText({ seat }: Pick<Scene, 'seat'>, mover: Color): string {
  return seat === 'both' ? t.table.inCheck(mover) : t.table.youAreInCheck;
}

/** Premoves, for a game that has one board. */
export function premoveProps(host: Host): PremoveProps | undefined {
  const { premove } = host.scene;
  if (!premove) return undefined;
  return {
    color: premove.color,
    current: premove.move,
    onSet: (from, to) => host.premove?.({ from, to }),
    onUnset: () => host.premove?.(null),
  };
}

/** Whether a viewer holds this side's seat. */
export function owns(seat: Seat, color: Color): boolean {
  return seat === 'both' || seat === color;
}

/** Targets of every piece, from the legal actions that name a `from` and a `to`. */
export function targetsOf(actions: readonly LegalAction[]): Map<Square, Square[]> {
  const targets = new Map<Square, Square[]>();
  for (const { from, to } of actions) {
    if (!from || !to) continue;
    const list = targets.get(from);
    if (!list) targets.set(from, [to]);
    else if (!list.includes(to)) list.push(to);
  }
  return targets;
}

/** The pieces after one of them has gone from `from` to `to`, or off the board if `to` is `null`. */
export function displaced(pieces: readonly BoardPiece[], from: Square, to: Square | null): BoardPiece[] {
  return pieces
    .filter(piece => piece.square !== to || piece.square === from)
    .flatMap(piece => (piece.square === from ? (to === null ? [] : [{ ...piece, square: to }]) : [piece]));
}

/** From and to of a standard move in machine notation. */
export function endsOf(action: string): { from: Square; to: Square } | null {
  const match = /^([a-h][1-8])([a-h][1-8])/.exec(action);
  return match?.[1] && match[2] ? { from: match[1], to: match[2] } : null;
}

export function opposite(color: Color): Color {
  return color === 'white' ? 'black' : 'white';
}
