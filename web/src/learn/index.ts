/** How to play each game: `/learn/GAME`. */
import './learn.css';
import '../styles/table.css';
import type { GameId } from '../api/types';
import type { App, Page } from '../ui/page';
import { LearnPage } from './page';

export function learnPage(app: App, game: GameId): Page {
  return new LearnPage(app, game);
}
