/** Hyperspace Chess: what the registry has of it. */
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
