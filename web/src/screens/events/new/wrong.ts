/** Maps an error in the request to the field of the form. */
import type { Draft } from '../draft';

/** The fields of the request that correspond to a single field of the form. */
const FIELDS: Record<string, string> = {
  name: 'event-name',
  startsAt: 'event-start',
  tieBreaks: 'event-tie-breaks',
  checkInMinutes: 'event-check-in',
  defaultMinutes: 'event-default',
  drawTurns: 'event-draws',
  halfPointByes: 'event-half-byes',
  chiefArbiter: 'event-chief',
  deputy: 'event-deputy',
  directors: 'event-directors',
  ratingFrom: 'event-from',
  ratingTo: 'event-to',
  mostPlayers: 'event-most',
  seconds: 'event-minutes',
  increment: 'event-increment',
  delay: 'event-delay',
};

/** The id of the field for a path in the request, such as `settings.format`; empty if there is none. */
export function wrongField(path: string, draft: Draft): string {
  const names = path.split('.');
  if (names.includes('format')) return ofFormat(draft);
  if (names.includes('schedule')) return ofSchedule(draft);
  const known = names.map(name => FIELDS[name] ?? '').filter(Boolean);
  if (known.length) return known.at(-1) ?? '';
  if (names.includes('control')) return draft.control === 'custom' ? 'event-minutes' : '';
  return names.includes('conditions') ? ofConditions(draft) : '';
}

function ofFormat({ format }: Draft): string {
  const fields = {
    swiss: 'event-rounds',
    'round-robin': 'event-deadline',
    match: 'event-games',
    arena: 'event-length',
  };
  return format === 'knock-out' ? '' : fields[format];
}

/** The field with the first time that is not after the one before it. */
function ofSchedule({ schedule, startsAt, times }: Draft): string {
  if (schedule === 'after') return 'event-after';
  const before = [startsAt, ...times];
  const index = times.findIndex((time, place) => time === null || time <= (before[place] ?? -Infinity));
  return `event-time-${Math.max(0, index < 0 ? times.length - 1 : index)}`;
}

function ofConditions({ ratingFrom, ratingTo }: Draft): string {
  return ratingFrom !== null && ratingTo !== null && ratingFrom > ratingTo ? 'event-from' : 'event-most';
}
