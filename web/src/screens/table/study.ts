/**
 * The study board for trying moves, which replaces the game's board and starts from the position that is shown. The server says
 * what is legal, as in a lesson; nothing is stored.
 */
import { api, Refused } from '../../api/http';
import { readOptions } from '../../api/options';
import type { Color, Explored } from '../../api/types';
import type { Scene } from '../../games/screen';
import { t } from '../../text';

/** The starting point of the study board. */
export interface Ground {
  variant: string;
  /** The number of the starting position, where the variant has several. */
  start: number | undefined;
  /** The actions up to the position from which it starts, as this player may know them. */
  actions: readonly string[];
}

export interface StudyListener {
  /** Another position is shown, or something was refused. */
  changed(): void;
  say(words: string): void;
}

/** An action that was tried. */
export interface Tried {
  /** In machine notation. */
  action: string;
  /** In its public form. */
  public: string;
  notation: string;
}

export class Study {
  /** Why the last action was refused, or an empty string. */
  refusal = '';
  private ground: Ground | null = null;
  private explored: Explored | null = null;
  private pending: string | null = null;
  /** Counts requests to the server, so that late answers are dropped. */
  private asked = 0;

  constructor(private readonly listener: StudyListener) {}

  get isOpen(): boolean {
    return this.ground !== null;
  }

  /** The side that must act in the position shown; `null` until it is known, and if the game is over there. */
  get actor(): Color | null {
    return this.explored?.actor ?? null;
  }

  /** The tried moves, in order. */
  get line(): Tried[] {
    const { explored, ground } = this;
    if (!explored || !ground) return [];
    const from = ground.actions.length;
    return explored.actions.slice(from).map((action, index) => ({
      action,
      public: explored.public[from + index] ?? action,
      notation: explored.notation[from + index] ?? action,
    }));
  }

  /** All actions up to the position that is shown, in their public form. */
  get played(): { action: string; notation: string }[] {
    return (this.explored?.public ?? []).map((action, index) => ({
      action,
      notation: this.explored?.notation[index] ?? action,
    }));
  }

  open(ground: Ground): void {
    this.ground = ground;
    this.explored = null;
    void this.load([]);
  }

  close(): void {
    this.asked++;
    this.ground = this.explored = this.pending = null;
    this.refusal = '';
    this.listener.changed();
  }

  play(action: string): void {
    if (this.pending !== null) return;
    this.pending = action;
    void this.load([...this.line.map(one => one.action), action]);
  }

  /** Takes the last action back. False if there was none. */
  back(): boolean {
    const { line } = this;
    if (line.length === 0) return false;
    void this.load(line.slice(0, -1).map(one => one.action));
    return true;
  }

  /** The scene that is drawn instead of the game. */
  scene(of: Scene): Scene {
    const { explored } = this;
    if (!this.ground || !explored) return this.ground ? { ...of, options: null, premove: null } : of;
    const last = this.played.at(-1);
    return {
      ...of,
      view: explored.view,
      options: this.pending === null ? readOptions(explored.options) : null,
      actor: explored.actor,
      seat: 'both',
      last: explored.last,
      pending: this.pending,
      isSending: false,
      premove: null,
      end: explored.outcome?.reason ?? null,
      lastMove:
        last && explored.actor
          ? { color: explored.actor === 'white' ? 'black' : 'white', notation: last.notation }
          : null,
      history: undefined,
    };
  }

  private async load(line: readonly string[]): Promise<void> {
    const { ground } = this;
    if (!ground) return;
    const asked = ++this.asked;
    try {
      const explored = await api.explore(ground.variant, [...ground.actions, ...line], undefined, ground.start);
      if (asked !== this.asked) return;
      this.explored = explored;
      this.refusal = '';
      const last = this.line.at(-1);
      if (last) this.listener.say(last.notation);
    } catch (error) {
      if (asked !== this.asked) return;
      this.refusal = error instanceof Refused ? error.message : t.app.failed;
      this.listener.say(this.refusal);
    }
    this.pending = null;
    this.listener.changed();
  }
}
