/** Stepping through the moves. Positions that this browser has not seen are fetched on demand. */
import { api } from '../../api/http';
import type { Color, Move, Ply, State } from '../../api/types';
import { t } from '../../text';

export type Shown = Pick<Ply, 'view' | 'last'>;

/** The reports of the replay. */
export interface Viewer {
  /** The numbers of the positions at which stepping stops: those after the actions in the list of moves. */
  stops(): readonly number[];
  /** Another position is shown. */
  moved(): void;
  /** More is known. */
  changed(): void;
  failed(): void;
}

/** Retry delay for the open positions when there was no answer, in milliseconds. */
const AGAIN_MS = 3000;

/** Positions are numbered by the actions before them: 0 is the start. */
export class Replay {
  private moves: readonly Move[] = [];
  private readonly seen = new Map<number, Shown>();
  /** The viewer: with two players at one screen the side to act, which is not shown what the other side knew. */
  private reader: Color | null = null;
  /** All positions with everything revealed, after the end. */
  private all: Ply[] | null = null;
  private isOver = false;
  /** Counts ends and resumptions, so that late answers are dropped: a game may go on after an end, and end again. */
  private ends = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private fetching = false;
  /** The position that is shown; `null` is the current one. */
  private at: number | null = null;
  /** The position that is shown as soon as it has been fetched. */
  private awaited: number | null = null;

  constructor(
    private readonly id: string,
    private readonly viewer: Viewer,
  ) {}

  destroy(): void {
    this.ends++;
    this.awaited = null;
    clearTimeout(this.timer);
  }

  get isShown(): boolean {
    return this.at !== null;
  }

  /** The position that is shown instead of the current one. */
  get shown(): Shown | null {
    return this.at === null ? null : (this.position(this.at) ?? null);
  }

  /** The number of the position shown. */
  get current(): number {
    return this.at ?? this.moves.length;
  }

  get caption(): string {
    const move = this.moves[this.current - 1];
    return move
      ? t.table.positionAfter(move.number, t.color[move.color], this.notation(move, this.current))
      : t.table.start;
  }

  /** The action that led to the position shown. */
  get lastMove(): { color: Color; notation: string } | null {
    const move = this.moves[this.current - 1];
    return move ? { color: move.color, notation: this.notation(move, this.current) } : null;
  }

  /** The side to act in the position shown, if known. */
  get actor(): Color | null {
    return this.all?.find(ply => ply.n === this.current)?.actor ?? null;
  }

  /** The position before the last action, if it is known. */
  get beforeLast(): Shown | null {
    return this.position(this.moves.length - 1) ?? null;
  }

  /** After the end everything is open: the notation with what was hidden. `index` is the position after the move. */
  notation(move: Move, index: number): string {
    return this.all?.find(ply => ply.n === index)?.notation ?? move.notation;
  }

  /** An action with everything that this player may know of it, in a form that the server can parse. */
  full(move: Move, index: number): string {
    return this.all?.find(ply => ply.n === index)?.notation ?? move.public;
  }

  take(state: State): void {
    const { length } = state.moves;
    // Positions that were taken back are gone, even if the same number of moves has been played since.
    const kept = this.moves.findIndex((move, index) => move.n !== state.moves[index]?.n);
    if (kept >= 0) for (const index of this.seen.keys()) if (index > kept) this.seen.delete(index);
    this.moves = state.moves;
    if (state.seat === 'both' && state.status !== 'over' && state.actor !== this.reader) {
      this.reader = state.actor;
      this.seen.clear();
    }
    this.seen.set(length, { view: state.view, last: state.last });
    this.end(state.status === 'over');
    if (this.at !== null && (this.at >= length || !this.position(this.at))) this.at = null;
  }

  private position(index: number): Shown | undefined {
    return this.all?.find(ply => ply.n === index) ?? this.seen.get(index);
  }

  /** One step forward or back. Actions undone within their turn are skipped, as in the list of moves. */
  step(by: 1 | -1): void {
    const { moves } = this;
    const current = this.awaited ?? this.current;
    const stops = [0, ...this.viewer.stops(), moves.length];
    const next = by > 0 ? stops.find(stop => stop > current) : stops.filter(stop => stop < current).at(-1);
    if (next !== undefined) this.show(next);
  }

  /** Shows a position; `null` for the current one. */
  show(index: number | null): void {
    const { length } = this.moves;
    const wanted = index ?? length;
    if (wanted < 0 || wanted > length) return;
    if (wanted < length && !this.position(wanted)) {
      this.awaited = wanted;
      void this.fetch();
      return;
    }
    this.awaited = null;
    this.at = wanted === length ? null : wanted;
    this.viewer.moved();
  }

  /** Goes to the current position, and cancels any awaited one. */
  stay(): void {
    this.awaited = null;
    if (this.isShown) this.show(null);
  }

  /** Fetches the positions of a game in progress, then shows the one that is awaited by that time. */
  private async fetch(): Promise<void> {
    if (this.fetching) return;
    this.fetching = true;
    const { reader } = this;
    try {
      const plies = await api.plies(this.id);
      if (reader === this.reader)
        for (const { n, view, last } of plies) {
          if (n < this.moves.length && !this.seen.has(n)) this.seen.set(n, { view, last });
        }
    } catch {
      if (this.awaited !== null) this.viewer.failed();
    }
    this.fetching = false;
    const { awaited } = this;
    this.awaited = null;
    if (awaited !== null && this.position(awaited)) this.show(awaited);
  }

  /** The game has ended, or goes on after an end: the revealed positions no longer match. */
  private end(isOver: boolean): void {
    if (isOver === this.isOver) return;
    this.isOver = isOver;
    this.ends++;
    this.all = null;
    clearTimeout(this.timer);
    if (isOver) void this.load();
  }

  private async load(): Promise<void> {
    const { ends } = this;
    try {
      const all = await api.plies(this.id);
      if (ends !== this.ends) return;
      this.all = all;
    } catch {
      if (ends !== this.ends) return;
      this.timer = setTimeout(() => void this.load(), AGAIN_MS);
    }
    this.viewer.changed();
  }
}
