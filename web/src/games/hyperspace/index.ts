import { h, type VNode } from 'snabbdom';
import type { Color, MoveRecord, Role, Square } from '../../api/types';
import { board } from '../../board/board';
import { picker, promotionPicker } from '../../board/picker';
import type { BoardMan, BoardProps, Mark } from '../../board/types';
import { man } from '../../board/man';
import { t } from '../../text';
import { spell } from '../../text/spell';
import { button } from '../../ui/controls';
import { settings } from '../../ui/settings';
import { displaced, endsOf, movableColor, owns, premoveProps, targetsOf } from '../common';
import { Draft } from '../draft';
import type { GameModule, GameScreen, Host, Premove, Prompt } from '../screen';
import { delaysOf, landingsOf, movesBetween, phaseOutActions, readPhaseOut, squaresOf, suffixOf } from './actions';
import { commitments } from './commitments';
import { departureBoard } from './departures';
import { loop } from './loop';
import type { HyperspaceView, Traveler } from './view';
import './hyperspace.css';

/** What has been chosen of an action. */
export type Step =
  /** A piece is to leave: for how long? */
  | { kind: 'leave'; from: Square }
  /** …and where will it return? */
  | { kind: 'delay'; from: Square; delay: number }
  /** A pawn reaches the last rank. */
  | { kind: 'promote'; from: Square; to: Square }
  /** A returning piece meets an own one: spellings of the same action that differ in who stays. */
  | { kind: 'collision'; actions: string[]; at: Square };

export class HyperspaceScreen implements GameScreen {
  readonly draft = new Draft<Step>();
  selected: Square | null = null;

  constructor(readonly host: Host<HyperspaceView>) {}

  get view(): HyperspaceView {
    return this.host.scene.view;
  }

  get mover(): Color | null {
    return movableColor(this.host.scene);
  }

  /** Who may send a piece away: the one who moves, or who may move ahead and has no conflict to settle first. */
  get sender(): Color | null {
    return this.mover ?? (this.view.conflict ? null : (this.host.scene.premove?.color ?? null));
  }

  /** Ahead of the turn nobody has told what is possible: every man and every free turn can be tried. */
  private get isAhead(): boolean {
    return this.mover === null && this.sender !== null;
  }

  /** The turn of the next departure. */
  get leavesOn(): number {
    const { turn, turn_number } = this.view;
    const isNext = this.isAhead && (turn === 'black' || this.sender === 'white');
    return isNext ? turn_number + 1 : turn_number;
  }

  /** The man whose departure is being composed or could be: taken up, and able to leave. */
  get leaver(): { from: Square; delays: number[] | 'any' } | null {
    const top = this.draft.top;
    const from = top?.kind === 'leave' || top?.kind === 'delay' ? top.from : top ? null : this.selected;
    if (!from) return null;
    if (this.isAhead) return { from, delays: 'any' };
    const delays = delaysOf(this.host.scene.options, from);
    return delays.length ? { from, delays } : null;
  }

  roleAt(square: Square): Role {
    return this.view.men.find(one => one.square === square)?.role ?? 'pawn';
  }

  // Steps

  beginLeave(from: Square): void {
    this.draft.clear();
    this.draft.push({ kind: 'leave', from });
    this.selected = from;
    this.host.redraw();
  }

  chooseDelay(from: Square, delay: number): void {
    if (this.isAhead ? delay < 1 : !delaysOf(this.host.scene.options, from).includes(delay)) return;
    if (this.draft.isEmpty) this.draft.push({ kind: 'leave', from });
    if (this.draft.top?.kind === 'delay') this.draft.replace({ kind: 'delay', from, delay });
    else this.draft.push({ kind: 'delay', from, delay });
    this.selected = null;
    this.host.redraw();
  }

  private chooseSquare(from: Square, delay: number, square: Square): void {
    if (this.isAhead) {
      this.draft.clear();
      this.host.premove?.({ from, to: square, delay });
      this.host.redraw();
      return;
    }
    const actions = phaseOutActions(this.host.scene.options, from, delay, square);
    if (actions.length === 0) {
      this.back();
      this.host.redraw();
    } else this.settle(actions, square);
  }

  /** Sends the one action that is left, or asks who stays. */
  private settle(actions: string[], at: Square): void {
    const only = actions[0];
    if (actions.length === 1 && only) {
      this.draft.clear();
      this.selected = null;
      this.host.act(only);
    } else {
      this.draft.push({ kind: 'collision', actions, at });
      this.host.redraw();
    }
  }

  private move(from: Square, to: Square): void {
    this.selected = null;
    const found = movesBetween(this.host.scene.options, from, to);
    if (found.some(one => one.promotion)) {
      this.draft.push({ kind: 'promote', from, to });
      this.host.redraw();
    } else if (found.length) {
      this.settle(
        found.map(one => one.action),
        to,
      );
    } else this.host.redraw();
  }

