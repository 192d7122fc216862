/** The part of chess that is needed before its code is loaded. */
import type { About } from '../game';

export const about: About = {
  title: 'Chess',
  idea: 'The game that the others bend. Also as Chess960, with the back rank shuffled.',
  accent: 'slate',
  variants: {
    chess: { name: 'Standard', note: 'The usual start position.' },
    'chess:960': { name: 'Chess960', note: 'A shuffled back rank, the same for both sides.' },
  },
  notationHint: 'Type a move: e4, Nf3, O-O',
};
