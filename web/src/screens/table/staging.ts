/** Shows a turn of somebody else step by step: the intermediate positions, one after the other, before the current one. */
import type { Shown } from '../../games/screen';
import { nextFrame } from '../../ui/frame';
import { motionAllowed } from '../../ui/motion';

/** How long each step is shown: the animation of a piece and a short pause. */
const STEP_MS = 250;

const HANDS = ['pointerdown', 'keydown'];

export class Staging {
  private left: readonly Shown[] = [];
  private callOff = (): void => {};
  private timer = 0;

  /** `moved` is called when the next step is to be shown, finally for the current position. */
  constructor(private readonly moved: () => void) {
    document.addEventListener('visibilitychange', this.hide);
    for (const name of HANDS) document.addEventListener(name, this.finish, { capture: true });
  }

  /** The step that is shown now, or `null` for the current position. */
  get shown(): Shown | null {
    return this.left[0] ?? null;
  }

  /** Shows these steps, unless the page is hidden or reduced motion is requested. */
  play(steps: readonly Shown[]): void {
    this.stop();
    if (!motionAllowed() || document.hidden) return;
    this.left = steps;
    this.wait();
  }

  /** Skips the remaining steps. */
  stop(): void {
    this.callOff();
    clearTimeout(this.timer);
    this.left = [];
  }

  destroy(): void {
    this.stop();
    document.removeEventListener('visibilitychange', this.hide);
    for (const name of HANDS) document.removeEventListener(name, this.finish, { capture: true });
  }

  private wait(): void {
    if (!this.shown) return;
    // The time of a step begins when it has been drawn.
    this.callOff = nextFrame(() => {
      this.timer = window.setTimeout(() => this.next(), STEP_MS);
    });
  }

  private next(): void {
    this.left = this.left.slice(1);
    this.moved();
    this.wait();
  }

  /** The page may have been hidden. */
  private readonly hide = (): void => {
    if (document.hidden) this.finish();
  };

  /** Shows the current position at once: a player who acts is not kept waiting. */
  private readonly finish = (): void => {
    if (!this.shown) return;
    this.stop();
    this.moved();
  };
}
