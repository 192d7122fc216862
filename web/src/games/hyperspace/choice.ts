/** The player's choice, step by step: a departure, its turn and its square; a promotion; the piece that stays. */
import type { Collision, Color, Role, Square } from '../../api/types';
import { movableColor } from '../common';
import { Draft } from '../draft';
import { delaysOf, movesBetween, phaseOut, type Unanswered } from './actions';
import type { HyperspaceHost, HyperspacePremove } from './premove';
import { text } from './text';
import type { View } from './view';

export type Step =
  /** A piece is to leave: for how long? */
  | { kind: 'leave'; from: Square }
  /** …and where will it return? `wrong` is a square that was chosen but is not possible. */
  | { kind: 'delay'; from: Square; delay: number; wrong?: Square }
  /** A pawn reaches the last rank. */
  | { kind: 'promote'; from: Square; to: Square }
  /** Returning pieces collide with own ones: the action with the answers so far, and the collisions still to be answered. */
  | { kind: 'collision'; action: string; collisions: readonly Collision[] };

export class Choice {
  private readonly draft = new Draft<Step>();
  selected: Square | null = null;

  constructor(readonly host: HyperspaceHost) {}

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

  /** The side that may send a piece away: on the move, or free to premove with no conflict to settle first. */
  get sender(): Color | null {
    return this.mover ?? (this.view.conflict ? null : (this.host.scene.premove?.color ?? null));
  }

  /** For a premove the server has not said what is possible: every piece and every free turn can be tried. */
  private get isPremoving(): boolean {
    return this.mover === null && this.sender !== null;
  }

  /** The turn of the next departure. */
  get leavesOn(): number {
    const { turn, turn_number } = this.view;
    const isNext = this.isPremoving && (turn === 'black' || this.sender === 'white');
    return isNext ? turn_number + 1 : turn_number;
  }

  /** The piece whose departure is being composed or could be: selected, and able to leave. */
  get leaver(): { from: Square; delays: number[] | 'any' } | null {
    const { step } = this;
    const from = step?.kind === 'leave' || step?.kind === 'delay' ? step.from : step ? null : this.selected;
    if (!from) return null;
    if (this.isPremoving) return { from, delays: 'any' };
    const delays = delaysOf(this.host.scene.options, from);
    return delays.length ? { from, delays } : null;
  }

  roleAt(square: Square): Role {
    return this.view.men.find(one => one.square === square)?.role ?? 'pawn';
  }

  /** The actions that only let a piece return: there are some if nothing else is legal. */
  get returnOnly(): Unanswered | null {
    return this.host.scene.options?.actions.find(one => one.kind === 'return-only') ?? null;
  }

  // --- steps

  beginLeave(from: Square): void {
    this.draft.clear();
    this.draft.push({ kind: 'leave', from });
    this.selected = from;
    this.host.redraw();
  }

  chooseDelay(from: Square, delay: number): void {
    if (this.isPremoving ? delay < 1 : !delaysOf(this.host.scene.options, from).includes(delay)) return;
    if (this.draft.isEmpty) this.draft.push({ kind: 'leave', from });
    if (this.step?.kind === 'delay') this.draft.replace({ kind: 'delay', from, delay });
    else this.draft.push({ kind: 'delay', from, delay });
    this.selected = null;
    this.host.redraw();
  }

  private chooseSquare(from: Square, delay: number, square: Square): void {
    if (this.isPremoving) {
      this.draft.clear();
      this.host.premove?.({ from, to: square, delay });
      this.host.redraw();
      return;
    }
    const action = phaseOut(this.host.scene.options, from, delay, square);
    if (action === null) {
      this.draft.replace({ kind: 'delay', from, delay, wrong: square });
      this.host.say(text.cannotReturn(this.roleAt(from), from, square));
      this.host.redraw();
    } else this.settle(action);
  }

  /** Sends an action, or asks first which piece stays where two meet. */
  settle({ action, collisions = [] }: Unanswered): void {
    if (collisions.length === 0) this.send(action);
    else {
      this.draft.push({ kind: 'collision', action, collisions });
      this.host.redraw();
    }
  }

  /** Answers which piece stays in the current collision. */
  answer(stays: 'returning' | 'occupant'): void {
    const { step } = this;
    if (step?.kind !== 'collision') return;
    this.settle({ action: step.action + (stays === 'returning' ? '/r' : '/o'), collisions: step.collisions.slice(1) });
  }

  send(action: string): void {
    this.draft.clear();
    this.selected = null;
    this.host.act(action);
  }

  move(from: Square, to: Square): void {
    this.selected = null;
    const found = movesBetween(this.host.scene.options, from, to);
    if (found.some(one => one.promotion)) {
      this.draft.push({ kind: 'promote', from, to });
      this.host.redraw();
    } else if (found[0]) this.settle(found[0]);
    else this.host.redraw();
  }

  promote(from: Square, to: Square, role: Role): void {
    const found = movesBetween(this.host.scene.options, from, to).find(one => one.promotion === role);
    this.draft.back();
    if (found) this.settle(found);
  }

  premoved({ from, to, delay }: HyperspacePremove): 'made' | 'impossible' {
    const { options } = this.host.scene;
    if (delay !== undefined) {
      const departure = phaseOut(options, from, delay, to);
      if (departure === null) return 'impossible';
      this.settle(departure);
      return 'made';
    }
    const found = movesBetween(options, from, to);
    const move = found.find(one => one.promotion === 'queen') ?? found[0];
    if (!move) return 'impossible';
    this.selected = null;
    this.settle(move);
    return 'made';
  }

  tap(square: Square): void {
    const { step } = this;
    if (step?.kind === 'delay') this.chooseSquare(step.from, step.delay, square);
    else if (step?.kind === 'leave' && square !== step.from) {
      this.back();
      this.host.redraw();
    }
  }

  /** A piece was dropped beside the board: on a turn of the departure board, or elsewhere on it. */
  drop(from: Square, target: string): void {
    if (!this.isPremoving && !delaysOf(this.host.scene.options, from).length) return;
    if (target.startsWith('delay:')) this.chooseDelay(from, Number(target.slice(6)));
    else if (target === 'tray') this.beginLeave(from);
  }

  select(square: Square | null): void {
    if (this.draft.isEmpty) this.selected = square;
    else if (square !== null && this.step?.kind === 'leave') {
      this.draft.clear();
      this.selected = square;
    }
    this.host.redraw();
  }

  // --- stepping back, and updates of the scene

  /** One step back. True if there was one. */
  back(): boolean {
    if (this.draft.back()) {
      const { step } = this;
      this.selected = step && 'from' in step ? step.from : null;
      this.host.redraw();
      return true;
    }
    if (this.selected === null) return false;
    this.selected = null;
    this.host.redraw();
    return true;
  }

  /** The scene has changed: drops what is no longer possible. */
  update(): void {
    if (this.sender === null) {
      this.draft.clear();
      this.selected = null;
      return;
    }
    const { step } = this;
    const isThere = (square: Square): boolean => this.view.men.some(one => one.square === square);
    if (step && 'from' in step && !isThere(step.from)) this.draft.clear();
    // Begun as a premove, for a piece that turns out to be unable to leave.
    if ((step?.kind === 'leave' || step?.kind === 'delay') && this.leaver === null) this.draft.clear();
  }
}
