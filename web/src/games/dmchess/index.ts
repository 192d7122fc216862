/** DMChess: its entry in the registry. */
import type { Game } from '../game';
import { piecesFromFen } from '../../board/fen';
import { about } from './about';

export const dmchess: Game = {
  id: 'dmchess',
  about,
  screen: () => import('./screen'),
  loop: () => import('./loop'),
  lesson: () => import('./lesson'),
  // While the kings are placed there are no boards yet.
  boards: position => (position.startsWith('kings') ? [] : position.split(' ').slice(0, 8).map(piecesFromFen)),
};
