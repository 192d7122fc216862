import { expect, it } from 'vitest';
import { boardOf } from './thumbnail';

it('a small board tells which pieces are not in their own time', () => {
  const pieces = boardOf("rnbqkbnr/pppp1ppp/8/4N'3/4P3/5N*2/PPPP1PPP/RNBQKBNR b KQkq - - - - - 0 2");
  expect(pieces).toHaveLength(33);
  expect(pieces.filter(one => one.look)).toEqual([
    { square: 'e5', role: 'knight', color: 'white', look: 'traveling' },
    { square: 'f3', role: 'knight', color: 'white', look: 'traveled' },
  ]);
});
