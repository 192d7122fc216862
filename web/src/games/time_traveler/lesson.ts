/** How to play Time Traveler's Chess: positions and moves. */
import type { Lesson } from '../lesson';
import { steps as text } from './lesson-text';

export const lesson: Lesson = {
  alternates: true,
  steps: [
    { text: text.explosion, moves: [{ accept: /^Nd5\/c7$/, show: 'Nd5/c7' }] },
    {
      text: text.meeting,
      actions: ['Nd5/c7', 'a7a6', 'b1c3', 'd7d6'],
      moves: [{ accept: /^c3\/\/d5$/, show: 'c3//d5' }],
    },
    { text: text.support, moves: [{ accept: /^R[a-h][1-8]\//, show: 'Rb3/b7' }] },
    {
      text: text.grammar,
      actions: ['Nf6/e8'],
      color: 'black',
      moves: [{ accept: /^[egd].*f6$|^g8f6$/, show: 'g7f6' }],
    },
    {
      text: text.danger,
      actions: ['Nd5/c7', 'a7a6', 'b1c3', 'e7e6'],
      moves: [{ accept: /^c3\/\/d5$/, show: 'c3//d5' }],
    },
    {
      text: text.check,
      actions: ['Nd5/c7'],
      color: 'black',
      moves: [{ accept: /^(?:e7e6|[a-h][1-8]\/[ce]6)$/, show: 'e7e6' }],
    },
    {
      text: text.puzzle,
      actions: ['e2e4', 'd7d6', 'Bb5/e8', 'd4/d3', 'f1d3', 'Qe6/c4'],
      moves: [{ accept: /^d3c4$/, show: 'd3c4' }],
      puzzle: true,
    },
  ],
};
