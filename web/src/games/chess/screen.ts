/** The screen of chess: the board alone. */
import './style.css';
import type { VNode } from 'snabbdom';
import type { Move } from '../../api/types';
import { board } from '../../board/board';
import { t } from '../../text';
import { spell } from '../../text/spell';
import { settings } from '../../ui/settings';
import { checksShown, premoveProps } from '../common';
import type { GameScreen, Host, Premove, Prompt } from '../screen';
import { sendingMarks } from '../sending';
import { tellMove, type Told } from '../tell';
import { about } from './about';
import { targetsWith } from './castling';
import { Choice } from './choice';
import { labelOf, piecesOf, question } from './drawing';
import { promptOf } from './prompt';
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
    const mover = choice.promotion ? null : choice.mover;
    return board({
      id: 'chess',
      title: about.title,
      pieces: piecesOf(choice),
      orientation: scene.orientation,
      coordinates: settings.coordinates,
      movable: mover,
      targets: mover ? targetsWith(scene.options, choice.castlings) : new Map(),
      premove: premoveProps(this.host),
      selected: choice.selected,
      last: scene.last,
      checks: checksShown(scene, scene.view.check ? [scene.view.check] : []),
      marks: sendingMarks(scene),
      label: square => labelOf(choice, square),
      onMove: (from, to) => choice.move(from, to),
      onSelected: square => choice.select(square),
      over: [question(choice)],
    });
  }

  instrument(): VNode | null {
    return null;
  }

  prompt(): Prompt | null {
    return promptOf(this.choice);
  }

  tools(): VNode[] {
    return [];
  }

  onKey(): boolean {
    return false;
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

  describe({ color, notation }: Pick<Move, 'color' | 'notation'>): string {
    return `${t.color[color]}: ${spell(notation)}.`;
  }

  tell(move: Told, before: View | null): string {
    return tellMove(move, before?.men ?? null);
  }

  read(): string | null {
    return null;
  }

  destroy(): void {}
}
