import { expect, it } from 'vitest';
import { spell } from './spell';

it.each([
  ['Nf3', 'knight f3'],
  ['Nbd2+', 'knight b d2 , check'],
  ['exd5', 'e takes d5'],
  ['e8=Q#', 'e8 becomes a queen , checkmate'],
  ['O-O', 'castles kingside'],
  ['O-O-O', 'castles queenside'],
])('%s is said in words', (notation, words) => {
  expect(spell(notation)).toBe(words.replace(' ,', ','));
});
