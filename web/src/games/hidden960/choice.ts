/** The player's choice: a hidden square, a piece of the pool, a promotion that waits for its role. */
import type { Role, Square } from '../../api/types';
import { castlingsOf, movesBetween } from '../castling';
import { MoveChoice } from '../choice';
import type { Premove } from '../screen';
import { revealsAt, squaresFor } from './actions';
import type { View } from './view';

export type Step =
  /** A hidden square is to be revealed: as what? */
  | { kind: 'square'; square: Square }
  /** A piece of the pool is to be placed: where? */
  | { kind: 'role'; role: Role }
  | { kind: 'promote'; from: Square; to: Square };

export class Choice extends MoveChoice<View, Step> {
  get chosenRole(): Role | null {
    return this.step?.kind === 'role' ? this.step.role : null;
  }

  get canUnreveal(): boolean {
    return this.mover !== null && this.view.unreveal.length > 0;
  }

  // --- steps

  /** Takes a piece from the pool, to place it next. Taken again, it is put back. */
  take(role: Role): void {
    if (this.mover === null || squaresFor(this.host.scene.options, role).length === 0) return;
    const isSame = this.chosenRole === role;
    this.forget();
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
      this.forget();
      this.draft.push({ kind: 'square', square });
    }
    this.host.redraw();
  }

  move(from: Square, to: Square): void {
    this.sendOrAsk(movesBetween(this.host.scene.options, from, to), { kind: 'promote', from, to });
  }

  premoved({ from, to }: Premove): 'made' | 'impossible' | 'later' {
    // A forced reveal comes before any move.
    if (this.view.duty.must_reveal.length) return 'later';
    return this.sendPremoved(movesBetween(this.host.scene.options, from, to));
  }

  select(square: Square | null): void {
    this.selected = square && this.pieceAt(square)?.role ? square : null;
    this.host.redraw();
  }

  // --- updates of the scene

  /** The scene has changed: drops what is no longer possible. */
  update(): void {
    const { options } = this.host.scene;
    if (this.mover) this.castlings = castlingsOf(options);
    const { step } = this;
    if (
      this.mover === null ||
      (step?.kind === 'square' && revealsAt(options, step.square).length === 0) ||
      (step?.kind === 'role' && squaresFor(options, step.role).length === 0)
    )
      this.forget();
  }
}
