/** The part of Hidden960 that is needed before its code is loaded. */
import type { About } from '../game';

export const about: About = {
  title: 'Hidden960',
  idea: 'Nobody knows the back ranks yet. Choose each piece when you need it.',
  accent: 'teal',
  variants: {
    hidden960: { name: 'Any arrangement', note: 'Any piece on any square.' },
    'hidden960:960': {
      name: 'Chess960 arrangements',
      note: 'Bishops on opposite colours, the king between the rooks.',
    },
  },
  instrument: 'Pool',
  notationHint: 'Type a move: e4, d1=Q',
  keys: [['u', 'Hidden960: unreveal']],
};
