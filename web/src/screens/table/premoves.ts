/** The premove: kept in this browser, tried when the turn comes. */
import type { Premove } from '../../games/screen';
import { t } from '../../text';

/** What a premove needs of the table. */
export interface Turn {
  /** Whether an action can be made now. */
  isFree(): boolean;
  /** Makes the move, if it is legal now. */
  make(move: Premove): 'made' | 'impossible' | 'later';
  /** For people: `e2–e4`. */
  name(move: Premove): string;
  say(words: string): void;
  /** Shows why nothing was made of it; an empty sentence takes back the last. */
  refuse(words: string): void;
}

export class Premoves {
  private kept: Premove | null = null;

  constructor(private readonly turn: Turn) {}

  get move(): Premove | null {
    return this.kept;
  }

  /** What the line above the board says of it. */
  get prompt(): string | null {
    return this.kept && t.table.premove(this.turn.name(this.kept));
  }

  set(move: Premove | null): void {
    if (move === null && this.kept === null) return;
    const { turn } = this;
    this.kept = move;
    turn.refuse('');
    // The turn may have come while the hand was moving.
    if (move && turn.isFree()) this.try();
    else turn.say(move ? t.table.premove(turn.name(move)) : t.table.premoveGone);
  }

  /** Without a word: the game is over, or what it followed did not happen. */
  drop(): void {
    this.kept = null;
  }

  /** Makes the move if the turn has come and it is legal now; else it is dropped with a sentence. */
  try(): void {
    const { kept, turn } = this;
    if (!kept || !turn.isFree()) return;
    const result = turn.make(kept);
    if (result === 'later') return;
    this.kept = null;
    if (result === 'made') return;
    const words = t.table.premoveImpossible(turn.name(kept));
    turn.refuse(words);
    turn.say(words);
  }
}
