import { h, type VNode } from 'snabbdom';
import type { Color, MoveRecord, Role, Square } from '../../api/types';
import { board } from '../../board/board';
import { picker, promotionPicker } from '../../board/picker';
import type { Arrow, BoardMan, Mark } from '../../board/types';
import { t } from '../../text';
import { spell } from '../../text/spell';
import { button } from '../../ui/controls';
import { settings } from '../../ui/settings';
import { movableColor, owns, premoveProps } from '../common';
import { Draft } from '../draft';
import type { GameModule, GameScreen, Host, Premove, Prompt } from '../screen';
import {
  allTargets,
  castlingsOf,
  menAfter,
  movesBetween,
  revealsAt,
  revealsOf,
  squaresFor,
  type Reveal,
} from './actions';
import { loop } from './loop';
import { poolInstrument } from './pool';
import type { Hidden960View, HiddenMan } from './view';
import './hidden960.css';

type Step =
  /** A hidden square is to be revealed: as what? */
  | { kind: 'square'; square: Square }
  /** A man of the pool is to be placed: where? */
  | { kind: 'role'; role: Role }
  | { kind: 'promote'; from: Square; to: Square };

export class Hidden960Screen implements GameScreen {
  readonly draft = new Draft<Step>();
  private selected: Square | null = null;

  constructor(readonly host: Host<Hidden960View>) {}

  get view(): Hidden960View {
    return this.host.scene.view;
  }

  get mover(): Color | null {
    return movableColor(this.host.scene);
  }

  get chosenRole(): Role | null {
    return this.draft.top?.kind === 'role' ? this.draft.top.role : null;
  }

  /** Takes a man from the pool, to place it next. */
  take(role: Role): void {
    if (this.mover === null || squaresFor(this.host.scene.options, role).length === 0) return;
    const isSame = this.chosenRole === role;
    this.draft.clear();
    this.selected = null;
    if (!isSame) this.draft.push({ kind: 'role', role });
    this.host.redraw();
  }

  /** Puts a man of the pool on a hidden square, if that is legal. */
  put(role: Role, square: Square): void {
    const found = revealsAt(this.host.scene.options, square).find(one =>
      one.parts.some(part => part.square === square && part.role === role),
    );
    if (found) this.send(found.action);
  }

  private send(action: string): void {
    this.draft.clear();
    this.selected = null;
    this.host.act(action);
  }

  private tapped(square: Square): void {
    const top = this.draft.top;
    const { options } = this.host.scene;
    if (top?.kind === 'role') {
      if (squaresFor(options, top.role).includes(square)) this.put(top.role, square);
      else this.back();
    } else if (this.mover && revealsAt(options, square).length) {
      this.draft.clear();
      this.draft.push({ kind: 'square', square });
      this.selected = null;
    }
    this.host.redraw();
  }

  private move(from: Square, to: Square): void {
    this.selected = null;
    const found = movesBetween(this.host.scene.options, from, to);
    if (found.some(one => one.promotion)) this.draft.push({ kind: 'promote', from, to });
    else if (found[0]) this.send(found[0].action);
    this.host.redraw();
  }

  premoved({ from, to }: Premove): 'made' | 'impossible' | 'later' {
    // Whoever must first choose what stands on a square moves after that.
    if (this.view.duty.must_reveal.length) return 'later';
    const found = movesBetween(this.host.scene.options, from, to);
    const action = found.find(one => one.promotion === 'queen') ?? found[0];
    if (!action) return 'impossible';
    this.send(action.action);
    return 'made';
  }

  back(): boolean {
    const had = this.draft.back() || this.selected !== null;
    this.selected = null;
    if (had) this.host.redraw();
    return had;
  }

  update(): void {
    const { options } = this.host.scene;
    const top = this.draft.top;
    if (
      this.mover === null ||
      (top?.kind === 'square' && revealsAt(options, top.square).length === 0) ||
      (top?.kind === 'role' && squaresFor(options, top.role).length === 0)
    ) {
      this.draft.clear();
      this.selected = null;
    }
  }

