/** The current tasks of a director, derived from the state of the event, the most urgent first. */
import { d } from '../../text/desk';
import { leftText, nearMomentText } from '../../text/events';
import type { Command, EventDetail, Person, Side } from '../../api/events';
import { absentOf, isOverdue, lastRound, placeOf, sideOf, stopsClocks, type Place } from './facts';
import type { Preset } from './rule';

/** A likely decision, as a button. */
export type Deed =
  | { kind: 'rule'; label: string; preset: Preset; isPrimary?: boolean }
  /** Done at once, since a later entry can correct it. */
  | { kind: 'do'; label: string; test: string; done: string; command: Command }
  /** A game that was forfeited is played after all. */
  | { kind: 'play'; label: string; game: string }
  | { kind: 'show'; label: string; part: 'hand' | 'forbidden' | 'players' | 'arbiter' | 'roles' };

export interface Item {
  key: string;
  /** 0 is the most urgent. */
  urgency: number;
  /** Sorts items of the same urgency, the earlier first. */
  at: number;
  /** The game that it is about. */
  place: Place | null;
  sentence: string;
  /** The text of a player. */
  text: string | null;
  deeds: Deed[];
}

const MINUTE_MS = 60_000;
/** How long before the start to list players who have not checked in, in milliseconds. */
const CHECK_IN_MS = 15 * MINUTE_MS;
/** When a round waits for at most this many games, they are listed. */
const FEW = 3;

export function attention(detail: EventDetail, now: number): Item[] {
  const items = [
    ...impasse(detail),
    ...calls(detail, now),
    ...remitted(detail),
    ...overdue(detail, now),
    ...absent(detail, now),
    ...forfeited(detail),
    ...waiting(detail),
    ...before(detail, now),
  ];
  return items.sort((a, b) => a.urgency - b.urgency || a.at - b.at);
}

/** A round that the rules cannot pair. */
function impasse(detail: EventDetail): Item[] {
  if (!detail.impasse || detail.phase !== 'running') return [];
  return [
    {
      key: 'impasse',
      urgency: 1,
      at: 0,
      place: null,
      sentence: d.item.impasse,
      text: null,
      deeds: [
        { kind: 'show', label: d.hand.title, part: 'hand' },
        { kind: 'show', label: d.forbidden.title, part: 'forbidden' },
      ],
    },
  ];
}

function person(place: Place, side: Side): Person {
  return place.board[side];
}

/** Open calls, those with stopped clocks first. */
function calls(detail: EventDetail, now: number): Item[] {
  return detail.calls.flatMap((call): Item[] => {
    const place = placeOf(detail, call.game);
    if (!call.open || !place) return [];
    const side = sideOf(place.board, call.player.id) ?? 'white';
    const rule = (label: string, preset: Partial<Preset>, isPrimary = false): Deed => ({
      kind: 'rule',
      label,
      isPrimary,
      preset: { game: call.game, call: call.n, ...preset },
    });
    const stopped = stopsClocks(call)
      ? [
          d.item.stopped(call.player.name, side),
          call.clocksUntil === null ? '' : d.item.stoppedLeft(leftText(call.clocksUntil - now)),
        ].join(' ')
      : d.item.waiting(call.player.name);
    return [
      {
        key: `call-${call.n}`,
        urgency: stopsClocks(call) ? 0 : 2,
        at: call.at,
        place,
        sentence: stopped,
        text: call.text,
        deeds: [
          rule(d.act.dismiss, { outcome: 'dismissed', ground: 'rules', reasons: d.reasons.dismissed }, true),
          rule(d.act.addTime, { outcome: 'time', ground: 'failure', side, reasons: d.reasons.time }),
          rule(d.act.rule, {}),
        ],
      },
    ];
  });
}

function remitted(detail: EventDetail): Item[] {
  return detail.rulings.flatMap((ruling): Item[] => {
    const place = placeOf(detail, ruling.game);
    if (ruling.state === 'remitted' && ruling.you.rule)
      return [
        {
          key: `remitted-${ruling.n}`,
          urgency: 1,
          at: ruling.at,
          place,
          sentence: d.item.remitted,
          text: null,
          deeds: [{ kind: 'rule', label: d.act.rule, isPrimary: true, preset: { game: ruling.game } }],
        },
      ];
    return [];
  });
}

/** Overdue appeals and remitted rulings: they never expire, as only people decide them. */
function overdue(detail: EventDetail, now: number): Item[] {
  const { roles, you } = detail;
  return detail.rulings.flatMap((ruling): Item[] => {
    if (ruling.waitingSince === null || !isOverdue(ruling, now) || ruling.you.rule) return [];
    const who = ruling.decision?.to ?? roles.chiefArbiter;
    return [
      {
        key: `overdue-${ruling.n}`,
        urgency: 2,
        at: ruling.waitingSince,
        place: placeOf(detail, ruling.game),
        sentence: d.item.overdue(who.name, nearMomentText(ruling.waitingSince, now), you.organiser),
        text: null,
        deeds: you.organiser ? [{ kind: 'show', label: d.roles.title, part: 'roles' }] : [],
      },
    ];
  });
}

