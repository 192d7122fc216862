/** Time Traveler's Chess: its entry in the registry. */
import type { Game } from '../game';
import { about } from './about';
import { boardOf } from './thumbnail';

export const timeTraveler: Game = {
  id: 'time-traveler',
  about,
  screen: () => import('./screen'),
  loop: () => import('./loop'),
  lesson: () => import('./lesson'),
  boards: position => [boardOf(position)],
};
