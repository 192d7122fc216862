/** A guest's offer of a rematch: guests have no feed that would tell them on another page that it was accepted. */
import type { State } from './api/types';

/** Polling interval while the offer is open. */
const PERIOD_MS = 4000;
/** How long to wait for the opponent's answer. */
const PATIENCE_MS = 10 * 60_000;

type Offer = Pick<State, 'id' | 'seat' | 'offers'> & { rematch_id?: string | null };

/** Whether the player has offered a rematch that nobody has answered. */
export function isOffered({ seat, offers, rematch_id }: Offer): boolean {
  return !rematch_id && offers.rematch !== null && offers.rematch === seat;
}

export class OfferedRematch {
  private timer = 0;

  constructor(
    private readonly ask: (game: string) => Promise<Offer>,
    /** Called with the new game when the offer is accepted. */
    private readonly begun: (game: string) => void,
  ) {}

  /** Watches the offer of a game whose page was left, and stops watching any earlier one. */
  await(game: string): void {
    clearInterval(this.timer);
    const until = performance.now() + PATIENCE_MS;
    const timer = (this.timer = window.setInterval(() => {
      if (performance.now() > until) return clearInterval(timer);
      void this.ask(game).then(
        state => {
          if (timer !== this.timer || isOffered(state)) return;
          clearInterval(timer);
          this.timer = 0;
          if (state.rematch_id) this.begun(state.rematch_id);
        },
        // The next look may succeed.
        () => {},
      );
    }, PERIOD_MS));
  }
}
