import { h } from 'snabbdom';
import type { GameId } from '../api/types';
import type { App, Page } from '../ui/page';

/** How to play one game: `/learn/GAME`. */
export function learnPage(_app: App, game: GameId): Page {
  return { title: game, view: () => h('main.page') };
}
