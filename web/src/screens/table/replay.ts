/** Stepping through the moves: of a finished game all positions, of a live one those that this browser has seen. */
import { api } from '../../api/http';
import type { Analysis, Ply, State } from '../../api/types';
import { t } from '../../text';
import type { Table } from '../table';

type Shown = Pick<Ply, 'n' | 'view' | 'last'>;

export class Replay {
  private readonly seen = new Map<number, Shown>();
  private all: Ply[] | null = null;
  private asked = false;
  /** The event whose position is shown; `null` is the present. */
  private at: number | null = null;
  analysis: Analysis | 'busy' | string | null = null;
  private analysed: number | null = null;

  constructor(private readonly table: Table) {}

  get isShown(): boolean {
    return this.at !== null;
  }

  get number(): number | null {
    return this.at;
  }

  get shown(): Shown | null {
    return this.at === null ? null : (this.position(this.at) ?? null);
  }

  get caption(): string {
    const { state } = this.table;
    const move = state?.moves.find(one => one.n === this.at);
    return move ? t.table.positionAfter(move.number, t.color[move.color], move.notation) : t.table.start;
  }

  take(state: State): void {
    this.seen.set(state.n, { n: state.n, view: state.view, last: state.last });
    const last = state.moves.at(-1);
    if (last && last.n !== state.n && !this.seen.has(last.n)) {
      this.seen.set(last.n, { n: last.n, view: state.view, last: state.last });
    }
    if (state.moves.length === 0 && !this.seen.has(0)) this.seen.set(0, { n: 0, view: state.view, last: [] });
    if (state.status === 'over' && !this.asked) void this.load();
    if (this.at !== null && state.status === 'live' && !this.table.replay.position(this.at)) this.at = null;
  }

  /** Whether the position after event `n` can be shown. */
  knows(n: number): boolean {
    return this.position(n) !== undefined;
  }

  position(n: number): Shown | undefined {
    return this.all?.find(ply => ply.n === n) ?? this.seen.get(n);
  }

  private get stops(): number[] {
    const moves = this.table.state?.moves ?? [];
    const before = this.all?.[0] && this.all[0].n < (moves[0]?.n ?? 1) ? [this.all[0].n] : this.seen.has(0) ? [0] : [];
    return [...before, ...moves.map(move => move.n)];
  }

  step(by: number): void {
    const { stops } = this;
    const now = this.at ?? stops.at(-1) ?? 0;
    const index = stops.indexOf(now);
    const next = stops[index + by];
    if (next !== undefined && this.knows(next)) this.show(next);
  }

  first(): void {
    const first = this.stops.find(n => this.knows(n));
    if (first !== undefined) this.show(first);
  }

  show(n: number | null): void {
    const { stops } = this;
    const isLast = n === null || n === stops.at(-1);
    if (n !== null && !isLast && !this.knows(n)) return;
    this.at = isLast ? null : n;
    this.table.game?.update();
    this.table.say(this.caption);
    this.table.redraw();
  }

  get current(): number | null {
    return this.at ?? this.stops.at(-1) ?? null;
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

  /** Asks the engine about the position that is shown. */
  async analyse(): Promise<void> {
    const n = this.current;
    if (n === null || this.analysis === 'busy') return;
    this.analysis = 'busy';
    this.analysed = n;
    this.table.redraw();
    try {
      this.analysis = await api.analysis(this.table.id, n);
    } catch (error) {
      this.analysis = error instanceof Error ? error.message : t.app.failed;
    }
    this.table.redraw();
  }

  /** Whether the lines that were found belong to the position that is shown. */
  get analysisFits(): boolean {
    return this.analysed === this.current;
  }
}
