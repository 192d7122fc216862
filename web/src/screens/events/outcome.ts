/** The fields of a form for the outcome of a ruling. */
import type { VNode } from 'snabbdom';
import type { Outcome, Side } from '../../api/events';
import { api } from '../../api/http';
import type { Move } from '../../api/types';
import { d } from '../../text/desk';
import { e } from '../../text/events';
import { toggle } from '../../ui/controls';
import { choice, numberField } from './common';

const MINUTE_MS = 60_000;
/** The compensation for time lost through no fault of the player, in seconds. */
const SECONDS = 120;

type Kind = Outcome['kind'];

const SIDES: readonly (readonly [Side, string])[] = [
  ['white', e.side.white],
  ['black', e.side.black],
];

export class OutcomeChoice {
  private side: Side = 'white';
  private seconds: number | null = SECONDS;
  private from = 0;
  private minutes: Record<Side, number | null> = { white: null, black: null };
  private frivolous = false;
  private moves: Move[] | null = null;

  constructor(
    private readonly game: string,
    private readonly redraw: () => void,
    private kind: Kind,
    private readonly kinds: readonly Kind[],
    side?: Side,
  ) {
    if (side) this.side = side;
    if (!kinds.includes(kind)) this.kind = kinds[0] ?? 'draw';
    if (this.kind === 'resume') void this.load();
  }

  /** The choice; `null` if something is missing. */
  get outcome(): Outcome | null {
    const { kind, side, seconds, from, minutes } = this;
    switch (kind) {
      case 'resume':
        if (minutes.white === null || minutes.black === null) return null;
        return {
          kind,
          from,
          whiteMs: Math.round(minutes.white * MINUTE_MS),
          blackMs: Math.round(minutes.black * MINUTE_MS),
        };
      case 'time':
        return seconds === null || seconds === 0 ? null : { kind, side, seconds: Math.round(seconds) };
      case 'warning':
        return { kind, side };
      case 'dismissed':
        return { kind, frivolous: this.frivolous };
      case 'replay':
        return { kind };
      default:
        return { kind };
    }
  }

  /** Loads the moves after which the game can resume, and the current clocks. */
  private async load(): Promise<void> {
    const state = await api.state(this.game).catch(() => null);
    if (!state) return;
    this.moves = state.moves ?? [];
    this.from = this.moves.at(-1)?.n ?? 1;
    const { clock } = state;
    for (const side of ['white', 'black'] as const) {
      const ms = clock?.[`${side}_ms`];
      this.minutes[side] ??= ms === undefined ? null : Math.round(ms / 6000) / 10;
    }
    this.redraw();
  }

  private set(change: () => void): void {
    change();
    this.redraw();
  }

  view(id: string): VNode[] {
    const kinds = this.kinds.map(kind => [kind, d.rule.outcomes[kind]] as const);
    return [
      choice(`${id}-outcome`, d.rule.outcome, kinds, this.kind, kind =>
        this.set(() => {
          this.kind = kind;
          if (kind === 'resume' && !this.moves) void this.load();
        }),
      ),
      ...this.more(id),
    ];
  }

  /** The fields of one kind of outcome. */
  private more(id: string): VNode[] {
    const side = (): VNode =>
      choice(`${id}-side`, d.rule.side, SIDES, this.side, value => this.set(() => (this.side = value)));
    switch (this.kind) {
      case 'time':
        return [
          side(),
          numberField(`${id}-seconds`, d.rule.seconds, this.seconds, { min: -86_400, max: 86_400 }, value =>
            this.set(() => (this.seconds = value)),
          ),
        ];
      case 'warning':
        return [side()];
      case 'dismissed':
        return [toggle(d.rule.frivolous, '', this.frivolous, value => this.set(() => (this.frivolous = value)))];
      case 'resume': {
        const moves = (this.moves ?? []).map(
          ({ n, number, color, notation }) => [String(n), d.rule.move(number, color, notation)] as const,
        );
        const points = [['1', d.rule.start] as const, ...moves].reverse();
        const clock = (color: Side, label: string): VNode =>
          numberField(`${id}-${color}`, label, this.minutes[color], { min: 0.1, max: 1440, step: 0.1 }, value =>
            this.set(() => (this.minutes[color] = value)),
          );
        return [
          choice(`${id}-from`, d.rule.from, points, String(this.from), value =>
            this.set(() => (this.from = Number(value))),
          ),
          clock('white', d.rule.whiteClock),
          clock('black', d.rule.blackClock),
        ];
      }
      default:
        return [];
    }
  }
}
