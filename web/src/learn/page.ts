/** “How to play”: one step after the other on a real board; the server judges, the step says what it asks for. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../api/http';
import type { Color, Explored, GameId } from '../api/types';
import { gameModule } from '../games';
import type { GameScreen, Host, Scene } from '../games/screen';
import { t } from '../text';
import { button, link } from '../ui/controls';
import { motionAllowed } from '../ui/motion';
import type { App, Page } from '../ui/page';
import { tellsMore } from '../ui/scroll';
import type { LessonMove, LessonStep } from './lesson';
import { LESSONS } from './lessons';
import { Progress } from './progress';

/** How long the reader sees the own move before the other side answers. */
const REPLY_MS = 700;

/** Phones and tall windows, as in the style sheets. */
const STACKED = '(max-aspect-ratio: 1/1)';

type Feedback = { kind: 'wrong' | 'done' | 'shown'; text: string };

export class LearnPage implements Page, Host {
  scene: Scene;
  private screen: GameScreen | null = null;
  private number = 0;
  /** How many of the step's moves have been made. */
  private made = 0;
  private actions: string[] = [];
  private feedback: Feedback | null = null;
  private failure: string | null = null;
  private busy = true;
  private gone = false;
  /** Counts what was asked of the server, so that late answers are dropped. */
  private asked = 0;
  private readonly progress: Progress;

  constructor(
    private readonly app: App,
    private readonly game: GameId,
  ) {
    this.progress = new Progress(game);
    this.scene = blank(game);
    void this.begin(0);
  }

  get title(): string {
    return t.learn.of + t.game[this.game];
  }

  // --- Host

  redraw(): void {
    this.app.redraw();
  }

  say(text: string): void {
    this.app.say(text);
  }