  onKey(event: KeyboardEvent): boolean {
    if (event.key === 'u' && this.canUnreveal) {
      this.send('unreveal');
      return true;
    }
    return false;
  }

  private get canUnreveal(): boolean {
    return this.mover !== null && this.view.unreveal.length > 0;
  }

  // Words

  private manAt(square: Square): HiddenMan | undefined {
    return this.view.men.find(one => one.square === square);
  }

  /** "c1 is attacked by the knight on d3." */
  private threat(square: Square): string {
    const attackers = (this.manAt(square)?.attackers ?? []).map(at =>
      t.hidden960.attacker(this.manAt(at)?.role ?? 'pawn', at),
    );
    return t.hidden960.attackedBy(square, attackers);
  }

  private duty(): Prompt | null {
    const { duty } = this.view;
    if (duty.must_reveal.length === 0 || this.host.scene.actor === null) return null;
    const threats = duty.must_reveal.map(square => this.threat(square)).join(' ');
    if (this.mover !== duty.actor || this.host.scene.seat === 'both') {
      return { text: t.hidden960.otherMust(duty.actor, threats), tone: this.mover ? 'warning' : 'calm' };
    }
    const text = duty.together.length
      ? t.hidden960.mustRevealBoth(threats, duty.together)
      : t.hidden960.mustReveal([threats]);
    // Out of turn: an own move, or what the other side has revealed, has opened the way.
    const then = duty.out_of_turn ? t.hidden960.goesOn(this.view.turn) : '';
    return { text: text + then, tone: 'warning' };
  }

  prompt(): Prompt | null {
    const top = this.draft.top;
    if (top?.kind === 'role') return { text: t.hidden960.place(top.role), tone: 'draft' };
    if (top?.kind === 'promote') return { text: t.board.promote(top.to), tone: 'draft' };
    const duty = this.duty();
    if (top?.kind === 'square') return { text: duty?.text ?? t.hidden960.choose(top.square), tone: 'draft' };
    if (duty) return duty;
    const isNew = this.mover !== null && this.host.scene.seat !== 'both' && this.view.full_move <= 2;
    return isNew ? { text: t.hidden960.first, tone: 'calm' } : null;
  }

  private label = (square: Square): string => {
    const here = this.manAt(square);
    if (!here) return '';
    if (here.role) return t.man(here.color, here.role);
    const can = this.mover === here.color && here.choices.length > 0;
    return [t.hidden960.hidden(here.color), here.threatened ? t.hidden960.mustBeChosen : can ? t.board.canChoose : '']
      .filter(Boolean)
      .join(', ');
  };

  // What is seen

  private men(): BoardMan[] {
    const { scene } = this.host;
    const men: BoardMan[] = this.view.men.map(one => ({
      square: one.square,
      color: one.color,
      role: one.role ?? 'hidden',
      look: one.threatened ? 'threatened' : '',
    }));
    const top = this.draft.top;
    if (scene.pending) return menAfter(men, scene.pending, this.castlings);
    if (top?.kind === 'promote') return menAfter(men, top.from + top.to, []);
    return men;
  }

  /** Castlings that were legal when the action was sent, for drawing it until the answer comes. */
  private castlings: ReturnType<typeof castlingsOf> = [];

  board(): VNode {
    const { scene } = this.host;
    const { mover } = this;
    const top = this.draft.top;
    const options = mover ? scene.options : null;
    if (options) this.castlings = castlingsOf(options);
    const lit = top?.kind === 'role' ? squaresFor(options, top.role) : top?.kind === 'square' ? [top.square] : [];
    const squares = new Map<Square, string>();
    const marks: Mark[] = [];
    const arrows: Arrow[] = [];
    for (const one of this.view.men) {
      if (!one.threatened) continue;
      squares.set(one.square, 'must-reveal');
      marks.push({
        square: one.square,
        kind: 'alarm',
        key: `alarm-${one.square}`,
        content: h('span.alarm-badge', '!'),
      });
      for (const from of one.attackers) arrows.push({ from, to: one.square, brush: 'red' });
    }
    return board({
      id: 'hidden960',
      title: t.game.hidden960,
      men: this.men(),
      orientation: scene.orientation,
      coordinates: settings.coordinates,
      movable: mover && !top ? mover : null,
      targets: top ? new Map() : allTargets(options),
      premove: premoveProps(this.host),
      selected: this.selected,
      last: scene.last,
      checks: this.view.checked_kings,
      lit,
      squares,
      marks,
      arrows: scene.pending ? [] : arrows,
      label: this.label,
      onMove: (from, to) => this.move(from, to),
      onSquare: square => this.tapped(square),
      onSelected: square => {
        this.selected = square && this.manAt(square)?.role ? square : null;
        this.host.redraw();
      },
      over: [this.over()],
    });
  }

