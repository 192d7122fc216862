/** The pages by their addresses. */
import { api, Refused } from './api/http';
import { findGame } from './games';
import { accountPage } from './screens/account/page';
import { forgottenPage } from './screens/account/forgotten';
import { confirmPage, unsubscribePage } from './screens/account/links';
import { resetPage } from './screens/account/reset';
import { signInPage, signUpPage } from './screens/account/sign';
import { archivePage } from './screens/archive/page';
import { homePage } from './screens/home';
import { leaderboardPage } from './screens/leaderboard';
import { newGamePage } from './screens/new-game/page';
import { notFoundPage } from './screens/not-found';
import { profilePage } from './screens/profile/page';
import { settingsPage } from './screens/settings';
import { tablePage } from './screens/table/page';
import { t } from './text';
import { lazyPage } from './ui/lazy';
import type { App, Page } from './ui/page';

/** The page of the current address. */
export function route(app: App): Page {
  const parts = location.pathname.split('/').filter(Boolean);
  const [first, second, third] = parts;
  const game = findGame(second);
  if (first === undefined) return homePage(app);
  if (first === 'new' && game && parts.length === 2)
    return newGamePage(app, game, new URLSearchParams(location.search));
  if (first === 'g' && second && parts.length === 2) return tablePage(app, second);
  if (first === 'g' && second && third === 'verify') return lazyPage(app, () => verifyPage(app, second));
  if (first === 'learn' && game) return lazyPage(app, () => import('./learn').then(part => part.learnPage(app, game)));
  if (first === 'sign-in' && parts.length === 1) return signInPage(app);
  if (first === 'sign-up' && parts.length === 1) return signUpPage(app);
  if (first === 'reset' && second && parts.length === 2) return resetPage(app, second);
  if (first === 'forgotten' && parts.length === 1) return forgottenPage(app);
  if (first === 'mail' && second && parts.length === 2) return confirmPage(app, second);
  if (first === 'unsubscribe' && second && parts.length === 2) return unsubscribePage(app, second);
  if (first === 'account' && parts.length === 1) return accountPage(app);
  if (first === '@' && second && parts.length === 2) return profilePage(app, nameOf(second));
  if (first === 'archive' && parts.length === 1) return archivePage(app);
  if (first === 'leaderboard' && parts.length <= 3) return leaderboardPage(app, second, third) ?? notFoundPage(app);
  if (first === 'events') return eventPages(app, parts.slice(1));
  if (first === 'moderation') return moderationPage(app, parts.slice(1));
  if (first === 'settings' && parts.length === 1) return settingsPage(app);
  return notFoundPage(app);
}

/** Decodes a name in an address. */
function nameOf(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The pages of events. */
function eventPages(app: App, parts: string[]): Page {
  return lazyPage(app, async () => (await import('./screens/events')).pageOf(app, parts) ?? notFoundPage(app));
}

/** The pages of moderators, whose code is loaded only for them. */
function moderationPage(app: App, [part, player]: string[]): Page {
  return lazyPage(app, async () => {
    const pages = await import('./screens/moderation');
    if (part === undefined) return pages.queuePage(app);
    if (part === 'log' && player === undefined) return pages.logPage(app);
    if (part === 'players' && player !== undefined) return pages.casePage(app, player);
    return notFoundPage(app);
  });
}

/** The proof of a finished game, if its game has secrets to prove. */
async function verifyPage(app: App, id: string): Promise<Page> {
  try {
    const page = await findGame((await api.state(id)).game)?.verify?.();
    return page ? page.verifyPage(app, id) : notFoundPage(app);
  } catch (error) {
    return notFoundPage(app, error instanceof Refused ? error.message : t.app.failed);
  }
}
