/** The player's choice: an explosion step by step, a selected piece, a highlighted thread. */
import type { Color, LegalAction, Role, Square } from '../../api/types';
import { t } from '../../text';
import { Draft } from '../draft';
import type { Host, Premove } from '../screen';
import { indexOptions, ROLES, type Explosion, type Indexed, type Side, type Thread, type View } from './view';

/** A step of an explosion, or a promotion that waits for its role. */
export type Step =
  | { kind: 'square-first'; square: Square }
  | { kind: 'role'; role: Role }
  | { kind: 'square'; role: Role; square: Square }
  | { kind: 'promotion'; to: Square; options: LegalAction[]; from: Square };

export class Choice {
  readonly draft = new Draft<Step>();
  /** The selected piece. */
  selected: Square | null = null;
  /** The square under the pointer. */
  hovered: Square | null = null;
  /** The thread under the pointer or the focus in the loom, as `color-number`. */
  litThread: string | null = null;
  /** The thread that stays highlighted. */
  pinned: string | null = null;
  /** The kind of piece that is dragged from the palette, and its place in the window. */
  carried: { role: Role; x: number; y: number } | null = null;

  /** `changed` is called after each step that asks for another one. */
  constructor(
    readonly host: Host<View>,
    private readonly changed: () => void,
  ) {}

  get options(): Indexed | null {
    const { scene } = this.host;
    return scene.options && !scene.pending ? indexOptions(scene.options) : null;
  }

  get actor(): Color {
    return this.host.scene.actor ?? this.host.scene.view.turn;
  }

  /** The latest step, or `null` if nothing has been begun. */
  get step(): Step | null {
    return this.draft.top;
  }

  // --- steps

  /** Chooses the kind of piece that explodes. Choosing it again puts it back. */
  explode(role: Role): void {
    const { step } = this;
    this.selected = null;
    if (step?.kind === 'square-first') {
      this.draft.push({ kind: 'square', role, square: step.square });
    } else if (step?.kind === 'role' && step.role === role) {
      if (!this.carried) this.draft.clear();
    } else {
      this.begin(role);
    }
    this.changed();
    this.host.redraw();
  }

  /** Begins an explosion of this kind, whatever was chosen before. */
  begin(role: Role): void {
    this.draft.clear();
    this.draft.push({ kind: 'role', role });
  }

  /** Chooses the square on which the traveling piece appears. */
  appear(role: Role, square: Square): void {
    this.draft.push({ kind: 'square', role, square });
    this.changed();
  }

  tap(square: Square): void {
    const { options, step } = this;
    if (!options) return;
    if (step === null) {
      const empty = !this.host.scene.view.men.some(one => one.square === square);
      if (empty && this.selected === null && this.rolesOn(square).length > 0) {
        this.draft.push({ kind: 'square-first', square });
        this.changed();
        this.host.redraw();
      }
    } else if (step.kind === 'role') {
      if (options.explosions.get(step.role)?.has(square)) this.appear(step.role, square);
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

  move(from: Square, to: Square): void {
    this.finish(from, to, this.waysOf(from, to));
  }

  premoved({ from, to }: Premove): 'made' | 'impossible' {
    const ways = this.waysOf(from, to);
    const way = ways.find(one => one.promotion === 'queen') ?? ways[0];
    if (!way) return 'impossible';
    this.send(way.action);
    return 'made';
  }

  /** Sends the only option, or asks for the promotion. */
  private finish(from: Square, to: Square, options: LegalAction[]): void {
    const [first] = options;
    if (!first) return;
    if (options.length > 1) {
      this.draft.push({ kind: 'promotion', from, to, options });
      this.host.redraw();
      return;
    }
    this.send(first.action);
  }

  send(action: string): void {
    this.draft.clear();
    this.selected = null;
    this.pinned = null;
    this.host.act(action);
    this.host.redraw();
  }

  // --- selection and highlighting

  select(square: Square | null): void {
    this.selected = square;
    this.host.redraw();
  }

  hover(square: Square | null): void {
    if (square === this.hovered) return;
    const matters = this.step?.kind === 'role' || [square, this.hovered].some(one => one && this.threadOn(one));
    this.hovered = square;
    if (matters) this.host.redraw();
  }

  light(thread: string | null): void {
    this.litThread = thread;
    this.host.redraw();
  }

  pin(thread: string): void {
    this.pinned = this.pinned === thread ? null : thread;
    this.host.redraw();
  }

  // --- stepping back, and updates of the scene

  /** One step back. True if there was one. */
  back(): boolean {
    if (this.draft.back()) {
      // A draft that began with the square has no step of its own for the kind.
      if (this.step?.kind === 'square-first') this.draft.clear();
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

  /** The scene has changed: drops what is no longer possible. */
  update(): void {
    if (!this.stillPossible()) this.draft.clear();
    if (this.selected && !this.host.scene.view.men.some(one => one.square === this.selected)) this.selected = null;
  }

  private stillPossible(): boolean {
    const { options, step } = this;
    if (!step) return true;
    if (!options) return false;
    switch (step.kind) {
      case 'square-first':
        return this.rolesOn(step.square).length > 0;
      case 'role':
        return options.explosions.has(step.role);
      case 'square':
        return options.explosions.get(step.role)?.has(step.square) ?? false;
      case 'promotion':
        return step.options.every(option => options.all.includes(option));
    }
  }

  // --- queries of the options and the view

  /** The kinds that can explode on a square. */
  rolesOn(square: Square): Role[] {
    const { options } = this;
    return ROLES.filter(role => options?.explosions.get(role)?.has(square));
  }

  explosionsOf(role: Role, square: Square): Explosion[] {
    return this.options?.explosions.get(role)?.get(square) ?? [];
  }

  /** The pieces that support an explosion. */
  supports(role: Role, square: Square): Square[] {
    return this.options?.supports.get(t.letter[role] + square) ?? [];
  }

  /** The open thread of the traveling piece on a square. */
  threadOn(square: Square): Thread | null {
    for (const side of this.host.scene.view.sides)
      for (const thread of side.threads) if (thread.open && thread.square === square) return thread;
    return null;
  }

  /** The thread that is opened in the loom, and whose it is. */
  get opened(): { thread: Thread; side: Side } | null {
    for (const side of this.host.scene.view.sides)
      for (const [number, thread] of side.threads.entries())
        if (this.pinned === `${side.color}-${number}`) return { thread, side };
    return null;
  }

  /** The highlighted thread: by the loom, by hovering over its piece, or by selecting that piece. */
  get shownThread(): { thread: Thread; color: Color; number: number } | null {
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

  private waysOf(from: Square, to: Square): LegalAction[] {
    return this.options?.moves.get(from)?.get(to) ?? [];
  }
}
