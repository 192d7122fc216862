/** The cube of DMChess: one board large, all eight small, and a man in hand that may go to any of them. */
import { h, type VNode } from 'snabbdom';
import type { ActionOption, Color, MoveRecord, Role, Square } from '../../api/types';
import { board } from '../../board/board';
import { picker } from '../../board/picker';
import type { Arrow, BoardMan, Mark } from '../../board/types';
import { t } from '../../text';
import { button } from '../../ui/controls';
import type { GameScreen, Host, Premove, Prompt } from '../screen';
import { aheadOn, loneEnd, setAhead } from './ahead';
import { cube, placeUnder } from './cube';
import { gauges } from './gauge';
import { Placement } from './placing';
import { energyMarks, levelMarks, portalMarks, portalSquares } from './signs';
import {
  afterAction,
  at,
  indexOptions,
  placeOf,
  readEdan,
  type At,
  type DimensionView,
  type Indexed,
  type ManView,
  type View,
} from './view';

const NONE: ReadonlyMap<number, readonly Square[]> = new Map();

export class Screen implements GameScreen {
  private focus = 1;
  /** The man in hand. */
  private hand: At | null = null;
  private promotion: { to: At; options: ActionOption[] } | null = null;
  /** The place on a small board that a dragged man would go to. */
  private aim: At | null = null;
  private readonly placement = new Placement();
  private lastSeen = '';

  constructor(private readonly host: Host<View>) {
    this.focus = this.firstFocus();
  }

  private get options(): Indexed | null {
    const { scene } = this.host;
    return scene.options && !scene.pending ? indexOptions(scene.options) : null;
  }

  private get actor(): Color {
    return this.host.scene.actor ?? this.host.scene.view.actor;
  }

  /** Whether this seat places its kings now. */
  private get isPlacing(): boolean {
    const { scene } = this.host;
    return scene.view.placing !== null && scene.options !== null && !scene.pending;
  }

  private get dimensions(): DimensionView[] {
    const { view, pending } = this.host.scene;
    return pending ? afterAction(view.dimensions, pending) : view.dimensions;
  }

  // --- what is drawn

  board(): VNode {
    const { scene } = this.host;
    const { view } = scene;
    const { dimensions } = this;
    const dimension = dimensions[this.focus - 1];
    const last = byDimension(scene.last);
    if (!dimension) return h('div.cube');
    const here = this.hand?.dimension === this.focus ? this.hand.square : null;
    const placing = this.isPlacing;
    const reach = this.reach();
    const ghosts = this.ghosts();
    return h('div.cube', [
      h('div.cube-focus', { attrs: { 'data-focus': this.focus } }, [
        board({
          id: `dm-${this.focus}`,
          men: this.drawn(dimension, ghosts.get(this.focus) ?? []),
          orientation: scene.orientation,
          movable: this.options && !placing && (this.hand === null || here !== null) ? this.actor : null,
          targets: placing ? undefined : this.targets(),
          premove: aheadOn(this.host, this.focus, (from, to) => this.ahead(from, to)),
          selected: here,
          last: last.get(this.focus) ?? [],
          checks: dimension.men.filter(one => one.in_check).map(one => one.square),
          lit: placing ? this.freeForKings() : here === null ? (reach.get(this.focus) ?? []) : [],
          squares: this.squares(view),
          marks: this.marks(view, dimension),
          arrows: this.arrows(view),
          title: t.dmchess.dimension(this.focus),
          label: square => this.label(view, dimension, square),
          // What a board tells comes a moment later: it tells of itself, not of the one in focus by then.
          onSquare: square => this.tap({ dimension: dimension.number, square }),
          onSelected: square => this.select(dimension.number, square),
          onMove: (from, to) =>
            this.finish({ dimension: dimension.number, square: from }, { dimension: dimension.number, square: to }),
          onDropOutside: (from, target, x, y) => this.drop({ dimension: dimension.number, square: from }, target, x, y),
          onDragOver: (from, target, x, y) =>
            this.dragOver({ dimension: dimension.number, square: from }, target, x, y),
          over: [this.picker()],
        }),
        h('span.focus-name', { attrs: { 'aria-hidden': 'true' } }, t.dmchess.short(this.focus)),
      ]),
      cube({
        dimensions,
        focus: this.focus,
        orientation: scene.orientation,
        reach,
        last,
        hand: this.hand,
        aim: this.aim,
        ghosts,
        onOpen: number => this.open(number),
      }),
    ]);
  }

  instrument(): VNode {
    return gauges(this.host.scene.view, this.focus, number => this.open(number));
  }

