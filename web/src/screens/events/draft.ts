/** The settings of an event while they are being edited, with the defaults of the regulations. */
import type { Control, Format, Schedule, Settings } from '../../api/events';

export type ControlKind = Control['kind'];
export type FormatKind = Format['kind'];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** All fields of the form. An empty number is `null`: then the default of the regulations applies. */
export interface Draft {
  name: string;
  variant: string;
  control: ControlKind;
  minutes: number | null;
  increment: number | null;
  delay: number | null;
  format: FormatKind;
  /** Of a Swiss. */
  rounds: number | null;
  double: boolean;
  /** The deadline of an arranged round robin; `null` if it is played round by round. */
  deadline: number | null;
  /** Of a knock-out. */
  matchGames: '1' | '2' | '4';
  thirdPlace: boolean;
  /** Of a match. */
  games: number | null;
  /** Of an arena. */
  length: number | null;
  startsAt: number | null;
  rated: boolean;
  schedule: 'after' | 'times';
  after: number | null;
  /** One time per line. */
  times: (number | null)[];
  ratingFrom: number | null;
  ratingTo: number | null;
  mostPlayers: number | null;
  checkIn: number | null;
  defaultMinutes: number | null;
  tieBreaks: string;
  pairingBye: 'win' | 'draw';
  halfPointByes: number | null;
  drawTurns: number | null;
  regulations: string;
}

/** The first half hour that is at least `ahead` milliseconds away. */
export function nextHalfHour(now: number, ahead: number): number {
  return Math.ceil((now + ahead) / (30 * MINUTE_MS)) * 30 * MINUTE_MS;
}

export function newDraft(now: number): Draft {
  return {
    name: '',
    variant: 'chess',
    control: 'rapid',
    minutes: 10,
    increment: 5,
    delay: 0,
    format: 'swiss',
    rounds: null,
    double: false,
    deadline: null,
    matchGames: '1',
    thirdPlace: false,
    games: 4,
    length: 60,
    startsAt: nextHalfHour(now, 15 * MINUTE_MS),
    rated: false,
    schedule: 'after',
    after: 2,
    times: [],
    ratingFrom: null,
    ratingTo: null,
    mostPlayers: null,
    checkIn: null,
    defaultMinutes: null,
    tieBreaks: '',
    pairingBye: 'win',
    halfPointByes: 1,
    drawTurns: 0,
    regulations: '',
  };
}

/** The draft of existing settings. */
export function draftOf(settings: Settings): Draft {
  const { control, format, conditions, schedule } = settings;
  const base = newDraft(settings.startsAt);
  return {
    ...base,
    name: settings.name,
    variant: settings.variant,
    control: control.kind,
    ...(control.kind === 'custom'
      ? { minutes: control.seconds / 60, increment: control.increment ?? 0, delay: control.delay ?? 0 }
      : {}),
    format: format.kind,
    ...(format.kind === 'swiss' ? { rounds: format.rounds ?? null } : {}),
    ...(format.kind === 'round-robin'
      ? { double: format.double ?? false, deadline: format.arranged?.deadline ?? null }
      : {}),
    ...(format.kind === 'knock-out'
      ? { matchGames: String(format.games) as Draft['matchGames'], thirdPlace: format.thirdPlace ?? false }
      : {}),
    ...(format.kind === 'match' ? { games: format.games } : {}),
    ...(format.kind === 'arena' ? { length: format.minutes } : {}),
    startsAt: settings.startsAt,
    rated: settings.rated,
    schedule: schedule.kind,
    ...(schedule.kind === 'after' ? { after: schedule.minutes } : { times: [...schedule.times] }),
    ratingFrom: conditions.ratingFrom ?? null,
    ratingTo: conditions.ratingTo ?? null,
    mostPlayers: conditions.mostPlayers ?? null,
    checkIn: settings.checkInMinutes ?? null,
    defaultMinutes: settings.defaultMinutes ?? null,
    tieBreaks: settings.tieBreaks.join(', '),
    pairingBye: settings.pairingBye,
    halfPointByes: settings.halfPointByes,
    drawTurns: settings.drawTurns,
    regulations: settings.regulations,
  };
}

export function controlOf({ control, minutes, increment, delay }: Draft): Control {
  if (control !== 'custom') return { kind: control };
  return {
    kind: 'custom',
    seconds: Math.round((minutes ?? 0) * 60),
    increment: Math.round(increment ?? 0),
    delay: Math.round(delay ?? 0),
  };
}

export function formatOf(draft: Draft): Format {
  switch (draft.format) {
    case 'swiss':
      return { kind: 'swiss', ...(draft.rounds === null ? {} : { rounds: Math.round(draft.rounds) }) };
    case 'round-robin':
      return {
        kind: 'round-robin',
        double: draft.double,
        ...(draft.deadline === null ? {} : { arranged: { deadline: draft.deadline } }),
      };
    case 'knock-out':
      return { kind: 'knock-out', games: Number(draft.matchGames), thirdPlace: draft.thirdPlace };
    case 'match':
      return { kind: 'match', games: Math.round(draft.games ?? 1) };
    case 'arena':
      return { kind: 'arena', minutes: Math.round(draft.length ?? 60) };
  }
}

function scheduleOf({ schedule, after, times }: Draft): Schedule {
  if (schedule === 'times') return { kind: 'times', times: times.filter(time => time !== null) };
  return { kind: 'after', minutes: Math.round(after ?? 2) };
}

/** The settings that the draft describes. */
export function settingsOf(draft: Draft): Settings {
  const { ratingFrom, ratingTo, mostPlayers } = draft;
  return {
    name: draft.name.trim(),
    variant: draft.variant,
    control: controlOf(draft),
    format: formatOf(draft),
    rated: draft.rated,
    tieBreaks: tieBreaksOf(draft.tieBreaks),
    startsAt: draft.startsAt ?? 0,
    schedule: scheduleOf(draft),
    conditions: { ratingFrom, ratingTo, mostPlayers },
    checkInMinutes: draft.checkIn,
    defaultMinutes: draft.defaultMinutes,
    pairingBye: draft.pairingBye,
    halfPointByes: draft.halfPointByes ?? 1,
    drawTurns: draft.drawTurns ?? 0,
    regulations: draft.regulations.trim(),
  };
}

/** Tie-breaks as they are typed: `BH/C1, BH SB`. */
export function tieBreaksOf(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
}

/** The default deadline: a week after the start. */
export function usualDeadline(startsAt: number): number {
  return startsAt + 7 * DAY_MS;
}