  premoved({ from, to, delay }: Premove): 'made' | 'impossible' {
    const { options } = this.host.scene;
    if (delay !== undefined) {
      const departures = phaseOutActions(options, from, delay, to);
      if (departures.length === 0) return 'impossible';
      this.settle(departures, to);
      return 'made';
    }
    const found = movesBetween(options, from, to);
    const queen = found.filter(one => one.promotion === 'queen');
    if (found.length === 0) return 'impossible';
    this.selected = null;
    this.settle(
      (queen.length ? queen : found).map(one => one.action),
      to,
    );
    return 'made';
  }

  nameAhead({ from, to, delay }: Premove): string {
    return delay === undefined ? `${from}–${to}` : t.hyperspace.ahead(from, delay, to);
  }

  private promote(from: Square, to: Square, role: Role): void {
    const found = movesBetween(this.host.scene.options, from, to).filter(one => one.promotion === role);
    this.draft.back();
    this.settle(
      found.map(one => one.action),
      to,
    );
  }

  private tapped(square: Square): void {
    const top = this.draft.top;
    if (top?.kind === 'delay') this.chooseSquare(top.from, top.delay, square);
    else if (top?.kind === 'leave' && square !== top.from) {
      this.back();
      this.host.redraw();
    }
  }

  back(): boolean {
    if (this.draft.back()) {
      const top = this.draft.top;
      this.selected = top && 'from' in top ? top.from : null;
      this.host.redraw();
      return true;
    }
    if (this.selected === null) return false;
    this.selected = null;
    this.host.redraw();
    return true;
  }

  update(): void {
    if (this.sender === null) {
      this.draft.clear();
      this.selected = null;
      return;
    }
    const top = this.draft.top;
    const isThere = (square: Square): boolean => this.view.men.some(one => one.square === square);
    if (top && 'from' in top && !isThere(top.from)) this.draft.clear();
    // Begun ahead of the turn, for a man that turns out to be none that leaves.
    if ((top?.kind === 'leave' || top?.kind === 'delay') && this.leaver === null) this.draft.clear();
  }

  onKey(event: KeyboardEvent): boolean {
    if (event.key === 'h' && this.leaver && this.draft.isEmpty) {
      this.beginLeave(this.leaver.from);
      focusFirstTurn();
      return true;
    }
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
    if (digit && this.draft.top?.kind === 'leave') {
      this.chooseDelay(this.draft.top.from, digit);
      focusBoard();
      return true;
    }
    return false;
  }

  // What is seen

  prompt(): Prompt | null {
    const top = this.draft.top;
    const { scene } = this.host;
    if (top?.kind === 'leave')
      return { text: t.hyperspace.chooseDelay(this.roleAt(top.from), top.from), tone: 'draft' };
    if (top?.kind === 'delay') {
      const secret = scene.seat !== 'both';
      return { text: t.hyperspace.chooseSquare(this.roleAt(top.from), top.from, top.delay, secret), tone: 'draft' };
    }
    if (top?.kind === 'promote') return { text: t.board.promote(top.to), tone: 'draft' };
    if (top?.kind === 'collision') return { text: this.collisionTitle(), tone: 'draft' };
    const { conflict, withdrawn } = this.view;
    if (conflict) {
      return owns(scene.seat, conflict.player)
        ? { text: t.hyperspace.conflictOwn, tone: 'warning' }
        : { text: t.hyperspace.conflictOther(t.color[conflict.player]), tone: 'calm' };
    }
    if (this.mover === null) return null;
    if (withdrawn) return { text: t.hyperspace.withdrawn(withdrawn), tone: 'warning' };
    if (this.returnOnly.length) return { text: t.hyperspace.returnOnly, tone: 'warning' };
    if (this.leaver) return { text: t.hyperspace.send(this.roleAt(this.leaver.from), this.leaver.from), tone: 'calm' };
    if (
      scene.seat !== 'both' &&
      this.view.turn_number <= 2 &&
      !this.view.hyperspace.some(one => one.color === this.mover)
    ) {
      return { text: t.hyperspace.first, tone: 'calm' };
    }
    const due = scene.options?.due ?? [];
    const gone = this.landings
      .filter(one => one.square === null)
      .map(one => t.hyperspace.gone(scene.lastMove?.color ?? this.view.turn, one.role));
    if (due.length || gone.length) {
      const pieces = due.map(one => t.hyperspace.returnsTo(one.role, one.square)).join(', ');
      const whose = scene.seat === 'both' ? t.table.toMove(t.color[this.mover]) : t.table.yourTurn;
      const coming = due.length ? [t.hyperspace.returning(pieces)] : [];
      return { text: [...gone, whose, ...coming].join(' '), tone: 'calm' };
    }
    return null;
  }