  private over(): VNode | null {
    const top = this.draft.top;
    const { scene } = this.host;
    const { mover } = this;
    if (!mover || !top || top.kind === 'role') return null;
    if (top.kind === 'promote') {
      const found = movesBetween(scene.options, top.from, top.to);
      return promotionPicker(
        mover,
        top.to,
        scene.orientation,
        found.flatMap(one => (one.promotion ? [one.promotion] : [])),
        role => {
          const action = found.find(one => one.promotion === role)?.action;
          if (action) this.send(action);
        },
        () => this.back(),
      );
    }
    const { square } = top;
    const reveals = revealsAt(scene.options, square);
    const isPair = reveals.some(one => one.parts.length > 1);
    const man = this.manAt(square);
    const own = (one: Reveal): Role => one.parts.find(part => part.square === square)?.role ?? 'king';
    const order: Role[] = ['king', 'queen', 'rook', 'bishop', 'knight'];
    return picker({
      title: `${man?.threatened ? `${this.threat(square)} ` : ''}${t.hidden960.choose(square)}${isPair ? ` ${t.hidden960.chooseBoth}` : ''}`,
      square,
      orientation: scene.orientation,
      shape: 'panel',
      choices: [...reveals]
        .sort((a, b) => order.indexOf(own(a)) - order.indexOf(own(b)))
        .map(one => ({
          key: one.action,
          label: one.parts.length > 1 ? t.hidden960.pair(one.parts) : t.role[own(one)],
          note: one.parts.length > 1 ? t.hidden960.pair(one.parts) : undefined,
          man: { color: mover, role: own(one) },
        })),
      onChoose: action => this.send(action),
      onCancel: () => this.back(),
    });
  }

  instrument(): VNode {
    return poolInstrument(this);
  }

  tools(): VNode[] {
    return [
      button({
        label: t.hidden960.unreveal,
        key: 'unreveal',
        icon: 'hide',
        testId: 'unreveal',
        title: t.hidden960.unrevealTip(this.view.unreveal),
        disabled: !this.canUnreveal,
        onClick: () => this.send('unreveal'),
      }),
    ];
  }

  describe(move: Pick<MoveRecord, 'color' | 'notation'>): string {
    const text = move.notation.replace(/[+#]+$/, '');
    const roles: Record<string, Role> = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight' };
    const parts = text.split('+').flatMap(part => {
      const match = /^([a-h][18])=([KQRBN])$/.exec(part);
      return match?.[1] ? [{ square: match[1], role: roles[match[2] ?? ''] ?? '' }] : [];
    });
    if (parts.length) return t.hidden960.says.reveal(move.color, parts);
    if (text === 'unreveal') return t.hidden960.says.unreveal(move.color);
    return `${t.color[move.color]}: ${spell(move.notation)}.`;
  }

  read(text: string): string | null {
    const reveals = revealsOf(this.host.scene.options);
    const found = reveals.find(one => one.action.toLowerCase() === text.toLowerCase());
    if (found) return found.action;
    return text.toLowerCase() === 'unreveal' ? 'unreveal' : null;
  }

  /** Whether this viewer holds the seat of a side. */
  holds(color: Color): boolean {
    return owns(this.host.scene.seat, color);
  }

  destroy(): void {}
}

export const hidden960: GameModule<Hidden960View> = {
  id: 'hidden960',
  screen: host => new Hidden960Screen(host),
  loop,
};
