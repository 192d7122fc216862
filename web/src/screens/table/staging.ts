/** Shows a turn of somebody else step by step: the positions on the way, one after the other, before the present one. */
import type { Shown } from '../../games/screen';
import { nextFrame } from '../../ui/frame';
import { motionAllowed } from '../../ui/motion';

/** How long each step is seen: as long as a piece moves, and a moment. */
const STEP_MS = 250;

const HANDS = ['pointerdown', 'keydown'];

export class Staging {
  private left: readonly Shown[] = [];
  private callOff = (): void => {};
  private timer = 0;

  /** `moved` is called when the next step is to be seen, the present position the last. */
  constructor(private readonly moved: () => void) {
    document.addEventListener('visibilitychange', this.hide);
    for (const name of HANDS) document.addEventListener(name, this.finish, { capture: true });
  }

  /** The step that is seen now, or `null` for the present position. */
  get shown(): Shown | null {
    return this.left[0] ?? null;
  }

  /** Shows these steps, unless nobody looks or motion is not wanted. */
  play(steps: readonly Shown[]): void {
    this.stop();
    if (!motionAllowed() || document.hidden) return;
    this.left = steps;
    this.wait();
  }

  /** The part that has not been shown yet is left out. */
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

  /** Nobody looks any more. */
  private readonly hide = (): void => {
    if (document.hidden) this.finish();
  };

  /** Shows the present position at once: a player who acts is not kept waiting. */
  private readonly finish = (): void => {
    if (!this.shown) return;
    this.stop();
    this.moved();
  };
}
