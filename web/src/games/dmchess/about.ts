/** The part of DMChess that is needed before its code is loaded. */
import type { About } from '../game';

export const about: About = {
  title: 'DMChess',
  idea: 'Eight boards, portals between them, and eight kings on each side.',
  accent: 'blue',
  variants: {
    dmchess: { name: 'Kings at home', note: 'One king per board, on its usual square.' },
    'dmchess:kings': {
      name: 'Kings placed in secret',
      note: 'Both players place their eight kings before the first move.',
    },
  },
  instrument: 'Cube',
  notationHint: 'Type a move: Pd1e2-d1e4',
  keys: [['1 to 8', 'DMChess: open that board']],
};
