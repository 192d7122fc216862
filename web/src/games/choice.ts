/** The player's choice in games on one board: a selected piece, and steps that ask for more. */
import type { Color, LegalAction, Square } from '../api/types';
import type { Castling } from './castling';
import { movableColor } from './common';
import { Draft } from './draft';
import type { Host } from './screen';

/** A view with its pieces on one board. */
interface OneBoard {
  readonly men: readonly { square: Square }[];
}

/** The common part of the choices of several games. `Step` is a question to the player. */
export abstract class MoveChoice<View extends OneBoard, Step> {
  protected readonly draft = new Draft<Step>();
  selected: Square | null = null;
  /** Castlings that were legal at the last choice: an action that was sent is drawn with them until the answer comes. */
  castlings: readonly Castling[] = [];

  constructor(readonly host: Host<View>) {}

  /** The latest step, or `null` if nothing has been begun. */
  get step(): Step | null {
    return this.draft.top;
  }

  get view(): View {
    return this.host.scene.view;
  }

  get mover(): Color | null {
    return movableColor(this.host.scene);
  }

  pieceAt(square: Square): View['men'][number] | undefined {
    return this.view.men.find(one => one.square === square);
  }

  /** Sends the one action that a move by hand means, or takes `question` as the step that asks for the promotion. */
  protected sendOrAsk(found: readonly LegalAction[], question: Step): void {
    this.selected = null;
    if (found.some(one => one.promotion)) this.draft.push(question);
    else if (found[0]) this.send(found[0].action);
    this.host.redraw();
  }

  /** Sends the action that a premove means: a pawn becomes a queen. */
  protected sendPremoved(found: readonly LegalAction[]): 'made' | 'impossible' {
    const action = found.find(one => one.promotion === 'queen') ?? found[0];
    if (!action) return 'impossible';
    this.send(action.action);
    return 'made';
  }

  send(action: string): void {
    this.forget();
    this.host.act(action);
  }

  /** Discards the draft and the selection. */
  protected forget(): void {
    this.draft.clear();
    this.selected = null;
  }

  /** One step back. True if there was one. */
  back(): boolean {
    const had = this.draft.back() || this.selected !== null;
    this.selected = null;
    if (had) this.host.redraw();
    return had;
  }
}
