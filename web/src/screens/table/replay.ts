/** Stepping through the moves. What this browser has not seen it asks for when it is wanted. */
import { api, Refused } from '../../api/http';
import type { Analysis, Color, Ply, State } from '../../api/types';
import { t } from '../../text';
import type { Table } from '../table';

type Shown = Pick<Ply, 'view' | 'last'>;

/** Positions are numbered by the actions before them: 0 is the start. */
export class Replay {
  private readonly seen = new Map<number, Shown>();
  private all: Ply[] | null = null;
  private asked = false;
  private fetching = false;
  /** The position that is shown; `null` is the present one. */
  private at: number | null = null;
  /** What the machine found. `decided`: the game is decided in that position. */
  analysis: Analysis | 'busy' | 'decided' | { refused: string } | null = null;
  private analysed: number | null = null;

  constructor(private readonly table: Table) {}

  get isShown(): boolean {
    return this.at !== null;
  }

  /** What is shown instead of the present position. */
  get shown(): Shown | null {
    return this.at === null ? null : (this.position(this.at) ?? null);
  }

  /** The number of the position that is seen. */
  get current(): number {
    return this.at ?? this.length;
  }

  private get length(): number {
    return this.table.state?.moves.length ?? 0;
  }

  get caption(): string {
    const move = this.table.state?.moves[this.current - 1];
    return move
      ? t.table.positionAfter(move.number, t.color[move.color], this.openNotation(this.current) ?? move.notation)
      : t.table.start;
  }

  /** The action that led to the position that is seen. */
  get lastMove(): { color: Color; notation: string } | null {
    const move = this.table.state?.moves[this.current - 1];
    return move ? { color: move.color, notation: this.openNotation(this.current) ?? move.notation } : null;
  }

  take(state: State): void {
    const { length } = state.moves;
    this.seen.set(length, { view: state.view, last: state.last });
    // What was taken back has never been.
    for (const index of this.seen.keys()) if (index > length) this.seen.delete(index);
    if (state.status === 'over' && !this.asked) void this.load();
    if (this.at !== null && (this.at >= length || !this.position(this.at))) this.at = null;
  }

  /** After the end everything is open: the notation with what was hidden. */
  openNotation(index: number): string | null {
    return this.all?.find(ply => ply.n === index)?.notation ?? null;
  }

  private position(index: number): Shown | undefined {
    return this.all?.find(ply => ply.n === index) ?? this.seen.get(index);
  }

  step(by: number): void {
    this.show(this.current + by);
  }

  first(): void {
    this.show(0);
  }

  /** Shows a position; `null` for the present one. */
  show(index: number | null): void {
    const wanted = index ?? this.length;
    if (wanted < 0 || wanted > this.length) return;
    if (wanted < this.length && !this.position(wanted)) {
      void this.fetch(wanted);
      return;
    }
    this.at = wanted === this.length ? null : wanted;
    this.table.game?.update();
    this.table.say(this.caption);
    this.table.redraw();
  }

  /** Asks for the positions of a game that goes on, to show one of them. */
  private async fetch(wanted: number): Promise<void> {
    if (this.fetching) return;
    this.fetching = true;
    try {
      for (const { n, view, last } of await api.plies(this.table.id)) {
        if (n < this.length && !this.seen.has(n)) this.seen.set(n, { view, last });
      }
      if (this.position(wanted)) this.show(wanted);
    } catch {
      this.table.app.note(t.app.failed);
    }
    this.fetching = false;
  }

  private async load(): Promise<void> {
    this.asked = true;
    try {
      this.all = await api.plies(this.table.id);
    } catch {
      this.asked = false;
    }
    this.table.redraw();
  }

  /** Asks the engine about the position that is seen. */
  async analyse(): Promise<void> {
    if (this.analysis === 'busy') return;
    const { current } = this;
    this.analysis = 'busy';
    this.analysed = current;
    this.table.redraw();
    try {
      this.analysis = await api.analysis(this.table.id, current);
    } catch (error) {
      const isDecided = error instanceof Refused && error.problem.code === 'not-possible';
      this.analysis = isDecided ? 'decided' : { refused: error instanceof Error ? error.message : t.app.failed };
    }
    this.table.redraw();
  }

  /** The player who acts in the position that is seen. */
  get actor(): Color | null {
    return this.all?.find(ply => ply.n === this.current)?.actor ?? null;
  }

  /** Whether the lines that were found belong to the position that is seen. */
  get analysisFits(): boolean {
    return this.analysed === this.current;
  }
}
