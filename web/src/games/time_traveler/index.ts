/** Time Traveler's Chess: what the registry has of it. */
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
