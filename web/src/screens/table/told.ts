/** The last action of somebody else, in a sentence: for the line above the board and for screen readers. */
import type { Move, Seat, State } from '../../api/types';
import type { GameScreen } from '../../games/screen';

/** A new action of somebody else. */
export interface News {
  move: Move;
  /** The view before it; `null` if this browser has not seen it. */
  before: unknown;
}

/** The last action of `state`, if it is new and of somebody else. */
export function othersNews(before: State | null, state: State): News | null {
  const move = state.moves.at(-1);
  if (!move || !isOthers(move, state.seat) || !before) return null;
  const known = before.moves.at(-1)?.n ?? 0;
  const added = state.moves.filter(one => one.n > known).length;
  return added === 0 ? null : { move, before: added === 1 ? before.view : null };
}

export class Told {
  /** The sentence; empty if the player has acted since, or nobody has. */
  text = '';
  /** The turn that it is about. */
  private turn = '';

  /** Reads a new state. Returns the sentence about what is new in it. */
  take(before: State | null, state: State, screen: GameScreen): string | null {
    const last = state.moves.at(-1);
    const news = othersNews(before, state);
    if (news) {
      const words = screen.tell(news.move, news.before);
      const turn = `${news.move.color} ${news.move.number}`;
      // The actions of one turn are told together.
      this.text = turn === this.turn && this.text ? `${this.text} ${words}` : words;
      this.turn = turn;
      return words;
    }
    if (before && last?.n === before.moves.at(-1)?.n) return null;
    const isFirstLook = before === null && last && isOthers(last, state.seat);
    this.text = isFirstLook ? screen.tell(last, null) : '';
    this.turn = '';
    return null;
  }
}

function isOthers({ color }: Move, seat: Seat): boolean {
  return seat === 'both' ? false : seat !== color;
}
