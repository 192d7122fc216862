/** Facts that follow from the state of an event. */
import type { Board, Call, EventDetail, GameResult, Outcome, Person, Round, Ruling, Side } from '../../api/events';

/** A person's board. */
export interface OwnBoard {
  round: Round;
  board: Board;
  side: Side;
  opponent: Person;
}

/** A game with its place. */
export interface Place {
  round: Round;
  board: Board;
  /** From 1. */
  number: number;
}

export function lastRound({ rounds }: Pick<EventDetail, 'rounds'>): Round | undefined {
  return rounds.at(-1);
}

export function sideOf(board: Board, person: string | null): Side | null {
  if (person === null) return null;
  return board.white.id === person ? 'white' : board.black.id === person ? 'black' : null;
}

/** A person's boards in a round, those in progress first. */
export function boardsOf(round: Round | undefined, person: string | null): OwnBoard[] {
  if (!round) return [];
  const own = round.boards.flatMap(board => {
    const side = sideOf(board, person);
    return side ? [{ round, board, side, opponent: side === 'white' ? board.black : board.white }] : [];
  });
  return own.sort((a, b) => Number(a.board.result !== null) - Number(b.board.result !== null));
}

/** The game that somebody plays now or next, or has just played. */
export function ownBoard(detail: EventDetail, person: string | null): OwnBoard | null {
  // In an arena, and if games are arranged or replayed, an earlier one may still be in progress.
  const all = detail.rounds.flatMap(round => boardsOf(round, person));
  const open = all.filter(one => one.board.result === null);
  return open.filter(one => one.board.live).at(-1) ?? open.at(-1) ?? boardsOf(lastRound(detail), person).at(-1) ?? null;
}

/** The place of a game. */
export function placeOf({ rounds }: Pick<EventDetail, 'rounds'>, game: string): Place | null {
  for (const round of rounds) {
    const index = round.boards.findIndex(board => board.game === game);
    const board = round.boards[index];
    if (board) return { round, board, number: index + 1 };
  }
  return null;
}

export function isForfeit(result: GameResult): boolean {
  return result.endsWith('forfeits') || result === 'both-forfeit';
}

/** The result for one side. */
export function scoreFor(result: GameResult, side: Side): 0 | 0.5 | 1 {
  if (result === 'draw') return 0.5;
  if (result === 'both-forfeit') return 0;
  const winner: Side = result === 'white-wins' || result === 'black-forfeits' ? 'white' : 'black';
  return winner === side ? 1 : 0;
}

/** The result in a table, from one side: `1`, `½`, `0`, and `+` and `−` for forfeits. */
export function signFor(result: GameResult | null, side: Side): '1' | '½' | '0' | '+' | '−' | '' {
  if (result === null) return '';
  const score = scoreFor(result, side);
  if (isForfeit(result)) return score === 1 ? '+' : '−';
  return score === 1 ? '1' : score === 0 ? '0' : '½';
}

/** The players who have not come to a game that has started, while the default time runs. */
export function absentOf(board: Board): Side[] {
  if (board.result !== null || board.defaultAt === null) return [];
  return (['white', 'black'] as const).filter(side => !board.arrived[side]);
}

/** Whether the viewer runs the event. */
export function isStaff({ you }: Pick<EventDetail, 'you'>): boolean {
  return you.organiser || you.director;
}

/** Whether the viewer decides appeals. */
export function isArbiter({ you }: { you: Pick<EventDetail['you'], 'chiefArbiter' | 'deputy'> }): boolean {
  return you.chiefArbiter || you.deputy;
}

/** Whether nothing more can happen. */
export function isOver({ phase }: Pick<EventDetail, 'phase'>): boolean {
  return phase !== 'open' && phase !== 'running';
}

/** Whether its players arrange when they play. */
export function isArranged({ settings: { format } }: Pick<EventDetail, 'settings'>): boolean {
  return format.kind === 'round-robin' && Boolean(format.arranged);
}

/** Whether entry is still possible: round-robin tables and brackets are drawn only once. */
export function takesEntries({ phase, settings }: Pick<EventDetail, 'phase' | 'settings'>): boolean {
  const { kind } = settings.format;
  return phase === 'open' || (phase === 'running' && (kind === 'swiss' || kind === 'arena'));
}

/** The number of rounds, where it is known. */
export function planned(detail: EventDetail): number | null {
  return detail.roundsPlanned ?? null;
}

/** Whether there is another round to come; true if their number is unknown. */
export function hasRoundToCome(detail: EventDetail): boolean {
  const next = (detail.rounds.at(-1)?.number ?? 0) + 1;
  return next <= (planned(detail) ?? next);
}

/** Whether a withdrawn player can come back: for a round to come, or for forfeited arranged games that a director can restore. */
export function takesBack(detail: EventDetail, now: number): boolean {
  const { format } = detail.settings;
  if (format.kind === 'arena') return now < detail.startsAt + format.minutes * 60_000;
  return hasRoundToCome(detail) || isArranged(detail);
}

/** How a withdrawal takes effect now. */
export function withdrawalOf(detail: EventDetail): 'open' | 'running' | 'arranged' {
  return detail.phase === 'open' ? 'open' : isArranged(detail) ? 'arranged' : 'running';
}

/** Whether a call has stopped the clocks. */
export function stopsClocks({ clocksUntil }: Call): boolean {
  return clocksUntil !== null;
}

/** A decision is overdue after as long as players have to appeal, in milliseconds. */
const OVERDUE_MS = 30 * 60_000;

/** Whether the decision on a ruling, or by the director to whom it was remitted, is overdue. Nothing is decided by the lapse of time. */
export function isOverdue({ waitingSince }: Ruling, now: number): boolean {
  return waitingSince !== null && now - waitingSince > OVERDUE_MS;
}

