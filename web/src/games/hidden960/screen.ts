/** The screen of Hidden960: the board with its hidden squares, the pools beside it. */
import './style.css';
import type { VNode } from 'snabbdom';
import type { Move } from '../../api/types';
import { board } from '../../board/board';
import { button } from '../../ui/controls';
import { settings } from '../../ui/settings';
import type { Sound } from '../../ui/sound';
import { allTargets } from '../castling';
import { checksShown, premoveProps } from '../common';
import type { GameScreen, Host, Premove, Prompt, Rule } from '../screen';
import type { Told } from '../tell';
import { about } from './about';
import { revealsOf } from './actions';
import { Choice } from './choice';
import { describe } from './describe';
import { arrowsOf, labelOf, litSquares, marksOf, piecesOf, question, squaresOf } from './drawing';
import { pools } from './pool';
import { promptOf } from './prompt';
import { tell } from './tell';
import { text } from './text';
import type { View } from './view';

export function createScreen(host: Host<View>): GameScreen {
  return new Screen(host);
}

class Screen implements GameScreen {
  private readonly choice: Choice;

  constructor(private readonly host: Host<View>) {
    this.choice = new Choice(host);
  }

  board(): VNode {
    const { choice } = this;
    const { scene } = this.host;
    const { step, mover } = choice;
    return board({
      id: 'hidden960',
      title: about.title,
      pieces: piecesOf(choice),
      orientation: scene.orientation,
      coordinates: settings.coordinates,
      movable: step ? null : mover,
      targets: step ? new Map() : allTargets(mover ? scene.options : null),
      premove: premoveProps(this.host),
      selected: choice.selected,
      last: scene.last,
      checks: checksShown(scene, scene.view.checked_kings),
      lit: litSquares(choice),
      squares: squaresOf(choice),
      marks: marksOf(choice),
      arrows: arrowsOf(choice),
      label: square => labelOf(choice, square),
      onMove: (from, to) => choice.move(from, to),
      onSquare: square => choice.tap(square),
      onSelected: square => choice.select(square),
      over: [question(choice)],
    });
  }

  instrument(): VNode {
    return pools(this.choice);
  }

  rules(): readonly Rule[] {
    return text.rules;
  }

  prompt(): Prompt | null {
    return promptOf(this.choice);
  }

  tools(): VNode[] {
    const { choice } = this;
    return [
      button({
        label: text.unreveal,
        key: 'unreveal',
        icon: 'hide',
        testId: 'unreveal',
        title: text.unrevealTip(this.host.scene.view.unreveal),
        disabled: !choice.canUnreveal,
        onClick: () => choice.send('unreveal'),
      }),
    ];
  }

  onKey(event: KeyboardEvent): boolean {
    if (event.key !== 'u' || !this.choice.canUnreveal) return false;
    this.choice.send('unreveal');
    return true;
  }

  back(): boolean {
    return this.choice.back();
  }

  update(): void {
    this.choice.update();
  }

  premoved(move: Premove): 'made' | 'impossible' | 'later' {
    return this.choice.premoved(move);
  }

  describe(move: Pick<Move, 'color' | 'notation'>): string {
    return describe(move);
  }

  tell(move: Told, before: View | null): string {
    return tell(move, before);
  }

  undoes(move: Pick<Move, 'public'>): boolean {
    return move.public === 'unreveal';
  }

  sound(notation: string): Sound | null {
    return /^[a-h][18]=/.test(notation) ? 'reveal' : null;
  }

  read(typed: string): string | null {
    const plain = typed.toLowerCase();
    const found = revealsOf(this.host.scene.options).find(one => one.action.toLowerCase() === plain);
    return found?.action ?? (plain === 'unreveal' ? 'unreveal' : null);
  }

  destroy(): void {}
}