  act(action: string): void {
    const move = this.move;
    if (!move || this.busy) return;
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

  // --- the steps

  private get steps(): readonly LessonStep[] {
    return LESSONS[this.game].steps;
  }

  private get step(): LessonStep {
    return this.steps[this.number] as LessonStep;
  }

  private get move(): LessonMove | null {
    return this.step.moves?.[this.made] ?? null;
  }

  private get color(): Color {
    return this.step.color ?? 'white';
  }

  private get isSolved(): boolean {
    return this.made >= (this.step.moves?.length ?? 0);
  }

  private async begin(number: number): Promise<void> {
    this.number = number;
    this.made = 0;
    this.feedback = null;
    this.failure = null;
    this.actions = [...(this.step.actions ?? [])];
    this.screen?.destroy();
    this.screen = null;
    this.busy = true;
    const module = await gameModule(this.game);
    if (this.gone || this.number !== number) return;
    this.scene = { ...blank(this.game), orientation: this.color };
    await this.load(this.actions);
    if (this.gone || this.failure || this.number !== number) return;
    this.screen = module.screen(this);
    this.screen.update();
    if (this.step.focus) this.screen.onKey(new KeyboardEvent('keydown', { key: String(this.step.focus) }));
    if (!this.step.moves) this.progress.finish(number);
    this.redraw();
  }

  /** Shows the position after `actions`. */
  private async load(actions: readonly string[]): Promise<boolean> {
    const asked = ++this.asked;
    this.busy = true;
    this.redraw();
    try {
      const explored = await api.explore<unknown>(this.step.variant ?? this.game, [...actions], this.step.position);
      if (this.gone || asked !== this.asked) return false;
      this.actions = [...actions];
      this.scene = this.sceneOf(explored);
      this.busy = false;
      this.screen?.update();
      this.redraw();
      return true;
    } catch (problem) {
      if (this.gone || asked !== this.asked) return false;
      this.busy = false;
      this.scene = { ...this.scene, pending: null };
      if (this.screen) this.feedback = { kind: 'wrong', text: sentence(problem) };
      else this.failure = sentence(problem);
      this.redraw();
      return false;
    }
  }

  private async play(action: string, move: LessonMove): Promise<void> {
    const number = this.number;
    this.scene = { ...this.scene, pending: action };
    if (!(await this.load([...this.actions, action]))) return;
    this.made++;
    this.hold();
    for (const reply of move.reply ?? []) {
      this.busy = true;
      await new Promise(resolve => setTimeout(resolve, motionAllowed() ? REPLY_MS : 0));
      if (this.gone || this.number !== number) return;
      if (!(await this.load([...this.actions, reply]))) return;
    }
    this.hold();
    if (this.isSolved) {
      this.progress.finish(number);
      const text = this.step.text.done ?? t.learn.solved;
      this.feedback = { kind: 'done', text };
      this.say(text);
    } else this.say(this.task ?? '');
    this.redraw();
  }

  /** Nobody moves on when the step is solved, or when the other side is about to answer. */
  private hold(): void {
    if (this.isSolved || this.scene.actor !== this.color) this.scene = { ...this.scene, options: null };
  }

  private sceneOf(explored: Explored): Scene {
    const actor = explored.outcome ? null : (explored.actor ?? (explored.view as { turn?: Color }).turn ?? null);
    const mine = !this.isSolved && actor === this.color;
    return {
      ...this.scene,
      variant: this.step.variant ?? this.game,
      view: explored.view,
      options: mine ? explored.options : null,
      actor,
      seat: this.color,
      last: explored.last ?? [],
      orientation: this.color,
      pending: null,
      history:
        this.step.position === undefined && this.game === 'time-traveler'
          ? this.actions.map((action, index) => ({ action, color: index % 2 === 0 ? 'white' : 'black' }))
          : undefined,
    };
  }

  private get task(): string | null {
    return this.step.text.tasks?.[this.made] ?? null;
  }

  private showMe(): void {
    const move = this.move;
    if (!move || this.busy) return;
    this.screen?.back();
    this.feedback = null;
    void this.play(move.show, move);
  }

  private go(number: number): void {
    if (number < 0 || number >= this.steps.length) return;
    void this.begin(number).then(() => {
      document.querySelector<HTMLElement>('.lesson-title')?.focus({ preventScroll: false });
    });
    this.say(t.learn.step(number + 1, this.steps.length, this.steps[number]?.text.title ?? ''));
  }

  // --- the page

  onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      if (this.screen?.back()) event.preventDefault();
      return;
    }
    if (event.target instanceof HTMLInputElement) return;
    if (this.screen?.onKey(event)) event.preventDefault();
  }

  destroy(): void {
    this.gone = true;
    this.screen?.destroy();
  }

  view(): VNode {
    return h('main.learn', { attrs: { id: 'main', tabindex: -1, 'data-game': this.game } }, [
      h('header.learn-head', [
        h('h1', [h('span.learn-of', t.learn.of), t.game[this.game]]),
        h(
          'ol.learn-steps',
          { attrs: { 'aria-label': t.learn.steps } },
          this.steps.map((step, index) => this.stepButton(step, index)),
        ),
      ]),
      this.words(),
      this.foot(),
      h('section.learn-board', { attrs: { 'aria-label': t.board.title } }, [
        this.promptLine(),
        h(
          'div.learn-area.board-area',
          { key: `area-${this.number}` },
          this.screen ? [this.screen.board()] : [this.placeholder()],
        ),
      ]),
      h(
        'section.learn-instrument',
        { key: 'instrument' },
        this.screen ? [h('div.instrument', [this.screen.instrument()]), h('div.tools', this.screen.tools())] : [],
      ),
    ]);
  }

  private stepButton(step: LessonStep, index: number): VNode {
    const done = this.progress.has(index);
    const label = t.learn.step(index + 1, this.steps.length, step.text.title);
    return h('li', { key: index }, [
      h(
        'button.learn-step',
        {
          class: { current: index === this.number, done, puzzle: step.puzzle === true },
          attrs: {
            type: 'button',
            'aria-label': done ? `${label}, ${t.learn.stepDone}` : label,
            'aria-current': index === this.number ? 'step' : 'false',
            title: step.text.title,
          },
          on: { click: () => this.go(index) },
        },
        done && index !== this.number ? '✓' : String(index + 1),
      ),
    ]);
  }

  private words(): VNode {
    const { step } = this;
    return h('section.learn-words', { key: `words-${this.number}` }, [
      h('h2.lesson-title', { attrs: { tabindex: -1 } }, [
        step.text.title,
        step.puzzle ? h('span.tag', t.learn.puzzle) : null,
      ]),
      h(
        'div.learn-text',
        // On a phone the explanation scrolls by itself.
        { key: 'text', hook: tellsMore, attrs: { tabindex: this.scrollsText ? 0 : -1 } },
        step.text.text.map((paragraph, index) => h('p', { key: `p${index}` }, paragraph)),
      ),
      this.task ? h('p.task', { key: `task-${this.made}`, attrs: { 'data-test': 'task' } }, this.task) : null,
    ]);
  }

  private get scrollsText(): boolean {
    return window.matchMedia(STACKED).matches;
  }

  /** What has come of the move, and where to go from here. */
  private foot(): VNode {
    const last = this.number === this.steps.length - 1;
    return h('section.learn-foot', { key: 'foot' }, [
      this.feedback
        ? h(
            `p.feedback.${this.feedback.kind}`,
            { key: 'feedback', attrs: { 'data-test': 'feedback' } },
            this.feedback.text,
          )
        : null,
      last && this.isSolved && this.feedback ? h('p.feedback-end', { key: 'end' }, t.learn.finishText) : null,
      h('div.learn-nav', [
        button({
          label: t.learn.back,
          key: 'back',
          disabled: this.number === 0,
          onClick: () => this.go(this.number - 1),
        }),
        button({
          label: t.learn.show,
          key: 'show',
          kind: 'quiet',
          testId: 'show',
          disabled: this.move === null || this.busy,
          onClick: () => this.showMe(),
        }),
        button({
          label: t.learn.again,
          key: 'again',
          kind: 'quiet',
          disabled: this.made === 0 && !this.feedback,
          onClick: () => void this.begin(this.number),
        }),
        last
          ? link(this.app.go, `/new/${this.game}?opponent=engine`, `.button${this.isSolved ? '.primary' : ''}`, [
              t.learn.finish,
            ])
          : button({
              label: t.learn.next,
              key: 'next',
              testId: 'next',
              kind: this.isSolved ? 'primary' : 'plain',
              onClick: () => this.go(this.number + 1),
            }),
      ]),
    ]);
  }

  private promptLine(): VNode {
    const own = this.busy ? null : (this.screen?.prompt() ?? null);
    const text =
      own?.text ??
      (this.isSolved
        ? this.step.moves
          ? t.learn.solved
          : t.learn.read
        : this.scene.options
          ? t.learn.yourTurn
          : t.learn.theirTurn);
    return h(
      'div.prompt',
      { key: 'prompt', class: own ? { [own.tone]: true } : {}, attrs: { 'data-test': 'prompt' } },
      [h('p', text)],
    );
  }

  private placeholder(): VNode {
    return h(
      'div.learn-empty',
      { key: 'empty' },
      this.failure
        ? [
            h('p', `${t.learn.failed} ${this.failure}`),
            button({ label: t.learn.retry, onClick: () => void this.begin(this.number) }),
          ]
        : [],
    );
  }
}

function sentence(problem: unknown): string {
  return problem instanceof Refused ? problem.message : String(problem);
}

/** A scene before anything is known: nobody acts. */
function blank(game: GameId): Scene {
  return {
    variant: game,
    view: null,
    options: null,
    actor: null,
    seat: 'white',
    last: [],
    orientation: 'white',
    pending: null,
  };
}
