/** How to play Hidden960: positions and moves. */
import type { Lesson } from '../lesson';
import { steps as text } from './lesson-text';

export const lesson: Lesson = {
  steps: [
    {
      text: text.reveal,
      moves: [
        { accept: /^d1=Q$/, show: 'd1=Q' },
        { accept: /^[a-h][1-8][a-h][1-8]$/, show: 'd2d4' },
      ],
    },
    {
      text: text.wait,
      actions: ['e2e4', 'e7e5'],
      moves: [
        { accept: /^f1=B$/, show: 'f1=B' },
        { accept: /^f1/, show: 'f1c4' },
      ],
    },
    {
      text: text.forced,
      actions: ['e2e4', 'd7d5', 'f1=B', 'f1b5'],
      color: 'black',
      moves: [{ accept: /^e8=/, show: 'e8=N' }],
    },
    {
      text: text.castling,
      actions: ['e2e4', 'e7e5', 'f1=B', 'f1e2', 'd7d6', 'g1=N', 'g1f3', 'c7c6', 'e1=K', 'h1=R'],
      moves: [{ accept: /^e1[hg]1$/, show: 'e1h1' }],
    },
    {
      text: text.pair,
      position: '6k1/5ppp/8/4p3/8/8/5PPP/3??1K1 w QN - - 0 30 -',
      moves: [{ accept: /^d1=.\+e1=.$/, show: 'd1=Q+e1=N' }],
    },
    {
      text: text.puzzle,
      position: '6k1/5ppp/8/4p3/8/8/5PPP/3??1K1 w RB - - 0 30 -',
      moves: [
        { accept: /^d1=R\+e1=B$/, show: 'd1=R+e1=B' },
        { accept: /^d1d8$/, show: 'd1d8' },
      ],
      puzzle: true,
    },
  ],
};
