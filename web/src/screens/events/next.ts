/** The sentence at the top of an event: its state, and what the viewer does next. */
import type { EventDetail, Person } from '../../api/events';
import { e, inText, leftText, nearMomentText, whenText } from '../../text/events';
import { momentText } from '../../text/format';
import { listed } from '../../text/words';
import { isBracketDecided, isInBracket } from './bracket';
import {
  absentOf,
  isArranged,
  isForfeit,
  lastRound,
  ownBoard,
  planned,
  scoreFor,
  takesBack,
  whiteOutAt,
  type OwnBoard,
} from './facts';

/** The action of the button under the sentence. */
export type Deed =
  | { kind: 'enter' | 'checkIn' | 'playAgain' | 'signIn' }
  | { kind: 'board'; game: string }
  | { kind: 'arrive'; game: string };

export interface Next {
  /** The state of the event. */
  sentence: string;
  /** The most likely actions, the first one foremost. */
  deeds: Deed[];
  /** Whether something is to be done by a deadline that the sentence counts down. */
  isUrgent: boolean;
}

/** The visitor. */
export interface Visitor {
  /** `null` without an account. */
  id: string | null;
}

const MINUTE = 60_000;

export function nextOf(detail: EventDetail, visitor: Visitor, now: number): Next {
  switch (detail.phase) {
    case 'open':
      return beforeStart(detail, visitor, now);
    case 'running':
      return whileRunning(detail, visitor, now);
    case 'finished':
      return said(afterwards(detail, visitor));
    case 'cancelled':
      return said(e.next.cancelled);
    case 'annulled':
      return said(e.next.annulled);
  }
}

function said(...sentences: (string | false | null)[]): Next {
  return { sentence: sentences.filter(Boolean).join(' '), deeds: [], isUrgent: false };
}

function beforeStart(detail: EventDetail, { id }: Visitor, now: number): Next {
  const { settings, startsAt, players, mostPlayers } = detail;
  const starts = now >= startsAt ? e.next.startsNow : e.next.startsAt(whenText(startsAt, now), inText(startsAt - now));
  const own = detail.entries.find(entry => entry.id === id);
  if (own && !own.withdrawn) {
    const minutes = settings.checkInMinutes ?? null;
    if (minutes === null) return said(e.next.in, starts);
    if (own.checkedIn) return said(e.next.checkedIn, starts);
    const from = startsAt - minutes * MINUTE;
    if (now < from) return said(e.next.in, e.next.checkInFrom(nearMomentText(from, now)), starts);
    return {
      ...said(e.next.checkInNow(nearMomentText(startsAt, now)), starts),
      deeds: [{ kind: 'checkIn' }],
      isUrgent: true,
    };
  }
  if (players >= mostPlayers) return said(e.next.full(mostPlayers), starts);
  const { ratingFrom, ratingTo } = settings.conditions;
  const next = said(
    e.next.open(players, mostPlayers),
    (ratingFrom !== null || ratingTo !== null) && e.next.ratingOnly(ratingFrom, ratingTo),
    starts,
  );
  return now >= startsAt ? next : { ...next, deeds: [{ kind: id === null ? 'signIn' : 'enter' }] };
}

function whileRunning(detail: EventDetail, { id }: Visitor, now: number): Next {
  const { format } = detail.settings;
  const own = ownBoard(detail, id);
  if (own && own.board.result === null) return atBoard(detail, own, now);
  const entry = detail.entries.find(one => one.id === id);
  const isAway = entry && !entry.checkedIn && detail.settings.checkInMinutes != null;
  const mayCheckIn = entry && !entry.withdrawn && (isAway || entry.paused);
  const mayReturn = entry?.leftWillingly && takesBack(detail, now) && isInBracket(detail, entry.id);
  const deeds: Deed[] = mayCheckIn ? [{ kind: 'checkIn' }] : mayReturn ? [{ kind: 'playAgain' }] : [];
  const round = lastRound(detail);
  const result = own && own.round === round ? ownResult(own) : '';
  const bye = round?.byes.find(one => one.player.id === id);
  const before = [
    entry?.withdrawn ? e.next.withdrawn : '',
    result && e.next.done(result),
    bye && round && !entry?.withdrawn ? e.next.bye(round.number, bye.kind) : '',
  ];
  if (format.kind === 'arena') {
    const left = detail.startsAt + format.minutes * MINUTE - now;
    const isPaused = entry?.paused && !entry.withdrawn && left > 0;
    const next = said(
      ...before,
      isPaused ? e.next.paused : '',
      left > 0 ? e.next.arena(leftText(left)) : e.next.arenaOver,
    );
    if (!entry && left > 0) return { ...next, deeds: [{ kind: id === null ? 'signIn' : 'enter' }] };
    return { ...next, deeds };
  }
  const next = said(...before, ...roundSentences(detail, now));
  return { ...next, deeds };
}

