/** Hidden960: its entry in the registry. */
import type { Game } from '../game';
import { about } from './about';

export const hidden960: Game = {
  id: 'hidden960',
  about,
  screen: () => import('./screen'),
  loop: () => import('./loop'),
  lesson: () => import('./lesson'),
};
