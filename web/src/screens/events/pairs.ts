/** Pairing by hand. */
import type { EventDetail, EventPlayer } from '../../api/events';
import { lastRound, planned } from './facts';

/** White, Black; usernames, or empty. */
export type Pairs = [string, string][];

/** The mistakes in the pairs of a round: players who are missing, and players who occur twice. */
export function checked(pairs: Pairs, bye: string, available: readonly string[]): { left: string[]; twice: string[] } {
  const names = [...pairs.flat(), bye].filter(Boolean);
  return {
    left: available.filter(name => !names.includes(name)),
    twice: [...new Set(names.filter((name, index) => names.indexOf(name) !== index))],
  };
}

/** The pairs adjusted to the players available now: removes other names, adds missing boards, drops surplus ones, emptiest first. */
export function fitted(pairs: Pairs, bye: string, available: readonly string[]): { pairs: Pairs; bye: string } {
  const known = (name: string): string => (available.includes(name) ? name : '');
  const fitting = pairs.map(([white, black]): [string, string] => [known(white), known(black)]);
  const boards = Math.floor(available.length / 2);
  while (fitting.length < boards) fitting.push(['', '']);
  while (fitting.length > boards) {
    const counts = fitting.map(pair => pair.filter(Boolean).length);
    fitting.splice(counts.lastIndexOf(Math.min(...counts)), 1);
  }
  return { pairs: fitting, bye: available.length % 2 === 1 ? known(bye) : '' };
}

/**
 * The round that can be paired by hand now: the first before the event starts, the last one until it starts, or the next one once
 * all results before it are final.
 */
export function handRound(detail: EventDetail): { number: number; pairs: Pairs; bye: string } | null {
  if (detail.settings.format.kind !== 'swiss') return null;
  if (detail.phase === 'open') return { number: 1, pairs: [], bye: '' };
  if (detail.phase !== 'running') return null;
  const last = lastRound(detail);
  if (last && last.started === null)
    return {
      number: last.number,
      pairs: last.boards.map(({ white, black }) => [white.username ?? '', black.username ?? '']),
      bye: last.byes.find(bye => bye.kind === 'pairing')?.player.username ?? '',
    };
  const isFinal = detail.rounds.every(round => round.boards.every(board => board.final));
  const number = (last?.number ?? 0) + 1;
  if (!isFinal || number > (planned(detail) ?? number)) return null;
  return { number, pairs: [], bye: '' };
}

/** The players who are to be paired in a round. */
export function availableIn({ entries, settings }: EventDetail, round: number): EventPlayer[] {
  return entries.filter(
    entry =>
      !entry.withdrawn &&
      (settings.checkInMinutes == null || entry.checkedIn) &&
      !entry.byes.some(bye => bye.round === round),
  );
}
