/** The player's choice: the board in focus, the piece in hand and its target, the kings that are placed in secret. */
import type { Color, LegalAction, Square } from '../../api/types';
import type { Host, Premove } from '../screen';
import { placeUnder } from './cube';
import { focusedSquare, focusSquare } from './keyboard';
import { Placement } from './placing';
import { setPremove } from './premove';
import { text } from './text';
import { at, byDimension, indexOptions, placeOf, type At, type Indexed, type Man, type View } from './view';

const NONE: ReadonlyMap<number, readonly Square[]> = new Map();

export class Choice {
  /** The dimension that is large. */
  focus: number;
  /** The piece in hand. */
  hand: At | null = null;
  /** A promotion to be chosen: where, and the options. */
  promotion: { to: At; options: LegalAction[] } | null = null;
  /** The place on a small board that a dragged piece would go to. */
  aim: At | null = null;
  readonly placement = new Placement();
  private lastSeen = '';

  /** `picked` is called when a piece is picked up. */
  constructor(
    readonly host: Host<View>,
    private readonly picked: () => void,
  ) {
    this.focus = this.lastPlace?.dimension ?? 1;
  }

  get options(): Indexed | null {
    const { scene } = this.host;
    return scene.options && !scene.pending ? indexOptions(scene.options) : null;
  }

  get actor(): Color {
    return this.host.scene.actor ?? this.host.scene.view.actor;
  }

  /** Whether this seat places its kings now. */
  get isPlacing(): boolean {
    const { scene } = this.host;
    return scene.view.placing !== null && scene.options !== null && !scene.pending;
  }

  /** The place at which the last action ended. */
  private get lastPlace(): At | null {
    const { last } = this.host.scene;
    return at(last[last.length - 1] ?? '');
  }

  // --- steps

  /** Brings a board into focus. What is in hand stays in hand. */
  open(dimension: number): void {
    if (dimension === this.focus) return;
    const square = focusedSquare();
    this.focus = dimension;
    const facts = this.hand ? (this.reach().get(dimension)?.length ?? 0) : 0;
    this.host.say([text.dimension(dimension), facts > 0 ? text.facts.reachable(facts) : ''].filter(Boolean).join(', '));
    this.host.redraw();
    if (square) focusSquare(dimension, square);
  }

  tap(place: At): void {
    if (this.isPlacing) {
      const { placing } = this.host.scene.view;
      if (placing?.squares.includes(place.square)) this.placement.toggle(place.dimension, place.square);
      this.host.redraw();
      return;
    }
    const { hand } = this;
    if (!hand || hand.dimension === place.dimension) return;
    if (!this.options) {
      this.premove(hand, place);
      return;
    }
    if (this.waysTo(hand, place).length > 0) this.finish(hand, place);
    else {
      // A tap on another own piece picks that up; anything else puts the piece down.
      const own = this.options.has(placeOf(place.dimension, place.square));
      this.hand = own ? place : null;
      this.host.redraw();
    }
  }

  /** A piece is picked up on a board, or put down there. */
  select(dimension: number, square: Square | null): void {
    if (this.isPlacing) return;
    if (square === null) {
      if (this.hand?.dimension === dimension) this.hand = null;
    } else this.hand = { dimension, square };
    if (this.hand) this.picked();
    this.host.redraw();
  }

  /** A piece was dropped on a small board: moves it to that square if that is legal, otherwise opens that board. */
  drop(from: At, target: HTMLElement, x: number, y: number): void {
    this.aim = null;
    const to = placeUnder(target, x, y, this.host.scene.orientation);
    if (!to) return;
    if (this.options && this.waysTo(from, to).length > 0) {
      this.finish(from, to);
      return;
    }
    this.hand = from;
    this.open(to.dimension);
    this.host.redraw();
  }

  /** While a piece is dragged over a small board: the square that it would go to. */
  dragOver(from: At, target: HTMLElement | null, x: number, y: number): void {
    const to = target && this.options ? placeUnder(target, x, y, this.host.scene.orientation) : null;
    const aim = to && this.waysTo(from, to).length > 0 ? to : null;
    if (aim?.dimension === this.aim?.dimension && aim?.square === this.aim?.square) return;
    this.aim = aim;
    this.host.redraw();
  }

