/** The screen of Hyperspace Chess: the board with the ghosts of what returns, the departure board beside it. */
import './style.css';
import { h, type VNode } from 'snabbdom';
import type { Move } from '../../api/types';
import { board } from '../../board/board';
import { focusBoard, focusSoon } from '../../board/focus';
import { button } from '../../ui/controls';
import { settings } from '../../ui/settings';
import type { Sound } from '../../ui/sound';
import { checksShown, owns, premoveProps, targetsOf } from '../common';
import type { GameScreen, Prompt, Rule, Shown } from '../screen';
import type { Told } from '../tell';
import { about } from './about';
import { readPhaseOut } from './actions';
import { Choice } from './choice';
import { commitments } from './commitments';
import { departureBoard, FIRST_TURN } from './departures';
import { describe } from './describe';
import { labelOf, lastSquares, litSquares, marksOf, piecesOf, question } from './drawing';
import type { HyperspaceHost, HyperspacePremove } from './premove';
import { promptOf } from './prompt';
import { stepsTo, tell } from './tell';
import { text } from './text';
import type { View } from './view';

export function createScreen(host: HyperspaceHost): GameScreen {
  return new Screen(host);
}

class Screen implements GameScreen {
  private readonly choice: Choice;

  constructor(private readonly host: HyperspaceHost) {
    this.choice = new Choice(host);
  }

  board(): VNode {
    const { choice } = this;
    const { scene } = this.host;
    const { step, mover } = choice;
    return board({
      id: 'hyperspace',
      title: about.title,
      pieces: piecesOf(choice),
      orientation: scene.orientation,
      coordinates: settings.coordinates,
      movable: step && step.kind !== 'leave' ? null : mover,
      targets: step || !mover ? new Map() : targetsOf(scene.options?.actions ?? []),
      premove: step ? undefined : premoveProps(this.host),
      selected: choice.selected,
      last: lastSquares(choice),
      checks: checksShown(scene, scene.view.check ? [scene.view.check] : []),
      lit: litSquares(choice),
      marks: marksOf(choice),
      label: square => labelOf(scene.view, square),
      onMove: (from, to) => choice.move(from, to),
      onSquare: square => choice.tap(square),
      onSelected: square => choice.select(square),
      onDropOutside: (from, target) => choice.drop(from, target.dataset.drop ?? ''),
      over: [question(choice)],
    });
  }

  instrument(): VNode {
    const { scene } = this.host;
    return h('div', [departureBoard(this.choice), commitments(scene.commitments ?? [], words => this.host.say(words))]);
  }

  rules(): readonly Rule[] {
    return text.rules;
  }

  prompt(): Prompt | null {
    return promptOf(this.choice);
  }

  tools(): VNode[] {
    const { choice } = this;
    const { scene } = this.host;
    const { conflict, variant } = scene.view;
    const { returnOnly } = choice;
    const tools = [
      button({
        label: text.pick,
        icon: 'away',
        key: 'send',
        testId: 'send-away',
        disabled: !choice.leaver || choice.step?.kind === 'delay',
        onClick: () => this.beginLeave(),
      }),
    ];
    if (variant !== 'hyperspace') {
      tools.push(
        button({
          label: text.cancel,
          icon: 'cross',
          key: 'cancel',
          disabled: conflict === null || !owns(scene.seat, conflict.player),
          onClick: () => this.host.act('cancel'),
        }),
      );
    }
    if (returnOnly) {
      tools.push(
        button({
          label: text.doReturn,
          key: 'return',
          kind: 'primary',
          testId: 'return-only',
          onClick: () => choice.settle(returnOnly),
        }),
      );
    }
    return tools;
  }

  /** Begins the departure of the selected piece; the focus moves to the turns. */
  private beginLeave(): void {
    const { leaver } = this.choice;
    if (!leaver) return;
    this.choice.beginLeave(leaver.from);
    focusSoon(FIRST_TURN);
  }

  onKey(event: KeyboardEvent): boolean {
    const { choice } = this;
    const { step } = choice;
    if (event.key === 'h' && choice.leaver && step === null) {
      this.beginLeave();
      return true;
    }
    if (/^[1-9]$/.test(event.key) && step?.kind === 'leave') {
      choice.chooseDelay(step.from, Number(event.key));
      focusBoard();
      return true;
    }
    return false;
  }

  back(): boolean {
    return this.choice.back();
  }

  update(): void {
    this.choice.update();
  }

  premoved(move: HyperspacePremove): 'made' | 'impossible' {
    return this.choice.premoved(move);
  }

  namePremove({ from, to, delay }: HyperspacePremove): string {
    return delay === undefined ? `${from}–${to}` : text.premove(from, delay, to);
  }

  describe(move: Pick<Move, 'color' | 'notation'>): string {
    return describe(move);
  }

  tell(move: Told, before: View | null): string {
    return tell(move, before);
  }

  steps(move: Told, _: View, after: View): Shown[] {
    return stepsTo(move, after, this.host.scene.last);
  }

  sound(notation: string): Sound | null {
    return /&[QRBN]@[a-h]/.test(notation) ? 'return' : notation.includes('^') ? 'away' : null;
  }

  read(typed: string): string | null {
    return readPhaseOut(typed);
  }

  destroy(): void {}
}
