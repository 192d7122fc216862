/** The players of arranged games who have said that they can play now: a board only tells that somebody ever did. */
import type { Board, EventDetail, Side } from '../../api/events';
import { e, leftText, whenText } from '../../text/events';
import { defaultMinutes } from './facts';

const MINUTE_MS = 60_000;

export class Arrivals {
  private readonly said = new Map<string, number>();

  /** Takes an entry of the event's log. */
  take({ type, game, side, at }: Partial<Record<string, unknown>>): void {
    if (type === 'arrived' && typeof at === 'number') this.said.set(`${String(game)} ${String(side)}`, at);
  }

  /**
   * The end of the time for which a player's last "now" holds (Regulations, section 2): the default time, and around an
   * appointment until that is missed. `null` if it was never said.
   */
  until(settings: EventDetail['settings'], { game, appointment }: Board, side: Side): number | null {
    const at = this.said.get(`${game} ${side}`);
    if (at === undefined) return null;
    const time = defaultMinutes(settings) * MINUTE_MS;
    const isAround = appointment !== null && at >= appointment - time;
    return Math.max(at, isAround ? appointment : 0) + time;
  }
}

export function isAhead(time: number | null | undefined, now: number): boolean {
  return time != null && now <= time;
}

/** Who has said that they can play an arranged game now, until when, and whether that is over. */
export function whoCanPlay(
  opponent: string,
  own: number | null | undefined,
  theirs: number | null | undefined,
  now: number,
): string {
  const { arrange } = e;
  if (own != null && isAhead(own, now)) return arrange.nowSaid(leftText(own - now));
  return [
    own == null ? '' : arrange.nowOver(whenText(own, now)),
    theirs == null
      ? ''
      : isAhead(theirs, now)
        ? arrange.nowTheirs(opponent, leftText(theirs - now))
        : arrange.nowTheirsOver(opponent, whenText(theirs, now)),
  ]
    .filter(Boolean)
    .join(' ');
}
