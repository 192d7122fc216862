import { expect, it } from 'vitest';
import '../testing';
import { termsOf, wishText } from './lobby';

const clock = { kind: 'custom', seconds: 420, increment: 2 } as const;

it('a seek says whether the game is rated, and which ratings are looked for', () => {
  expect(termsOf('Chess', { clock, rated: true, ratings: [1400, 1600] })).toBe(
    'Chess, 7+2, rated, ratings from 1400 to 1600',
  );
  expect(termsOf('Chess', { clock: null })).toBe('Chess, no clock, unrated');
});

it('one’s own seek says which variant and which colour are looked for', () => {
  expect(wishText({ variant: 'hidden960:960', clock, rated: false, color: 'black' })).toBe(
    'Hidden960, Chess960 arrangements, 7+2, unrated, you play Black',
  );
  expect(wishText({ variant: 'chess', clock, rated: true })).toBe('Chess, 7+2, rated');
});
