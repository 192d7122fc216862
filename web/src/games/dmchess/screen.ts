/** The screen of DMChess: one board large, all eight small, and a piece in hand that may go to any of them. */
import './style.css';
import './cube.css';
import './gauge.css';
import { h, type VNode } from 'snabbdom';
import type { Move, Square } from '../../api/types';
import { board } from '../../board/board';
import { button } from '../../ui/controls';
import { settings } from '../../ui/settings';
import type { GameScreen, Host, Premove, Prompt, Rule, Shown } from '../screen';
import type { Told } from '../tell';
import { hostOf } from '../sent';
import { Choice } from './choice';
import { cube } from './cube';
import { describe } from './describe';
import { arrowsOf, labelOf, marksOf, question, squaresOf } from './drawing';
import { gauges } from './gauge';
import { drawn } from './pieces';
import { premoveOn } from './premove';
import { promptOf } from './prompt';
import { readView } from './sent';
import { stepsTo, tell } from './tell';
import { text } from './text';
import { afterAction, at, byDimension, type At, type Dimension, type SentView, type View, withoutChecks } from './view';

export function createScreen(host: Host<SentView | View>): GameScreen {
  return new Screen(hostOf(host, readView));
}

class Screen implements GameScreen {
  private readonly choice: Choice;

  constructor(private readonly host: Host<View>) {
    this.choice = new Choice(host, () => {
      const prompt = promptOf(this.choice);
      if (prompt) host.say(prompt.text);
    });
  }

  private get dimensions(): Dimension[] {
    const { view, pending, end } = this.host.scene;
    if (pending) return afterAction(view.dimensions, pending);
    return end && end !== 'checkmate' ? withoutChecks(view.dimensions) : view.dimensions;
  }

  board(): VNode {
    const { choice, dimensions } = this;
    const { scene } = this.host;
    const { focus, hand } = choice;
    const dimension = dimensions[focus - 1];
    if (!dimension) return h('div.cube');
    const last = byDimension(scene.last);
    const reach = choice.reach();
    const ghosts = choice.ghosts();
    return h('div.cube', [
      h('div.cube-focus', { attrs: { 'data-focus': focus } }, [
        this.large(dimension, reach.get(focus) ?? [], last.get(focus) ?? [], ghosts.get(focus) ?? []),
        h('span.focus-name', { attrs: { 'aria-hidden': 'true' } }, text.short(focus)),
      ]),
      cube({
        dimensions,
        bound: scene.view.law.bound,
        focus,
        orientation: scene.orientation,
        reach,
        last,
        hand,
        aim: choice.aim,
        ghosts,
        onOpen: number => choice.open(number),
      }),
    ]);
  }

  /** The board in focus. */
  private large(
    dimension: Dimension,
    reach: readonly Square[],
    last: readonly Square[],
    ghosts: readonly Square[],
  ): VNode {
    const { choice } = this;
    const { view, orientation } = this.host.scene;
    const { number } = dimension;
    const { isPlacing } = choice;
    const here = choice.hand?.dimension === number ? choice.hand.square : null;
    // Events of a board come a moment later, and are about it, not about the one in focus by then.
    const on = (square: Square): At => ({ dimension: number, square });
    return board({
      id: `dm-${number}`,
      pieces: drawn(dimension, ghosts),
      orientation,
      coordinates: settings.coordinates,
      movable: choice.options && !isPlacing && (choice.hand === null || here !== null) ? choice.actor : null,
      targets: isPlacing ? undefined : choice.targets(),
      premove: premoveOn(this.host, number, (from, to) => choice.premove(from, to)),
      selected: here,
      last,
      checks: dimension.men.filter(one => one.in_check).map(one => one.square),
      lit: isPlacing ? choice.freeForKings() : here === null ? reach : [],
      squares: squaresOf(choice),
      marks: marksOf(this.host.scene, dimension),
      arrows: arrowsOf(view, dimension),
      title: text.dimension(number),
      label: square => labelOf(view, dimension, ghosts, square),
      onSquare: square => choice.tap(on(square)),
      onSelected: square => choice.select(number, square),
      onMove: (from, to) => choice.finish(on(from), on(to)),
      onDropOutside: (from, target, x, y) => choice.drop(on(from), target, x, y),
      onDragOver: (from, target, x, y) => choice.dragOver(on(from), target, x, y),
      over: [question(choice)],
    });
  }

  instrument(): VNode {
    return gauges(this.host.scene.view, this.choice.focus, this.host, number => this.choice.open(number));
  }

  rules(): readonly Rule[] {
    return text.rules;
  }

  prompt(): Prompt | null {
    return promptOf(this.choice);
  }

  tools(): VNode[] {
    const { choice } = this;
    const { placing } = this.host.scene.view;
    if (!placing) return [];
    const { placement, isPlacing } = choice;
    return [
      button({
        label: text.placing.home,
        key: 'kings-home',
        disabled: !isPlacing,
        testId: 'kings-home',
        onClick: () => {
          placement.allHome(placing);
          this.host.redraw();
        },
      }),
      button({
        label: text.placing.clear,
        key: 'kings-clear',
        disabled: !isPlacing || placement.count === 0,
        testId: 'kings-clear',
        onClick: () => {
          placement.clear();
          this.host.redraw();
        },
      }),
      button({
        label: text.placing.confirm(placement.count),
        key: 'kings-confirm',
        kind: 'primary',
        disabled: !isPlacing || !placement.isFull,
        testId: 'kings-confirm',
        onClick: () => choice.confirm(),
      }),
    ];
  }

  onKey(event: KeyboardEvent): boolean {
    if (!/^[1-8]$/.test(event.key)) return false;
    this.choice.open(Number(event.key));
    return true;
  }

  back(): boolean {
    return this.choice.back();
  }

  update(): void {
    this.choice.update();
  }

  premoved(move: Premove): 'made' | 'impossible' {
    return this.choice.premoved(move);
  }

  namePremove(move: Premove): string {
    return [move.from, move.to]
      .map(at)
      .flatMap(place => (place ? [text.place(place.dimension, place.square)] : []))
      .join('–');
  }

  describe(move: Pick<Move, 'color' | 'notation'>): string {
    return describe(move);
  }

  tell(move: Told, before: SentView | null): string {
    return tell(move, before && readView(before));
  }

  steps(move: Told, before: SentView): Shown[] {
    return stepsTo(move, readView(before), this.choice.focus);
  }

  read(entered: string): string | null {
    const plain = (word: string): string => word.replace(/[-x\s]|[+#!?]+$/g, '').toLowerCase();
    const typed = plain(entered);
    for (const option of this.host.scene.options?.actions ?? [])
      if (plain(option.action) === typed) return option.action;
    return null;
  }

  destroy(): void {}
}