  /** What returned at the end of the last turn. */
  private get landings(): ReturnType<typeof landingsOf> {
    const { lastMove, pending } = this.host.scene;
    return lastMove && !pending ? landingsOf(lastMove.notation) : [];
  }

  private get returnOnly(): string[] {
    return (this.host.scene.options?.actions ?? []).map(one => one.action).filter(action => action.startsWith('--'));
  }

  private collisionTitle(): string {
    const due = this.host.scene.options?.due ?? [];
    const only = due.length === 1 ? due[0] : undefined;
    return only ? t.hyperspace.collisionTitle(only.role, only.square) : t.hyperspace.collisionGeneric;
  }

  /** The men, as if what is chosen or sent had been done. */
  private men(): BoardMan[] {
    const men: BoardMan[] = this.view.men.map(one => ({ ...one }));
    const { pending } = this.host.scene;
    const top = this.draft.top;
    if (pending) return shownAfter(men, pending);
    if (top?.kind === 'promote') return displaced(men, top.from, top.to);
    if (top?.kind === 'collision') return shownAfter(men, top.actions[0] ?? '');
    if (top?.kind === 'delay') return displaced(men, top.from, null);
    return men;
  }

  /** Where pieces whose square we know will return. */
  private ghosts(): Mark[] {
    const marks: Mark[] = [];
    const at = new Map<Square, number>();
    for (const traveler of this.view.hyperspace) {
      const { square } = traveler;
      if (!square) continue;
      const index = at.get(square) ?? 0;
      at.set(square, index + 1);
      marks.push({
        square,
        kind: index ? 'ghost second' : 'ghost',
        key: `ghost-${traveler.color}-${traveler.role}-${traveler.returns_on_turn}-${square}`,
        content: h('span.ghost-body', [
          man(traveler.color, traveler.role, 'returning'),
          h('span.count', String(traveler.count_down)),
        ]),
      });
    }
    return marks;
  }

  private label = (square: Square): string => {
    const here = this.view.men.find(one => one.square === square);
    const returning = this.view.hyperspace
      .filter(one => one.square === square)
      .map(one =>
        one.count_down > 1
          ? t.hyperspace.ghost(one.color, one.role, one.count_down)
          : t.hyperspace.ghostNow(one.color, one.role),
      );
    return [here ? t.man(here.color, here.role) : '', ...returning].filter(Boolean).join(', ');
  };

  board(): VNode {
    const { scene } = this.host;
    const { mover } = this;
    const top = this.draft.top;
    const choosing = top?.kind === 'delay';
    const options = mover ? scene.options : null;
    const targets = targetsOf(options?.actions ?? []);
    const lit = choosing ? squaresOf(options, top.from, top.delay) : [];
    const marks = this.ghosts();
    if (choosing) marks.push({ square: top.from, kind: 'left' });
    const props: BoardProps = {
      id: 'hyperspace',
      title: t.game.hyperspace,
      men: this.men(),
      orientation: scene.orientation,
      coordinates: settings.coordinates,
      movable: top && top.kind !== 'leave' ? null : mover,
      targets: top ? new Map() : targets,
      premove: top ? undefined : premoveProps(this.host),
      selected: this.selected,
      last: [...scene.last, ...this.landings.flatMap(one => one.square ?? [])],
      checks: this.view.check ? [this.view.check] : [],
      lit,
      marks,
      label: this.label,
      onMove: (from, to) => this.move(from, to),
      onSquare: square => this.tapped(square),
      onSelected: square => {
        if (this.draft.isEmpty || square === null) {
          if (this.draft.isEmpty) this.selected = square;
        } else if (this.draft.top?.kind === 'leave') {
          this.draft.clear();
          this.selected = square;
        }
        this.host.redraw();
      },
      onDropOutside: (from, target) => {
        const turn = target.dataset.drop ?? '';
        if (!this.isAhead && !delaysOf(scene.options, from).length) return;
        if (turn.startsWith('delay:')) this.chooseDelay(from, Number(turn.slice(6)));
        else if (turn === 'tray') this.beginLeave(from);
      },
      over: [this.over()],
    };
    return board(props);
  }

