import type { Color, State } from '../../api/types';
import { play } from '../../ui/sound';

const LOW_MS = 20_000;

/** The clocks between two messages of the server. */
export class Clocks {
  private readonly timer: number;
  private heardAt = 0;
  private warned = false;

  constructor(
    private readonly state: () => State | null,
    ticked: () => void,
  ) {
    this.timer = window.setInterval(() => {
      const state = this.state();
      if (state?.status !== 'live' || !state.clock?.running) return;
      const { running } = state.clock;
      if (running === state.seat && !this.warned && this.left(running) < LOW_MS) {
        this.warned = true;
        play('low-time');
      }
      ticked();
    }, 200);
  }

  /** The server has sent the clocks: count from now. */
  take(): void {
    this.heardAt = performance.now();
  }

  /** The time left to a player, in milliseconds. */
  left(color: Color): number {
    const state = this.state();
    if (!state?.clock) return 0;
    const told = color === 'white' ? state.clock.white_ms : state.clock.black_ms;
    if (state.status !== 'live' || state.clock.running !== color) return Math.max(0, told);
    const passed = performance.now() - this.heardAt;
    const delay = state.clock.delay_ms;
    // In correspondence games all the time is delay: that is what is shown.
    if (state.clock.correspondence) return Math.max(0, told + delay - passed);
    return Math.max(0, told - Math.max(0, passed - delay));
  }

  destroy(): void {
    clearInterval(this.timer);
  }
}
