/** The present values, in the summaries of the folded parts. */
import { n } from '../../../text/new-event';
import { controlOf, type Draft } from '../draft';
import { defaultMinutes } from '../facts';
import { usualTieBreaks } from '../regulations';

export function roundsNow(draft: Draft): string {
  const words: string[] = [];
  if (draft.format === 'swiss') words.push(n.now.rounds(draft.rounds));
  if (draft.format === 'round-robin' && draft.double) words.push(n.now.double);
  if (draft.format === 'round-robin' && draft.deadline !== null) return [...words, n.now.arranged].join(', ');
  if (draft.format === 'knock-out') words.push(`${n.matchGames}: ${draft.matchGames}`);
  if (draft.format === 'knock-out' && draft.thirdPlace) words.push(n.now.thirdPlace);
  words.push(draft.schedule === 'after' ? n.now.after(draft.after ?? 2) : n.now.times);
  return words.join(', ');
}

export function playersNow({ ratingFrom, ratingTo, mostPlayers, checkIn }: Draft): string {
  return [
    ratingFrom === null && ratingTo === null ? n.now.anybody : n.now.rating(ratingFrom, ratingTo),
    ...(mostPlayers === null ? [] : [n.now.most(mostPlayers)]),
    n.now.checkIn(checkIn),
  ].join(', ');
}

export function playNow(draft: Draft): string {
  return [
    draft.rated ? n.now.rated : n.now.casual,
    n.now.defaultTime(draft.defaultMinutes ?? defaultMinutes({ control: controlOf(draft) })),
    n.now.draws(draft.drawTurns ?? 0),
  ].join(', ');
}

export function rankingNow(draft: Draft): string {
  const tieBreaks = draft.tieBreaks.trim() || usualTieBreaks(draft.format).join(', ');
  return [...(draft.format === 'swiss' ? [n.now.halfByes(draft.halfPointByes ?? 1)] : []), tieBreaks || n.usual].join(
    ', ',
  );
}

export function lawNow({ regulations }: Draft): string {
  return regulations.trim() ? n.now.own : n.now.noOwn;
}