  prompt(): Prompt | null {
    const texts = t.dmchess.prompt;
    const { view, options, seat, pending } = this.host.scene;
    if (this.promotion) return { text: texts.promotion, tone: 'draft' };
    if (view.placing) {
      if (this.isPlacing)
        return { text: texts.place(this.placement.count), tone: this.placement.count ? 'draft' : 'calm' };
      const mine = pending !== null || (seat === 'white' && view.placing.white_has_placed);
      if (mine) return { text: texts.placedWaiting, tone: 'calm' };
      return { text: texts.waitingForPlacing(this.actor), tone: 'calm' };
    }
    if (this.hand && options) {
      const one = this.manAt(this.hand);
      const reach = this.reach();
      const count = [...reach.values()].reduce((sum, squares) => sum + squares.length, 0);
      if (one) {
        const place = t.dmchess.place(this.hand.dimension, this.hand.square);
        const boards = [...reach.keys()].sort().map(t.dmchess.short);
        return count === 0
          ? { text: texts.stuck(one.role, place), tone: 'draft' }
          : { text: texts.picked(one.role, place, one.level, count, boards), tone: 'draft' };
      }
    }
    if (view.dominance && this.host.scene.actor)
      return {
        text: texts.dominance(view.dominance.player, view.dominance.controlled, view.dominance.plies_left),
        tone: 'warning',
      };
    if (options && view.check.length > 0) {
      const all = view.dimensions.reduce((sum, one) => sum + one.kings[this.actor], 0);
      const places = view.check
        .map(at)
        .flatMap(place => (place ? [t.dmchess.place(place.dimension, place.square)] : []));
      return all <= view.check.length
        ? { text: texts.allAttacked(all), tone: 'warning' }
        : { text: texts.attacked(places, all - view.check.length), tone: 'calm' };
    }
    if (options && view.shift.announced) return { text: texts.shift(view.shift.plies_left), tone: 'calm' };
    return null;
  }

  tools(): VNode[] {
    const { placing } = this.host.scene.view;
    if (!placing) return [];
    const mine = this.isPlacing;
    const again = (): void => this.host.redraw();
    return [
      button({
        label: t.dmchess.placing.home,
        key: 'kings-home',
        disabled: !mine,
        testId: 'kings-home',
        onClick: () => {
          this.placement.allHome(placing);
          again();
        },
      }),
      button({
        label: t.dmchess.placing.clear,
        key: 'kings-clear',
        disabled: !mine || this.placement.count === 0,
        testId: 'kings-clear',
        onClick: () => {
          this.placement.clear();
          again();
        },
      }),
      button({
        label: t.dmchess.placing.confirmCount(this.placement.count),
        key: 'kings-confirm',
        kind: 'primary',
        disabled: !mine || !this.placement.isFull,
        testId: 'kings-confirm',
        onClick: () => this.confirm(),
      }),
    ];
  }

  // --- what is done

  onKey(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (/^[1-8]$/.test(event.key)) {
      this.open(Number(event.key));
      return true;
    }
    return false;
  }

  back(): boolean {
    if (this.promotion) this.promotion = null;
    else if (this.hand) this.hand = null;
    else return false;
    this.host.redraw();
    return true;
  }

  update(): void {
    const { scene } = this.host;
    if (!scene.view.placing || !scene.options) {
      if (!scene.view.placing) this.placement.clear();
    }
    const { hand } = this;
    const mayHold = this.options?.has(placeOf(hand?.dimension ?? 0, hand?.square ?? '')) ?? false;
    if (hand && !mayHold && !scene.premove) this.hand = null;
    if (!this.options) this.promotion = null;
    const seen = scene.last.join(' ');
    if (seen !== this.lastSeen) {
      this.lastSeen = seen;
      // Where the other one has moved is looked at; a board on which a man is in hand stays.
      const to = at(scene.last[scene.last.length - 1] ?? '');
      if (to && !this.hand) this.focus = to.dimension;
    }
  }

  describe(move: Pick<MoveRecord, 'color' | 'notation'>): string {
    const who = t.color[move.color];
    if (move.notation.startsWith('kings')) return `${who} ${t.dmchess.kingsPlaced}.`;
    const edan = readEdan(move.notation);
    if (!edan) return `${who}: ${move.notation}.`;
    const from = t.dmchess.place(edan.from.dimension, edan.from.square);
    const to = t.dmchess.place(edan.to.dimension, edan.to.square);
    const words = [
      edan.castles ? t.dmchess.castles(from, to) : t.dmchess.move(t.role[edan.role], from, to),
      edan.promotion ? t.dmchess.becomes(edan.promotion) : '',
      edan.rest.includes('#') ? t.dmchess.mate : edan.rest.includes('+') ? t.dmchess.check : '',
    ];
    return `${who}: ${words.filter(Boolean).join(', ')}.`;
  }

