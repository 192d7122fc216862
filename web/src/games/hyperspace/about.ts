/** The part of Hyperspace Chess that is needed before its code is loaded. */
import type { About } from '../game';

export const about: About = {
  title: 'Hyperspace Chess',
  idea: 'Send a piece away. Only you know the square it returns to.',
  accent: 'violet',
  variants: {
    hyperspace: { name: 'Strict referee', note: 'An impossible return is refused at once.' },
    'hyperspace:open': {
      name: 'Open referee',
      note: 'Everything is accepted, as over the board; the risk is yours.',
    },
  },
  sameBoardNote: 'You both play on this screen, so both see the secret squares. You can undo moves at any time.',
  instrument: 'Departure board',
  notationHint: 'Type a move: Nf3, Nb1^2@d4',
  keys: [['h', 'Hyperspace Chess: send the selected piece away; then 1 to 9 for the number of turns']],
};
