/** The result of a game in a few words. */
import type { Outcome, Seat, State } from '../../api/types';
import type { GameScreen } from '../../games/screen';
import { t } from '../../text';
import { curly } from '../../text/format';
import type { Shown } from './replay';

/** The result from the viewer's side: a player has won or lost. */
export function headline({ winner, reason }: Pick<Outcome, 'winner' | 'reason'>, seat: Seat): string {
  if (reason === 'aborted') return t.table.aborted;
  if (!winner) return t.table.drawn;
  if (seat === 'white' || seat === 'black') return seat === winner ? t.table.won : t.table.lost;
  return t.table.wins(winner);
}

/** The result as on a score sheet. */
export function scoreOf(outcome: Outcome | null): string {
  if (!outcome) return '';
  if (outcome.winner) return outcome.winner === 'white' ? '1–0' : '0–1';
  return outcome.reason === 'aborted' ? '–' : '½–½';
}

/** How the game ended, in a sentence: the game's own if it can say more than the server. */
export function endOf({ outcome, moves }: State, before: Shown | null, screen: GameScreen): string {
  if (!outcome) return t.home.over;
  const last = moves.at(-1);
  const { reason, text } = outcome;
  const ending = last && before && { reason, before: before.view, action: last.public, by: last.color };
  return (ending && screen.endOf?.(ending)) || curly(text);
}