  read(text: string): string | null {
    const plain = (word: string): string => word.replace(/[-x\s]|[+#!?]+$/g, '').toLowerCase();
    const typed = plain(text);
    for (const option of this.host.scene.options?.actions ?? [])
      if (plain(option.action) === typed) return option.action;
    return null;
  }

  destroy(): void {}

  /** Brings a board into focus. What is in hand stays in hand. */
  private open(dimension: number): void {
    if (dimension === this.focus) return;
    const square = focusedSquare();
    this.focus = dimension;
    const facts = this.hand ? (this.reach().get(dimension)?.length ?? 0) : 0;
    this.host.say(
      [t.dmchess.dimension(dimension), facts > 0 ? t.dmchess.facts.reachable(facts) : ''].filter(Boolean).join(', '),
    );
    this.host.redraw();
    if (square) focusSquare(dimension, square);
  }

  private tap(place: At): void {
    if (this.isPlacing) {
      const { placing } = this.host.scene.view;
      if (placing?.squares.includes(place.square)) this.placement.toggle(place.dimension, place.square);
      this.host.redraw();
      return;
    }
    const { hand } = this;
    if (!hand || hand.dimension === place.dimension) return;
    if (!this.options) {
      this.ahead(hand, place);
      return;
    }
    if (this.waysTo(hand, place).length > 0) this.finish(hand, place);
    else {
      // Another own man is taken up instead; anything else puts the man down.
      const own = this.options?.has(placeOf(place.dimension, place.square)) ?? false;
      this.hand = own ? place : null;
      this.host.redraw();
    }
  }

  private select(dimension: number, square: Square | null): void {
    if (this.isPlacing) return;
    if (square === null) {
      if (this.hand?.dimension === dimension) this.hand = null;
    } else this.hand = { dimension, square };
    const prompt = this.hand && this.prompt();
    if (prompt) this.host.say(prompt.text);
    this.host.redraw();
  }

  /** Dropped on a small board: the move to that very square if it is legal, else that board is opened. */
  private drop(from: At, target: HTMLElement, x: number, y: number): void {
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

  /** While a man is dragged over a small board: the square that it would go to. */
  private dragOver(from: At, target: HTMLElement | null, x: number, y: number): void {
    const to = target && this.options ? placeUnder(target, x, y, this.host.scene.orientation) : null;
    const aim = to && this.waysTo(from, to).length > 0 ? to : null;
    if (aim?.dimension === this.aim?.dimension && aim?.square === this.aim?.square) return;
    this.aim = aim;
    this.host.redraw();
  }

  /** A move ahead of the turn. */
  private ahead(from: At, to: At): void {
    this.hand = null;
    setAhead(this.host, from, to);
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

  placeName(text: string): string {
    const place = at(text);
    return place ? t.dmchess.place(place.dimension, place.square) : text;
  }

  /** Portals, and the end of a move ahead whose other end is on another board. */
  private squares(view: View): Map<Square, string> {
    const squares = new Map(portalSquares(view));
    const end = loneEnd(this.host, this.focus);
    if (end) squares.set(end, [squares.get(end), 'current-premove'].filter(Boolean).join(' '));
    return squares;
  }

  private finish(from: At, to: At): void {
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

  private send(action: string, dimension: number): void {
    this.hand = null;
    this.promotion = null;
    this.focus = dimension;
    this.host.act(action);
    this.host.redraw();
  }

  private confirm(): void {
    if (!this.placement.isFull) return;
    this.host.act(this.placement.action);
    this.host.redraw();
  }

  // --- what the options and the view say

  private firstFocus(): number {
    const { scene } = this.host;
    return at(scene.last[scene.last.length - 1] ?? '')?.dimension ?? 1;
  }

  private waysTo(from: At, to: At): ActionOption[] {
    return this.options?.get(placeOf(from.dimension, from.square))?.get(placeOf(to.dimension, to.square)) ?? [];
  }

  private manAt(place: At): ManView | undefined {
    return this.host.scene.view.dimensions[place.dimension - 1]?.men.find(one => one.square === place.square);
  }

  /** Every square that the man in hand can reach, by dimension. */
  private reach(): ReadonlyMap<number, readonly Square[]> {
    const { hand } = this;
    const targets = hand ? this.options?.get(placeOf(hand.dimension, hand.square)) : undefined;
    return targets ? byDimension([...targets.keys()]) : NONE;
  }

  /** Targets within the dimension in focus, for the board's own hands. */
  private targets(): Map<Square, Square[]> {
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

  private freeForKings(): Square[] {
    const squares = this.host.scene.view.placing?.squares ?? [];
    return this.placement.isFull ? [] : squares.filter(square => !this.placement.has(this.focus, square));
  }

  /** Kings that only this seat knows of: those being placed, or White's own until Black has placed. */
  private ghosts(): ReadonlyMap<number, readonly Square[]> {
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

  private drawn(dimension: DimensionView, ghosts: readonly Square[]): BoardMan[] {
    const men: BoardMan[] = dimension.men.map(one => ({ square: one.square, color: one.color, role: one.role }));
    for (const square of ghosts) {
      const color: Color = Number(square[1]) <= 4 ? 'white' : 'black';
      men.push({ square, color, role: 'king', look: 'ghost' });
    }
    return men;
  }

  private marks(view: View, dimension: DimensionView): Mark[] {
    const marks = [...portalMarks(view), ...energyMarks(view, dimension), ...levelMarks(dimension)];
    for (const { from } of view.shift.displaced) {
      const place = at(from);
      if (place?.dimension === this.focus)
        marks.push({ square: place.square, kind: 'displaced', key: `d${place.square}` });
    }
    return marks;
  }

  private arrows(view: View): Arrow[] {
    return view.shift.displaced.flatMap(({ from, to }) => {
      const start = at(from);
      const end = at(to);
      return start && end && start.dimension === this.focus
        ? [{ from: start.square, to: end.square, brush: 'blue' as const }]
        : [];
    });
  }

  private label(view: View, dimension: DimensionView, square: Square): string {
    const texts = t.dmchess.label;
    const words: string[] = [];
    const one = dimension.men.find(it => it.square === square);
    if (one) {
      words.push(t.man(one.color, one.role), texts.energy(one.level));
      if (one.in_check) words.push(texts.inCheck);
    }
    if (this.ghosts().get(this.focus)?.includes(square)) words.push(texts.king);
    const portal = view.portals.find(it => it.square === square);
    if (portal) words.push(texts.portal(portal.reach));
    const coming = view.shift.coming.find(it => it.square === square);
    if (coming && coming.reach !== portal?.reach) words.push(texts.coming(coming.reach));
    const energy = dimension.energy.find(it => it.square === square);
    if (energy)
      words.push(
        energy.charged || energy.charged_on_ply === null
          ? texts.charged
          : texts.charging(Math.max(1, energy.charged_on_ply - view.ply - 1)),
      );
    const displaced = view.shift.displaced.find(it => it.from.endsWith(`${this.focus}${square}`));
    if (displaced) words.push(texts.displaced(at(displaced.to)?.square ?? ''));
    return words.join(', ');
  }

  private picker(): VNode | null {
    const { promotion, hand } = this;
    if (!promotion || !hand) return null;
    const one = this.manAt(hand);
    const { to, options } = promotion;
    return picker({
      title: t.dmchess.promote(t.dmchess.place(to.dimension, to.square)),
      square: to.square,
      orientation: this.host.scene.orientation,
      shape: 'panel',
      choices: options.map(option => {
        const role: Role = option.promotion ?? one?.role ?? 'pawn';
        return {
          key: option.action,
          label: option.promotion ? t.role[role] : t.dmchess.stay(role),
          man: { color: this.actor, role },
          note: option.promotion ? undefined : t.dmchess.stay(role),
        };
      }),
      onChoose: action => this.send(action, to.dimension),
      onCancel: () => {
        this.back();
      },
    });
  }
}

/** Places gathered by dimension. */
function byDimension(places: readonly string[]): Map<number, Square[]> {
  const map = new Map<number, Square[]>();
  for (const text of places) {
    const place = at(text);
    if (!place) continue;
    const squares = map.get(place.dimension);
    if (squares) squares.push(place.square);
    else map.set(place.dimension, [place.square]);
  }
  return map;
}

/** The square of the keyboard's grid that has the focus. */
function focusedSquare(): Square | null {
  const element = document.activeElement;
  return element instanceof HTMLElement && element.closest('[data-board^="dm-"]')
    ? (element.dataset.square ?? null)
    : null;
}

/** Puts the keyboard on the same square of another board, once that is drawn. */
function focusSquare(dimension: number, square: Square): void {
  const put = (): void => {
    const cell = document.querySelector<HTMLElement>(`[data-board="dm-${dimension}"] [data-square="${square}"]`);
    if (!cell) return;
    for (const other of cell.closest('.grid')?.querySelectorAll<HTMLElement>('[tabindex="0"]') ?? [])
      other.tabIndex = -1;
    cell.tabIndex = 0;
    cell.focus();
  };
  requestAnimationFrame(() => requestAnimationFrame(put));
}