/** Rulings with undecided appeals, and those remitted to a director who is overdue; the longest wait first. */
export function appealsOf(detail: EventDetail, now: number): Ruling[] {
  return detail.rulings
    .filter(ruling => ruling.state === 'appealed' || (ruling.state === 'remitted' && isOverdue(ruling, now)))
    .sort((a, b) => (a.waitingSince ?? Infinity) - (b.waitingSince ?? Infinity));
}

/** Whether every game so far has a result, so that the next round can be ordered. */
export function mayOrder(detail: EventDetail): boolean {
  const { phase, settings, rounds, presides } = detail;
  const most = planned(detail);
  const { kind } = settings.format;
  const boards = rounds.flatMap(round => round.boards);
  return (
    presides &&
    phase === 'running' &&
    (kind === 'swiss' || kind === 'round-robin' || kind === 'match') &&
    boards.length > 0 &&
    boards.every(board => board.result !== null) &&
    boards.some(board => !board.final) &&
    (most === null || rounds.length < most)
  );
}

/** The default time in minutes (Regulations, section 3). */
export function defaultMinutes({
  control,
  defaultMinutes: own,
}: Pick<EventDetail['settings'], 'control'> & Partial<Pick<EventDetail['settings'], 'defaultMinutes'>>): number {
  if (own != null) return own;
  if (control.kind !== 'custom') return { standard: 15, rapid: 5, blitz: 2 }[control.kind];
  const seconds = control.seconds + 60 * ((control.increment ?? 0) + (control.delay ?? 0));
  return seconds <= 600 ? 2 : seconds < 3600 ? 5 : 15;
}

/** The time on each clock until the first move must be made, in seconds. */
function firstSeconds(control: EventDetail['settings']['control']): number {
  if (control.kind !== 'custom') return { standard: 5400, rapid: 1500, blitz: 300 }[control.kind];
  return control.seconds + (control.delay ?? 0);
}

/** Whether a player's time can run out before the default time does. */
export function runsOutSooner(settings: Parameters<typeof defaultMinutes>[0]): boolean {
  return firstSeconds(settings.control) < 60 * defaultMinutes(settings);
}

/**
 * The earliest time at which White's clock, which starts with the game, can run out if White does not come; `null` if the default
 * time ends sooner, or a call or ruling may have added time. It may run out later: only the server knows how long it was down.
 */
export function whiteOutAt(detail: EventDetail, board: Board): number | null {
  const { settings, calls, rulings } = detail;
  if (board.startedAt === null || board.terms !== 'usual' || board.replayOf !== null || board.clocksStopped)
    return null;
  if ([...calls, ...rulings].some(({ game }) => game === board.game)) return null;
  return runsOutSooner(settings) ? board.startedAt + 1000 * firstSeconds(settings.control) : null;
}

/** A round of a player, as it counts for tie-breaks. */
export interface RecordLine {
  round: number;
  /** `null` in a round without a game. */
  opponent: Person | null;
  /** The result: `1`, `½`, `0`, `+`, `−`, or a bye. */
  sign: string;
  /** The opponent's points. */
  points: number;
}

const BYES = { pairing: '+', half: '½', zero: '0' } as const;

/** The results of a player, round by round. */
export function recordOf(detail: Pick<EventDetail, 'rounds' | 'standings'>, person: string): RecordLine[] {
  const points = new Map(detail.standings.map(line => [line.player.id, line.points]));
  return detail.rounds.flatMap(round => [
    ...boardsOf(round, person)
      .filter(({ board }) => board.result !== null)
      .map(({ board, side, opponent }) => ({
        round: round.number,
        opponent,
        sign: signFor(board.result, side),
        points: points.get(opponent.id) ?? 0,
      })),
    ...round.byes
      .filter(bye => bye.player.id === person)
      .map(bye => ({ round: round.number, opponent: null, sign: BYES[bye.kind], points: 0 })),
  ]);
}

/** The engine's findings, parsed from its evidence. */
export interface Figure {
  /** Its evaluation: `+0.35`, `a forced win in 5 plies`. */
  figure: string;
  depth: string;
  nodes: string;
  /** The principal variation. */
  line: string;
}

/** Parses the engine's evidence; `null` for a text written by a person. */
export function figureOf(text: string): Figure | null {
  const [, depth, nodes, figure, line] =
    /^Engine, depth (\d+), (\d+) nodes: (.+) for the player to act: (.*)$/.exec(text) ?? [];
  return depth && nodes && figure ? { depth, nodes, figure, line: line ?? '' } : null;
}

/** The kind of a ruling's outcome. */
export type OutcomeKind = Outcome['kind'];

/** The outcomes that are possible for a game at any time. */
export const RULED: readonly OutcomeKind[] = [
  'white-wins',
  'black-wins',
  'draw',
  'white-forfeits',
  'black-forfeits',
  'both-forfeit',
  'resume',
  'replay',
  'time',
  'warning',
];

/** The outcomes that can replace a ruling: a result is varied to another result, not to a warning beside it; only a call is dismissed. */
export function variedTo({ outcome: { kind }, call }: Pick<Ruling, 'outcome' | 'call'>): readonly OutcomeKind[] {
  const beside: readonly OutcomeKind[] = ['time', 'warning', 'dismissed'];
  // An outcome of the same kind differs too in the amount of time, the point to resume from, or whether the call was frivolous.
  const again: readonly OutcomeKind[] = ['time', 'warning', 'resume', 'dismissed'];
  return [...RULED, ...(call === null ? [] : (['dismissed'] as const))].filter(
    one => (one !== kind || again.includes(kind)) && (beside.includes(kind) || !beside.includes(one)),
  );
}