  /** A move before its turn. */
  premove(from: At, to: At): void {
    this.hand = null;
    setPremove(this.host, from, to);
    this.host.redraw();
  }

  premoved(move: Premove): 'made' | 'impossible' {
    const from = at(move.from);
    const to = at(move.to);
    const ways = from && to ? this.waysTo(from, to) : [];
    const way = ways.find(one => one.promotion === 'queen') ?? ways[0];
    if (!way || !to) return 'impossible';
    this.send(way.action, to.dimension);
    return 'made';
  }

  /** Sends the only option, or asks for the promotion. */
  finish(from: At, to: At): void {
    const options = this.waysTo(from, to);
    const [first] = options;
    if (!first) return;
    if (options.length > 1) {
      this.hand = from;
      this.promotion = { to, options };
      this.host.redraw();
      return;
    }
    this.send(first.action, to.dimension);
  }

  /** Sends an action and brings the board where it ends into focus. */
  send(action: string, dimension: number): void {
    this.hand = null;
    this.promotion = null;
    this.focus = dimension;
    this.host.act(action);
    this.host.redraw();
  }

  /** Sends the kings that were placed. */
  confirm(): void {
    if (!this.placement.isFull) return;
    this.host.act(this.placement.action);
    this.host.redraw();
  }

  // --- stepping back, and updates of the scene

  /** One step back. True if there was one. */
  back(): boolean {
    if (this.promotion) this.promotion = null;
    else if (this.hand) this.hand = null;
    else return false;
    this.host.redraw();
    return true;
  }

  /** The scene has changed: drops what is no longer possible. */
  update(): void {
    const { scene } = this.host;
    if (!scene.view.placing) this.placement.clear();
    const { hand } = this;
    const mayHold = this.options?.has(placeOf(hand?.dimension ?? 0, hand?.square ?? '')) ?? false;
    if (hand && !mayHold && !scene.premove) this.hand = null;
    if (!this.options) this.promotion = null;
    const seen = scene.last.join(' ');
    if (seen !== this.lastSeen) {
      this.lastSeen = seen;
      // Show the board on which the opponent has moved, unless a piece is in hand.
      const to = this.lastPlace;
      if (to && !this.hand) this.focus = to.dimension;
    }
  }

  // --- queries of the options and the view

  private waysTo(from: At, to: At): LegalAction[] {
    return this.options?.get(placeOf(from.dimension, from.square))?.get(placeOf(to.dimension, to.square)) ?? [];
  }

  pieceAt(place: At): Man | undefined {
    return this.host.scene.view.dimensions[place.dimension - 1]?.men.find(one => one.square === place.square);
  }

  /** Every square that the piece in hand can reach, by dimension. */
  reach(): ReadonlyMap<number, readonly Square[]> {
    const { hand } = this;
    const targets = hand ? this.options?.get(placeOf(hand.dimension, hand.square)) : undefined;
    return targets ? byDimension([...targets.keys()]) : NONE;
  }

  /** Targets within the dimension in focus, for its large board. */
  targets(): Map<Square, Square[]> {
    const targets = new Map<Square, Square[]>();
    const prefix = String(this.focus);
    for (const [from, to] of this.options ?? []) {
      if (!from.startsWith(prefix)) continue;
      targets.set(
        from.slice(1),
        [...to.keys()].filter(place => place.startsWith(prefix)).map(place => place.slice(1)),
      );
    }
    return targets;
  }

  /** The squares of the board in focus on which another king can be placed. */
  freeForKings(): Square[] {
    const squares = this.host.scene.view.placing?.squares ?? [];
    return this.placement.isFull ? [] : squares.filter(square => !this.placement.has(this.focus, square));
  }

  /** Kings that only this seat knows of: those being placed, or White's own until Black has placed. */
  ghosts(): ReadonlyMap<number, readonly Square[]> {
    const { placing } = this.host.scene.view;
    if (!placing) return NONE;
    const ghosts = new Map<number, Square[]>();
    for (let dimension = 1; dimension <= 8; dimension++) ghosts.set(dimension, [...this.placement.on(dimension)]);
    if (!this.isPlacing) {
      for (const text of placing.white ?? []) {
        const place = at(text);
        const squares = place && ghosts.get(place.dimension);
        if (squares && !squares.includes(place.square)) squares.push(place.square);
      }
    }
    return ghosts;
  }
}
