/** The last position of a finished game on a small board, or on eight. */
import { h, type VNode } from 'snabbdom';
import type { ArchivedGame, Color } from '../../api/types';
import { piecesFromFen } from '../../board/fen';
import { mini } from '../../board/mini';
import { findGame } from '../../games';

/** Squares of another board than the first say which: `d3e4`. */
const PLACE = /^(?:d([1-8]))?([a-h][1-8])$/;

/** A position with the squares of the last action. */
interface Shown {
  game: string;
  position: string;
  last: readonly string[];
}

export function thumbnail(game: ArchivedGame, orientation: Color = 'white'): VNode {
  const boards = smallBoards(game, orientation);
  return h('div.thumbnail', { class: { many: boards.length > 1 }, attrs: { 'aria-hidden': 'true' } }, boards);
}

/** The boards of a thumbnail. */
export function smallBoards({ game, position, last }: Shown, orientation: Color): VNode[] {
  const boards = findGame(game)?.boards?.(position) ?? [piecesFromFen(position)];
  const lastOn = (board: number): string[] =>
    last.flatMap(place => {
      const [, number = '1', square] = PLACE.exec(place) ?? [];
      return square && Number(number) === board + 1 ? [square] : [];
    });
  return boards.map((pieces, index) => mini({ pieces, orientation, last: lastOn(index) }));
}
