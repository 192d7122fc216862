/** The premove: kept in this browser, tried on the player's turn. */
import type { Move } from '../../api/types';
import type { Premove } from '../../games/screen';
import { t } from '../../text';

/** The table, as the premove sees it. */
export interface Turn {
  /** Whether an action can be made now. */
  isFree(): boolean;
  /** The actions of the game so far. */
  moves(): readonly Move[];
  /** Makes the move, if it is legal now. */
  make(move: Premove): 'made' | 'impossible' | 'later';
  /** For people: `e2–e4`. */
  name(move: Premove): string;
  say(words: string): void;
  /** Shows why the premove was not played; an empty sentence clears that. */
  refuse(words: string): void;
}

export class Premoves {
  private kept: Premove | null = null;
  /** The number of the action after which it was made; 0: at the beginning. */
  private after = 0;

  constructor(private readonly turn: Turn) {}

  get move(): Premove | null {
    return this.kept;
  }

  /** The line above the board about it. */
  get prompt(): string | null {
    return this.kept && t.table.premove(this.turn.name(this.kept));
  }

  set(move: Premove | null): void {
    if (move === null && this.kept === null) return;
    const { turn } = this;
    this.kept = move;
    this.after = turn.moves().at(-1)?.n ?? 0;
    turn.refuse('');
    // The turn may have come while the piece was being dragged.
    if (move && turn.isFree()) this.try();
    else turn.say(move ? t.table.premove(turn.name(move)) : t.table.premoveGone);
  }

  /** Drops it silently: the game is over, or the action it followed was not played. */
  drop(): void {
    this.kept = null;
  }

  /** The game may have gone back: a premove made after an action that is gone was meant for another position. */
  take(): void {
    const { kept, after, turn } = this;
    if (!kept || after === 0 || turn.moves().some(({ n }) => n === after)) return;
    this.kept = null;
    turn.refuse(t.table.premoveTakenBack(turn.name(kept)));
  }

  /** Plays the move if it is the player's turn and the move is legal now; else drops it with a message. */
  try(): void {
    const { kept, turn } = this;
    if (!kept || !turn.isFree()) return;
    const result = turn.make(kept);
    if (result === 'later') return;
    this.kept = null;
    if (result === 'made') return;
    turn.refuse(t.table.premoveImpossible(turn.name(kept)));
  }
}