/** The players who have not come to a game that has begun. */
function absent(detail: EventDetail, now: number): Item[] {
  return detail.rounds.flatMap(round =>
    round.boards.flatMap((board, index) => {
      const place: Place = { round, board, number: index + 1 };
      return absentOf(board).map((side): Item => {
        const who = person(place, side).name;
        const ends = board.defaultAt ?? 0;
        const left = ends - now;
        return {
          key: `absent-${board.game}-${side}`,
          urgency: left > 0 ? 3 : 1,
          at: ends,
          place,
          sentence: left > 0 ? d.item.absent(who, side, leftText(left)) : d.item.absentOver(who, side),
          text: null,
          deeds: [
            {
              kind: 'do',
              label: d.act.forfeit(side),
              test: 'forfeit',
              done: d.act.forfeited(who),
              command: {
                type: 'rule',
                game: board.game,
                ground: 'absence',
                outcome: { kind: side === 'white' ? 'white-forfeits' : 'black-forfeits' },
                reasons: d.reasons.absence(who, board.startedAt ?? round.startsAt, ends, left < 0),
              },
            },
          ],
        };
      });
    }),
  );
}

/** Games lost by absence, as long as another ruling can replace that. */
function forfeited(detail: EventDetail): Item[] {
  return detail.rulings.flatMap((ruling): Item[] => {
    const place = placeOf(detail, ruling.game);
    const side = { 'white-forfeits': 'white', 'black-forfeits': 'black' }[ruling.outcome.kind as string] as
      Side | undefined;
    const isLast = !detail.rulings.some(one => one.game === ruling.game && one.n > ruling.n);
    if (!place || !side || !isLast || ruling.ground !== 'absence' || ruling.state !== 'open') return [];
    const { board } = place;
    if (board.startedAt === null || board.result !== ruling.outcome.kind || board.final) return [];
    return [
      {
        key: `forfeited-${ruling.n}`,
        urgency: 7,
        at: ruling.at,
        place,
        sentence: d.item.forfeited(person(place, side).name, side),
        text: null,
        deeds: [{ kind: 'play', label: d.act.playAfterAll, game: ruling.game }],
      },
    ];
  });
}

/** Games and results that the next round waits for. */
function waiting(detail: EventDetail): Item[] {
  if (detail.phase !== 'running' || detail.settings.format.kind === 'arena') return [];
  const round = lastRound(detail);
  if (!round || (round.started === null && round.boards.some(board => board.result === null))) return [];
  const open = round.boards.map((board, index) => ({ round, board, number: index + 1 }));
  const live = open.filter(({ board }) => board.result === null);
  if (live.length > 0 && live.length <= FEW && live.length < round.boards.length)
    return live
      .filter(({ board }) => !board.clocksStopped && absentOf(board).length === 0)
      .map(place => ({
        key: `live-${place.board.game}`,
        urgency: 5,
        at: place.number,
        place,
        sentence: d.item.longest(live.length),
        text: null,
        deeds: [{ kind: 'rule', label: d.act.rule, preset: { game: place.board.game, ground: 'deadline' } }],
      }));
  const provisional = open.filter(({ board }) => board.provisional && !board.final);
  if (live.length > 0 || provisional.length === 0) return [];
  return [
    {
      key: 'not-final',
      urgency: 6,
      at: 0,
      place: provisional.length === 1 ? (provisional[0] ?? null) : null,
      sentence: d.item.notFinal(provisional.length),
      text: null,
      deeds: detail.presides ? [{ kind: 'show', label: d.act.order, part: 'arbiter' }] : [],
    },
  ];
}

/** Before the start: who has not checked in. */
function before(detail: EventDetail, now: number): Item[] {
  const { phase, settings, startsAt, entries } = detail;
  if (phase !== 'open' || startsAt - now > CHECK_IN_MS) return [];
  const present = entries.filter(one => !one.withdrawn && (settings.checkInMinutes == null || one.checkedIn));
  const missing = entries.filter(one => !one.withdrawn && !one.checkedIn);
  const least = settings.format.kind === 'round-robin' ? 3 : 2;
  const item = (key: string, sentence: string): Item => ({
    key,
    urgency: 4,
    at: startsAt,
    place: null,
    sentence,
    text: null,
    deeds: [{ kind: 'show', label: d.players.title, part: 'players' }],
  });
  return [
    ...(present.length < least ? [item('few', d.item.few(present.length, least))] : []),
    ...(settings.checkInMinutes != null && missing.length ? [item('check-in', d.item.checkIn(missing.length))] : []),
  ];
}
