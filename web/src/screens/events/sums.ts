/** The parts of a player's tie-breaks: fetched when one is opened, and again when something has happened. */
import { events, type TieBreakPart, type TieBreakSums } from '../../api/events';

export class Sums {
  private known: TieBreakSums | null = null;
  /** The request: the player, and the last entry of the log that was known then. */
  private asked = '';

  constructor(
    private readonly event: string,
    private readonly changed: () => void,
  ) {}

  /** The parts of a tie-break as of this entry of the log, or as they were just before; `null` as long as they are not known. */
  parts(player: string, name: string, last: number): readonly TieBreakPart[] | null {
    const key = `${player} ${last}`;
    if (this.asked !== key) {
      this.asked = key;
      void this.ask(key, player);
    }
    if (this.known?.player.id !== player) return null;
    return this.known.tieBreaks.find(one => one.name === name)?.parts ?? null;
  }

  private async ask(key: string, player: string): Promise<void> {
    // Without an answer nothing is told: the record stands in its place.
    const sums = await events.sums(this.event, player).catch(() => null);
    if (!sums || this.asked !== key) return;
    this.known = sums;
    this.changed();
  }
}
