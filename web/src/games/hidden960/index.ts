/** Hidden960: what the registry has of it. */
import type { Game } from '../game';
import { about } from './about';

export const hidden960: Game = {
  id: 'hidden960',
  about,
  screen: () => import('./screen'),
  loop: () => import('./loop'),
  lesson: () => import('./lesson'),
};
