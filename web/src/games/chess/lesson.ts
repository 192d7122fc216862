/** How to play chess: positions and moves. */
import type { Lesson } from '../lesson';
import { steps as text } from './lesson-text';

export const lesson: Lesson = {
  alternates: true,
  steps: [
    {
      text: text.move,
      moves: [
        { accept: /^e2e4$/, show: 'e2e4', reply: ['e7e5'] },
        { accept: /^g1f3$/, show: 'g1f3' },
      ],
    },
    {
      text: text.check,
      position: '4k3/5ppp/8/4q3/8/5N2/5PPP/4K3 w - - 0 20',
      moves: [{ accept: /^f3e5$/, show: 'f3e5' }],
    },
    {
      text: text.castling,
      actions: ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1c4', 'f8c5'],
      moves: [{ accept: /^e1g1$/, show: 'e1g1' }],
    },
    {
      text: text.enPassant,
      actions: ['e2e4', 'a7a6', 'e4e5', 'd7d5'],
      moves: [{ accept: /^e5d6$/, show: 'e5d6' }],
    },
    {
      text: text.promotion,
      position: '8/4P3/8/2k5/8/8/5K2/8 w - - 0 60',
      moves: [{ accept: /^e7e8q$/, show: 'e7e8q' }],
    },
    {
      text: text.shuffled,
      variant: 'chess:960',
      position: '1rk4r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/1RK4R w KQkq - 0 8',
      moves: [{ accept: /^c1h1$/, show: 'c1h1' }],
    },
    {
      text: text.puzzle,
      position: 'r6k/6pp/7N/8/2Q5/8/5PPP/6K1 w - - 0 30',
      moves: [
        { accept: /^c4g8$/, show: 'c4g8', reply: ['a8g8'] },
        { accept: /^h6f7$/, show: 'h6f7' },
      ],
      puzzle: true,
    },
  ],
};
