/** The board of Time Traveler's Chess: moves, annihilations, and an explosion as one gesture. */
import { h, type VNode } from 'snabbdom';
import type { ActionOption, Color, MoveRecord, Role, Square } from '../../api/types';
import { board } from '../../board/board';
import { squaresFrom } from '../../board/geometry';
import { man } from '../../board/man';
import { picker, promotionPicker } from '../../board/picker';
import type { Arrow, BoardMan, Mark } from '../../board/types';
import { t } from '../../text';
import { tellsMore } from '../../ui/scroll';
import { premoveProps } from '../common';
import { Draft } from '../draft';
import type { GameScreen, Host, Premove, Prompt } from '../screen';
import { afterAction } from './after';
import { describe } from './describe';
import { followTraveled } from './histories';
import { explain, loom, stateOf } from './loom';
import { stagedMan } from './looks';
import { dangerMarks, stageMarks, supportMark, threadMarks } from './marks';
import { indexOptions, type Explosion, type Indexed, type Man, type Thread, type View } from './view';

const BOARD = 'time-traveler';
const ROLES: readonly Role[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

/** A step of an explosion, or a promotion that waits for its role. */
type Step =
  | { kind: 'square-first'; square: Square }
  | { kind: 'role'; role: Role }
  | { kind: 'square'; role: Role; square: Square }
  | { kind: 'promotion'; to: Square; options: ActionOption[]; from: Square };

export class Screen implements GameScreen {
  private readonly draft = new Draft<Step>();
  private selected: Square | null = null;
  private hovered: Square | null = null;
  private litThread: string | null = null;
  private pinned: string | null = null;
  private dragged: { role: Role; x: number; y: number; moved: boolean } | null = null;
  private unbind: (() => void) | null = null;

  constructor(private readonly host: Host<View>) {}

  private get options(): Indexed | null {
    const { scene } = this.host;
    return scene.options && !scene.pending ? indexOptions(scene.options) : null;
  }

  private get actor(): Color {
    return this.host.scene.actor ?? this.host.scene.view.turn;
  }

  // --- what is drawn

  board(): VNode {
    const { scene } = this.host;
    const { view } = scene;
    const { options } = this;
    const step = this.draft.top;
    const composing = step !== null;
    const men = this.men();
    return h(
      'div.tt-board',
      {
        on: {
          mousemove: (event: MouseEvent) => this.hover(squareAt(event.clientX, event.clientY, scene.orientation)),
          mouseleave: () => this.hover(null),
        },
      },
      [
        board({
          id: BOARD,
          men: men.map(one => this.drawn(one)),
          orientation: scene.orientation,
          movable: options && !composing ? this.actor : null,
          targets: composing ? undefined : options?.targets,
          premove: premoveProps(this.host),
          selected: composing ? null : this.selected,
          last: scene.last,
          checks: view.threatened ? [view.threatened] : [],
          lit: this.lit(),
          marks: this.marks(men),
          arrows: this.arrows(),
          title: t.timeTraveler.boardTitle,
          label: square => this.label(men, square),
          onSquare: square => this.tap(square),
          onSelected: square => {
            this.selected = square;
            this.host.redraw();
          },
          onMove: (from, to) => this.move(from, to),
          over: [this.pickers()],
        }),
        this.dragged?.moved
          ? h('div.tt-dragged', { style: { left: `${this.dragged.x}px`, top: `${this.dragged.y}px` } }, [
              man(this.actor, this.dragged.role),
            ])
          : null,
      ],
    );
  }

  instrument(): VNode {
    const { scene } = this.host;
    const { options } = this;
    const step = this.draft.top;
    const chosen = step && 'role' in step ? step.role : null;
    return h('section.loom', { attrs: { 'aria-label': t.timeTraveler.loom } }, [
      h('div.palette', { attrs: { role: 'group', 'aria-label': t.timeTraveler.explode } }, [
        h('span.palette-title', t.timeTraveler.explode),
        ...ROLES.map(role => {
          const squares = options?.explosions.get(role)?.size ?? 0;
          const label = t.timeTraveler.explodeAs(role, squares);
          return h(
            'button.explode',
            {
              key: role,
              class: { on: chosen === role },
              attrs: {
                type: 'button',
                'aria-label': label,
                title: `${label} (${t.letter[role]})`,
                'aria-pressed': String(chosen === role),
                'data-explode': role,
                disabled: squares === 0,
              },
              on: {
                click: () => this.explode(role),
                pointerdown: (event: PointerEvent) => this.take(role, event),
              },
            },
            [man(options ? this.actor : scene.orientation, role), h('kbd', t.letter[role])],
          );
        }),
      ]),
      h(
        'div.loom-sides',
        { hook: tellsMore },
        loom({
          view: scene.view,
          first: scene.orientation,
          lit: this.litThread ?? this.pinned,
          traveled: scene.history ? followTraveled(scene.history, scene.view.men) : null,
          onHover: key => {
            this.litThread = key;
            this.host.redraw();
          },
          onPin: key => {
            this.pinned = this.pinned === key ? null : key;
            this.host.redraw();
          },
        }),
      ),
      h('div.legend', { attrs: { 'aria-label': t.timeTraveler.legend } }, [
        h('span', [stagedMan('white', 'knight', 'traveling'), t.timeTraveler.legendTraveling]),
        h('span', [stagedMan('white', 'knight', 'traveled'), t.timeTraveler.legendTraveled]),
        h('span', [h('span.key-needed', { attrs: { 'aria-hidden': 'true' } }), t.timeTraveler.legendNeeded]),
      ]),
    ]);
  }

  prompt(): Prompt | null {
    const texts = t.timeTraveler.prompt;
    const step = this.draft.top;
    if (step) {
      const text =
        step.kind === 'square-first'
          ? t.timeTraveler.chooseRole(step.square)
          : step.kind === 'role'
            ? this.hovered && this.options?.explosions.get(step.role)?.has(this.hovered)
              ? texts.hover(step.role, this.hovered, this.supports(step.role, this.hovered))
              : texts.role(step.role)
            : step.kind === 'square'
              ? texts.target(step.role, step.square, this.supports(step.role, step.square))
              : texts.promotion;
      return { text, tone: 'draft' };
    }
    const { view, options, seat } = this.host.scene;
    const waiting = this.selected ? this.threadOn(this.selected) : null;
    if (waiting) {
      const nearest = [...waiting.approaches]
        .filter(a => a.moves !== null)
        .sort((a, b) => (a.moves ?? 0) - (b.moves ?? 0))[0];
      return {
        text: t.timeTraveler.waiting(
          waiting.role,
          waiting.square,
          waiting.candidates.length,
          nearest?.square ?? null,
          nearest?.moves ?? null,
        ),
        tone: 'calm',
      };
    }
    if (!options) return null;
    for (const side of view.sides) {
      const mine = seat === 'both' ? side.color === this.actor : side.color === seat;
      if (!mine) continue;
      for (const thread of side.threads) {
        const state = stateOf(side, thread);
        if (state === 'breaking')
          return { text: texts.attacked(thread.role, thread.square, thread.attackers), tone: 'warning' };
        if (state === 'fraying')
          return { text: texts.neededAttacked(thread.role, thread.square, thread.needed_attacked), tone: 'warning' };
      }
    }
    return null;
  }

  tools(): VNode[] {
    return [];
  }

  // --- what is done

  onKey(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.options) return false;
    const role = ROLES.find(one => t.letter[one].toLowerCase() === event.key.toLowerCase());
    if (!role || !this.options.explosions.has(role)) return false;
    this.explode(role);
    return true;
  }

  back(): boolean {
    if (this.draft.back()) {
      // Whoever began with the square gave no step of its own for the kind.
      if (this.draft.top?.kind === 'square-first') this.draft.clear();
      this.host.redraw();
      return true;
    }
    if (this.selected || this.pinned) {
      this.selected = null;
      this.pinned = null;
      this.host.redraw();
      return true;
    }
    return false;
  }

  update(): void {
    if (!this.stillPossible()) this.draft.clear();
    if (this.selected && !this.host.scene.view.men.some(one => one.square === this.selected)) this.selected = null;
  }

  describe(move: Pick<MoveRecord, 'color' | 'notation'>): string {
    return describe(move, square => this.roleGone(square));
  }

  read(text: string): string | null {
    const typed = text.trim().replace(/[+#!?]+$/, '');
    const all = this.options?.all ?? [];
    const found =
      all.find(option => option.action === typed) ??
      all.find(option => option.notation?.replace(/[+#]+$/, '') === typed);
    return found?.action ?? null;
  }

  destroy(): void {
    this.unbind?.();
  }

  // --- the gesture

  private explode(role: Role): void {
    const step = this.draft.top;
    this.selected = null;
    if (step?.kind === 'square-first') {
      this.draft.push({ kind: 'square', role, square: step.square });
    } else if (step?.kind === 'role' && step.role === role) {
      if (!this.dragged) this.draft.clear();
    } else {
      this.draft.clear();
      this.draft.push({ kind: 'role', role });
    }
    this.announce();
    this.host.redraw();
  }

  /** The type is taken from the palette and may be dragged onto its square. */
  private take(role: Role, event: PointerEvent): void {
    if (event.button !== 0 || !this.options?.explosions.has(role)) return;
    const start = { x: event.clientX, y: event.clientY };
    (event.currentTarget as Element).releasePointerCapture?.(event.pointerId);
    const onMove = (now: PointerEvent): void => {
      const far = Math.hypot(now.clientX - start.x, now.clientY - start.y) > 6;
      if (!this.dragged && !far) return;
      if (!this.dragged) {
        this.draft.clear();
        this.draft.push({ kind: 'role', role });
      }
      this.dragged = { role, x: now.clientX, y: now.clientY, moved: true };
      this.hovered = squareAt(now.clientX, now.clientY, this.host.scene.orientation);
      this.host.redraw();
    };
    const onUp = (now: PointerEvent): void => {
      stop();
      if (!this.dragged) return;
      this.dragged = null;
      const square = squareAt(now.clientX, now.clientY, this.host.scene.orientation);
      if (square && this.options?.explosions.get(role)?.has(square)) this.chooseSquare(role, square);
      // The click that follows on the palette must not undo the choice.
      else this.draft.clear();
      this.host.redraw();
    };
    const stop = (): void => {
      document.removeEventListener('pointermove', onMove);
      document.removeEventListener('pointerup', onUp);
      document.removeEventListener('pointercancel', stop);
      this.unbind = null;
    };
    document.addEventListener('pointermove', onMove);
    document.addEventListener('pointerup', onUp);
    document.addEventListener('pointercancel', stop);
    this.unbind = stop;
  }

  private chooseSquare(role: Role, square: Square): void {
    this.draft.push({ kind: 'square', role, square });
    this.announce();
  }

  private tap(square: Square): void {
    const { options } = this;
    if (!options) return;
    const step = this.draft.top;
    if (step === null) {
      const empty = !this.host.scene.view.men.some(one => one.square === square);
      if (empty && this.selected === null && this.rolesOn(options, square).length > 0) {
        this.draft.push({ kind: 'square-first', square });
        this.announce();
        this.host.redraw();
      }
    } else if (step.kind === 'role') {
      if (options.explosions.get(step.role)?.has(square)) this.chooseSquare(step.role, square);
      else this.back();
      this.host.redraw();
    } else if (step.kind === 'square') {
      const ways = this.explosionsOf(step.role, step.square).filter(one => one.to === square);
      if (ways.length === 0) this.back();
      else
        this.finish(
          step.square,
          square,
          ways.map(one => one.option),
        );
    }
  }

  private move(from: Square, to: Square): void {
    const options = this.options?.moves.get(from)?.get(to) ?? [];
    this.finish(from, to, options);
  }

  premoved({ from, to }: Premove): 'made' | 'impossible' {
    const ways = this.options?.moves.get(from)?.get(to) ?? [];
    const way = ways.find(one => one.promotion === 'queen') ?? ways[0];
    if (!way) return 'impossible';
    this.send(way.action);
    return 'made';
  }

  /** Sends the one way, or asks which promotion. */
  private finish(from: Square, to: Square, options: ActionOption[]): void {
    const [first] = options;
    if (!first) return;
    if (options.length > 1) {
      this.draft.push({ kind: 'promotion', from, to, options });
      this.host.redraw();
      return;
    }
    this.send(first.action);
  }

  private send(action: string): void {
    this.draft.clear();
    this.selected = null;
    this.pinned = null;
    this.host.act(action);
    this.host.redraw();
  }

  private announce(): void {
    const prompt = this.prompt();
    if (prompt) this.host.say(prompt.text);
  }

  private hover(square: Square | null): void {
    if (square === this.hovered) return;
    const matters = this.draft.top?.kind === 'role' || [square, this.hovered].some(one => one && this.threadOn(one));
    this.hovered = square;
    if (matters) this.host.redraw();
  }

  private stillPossible(): boolean {
    const step = this.draft.top;
    const { options } = this;
    if (!step) return true;
    if (!options) return false;
    switch (step.kind) {
      case 'square-first':
        return this.rolesOn(options, step.square).length > 0;
      case 'role':
        return options.explosions.has(step.role);
      case 'square':
        return options.explosions.get(step.role)?.has(step.square) ?? false;
      case 'promotion':
        return step.options.every(option => options.all.includes(option));
    }
  }

  // --- what the options and the view say

  private rolesOn(options: Indexed, square: Square): Role[] {
    return ROLES.filter(role => options.explosions.get(role)?.has(square));
  }

  private explosionsOf(role: Role, square: Square): Explosion[] {
    return this.options?.explosions.get(role)?.get(square) ?? [];
  }

  private supports(role: Role, square: Square): Square[] {
    return this.options?.supports.get(`${role}@${square}`) ?? [];
  }

  private threadOn(square: Square): Thread | null {
    for (const side of this.host.scene.view.sides)
      for (const thread of side.threads) if (thread.open && thread.square === square) return thread;
    return null;
  }

  private roleGone(square: Square): string | null {
    for (const side of this.host.scene.view.sides)
      for (const thread of side.threads) if (thread.square === square) return t.role[thread.role];
    return null;
  }

  /** The thread that is lit: by the loom, by the pointer on its man, or by taking that man up. */
  private shownThread(): { thread: Thread; color: Color; number: number } | null {
    const key = this.litThread ?? this.pinned;
    for (const side of this.host.scene.view.sides) {
      for (const [number, thread] of side.threads.entries()) {
        const byKey = key === `${side.color}-${number}`;
        const bySquare =
          thread.open && key === null && (thread.square === this.selected || thread.square === this.hovered);
        if (byKey || bySquare) return { thread, color: side.color, number };
      }
    }
    return null;
  }

  private lit(): Square[] {
    const step = this.draft.top;
    if (step?.kind === 'role') return [...(this.options?.explosions.get(step.role)?.keys() ?? [])];
    if (step?.kind === 'square') return [...new Set(this.explosionsOf(step.role, step.square).map(one => one.to))];
    if (step?.kind === 'square-first') return [step.square];
    return [];
  }

  /** The men, with what is being composed or sent already done. */
  private men(): Man[] {
    const { view, pending } = this.host.scene;
    if (pending) return afterAction(view, pending);
    const step = this.draft.top;
    const [explosion] = this.draft.all.filter(one => one.kind === 'square').slice(-1);
    if (!step || explosion?.kind !== 'square') return view.men;
    const appeared: Man = {
      square: explosion.square,
      color: this.actor,
      role: explosion.role,
      stage: 'traveling',
      start: null,
      resonator: false,
    };
    return [...view.men, appeared];
  }

  private drawn(one: Man): BoardMan {
    return {
      square: one.square,
      color: one.color,
      role: one.role,
      look: one.stage === 'untraveled' ? undefined : one.stage,
    };
  }

  private marks(men: readonly Man[]): Mark[] {
    const { view } = this.host.scene;
    const step = this.draft.top;
    const supports =
      step?.kind === 'role' && this.hovered
        ? this.supports(step.role, this.hovered)
        : step?.kind === 'square'
          ? this.supports(step.role, step.square)
          : [];
    const marks = [...stageMarks(men), ...dangerMarks(view, men), ...supports.map(supportMark)];
    const shown = step ? null : this.shownThread();
    return shown ? [...marks, ...threadMarks(shown.thread, this.whereabouts(shown.color, shown.number))] : marks;
  }

  private arrows(): Arrow[] {
    const step = this.draft.top;
    if (step) return [];
    const shown = this.shownThread();
    if (!shown) return [];
    const arrows: Arrow[] = shown.thread.open
      ? shown.thread.approaches
          .filter(approach => approach.moves !== null && approach.moves <= 2)
          .map(approach => ({ from: approach.square, to: shown.thread.square, brush: 'green' }))
      : [];
    for (const square of shown.thread.open ? shown.thread.attackers : [])
      arrows.push({ from: square, to: shown.thread.square, brush: 'red' });
    return arrows;
  }

  private whereabouts(color: Color, number: number): Square | null {
    const { history, view } = this.host.scene;
    return history ? (followTraveled(history, view.men)[color][number] ?? null) : null;
  }

  private label(men: readonly Man[], square: Square): string {
    const texts = t.timeTraveler.label;
    const one = men.find(it => it.square === square);
    if (!one) {
      const { options } = this;
      const can = options && this.draft.isEmpty && this.rolesOn(options, square).length > 0;
      return can ? texts.explode : '';
    }
    const words: string[] = [
      one.stage === 'traveling'
        ? texts.traveling(one.color, one.role)
        : one.stage === 'traveled'
          ? texts.traveled(one.color, one.role)
          : t.man(one.color, one.role),
    ];
    for (const side of this.host.scene.view.sides) {
      if (side.color !== one.color) continue;
      if (one.stage === 'untraveled' && side.indispensable.includes(square) && side.threads.some(thread => thread.open))
        words.push(texts.needed);
      const thread = side.threads.find(it => it.open && it.square === square);
      if (thread && one.stage === 'traveling') words.push(explain(thread, stateOf(side, thread)));
    }
    const shown = this.shownThread()?.thread.approaches.find(approach => approach.square === square);
    if (shown) words.push(texts.away(shown.moves));
    return words.join(', ');
  }

  private pickers(): VNode | null {
    const { orientation } = this.host.scene;
    const { options } = this;
    const step = this.draft.top;
    if (!step || !options) return null;
    const cancel = (): void => {
      this.back();
    };
    if (step.kind === 'square-first') {
      return picker({
        title: t.timeTraveler.chooseRole(step.square),
        square: step.square,
        orientation,
        shape: 'panel',
        choices: this.rolesOn(options, step.square).map(role => ({
          key: role,
          label: t.role[role],
          man: { color: this.actor, role },
        })),
        onChoose: role => this.explode(role as Role),
        onCancel: cancel,
      });
    }
    if (step.kind === 'promotion') {
      const roles = step.options.map(option => option.promotion).filter((role): role is Role => !!role);
      return promotionPicker(
        this.actor,
        step.to,
        orientation,
        roles,
        role => {
          const option = step.options.find(one => one.promotion === role);
          if (option) this.send(option.action);
        },
        cancel,
      );
    }
    return null;
  }
}

/** The square of the board under a point of the window. */
function squareAt(x: number, y: number, orientation: Color): Square | null {
  const box = document.querySelector(`[data-board="${BOARD}"]`)?.getBoundingClientRect();
  if (!box) return null;
  const column = Math.floor(((x - box.left) / box.width) * 8);
  const row = Math.floor(((y - box.top) / box.height) * 8);
  return squaresFrom(orientation)[row]?.[column] ?? null;
}
