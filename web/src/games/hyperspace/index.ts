/** Hyperspace Chess: its entry in the registry. */
import type { Game } from '../game';
import { about } from './about';

export const hyperspace: Game = {
  id: 'hyperspace',
  about,
  screen: () => import('./screen'),
  loop: () => import('./loop'),
  lesson: () => import('./lesson'),
  verify: () => import('./verify'),
};
