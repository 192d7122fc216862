/** The text on which players of an arranged game can play now; the server says how long each of them waits. */
import { e, leftText, whenText } from '../../text/events';

export function isAhead(time: number | null, now: number): boolean {
  return time !== null && now <= time;
}

/** Which players have said that they can play an arranged game now, until when, and whether that is over. */
export function whoCanPlay(opponent: string, own: number | null, theirs: number | null, now: number): string {
  const { arrange } = e;
  if (own !== null && isAhead(own, now)) return arrange.nowSaid(leftText(own - now));
  return [
    own === null ? '' : arrange.nowOver(whenText(own, now)),
    theirs === null
      ? ''
      : isAhead(theirs, now)
        ? arrange.nowTheirs(opponent, leftText(theirs - now))
        : arrange.nowTheirsOver(opponent, whenText(theirs, now)),
  ]
    .filter(Boolean)
    .join(' ');
}
