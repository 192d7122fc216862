/** How to play each game: `/learn/GAME`. */
import './learn.css';
import './phone.css';
import type { Game } from '../games/game';
import type { App, Page } from '../ui/page';
import { LearnPage } from './page';

export async function learnPage(app: App, game: Game): Promise<Page> {
  const [{ lesson }, code] = await Promise.all([game.lesson(), game.screen()]);
  return new LearnPage(app, game, lesson, code);
}
