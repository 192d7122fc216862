/** Placement: games against the computer that are rated while the player's rating is still uncertain. */
import { api } from '../api/http';
import type { Placement, PlacementRequest } from '../api/types';
import type { App } from '../ui/page';

/** The server's answers on which games could be rated; asked once per wish and page. */
export class Placements {
  private readonly known = new Map<string, Placement | null>();

  constructor(private readonly app: App) {}

  /** `null` for guests, and until the server has answered. */
  of(wish: PlacementRequest): Placement | null {
    if (this.app.me?.account !== true) return null;
    const key = JSON.stringify(wish);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.known.set(key, null);
    void api.placement(wish).then(
      placement => {
        this.known.set(key, placement);
        this.app.redraw();
      },
      // Without an answer nothing is offered; an attempt to make the game will show the reason.
      () => {},
    );
    return null;
  }
}