/** The state of the round, for a viewer who has nothing to do in it. */
export function roundSentences(detail: EventDetail, now: number): string[] {
  const round = lastRound(detail);
  if (!round) return [e.next.pairedSoon];
  if (round.started === null && round.startsAt > now)
    return [e.next.roundSoon(round.number, inText(round.startsAt - now))];
  const open = round.boards.filter(board => board.result === null);
  if (open.length > 0) {
    const { length: live } = open.filter(board => board.live);
    const toPlay = isArranged(detail) ? open.length - live : 0;
    return [
      e.next.roundOn(round.number, planned(detail)),
      toPlay < open.length ? e.next.waitsFor(open.length - toPlay) : '',
      toPlay > 0 ? e.next.toPlay(toPlay) : '',
    ];
  }
  const isLast = round.number >= (planned(detail) ?? Infinity) || isBracketDecided(detail);
  return [e.next.roundOver(round.number), ...(isLast ? [] : [e.next.waitsFinal])];
}

function atBoard(detail: EventDetail, own: OwnBoard, now: number): Next {
  const { board, side, opponent, round } = own;
  const toBoard = { kind: 'board', game: board.game } as const;
  const { format } = detail.settings;
  if (format.kind === 'round-robin' && format.arranged && !board.live) {
    const open = detail.rounds.flatMap(one =>
      one.boards.filter(
        other =>
          other.result === null &&
          (other.white.id === (side === 'white' ? board.white.id : board.black.id) ||
            other.black.id === (side === 'white' ? board.white.id : board.black.id)),
      ),
    );
    return said(e.next.arranged(open.length, momentText(format.arranged.deadline)));
  }
  if (board.clocksStopped) return { ...said(e.next.stopped(opponent.name)), deeds: [toBoard], isUrgent: false };
  if (!board.live && round.started === null)
    return {
      ...said(e.next.roundStarts(round.number, inText(round.startsAt - now), side, opponent.name)),
      deeds: [toBoard],
      isUrgent: true,
    };
  const absent = absentOf(board);
  const outAt = absent.includes('white') ? whiteOutAt(detail, board) : null;
  if (outAt !== null && board.defaultAt !== null) return atShortClock(own, outAt, board.defaultAt, now);
  if (absent.includes(side) && board.defaultAt !== null)
    return {
      ...said(e.next.arrive(round.number, side, opponent.name, leftText(board.defaultAt - now))),
      deeds: [toBoard, { kind: 'arrive', game: board.game }],
      isUrgent: true,
    };
  return { ...said(e.next.playing(round.number, opponent.name)), deeds: [toBoard], isUrgent: true };
}

/** For White being absent with a clock shorter than the default time. */
function atShortClock({ board, side, opponent, round }: OwnBoard, outAt: number, defaultAt: number, now: number): Next {
  const toBoard = { kind: 'board', game: board.game } as const;
  const here = { kind: 'arrive', game: board.game } as const;
  const { number } = round;
  const { name } = opponent;
  const left = leftText(defaultAt - now);
  if (side === 'white')
    return now < outAt
      ? { ...said(e.next.arriveSooner(number, name, leftText(outAt - now))), deeds: [toBoard], isUrgent: true }
      : { ...said(e.next.outOfTime(number, name)), deeds: [toBoard] };
  if (board.arrived.black)
    return {
      ...said(now < outAt ? e.next.playing(number, name) : e.next.theyAreOut(number, name, left)),
      deeds: [toBoard],
      isUrgent: true,
    };
  const sentence = now < outAt ? e.next.arrive(number, side, name, left) : e.next.bothAway(number, name, left);
  return { sentence, deeds: now < outAt ? [toBoard, here] : [here, toBoard], isUrgent: true };
}

function ownResult({ board, side }: OwnBoard): string {
  const { result } = board;
  if (!result) return '';
  const score = scoreFor(result, side);
  const { doneWords } = e.next;
  if (isForfeit(result)) return score === 1 ? doneWords.given : doneWords.forfeit;
  return score === 1 ? doneWords.win : score === 0 ? doneWords.loss : doneWords.draw;
}

function afterwards({ standings }: EventDetail, { id }: Visitor): string {
  const first = standings.filter(line => line.rank === 1);
  const names = first.map(line => nameOf(line.player));
  const own = standings.find(line => line.player.id === id);
  const winner =
    names.length === 1
      ? e.next.won(names[0] ?? '')
      : names.length > 1
        ? e.next.wonShared(listed(names))
        : e.next.finished;
  return own ? `${winner} ${e.next.yourPlace(own.rank, e.next.points(own.points))}` : winner;
}

function nameOf({ name }: Person): string {
  return name;
}