  private over(): VNode | null {
    const top = this.draft.top;
    const { scene } = this.host;
    const { mover } = this;
    if (!mover) return null;
    if (top?.kind === 'promote') {
      const roles = movesBetween(scene.options, top.from, top.to).flatMap(one =>
        one.promotion ? [one.promotion] : [],
      );
      return promotionPicker(
        mover,
        top.to,
        scene.orientation,
        [...new Set(roles)],
        role => this.promote(top.from, top.to, role),
        () => this.back(),
      );
    }
    if (top?.kind === 'collision') {
      const due = scene.options?.due ?? [];
      const occupant = (square: Square): Role | undefined =>
        shownAfter(
          this.view.men.map(one => ({ ...one })),
          top.actions[0] ?? '',
        ).find(one => one.square === square)?.role as Role | undefined;
      const only = due.length === 1 ? due[0] : undefined;
      return picker({
        title: this.collisionTitle(),
        square: only?.square ?? top.at,
        orientation: scene.orientation,
        shape: 'panel',
        choices: top.actions.map(action => {
          const suffix = suffixOf(action).slice(1);
          const words = Array.from(suffix, letter =>
            letter === 'r' ? t.hyperspace.staysReturning : t.hyperspace.staysOccupant,
          );
          const role = only && suffix.length === 1 ? (suffix === 'r' ? only.role : occupant(only.square)) : undefined;
          return {
            key: action,
            label: words.join(', '),
            note: words.join(', '),
            man: role ? { color: mover, role, look: suffix === 'r' ? 'returning' : '' } : undefined,
          };
        }),
        onChoose: action => {
          this.draft.clear();
          this.selected = null;
          this.host.act(action);
        },
        onCancel: () => this.back(),
      });
    }
    return null;
  }

  instrument(): VNode {
    return h('div', [departureBoard(this), commitments(this.host)]);
  }

  tools(): VNode[] {
    const { scene } = this.host;
    const { conflict } = this.view;
    const mine = conflict !== null && owns(scene.seat, conflict.player);
    const tools = [
      button({
        label: t.hyperspace.pick,
        icon: 'away',
        key: 'send',
        testId: 'send-away',
        disabled: !this.leaver || this.draft.top?.kind === 'delay',
        onClick: () => {
          if (!this.leaver) return;
          this.beginLeave(this.leaver.from);
          focusFirstTurn();
        },
      }),
    ];
    if (this.view.variant !== 'hyperspace') {
      tools.push(
        button({
          label: t.hyperspace.cancel,
          icon: 'cross',
          key: 'cancel',
          disabled: !mine,
          onClick: () => this.host.act('cancel'),
        }),
      );
    }
    if (this.returnOnly.length) {
      tools.push(
        button({
          label: t.hyperspace.doReturn,
          key: 'return',
          kind: 'primary',
          testId: 'return-only',
          onClick: () => this.settle(this.returnOnly, scene.options?.due?.[0]?.square ?? 'e4'),
        }),
      );
    }
    return tools;
  }

  describe(move: Pick<MoveRecord, 'color' | 'notation'>): string {
    const main = move.notation.replace(/&[^+#]*/, '');
    const landings = landingsOf(move.notation)
      .map(one => t.hyperspace.says.returns(one.role, one.square))
      .join('');
    return this.describeAction({ ...move, notation: main }) + landings;
  }

  private describeAction(move: Pick<MoveRecord, 'color' | 'notation'>): string {
    const away = /^([QRBN]?)([a-h][1-8])\^(\d+)(?:@([a-h][1-8]|\?))?/.exec(move.notation);
    if (away) {
      const roles: Record<string, Role> = { Q: 'queen', R: 'rook', B: 'bishop', N: 'knight' };
      const square = away[4] && away[4] !== '?' ? away[4] : null;
      return t.hyperspace.says.leaves(
        move.color,
        roles[away[1] ?? ''] ?? 'piece',
        away[2] ?? '',
        Number(away[3]),
        square,
      );
    }
    if (move.notation.startsWith('--')) return t.hyperspace.says.returnOnly(move.color);
    return `${t.color[move.color]}: ${spell(move.notation.replace(/\/[ro]+/, ''))}.`;
  }

  read(text: string): string | null {
    return readPhaseOut(text);
  }

  destroy(): void {}
}

function shownAfter(men: BoardMan[], action: string): BoardMan[] {
  const ends = endsOf(action);
  if (ends) return displaced(men, ends.from, ends.to);
  const away = /^([a-h][1-8])\^/.exec(action);
  return away?.[1] ? displaced(men, away[1], null) : men;
}

function focusFirstTurn(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>('button.turn-cell')?.focus()),
  );
}

export function focusBoard(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('.board .cell[tabindex="0"]')?.focus({ preventScroll: true }),
    ),
  );
}

/** Own cards show their square; those of others never can: the server does not tell it. */
export function cardText(traveler: Traveler): string {
  return t.hyperspace.card(traveler.color, traveler.role, traveler.returns_on_turn, traveler.square);
}

export const hyperspace: GameModule<HyperspaceView> = {
  id: 'hyperspace',
  screen: host => new HyperspaceScreen(host),
  loop,
};
