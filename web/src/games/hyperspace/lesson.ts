/** How to play Hyperspace Chess: positions and moves. */
import type { Lesson } from '../lesson';
import { steps as text } from './lesson-text';

export const lesson: Lesson = {
  steps: [
    { text: text.leave, moves: [{ accept: /^b1\^1@/, show: 'b1^1@f5' }] },
    {
      text: text.back,
      actions: ['c1^1@f4', 'a7a6'],
      moves: [
        { accept: /^[a-h][1-8][a-h][1-8]/, show: 'e2e3', reply: ['h7h6'] },
        { accept: /^[a-h][1-8][a-h][1-8]/, show: 'g1f3' },
      ],
    },
    {
      text: text.collision,
      position: '4k3/8/8/8/8/4BN2/4PPPP/4K2R w K - 0 10 R1@f3',
      moves: [{ accept: /^f3[a-h][1-8]$/, show: 'f3g5' }],
    },
    {
      text: text.puzzle,
      position: '5rk1/5pp1/8/8/8/8/4BPPP/6K1 w - - 0 20 Q1@h7',
      moves: [{ accept: /^e2d3$/, show: 'e2d3' }],
      puzzle: true,
    },
  ],
};
