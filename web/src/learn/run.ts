/** A lesson in progress: the current step, the moves played, and the feedback. The server judges the moves. */
import { api, Refused } from '../api/http';
import { readOptions } from '../api/options';
import type { Color, Explored } from '../api/types';
import type { Game, ScreenModule } from '../games/game';
import type { Lesson, LessonMove, LessonStep } from '../games/lesson';
import type { GameScreen, Host, Scene } from '../games/screen';
import { t } from '../text';
import { motionAllowed } from '../ui/motion';
import { Progress } from './progress';

/** How long readers see their own move before the other side answers. */
const REPLY_MS = 700;

export interface Feedback {
  kind: 'wrong' | 'done';
  text: string;
}

/** The events of a lesson, for the page that shows it. */
export interface Reader {
  redraw(): void;
  say(words: string): void;
}

export class LessonRun implements Host {
  scene: Scene;
  /** The screen of the step, once its position is known. */
  screen: GameScreen | null = null;
  /** The number of the current step, from 0. */
  number = 0;
  /** How many of the step's moves have been made. */
  made = 0;
  feedback: Feedback | null = null;
  /** Why the position could not be set up. */
  failure: string | null = null;
  /** Whether an answer by the server or by the other side is pending. */
  isBusy = true;
  private actions: string[] = [];
  private gone = false;
  /** Counts requests to the server, so that late answers are dropped. */
  private asked = 0;
  private readonly progress: Progress;

  constructor(
    private readonly game: Game,
    private readonly lesson: Lesson,
    private readonly code: ScreenModule,
    private readonly reader: Reader,
  ) {
    this.progress = new Progress(game.id);
    this.scene = blank(game.id, 'white');
    void this.begin(0);
  }

  // --- public interface

  get steps(): readonly LessonStep[] {
    return this.lesson.steps;
  }

  get step(): LessonStep {
    return this.steps[this.number] as LessonStep;
  }

  get isLast(): boolean {
    return this.number === this.steps.length - 1;
  }

  get isSolved(): boolean {
    return this.made >= (this.step.moves?.length ?? 0);
  }

  /** The task of the reader now. */
  get task(): string | null {
    return this.step.text.tasks?.[this.made] ?? null;
  }

  /** The move that the step waits for. */
  get move(): LessonMove | null {
    return this.step.moves?.[this.made] ?? null;
  }

  isDone(step: number): boolean {
    return this.progress.has(step);
  }

  /** Sets up a step. */
  async begin(number: number): Promise<void> {
    this.number = number;
    this.made = 0;
    this.feedback = null;
    this.failure = null;
    this.actions = [...(this.step.actions ?? [])];
    this.screen?.destroy();
    this.screen = null;
    this.scene = blank(this.game.id, this.color);
    // Without the position there is nothing to show; and the step may have been begun again meanwhile.
    if (!(await this.load(this.actions))) return;
    this.screen = this.code.createScreen(this);
    this.screen.update();
    if (this.step.key) this.screen.onKey(new KeyboardEvent('keydown', { key: this.step.key }));
    if (!this.step.moves) this.progress.finish(number);
    this.redraw();
  }

  /** Makes the move that the step waits for. */
  showMove(): void {
    const { move } = this;
    if (!move || this.isBusy) return;
    this.screen?.back();
    this.feedback = null;
    void this.play(move.show, move);
  }

  destroy(): void {
    this.gone = true;
    this.screen?.destroy();
  }

  // --- Host

  redraw(): void {
    this.reader.redraw();
  }

  say(words: string): void {
    this.reader.say(words);
  }

  act(action: string): void {
    const { move } = this;
    if (!move || this.isBusy) return;
    if (!move.accept.test(action)) {
      const { text } = this.step;
      const words = text.wrong?.[action] ?? (text.hint || t.learn.wrong);
      this.feedback = { kind: 'wrong', text: words };
      this.say(words);
      void this.load(this.actions);
      return;
    }
    this.feedback = null;
    void this.play(action, move);
  }

  // --- the course of a step

  private get color(): Color {
    return this.step.color ?? 'white';
  }

  /** Shows the position after `actions`. */
  private async load(actions: readonly string[]): Promise<boolean> {
    const asked = ++this.asked;
    this.isBusy = true;
    this.redraw();
    try {
      const explored = await api.explore(this.step.variant ?? this.game.id, [...actions], this.step.position);
      if (this.gone || asked !== this.asked) return false;
      this.actions = [...actions];
      this.scene = this.sceneOf(explored);
      this.isBusy = false;
      this.screen?.update();
      this.redraw();
      return true;
    } catch (problem) {
      if (this.gone || asked !== this.asked) return false;
      this.isBusy = false;
      this.scene = { ...this.scene, pending: null };
      const sentence = problem instanceof Refused ? problem.message : String(problem);
      if (this.screen) this.feedback = { kind: 'wrong', text: sentence };
      else this.failure = sentence;
      this.redraw();
      return false;
    }
  }

  private async play(action: string, move: LessonMove): Promise<void> {
    this.scene = { ...this.scene, pending: action };
    if (!(await this.load([...this.actions, action]))) return;
    this.made++;
    this.hold();
    for (const reply of move.reply ?? []) {
      const { asked } = this;
      this.isBusy = true;
      await new Promise(resolve => setTimeout(resolve, motionAllowed() ? REPLY_MS : 0));
      // Meanwhile this step or another may have been begun.
      if (this.gone || asked !== this.asked) return;
      if (!(await this.load([...this.actions, reply]))) return;
    }
    this.hold();
    if (this.isSolved) {
      this.progress.finish(this.number);
      const text = this.step.text.done ?? t.learn.solved;
      this.feedback = { kind: 'done', text };
      this.say(text);
    } else this.say(this.task ?? '');
    this.redraw();
  }

  /** No move is offered when the step is solved, or when the other side is about to answer. */
  private hold(): void {
    if (this.isSolved || this.scene.actor !== this.color) this.scene = { ...this.scene, options: null };
  }

  private sceneOf(explored: Explored): Scene {
    const actor = explored.actor;
    const isMine = !this.isSolved && actor === this.color;
    // From the start position and with one action per turn, the order tells which side made each action.
    const isKnown = this.step.position === undefined && this.lesson.alternates === true;
    return {
      ...this.scene,
      variant: this.step.variant ?? this.game.id,
      view: explored.view,
      options: isMine ? readOptions(explored.options) : null,
      actor,
      seat: this.color,
      last: explored.last,
      orientation: this.color,
      pending: null,
      history: isKnown
        ? this.actions.map((action, index) => ({ action, color: index % 2 === 0 ? 'white' : 'black' }))
        : undefined,
    };
  }
}

/** A scene before anything is known: nobody acts. */
function blank(variant: string, color: Color): Scene {
  return {
    variant,
    view: null,
    options: null,
    actor: null,
    seat: color,
    last: [],
    orientation: color,
    pending: null,
  };
}
