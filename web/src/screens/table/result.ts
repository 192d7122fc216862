/** The result of a game in a few words. */
import type { Outcome, Seat } from '../../api/types';
import { t } from '../../text';

/** The result as the viewer sees it: who plays one side has won or lost. */
export function headline({ winner, reason }: Pick<Outcome, 'winner' | 'reason'>, seat: Seat): string {
  if (reason === 'aborted') return t.table.aborted;
  if (!winner) return t.table.drawn;
  if (seat === 'white' || seat === 'black') return seat === winner ? t.table.won : t.table.lost;
  return t.table.wins(winner);
}

/** The result as a score sheet has it. */
export function scoreOf(outcome: Outcome | null): string {
  if (!outcome) return '';
  if (outcome.winner) return outcome.winner === 'white' ? '1–0' : '0–1';
  return outcome.reason === 'aborted' ? '–' : '½–½';
}
