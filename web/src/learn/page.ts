/** “How to play”: one step after the other on a real board, with the text beside it. */
import { h, type VNode } from 'snabbdom';
import { focusSoon } from '../board/focus';
import { marked, type Game, type ScreenModule } from '../games/game';
import type { Lesson, LessonStep } from '../games/lesson';
import { t } from '../text';
import { button, link } from '../ui/controls';
import { isShortcut } from '../ui/keys';
import type { App, Page } from '../ui/page';
import { LessonRun } from './run';

export class LearnPage implements Page {
  private readonly run: LessonRun;
  /** On a phone the explanation lies over the board until it has been read. */
  private isReading = true;

  constructor(
    private readonly app: App,
    private readonly game: Game,
    lesson: Lesson,
    code: ScreenModule,
  ) {
    this.run = new LessonRun(game, lesson, code, app);
  }

  get title(): string {
    return t.learn.of + this.game.about.title;
  }

  private go(number: number): void {
    const { steps } = this.run;
    const step = steps[number];
    if (!step) return;
    this.isReading = true;
    void this.run.begin(number).then(() => focusSoon('.lesson-title'));
    this.app.say(t.learn.step(number + 1, steps.length, step.text.title));
  }

  onKey(event: KeyboardEvent): void {
    const { screen } = this.run;
    if (event.key === 'Escape') {
      if (screen?.back()) event.preventDefault();
      else if (this.isReading) this.read(false);
      return;
    }
    if (event.target instanceof HTMLInputElement || isShortcut(event)) return;
    if (screen?.onKey(event)) event.preventDefault();
  }

  destroy(): void {
    this.run.destroy();
  }

  view(): VNode {
    const { screen, number, steps } = this.run;
    return h('main.learn', { attrs: { id: 'main', tabindex: -1, ...marked(this.game) } }, [
      h('header.learn-head', [
        h('h1', [h('span.learn-of', t.learn.of), this.game.about.title]),
        h(
          'ol.learn-steps',
          { attrs: { 'aria-label': t.learn.steps } },
          steps.map((step, index) => this.stepButton(step, index)),
        ),
      ]),
      this.words(),
      this.foot(),
      h('section.learn-board', { attrs: { 'aria-label': t.board.title } }, [
        this.promptLine(),
        h('div.learn-area.board-area', { key: `area-${number}` }, screen ? [screen.board()] : [this.placeholder()]),
      ]),
      h(
        'section.learn-instrument',
        { key: 'instrument' },
        screen ? [h('div.instrument', [screen.instrument()]), h('div.tools', screen.tools())] : [],
      ),
    ]);
  }

  private stepButton(step: LessonStep, index: number): VNode {
    const { number, steps } = this.run;
    const done = this.run.isDone(index);
    const label = t.learn.step(index + 1, steps.length, step.text.title);
    return h('li', { key: index }, [
      h(
        'button.learn-step',
        {
          class: { current: index === number, done, puzzle: step.puzzle === true },
          attrs: {
            type: 'button',
            'aria-label': done ? `${label}, ${t.learn.stepDone}` : label,
            'aria-current': index === number ? 'step' : 'false',
            title: step.text.title,
          },
          on: { click: () => this.go(index) },
        },
        done && index !== number ? '✓' : String(index + 1),
      ),
    ]);
  }

  private words(): VNode {
    const { step, number, task, made } = this.run;
    return h('section.learn-words', { key: `words-${number}`, class: { reading: this.isReading } }, [
      h('h2.lesson-title', { attrs: { tabindex: -1 } }, [
        step.text.title,
        step.puzzle ? h('span.tag', t.learn.puzzle) : null,
      ]),
      h(
        'div.learn-text',
        { key: 'text' },
        step.text.text.map((paragraph, index) => h('p', { key: `p${index}` }, paragraph)),
      ),
      h('div.learn-task', { key: 'task' }, [
        task
          ? h('p.task', { key: `task-${made}`, attrs: { 'data-test': 'task' } }, task)
          : h('p.no-task', { key: 'none', attrs: { 'aria-hidden': 'true' } }, step.text.title),
        this.readButton(task !== null),
      ]),
    ]);
  }

  /** Phones only: switches between the explanation and the board. */
  private readButton(hasTask: boolean): VNode {
    const { isReading } = this;
    return button({
      label: isReading ? (hasTask ? t.learn.tryIt : t.learn.toBoard) : t.learn.text,
      icon: isReading ? undefined : 'book',
      iconOnly: !isReading,
      kind: isReading ? 'primary' : 'quiet',
      key: 'read',
      testId: isReading ? 'try' : 'text',
      onClick: () => this.read(!isReading),
    });
  }

  private read(isReading: boolean): void {
    this.isReading = isReading;
    this.app.redraw();
  }

  /** The result of the move, and the next steps. */
  private foot(): VNode {
    const { feedback, isLast, isSolved } = this.run;
    return h('section.learn-foot', { key: 'foot' }, [
      feedback
        ? h(`p.feedback.${feedback.kind}`, { key: 'feedback', attrs: { 'data-test': 'feedback' } }, feedback.text)
        : null,
      isLast && isSolved && feedback ? h('p.feedback-end', { key: 'end' }, t.learn.finishText) : null,
      this.navigation(),
    ]);
  }

  private navigation(): VNode {
    const { run } = this;
    const { number, isSolved } = run;
    return h('div.learn-nav', [
      button({ label: t.learn.back, key: 'back', disabled: number === 0, onClick: () => this.go(number - 1) }),
      button({
        label: t.learn.show,
        key: 'show',
        kind: 'quiet',
        testId: 'show',
        disabled: run.move === null || run.isBusy,
        onClick: () => {
          this.isReading = false;
          run.showMove();
        },
      }),
      button({
        label: t.learn.again,
        key: 'again',
        kind: 'quiet',
        disabled: run.made === 0 && !run.feedback,
        onClick: () => void run.begin(number),
      }),
      run.isLast
        ? link(this.app.go, `/new/${this.game.id}?opponent=engine`, `.button${isSolved ? '.primary' : ''}`, [
            t.learn.finish,
          ])
        : button({
            label: t.learn.next,
            key: 'next',
            testId: 'next',
            kind: isSolved ? 'primary' : 'plain',
            onClick: () => this.go(number + 1),
          }),
    ]);
  }

  private promptLine(): VNode {
    const { run } = this;
    const own = run.isBusy ? null : (run.screen?.prompt() ?? null);
    return h(
      'div.prompt',
      { key: 'prompt', class: own ? { [own.tone]: true } : {}, attrs: { 'data-test': 'prompt' } },
      [h('p', own?.text ?? this.usualPrompt())],
    );
  }

  /** The sentence if the game has nothing to say. */
  private usualPrompt(): string {
    const { isSolved, step, scene } = this.run;
    if (isSolved) return step.moves ? t.learn.solved : t.learn.read;
    return scene.options ? t.learn.yourTurn : t.learn.theirTurn;
  }

  private placeholder(): VNode {
    const { run } = this;
    return h(
      'div.learn-empty',
      { key: 'empty' },
      run.failure
        ? [
            h('p', `${t.learn.failed} ${run.failure}`),
            button({ label: t.learn.retry, onClick: () => void run.begin(run.number) }),
          ]
        : [],
    );
  }
}
