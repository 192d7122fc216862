/** The part of Time Traveler's Chess that is needed before its code is loaded. */
import type { About } from '../game';

export const about: About = {
  title: 'Time Traveler’s Chess',
  idea: 'A piece appears from its own future. Its past must catch up.',
  accent: 'amber',
  instrument: 'Loom',
  notationHint: 'Type a move: Nf3, Nf6/e8',
};
