import { expect, it } from 'vitest';
import { resultText } from './people';

it.each([
  ['white', 'checkmate', 'White won by checkmate'],
  ['black', 'time', 'Black won on time'],
  ['white', 'grammar', 'White won by broken grammar'],
  ['white', 'left', 'White won: Black left the game'],
  ['black', 'adjudication', 'Black won by a ruling'],
  [null, 'fifty-moves', 'Draw by the fifty-move rule'],
  [null, 'time', 'Draw: time ran out'],
  [null, 'left', 'Draw: a player left the game'],
  [null, 'forfeit', 'Both lost by forfeit'],
  [null, 'aborted', 'Aborted'],
] as const)('the result of %s by %s is told in words: %s', (winner, reason, words) => {
  expect(resultText(winner, reason)).toBe(words);
});
