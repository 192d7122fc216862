/** The player's choice: a piece to move, a promotion that waits for its role. */
import type { LegalAction, Square } from '../../api/types';
import { MoveChoice } from '../choice';
import type { Premove } from '../screen';
import { castlingsOf, movesBetween } from './castling';
import type { View } from './view';

/** A pawn reaches the last rank: what does it become? */
export interface Promotion {
  from: Square;
  to: Square;
}

export class Choice extends MoveChoice<View, Promotion> {
  /** The promotion that waits for its role. */
  get promotion(): Promotion | null {
    return this.step;
  }

  /** The legal actions from one square to another. */
  between({ from, to }: Promotion): LegalAction[] {
    return movesBetween(this.host.scene.options, this.castlings, from, to);
  }

  move(from: Square, to: Square): void {
    this.sendOrAsk(this.between({ from, to }), { from, to });
  }

  premoved(move: Premove): 'made' | 'impossible' {
    return this.sendPremoved(this.between(move));
  }

  select(square: Square | null): void {
    this.selected = square;
    this.host.redraw();
  }

  /** The scene has changed: drops what is no longer possible. */
  update(): void {
    if (!this.mover) {
      this.forget();
      return;
    }
    this.castlings = castlingsOf(this.host.scene.options, this.view.variant);
    if (this.promotion && this.between(this.promotion).length === 0) this.draft.clear();
  }
}
