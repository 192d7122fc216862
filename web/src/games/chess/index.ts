/** Chess: its entry in the registry. */
import type { Game } from '../game';
import { about } from './about';

export const chess: Game = {
  id: 'chess',
  about,
  screen: () => import('./screen'),
  loop: () => import('./loop'),
  lesson: () => import('./lesson'),
};
