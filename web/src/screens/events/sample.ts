/** An event for tests of the pages: a Swiss of five in its second round. */
import type { Board, EventDetail, EventPlayer, Person, Round, Ruling } from '../../api/events';
import type { DeskHost } from './host';

const MINUTE = 60_000;
/** The current time of the sample. */
export const NOW = Date.UTC(2026, 10, 22, 19, 30);

const NAMES = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'] as const;
type Name = (typeof NAMES)[number];

export function person(name: string): Person {
  return { id: `id-${name}`, name, username: name, bot: false };
}

const NOTHING = { arrive: false, call: false, appoint: false, rule: false, openSeal: false };

export function board(number: number, white: Name, black: Name, change: Partial<Board> = {}): Board {
  return {
    game: `game-${white}-${black}`,
    board: number,
    white: person(white),
    black: person(black),
    terms: 'usual',
    startedAt: NOW - 20 * MINUTE,
    endedAt: null,
    result: null,
    provisional: false,
    final: false,
    arrived: { white: true, black: true },
    defaultAt: null,
    goesOnAt: null,
    clocksStopped: false,
    live: true,
    replayOf: null,
    appointment: null,
    proposal: null,
    you: NOTHING,
    ...change,
  };
}

export function over(result: Board['result'], isFinal = true): Partial<Board> {
  return { result, live: false, final: isFinal, provisional: !isFinal, endedAt: NOW - 5 * MINUTE };
}

export function round(number: number, boards: Board[], free: Name, change: Partial<Round> = {}): Round {
  return {
    number,
    paired: 10 * number,
    startsAt: NOW - 20 * MINUTE,
    started: NOW - 20 * MINUTE,
    final: boards.every(one => one.final),
    boards,
    byes: [{ player: person(free), kind: 'pairing' }],
    orderedBy: 'final',
    ...change,
  };
}

export function entry(number: number, name: Name, change: Partial<EventPlayer> = {}): EventPlayer {
  return {
    ...person(name),
    number,
    rating: 2000 - 50 * number,
    checkedIn: true,
    withdrawn: false,
    paused: false,
    byes: [],
    halfPointByes: 0,
    ...change,
  };
}

export function ruling(game: string, change: Partial<Ruling> = {}): Ruling {
  return {
    n: 30,
    game,
    by: person('Rita'),
    at: NOW - 4 * MINUTE,
    ground: 'absence',
    outcome: { kind: 'black-forfeits' },
    reasons: 'Dan has not come to the game within the default time.',
    call: null,
    remitted: null,
    state: 'open',
    appealBy: NOW + 26 * MINUTE,
    waitingSince: null,
    appeals: [],
    decision: null,
    you: { appeal: false, decide: false, rule: false },
    ...change,
  };
}

/** A stub of the page for desks and forms, with the given changes. */
export function hostOf(detail: EventDetail, change: Partial<DeskHost> = {}): DeskHost {
  const nothing = {
    redraw: () => {},
    close: () => {},
    send: () => {},
    go: () => {},
    open: () => {},
    evidence: () => {},
  };
  return { detail, now: NOW, refusal: '', lacksFactor: false, isBusy: false, ...nothing, ...change };
}

/** The sample event with the given changes. */
export function sample(change: Partial<EventDetail> = {}): EventDetail {
  const format = { kind: 'swiss', rounds: 4 } as const;
  const control = { kind: 'rapid' } as const;
  const points: Record<Name, number> = { Ada: 2, Ben: 1, Cleo: 1, Dan: 0.5, Eve: 0.5 };
  return {
    id: 'event0000001',
    name: 'Club evening',
    variant: 'chess',
    variantName: 'Chess',
    control,
    clock: 'Classical 25+10',
    format,
    rated: true,
    startsAt: NOW - 60 * MINUTE,
    phase: 'running',
    round: 2,
    roundsPlanned: 4,
    players: NAMES.length,
    mostPlayers: 1000,
    organiser: person('Rita'),
    you: { player: false, organiser: false, director: false, chiefArbiter: false, deputy: false },
    settings: {
      name: 'Club evening',
      variant: 'chess',
      control,
      format,
      rated: true,
      tieBreaks: [],
      startsAt: NOW - 60 * MINUTE,
      schedule: { kind: 'after', minutes: 2 },
      conditions: { ratingFrom: null, ratingTo: null, mostPlayers: null },
      checkInMinutes: null,
      defaultMinutes: null,
      pairingBye: 'win',
      halfPointByes: 1,
      drawTurns: 0,
      regulations: '',
    },
    roles: {
      organiser: person('Rita'),
      directors: [person('Rita')],
      chiefArbiter: person('Sam'),
      deputy: person('Tess'),
    },
    presides: false,
    entries: NAMES.map((name, index) => entry(index + 1, name)),
    forbidden: [],
    roundsBefore: 0,
    historyFrom: 1,
    rounds: [
      round(1, [board(1, 'Ada', 'Cleo', over('white-wins')), board(2, 'Dan', 'Ben', over('draw'))], 'Eve'),
      round(2, [board(1, 'Ben', 'Ada'), board(2, 'Cleo', 'Dan', over('black-forfeits', false))], 'Eve'),
    ],
    tieBreaks: ['BH/C1', 'BH'],
    standings: NAMES.map((name, index) => ({
      rank: index + 1,
      player: person(name),
      points: points[name],
      provisional: name === 'Cleo',
      tieBreaks: ['1.0', '1.5'],
    })),
    calls: [],
    rulings: [],
    evidence: [],
    seals: [],
    annulment: null,
    impasse: false,
    seed: 7,
    last: 40,
    now: NOW,
    ...change,
  };
}
