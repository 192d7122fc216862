/** The breakdown of a player's tie-breaks: fetched when one is opened, and again after each new entry of the log. */
import { events, type TieBreakPart, type TieBreakSums } from '../../api/events';

export class Sums {
  private known: TieBreakSums | null = null;
  /** The last request: the player, and the last entry of the log at that time. */
  private asked = '';

  constructor(
    private readonly event: string,
    private readonly changed: () => void,
  ) {}

  /** The parts of a tie-break as of this entry of the log, or the previous ones until those arrive; `null` while unknown. */
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
    // If this fails, the record is shown instead.
    const sums = await events.sums(this.event, player).catch(() => null);
    if (!sums || this.asked !== key) return;
    this.known = sums;
    this.changed();
  }
}
