/** What is chosen: a hidden square, a piece of the pool, a promotion that waits for its role. */
import type { Color, Role, Square } from '../../api/types';
import { castlingsOf, movesBetween, type Castling } from '../castling';
import { movableColor } from '../common';
import { Draft } from '../draft';
import type { Host, Premove } from '../screen';
import { revealsAt, squaresFor } from './actions';
import type { Man, View } from './view';

export type Step =
  /** A hidden square is to be revealed: as what? */
  | { kind: 'square'; square: Square }
  /** A piece of the pool is to be placed: where? */
  | { kind: 'role'; role: Role }
  | { kind: 'promote'; from: Square; to: Square };

export class Choice {
  private readonly draft = new Draft<Step>();
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

  get chosenRole(): Role | null {
    return this.step?.kind === 'role' ? this.step.role : null;
  }

  get canUnreveal(): boolean {
    return this.mover !== null && this.view.unreveal.length > 0;
  }

  pieceAt(square: Square): Man | undefined {
    return this.view.men.find(one => one.square === square);
  }

  // --- steps

  /** Takes a piece from the pool, to place it next. Taken again, it is put back. */
  take(role: Role): void {
    if (this.mover === null || squaresFor(this.host.scene.options, role).length === 0) return;
    const isSame = this.chosenRole === role;
    this.draft.clear();
    this.selected = null;
    if (!isSame) this.draft.push({ kind: 'role', role });
    this.host.redraw();
  }

  /** Puts a piece of the pool on a hidden square, if that is legal. */
  put(role: Role, square: Square): void {
    const found = revealsAt(this.host.scene.options, square).find(one =>
      one.parts.some(part => part.square === square && part.role === role),
    );
    if (found) this.send(found.action);
  }

  tap(square: Square): void {
    const { step } = this;
    const { options } = this.host.scene;
    if (step?.kind === 'role') {
      if (squaresFor(options, step.role).includes(square)) this.put(step.role, square);
      else this.back();
    } else if (this.mover && revealsAt(options, square).length) {
      this.draft.clear();
      this.draft.push({ kind: 'square', square });
      this.selected = null;
    }
    this.host.redraw();
  }

  move(from: Square, to: Square): void {
    this.selected = null;
    const found = movesBetween(this.host.scene.options, from, to);
    if (found.some(one => one.promotion)) this.draft.push({ kind: 'promote', from, to });
    else if (found[0]) this.send(found[0].action);
    this.host.redraw();
  }

  premoved({ from, to }: Premove): 'made' | 'impossible' | 'later' {
    // A forced reveal comes before any move.
    if (this.view.duty.must_reveal.length) return 'later';
    const found = movesBetween(this.host.scene.options, from, to);
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
    this.selected = square && this.pieceAt(square)?.role ? square : null;
    this.host.redraw();
  }

  // --- back, and what the scene leaves

  /** One step back. True if there was one. */
  back(): boolean {
    const had = this.draft.back() || this.selected !== null;
    this.selected = null;
    if (had) this.host.redraw();
    return had;
  }

  /** The scene has changed: drops what is no longer possible. */
  update(): void {
    const { options } = this.host.scene;
    if (this.mover) this.castlings = castlingsOf(options);
    const { step } = this;
    if (
      this.mover === null ||
      (step?.kind === 'square' && revealsAt(options, step.square).length === 0) ||
      (step?.kind === 'role' && squaresFor(options, step.role).length === 0)
    ) {
      this.draft.clear();
      this.selected = null;
    }
  }
}
