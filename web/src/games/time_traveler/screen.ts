/** The screen of Time Traveler's Chess: the board, the loom beside it, the keys. */
import './style.css';
import './loom.css';
import './thread.css';
import { h, type VNode } from 'snabbdom';
import type { Move } from '../../api/types';
import { board } from '../../board/board';
import { squareOnBoard } from '../../board/geometry';
import { t } from '../../text';
import { tellsMore } from '../../ui/scroll';
import { settings } from '../../ui/settings';
import { checksShown, premoveProps } from '../common';
import type { Ending, GameScreen, Host, Premove, Prompt, Rule, Shown } from '../screen';
import type { Told } from '../tell';
import { hostOf } from '../sent';
import { Choice } from './choice';
import { describe } from './describe';
import { arrowsOf, drawn, labelOf, litSquares, marksOf, momentOf, piecesOf, question } from './drawing';
import { causeOf } from './end';
import { followTraveled } from './histories';
import { loom } from './loom';
import { stagedPiece } from './looks';
import { Palette, BOARD } from './palette';
import { promptOf } from './prompt';
import { readView } from './sent';
import { stepsTo, tell } from './tell';
import { text } from './text';
import { ROLES, type SentView, type View } from './view';

export function createScreen(host: Host<SentView | View>): GameScreen {
  return new Screen(hostOf(host, readView));
}

class Screen implements GameScreen {
  private readonly choice: Choice;
  private readonly palette: Palette;

  constructor(private readonly host: Host<View>) {
    this.choice = new Choice(host, () => {
      const prompt = promptOf(this.choice);
      if (prompt) host.say(prompt.text);
    });
    this.palette = new Palette(this.choice);
  }

  board(): VNode {
    const { choice } = this;
    const { scene } = this.host;
    const { options } = choice;
    const composing = !choice.draft.isEmpty;
    const pieces = piecesOf(choice);
    return h(
      'div.tt-board',
      {
        on: {
          mousemove: (event: MouseEvent) =>
            choice.hover(squareOnBoard(BOARD, event.clientX, event.clientY, scene.orientation)),
          mouseleave: () => choice.hover(null),
        },
      },
      [
        board({
          id: BOARD,
          pieces: pieces.map(drawn),
          orientation: scene.orientation,
          coordinates: settings.coordinates,
          movable: options && !composing ? choice.actor : null,
          targets: composing ? undefined : options?.targets,
          premove: premoveProps(this.host),
          selected: composing ? null : choice.selected,
          last: scene.last,
          checks: checksShown(scene, scene.view.threatened ? [scene.view.threatened] : []),
          lit: litSquares(choice),
          marks: marksOf(choice, pieces),
          arrows: arrowsOf(choice),
          title: text.boardTitle,
          label: square => labelOf(choice, pieces, square),
          onSquare: square => choice.tap(square),
          onSelected: square => choice.select(square),
          onMove: (from, to) => choice.move(from, to),
          over: [question(choice)],
        }),
        this.palette.carried(),
      ],
    );
  }

  instrument(): VNode {
    const { choice } = this;
    const { scene } = this.host;
    return h('section.loom', { attrs: { 'aria-label': text.loom } }, [
      scene.end ? null : this.palette.view(),
      h(
        'div.loom-sides',
        { hook: tellsMore },
        loom({
          view: scene.view,
          moment: momentOf(choice),
          first: scene.orientation,
          lit: choice.litThread,
          pinned: choice.pinned,
          traveled: scene.history ? followTraveled(scene.history, scene.view.men) : null,
          onHover: key => choice.light(key),
          onPin: key => choice.pin(key),
        }),
      ),
      h('div.legend', { attrs: { 'aria-label': text.legend } }, [
        h('span', [stagedPiece('white', 'knight', 'traveling'), text.legendTraveling]),
        h('span', [stagedPiece('white', 'knight', 'traveled'), text.legendTraveled]),
        h('span', [h('span.key-needed', { attrs: { 'aria-hidden': 'true' } }), text.legendNeeded]),
      ]),
    ]);
  }

  rules(): readonly Rule[] {
    return text.rules;
  }

  prompt(): Prompt | null {
    return promptOf(this.choice);
  }

  tools(): VNode[] {
    return [];
  }

  onKey(event: KeyboardEvent): boolean {
    const { choice } = this;
    if (!choice.options) return false;
    const role = ROLES.find(one => t.letter[one].toLowerCase() === event.key.toLowerCase());
    if (!role || !choice.options.explosions.has(role)) return false;
    choice.explode(role);
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

  describe(move: Pick<Move, 'color' | 'notation'>): string {
    const { sides } = this.host.scene.view;
    return describe(move, square => {
      const thread = sides.flatMap(side => side.threads).find(one => one.square === square);
      return thread ? t.role[thread.role] : null;
    });
  }

  tell(move: Told, before: SentView | null): string {
    return tell(move, before && readView(before));
  }

  steps(move: Told, before: SentView): Shown[] {
    return stepsTo(move, readView(before));
  }

  read(entered: string): string | null {
    const typed = entered.trim().replace(/[+#!?]+$/, '');
    const all = this.choice.options?.all ?? [];
    const found =
      all.find(option => option.action === typed) ??
      all.find(option => option.notation?.replace(/[+#]+$/, '') === typed);
    return found?.action ?? null;
  }

  endOf({ reason, before, action, by }: Ending): string | null {
    return reason === 'grammar' ? causeOf(readView(before as SentView), action, by) : null;
  }

  destroy(): void {
    this.palette.destroy();
  }
}
