/** What is chosen: a piece to move, a promotion that waits for its role. */
import type { Color, LegalAction, Square } from '../../api/types';
import type { Castling } from '../castling';
import { movableColor } from '../common';
import { Draft } from '../draft';
import type { Host, Premove } from '../screen';
import { castlingsOf, movesBetween } from './castling';
import type { Man, View } from './view';

/** A pawn reaches the last rank: what does it become? */
export interface Promotion {
  from: Square;
  to: Square;
}

export class Choice {
  private readonly draft = new Draft<Promotion>();
  selected: Square | null = null;
  /** Castlings that were legal at the last choice: an action that was sent is drawn with them until the answer comes. */
  castlings: readonly Castling[] = [];

  constructor(readonly host: Host<View>) {}

  /** The promotion that waits for its role. */
  get promotion(): Promotion | null {
    return this.draft.top;
  }

  get view(): View {
    return this.host.scene.view;
  }

  get mover(): Color | null {
    return movableColor(this.host.scene);
  }

  pieceAt(square: Square): Man | undefined {
    return this.view.men.find(one => one.square === square);
  }

  /** The legal actions from one square to another. */
  between({ from, to }: Promotion): LegalAction[] {
    return movesBetween(this.host.scene.options, this.castlings, from, to);
  }

  move(from: Square, to: Square): void {
    this.selected = null;
    const found = this.between({ from, to });
    if (found.some(one => one.promotion)) this.draft.push({ from, to });
    else if (found[0]) this.send(found[0].action);
    this.host.redraw();
  }

  premoved(move: Premove): 'made' | 'impossible' {
    const found = this.between(move);
    const action = found.find(one => one.promotion === 'queen') ?? found[0];
    if (!action) return 'impossible';
    this.send(action.action);
    return 'made';
  }

  send(action: string): void {
    this.draft.clear();
    this.selected = null;
    this.host.act(action);
  }

  select(square: Square | null): void {
    this.selected = square;
    this.host.redraw();
  }

  /** One step back. True if there was one. */
  back(): boolean {
    const had = this.draft.back() || this.selected !== null;
    this.selected = null;
    if (had) this.host.redraw();
    return had;
  }

  /** The scene has changed: drops what is no longer possible. */
  update(): void {
    if (this.mover) {
      this.castlings = castlingsOf(this.host.scene.options, this.view.variant);
      if (this.promotion && this.between(this.promotion).length === 0) this.draft.clear();
    } else {
      this.draft.clear();
      this.selected = null;
    }
  }
}
