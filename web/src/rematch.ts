/** A guest's offer of a rematch: guests have no feed that would tell them on another page that it was accepted. */
import type { State } from './api/types';

/** Period of looking whether it was accepted. */
const PERIOD_MS = 4000;
/** How long an opponent may take. */
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
    /** It was accepted: the new game. */
    private readonly begun: (game: string) => void,
  ) {}

  /** Looks after the offer of a game whose page is left; before, of another one. */
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
