/** The demo data: every main page with content, wide and on a phone, light and dark. */
import type { Browser } from '@playwright/test';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf, send } from './signing';
import { program, Server } from './server';
import { accessible, drawn, expect, overflow, quiet, test as base, turns, type Page } from './support';

interface Account {
  name: string;
  password: string;
  /** Of the second factor, if there is one. */
  secret: string | null;
}

interface Demo {
  server: Server;
  accounts: Account[];
}

const test = base.extend<object, { demo: Demo }>({
  demo: [
    // eslint-disable-next-line no-empty-pattern -- that is how fixtures without others are written
    async ({}, use) => {
      const data = mkdtempSync(join(tmpdir(), 'manifold-demo-'));
      const { stdout } = await promisify(execFile)(program, ['demo', '--games', '1', '--data', data]);
      const accounts = stdout
        .split('\n')
        .map(line => /^ {2}(\S+) +(\S+)(?:.*factor is (\S+))?/.exec(line))
        .filter(found => found !== null)
        .map(([, name, password, secret]) => ({ name: name ?? '', password: password ?? '', secret: secret ?? null }));
      const server = await Server.start({ MANIFOLD_DATA: data });
      await use({ server, accounts });
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  server: [async ({ demo }, use) => use(demo.server), { scope: 'worker' }],
});

// One or two dozen pages, each in four combinations of size and theme.
test.describe.configure({ timeout: 600_000 });

/** A browser in which one of the demo accounts is signed in. */
async function signedIn(browser: Browser, demo: Demo, isWho: (account: Account) => boolean): Promise<[Page, Account]> {
  const account = demo.accounts.find(isWho);
  if (!account) throw new Error('nobody is like that');
  const { name, password, secret } = account;
  const page = await (await browser.newContext({ baseURL: demo.server.url, reducedMotion: 'reduce' })).newPage();
  await page.goto('/sign-in');
  await send(page, 'sign-in', { username: name, password });
  if (secret !== null) await send(page, 'sign-in-code', { code: codeOf(secret) });
  await expect(page.locator('.visitor-name')).toHaveText(name);
  return [page, account];
}

/** Looks at pages: nothing is wider than the window, axe finds nothing, and nothing fails. */
async function look(page: Page, noise: string[], paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator('main :is(h1, .board, [role=img])').first(), path).toBeAttached();
    for (const [width, height, scheme] of [
      [390, 844, 'dark'],
      [390, 844, 'light'],
      [1280, 860, 'light'],
      [1280, 860, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await turns(page, scheme);
      await drawn(page);
      expect((await overflow(page))[0], `${path} at ${width}`).toBeLessThanOrEqual(0);
      await accessible(page);
    }
    expect(noise, path).toEqual([]);
  }
}

async function ask<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(`/api/v1${path}`);
  expect(answer.ok(), path).toBe(true);
  return (await answer.json()) as T;
}

interface Listed {
  id: string;
  game: string;
}

test('a player finds every page with something on it', async ({ browser, demo }) => {
  const [page, { name }] = await signedIn(browser, demo, one => one.name === 'Rosalind');
  const noise = quiet(page);
  const { events } = await ask<{ events: { id: string }[] }>(page, '/events?state=running');
  const { games } = await ask<{ games: Listed[] }>(page, '/games?live=true');
  const finished = (await ask<{ games: Listed[] }>(page, '/archive')).games;
  const event = `/events/${events[0]?.id ?? ''}`;
  // One game in progress of each kind.
  const live = [...new Map(games.map(one => [one.game, one.id])).values()];
  expect(live).toHaveLength(5);
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Your current games' })).toBeVisible();
  await look(page, noise, [
    '/',
    '/events',
    '/events?as=calendar',
    event,
    `${event}?show=rounds`,
    `${event}?show=crosstable`,
    `${event}?show=regulations`,
    `${event}/hall`,
    '/archive',
    '/archive?variant=chess',
    '/leaderboard',
    '/leaderboard/chess/blitz',
    `/@/${name}`,
    '/account',
    ...live.map(id => `/g/${id}`),
    `/g/${finished[0]?.id ?? ''}`,
  ]);
  await page.context().close();
});

test('a guest finds the way in, and what every game is about', async ({ browser, demo }) => {
  const page = await (await browser.newContext({ baseURL: demo.server.url, reducedMotion: 'reduce' })).newPage();
  const noise = quiet(page);
  await page.goto('/');
  const games = ['hyperspace', 'time-traveler', 'hidden960', 'dmchess', 'chess'];
  await look(page, noise, [
    '/',
    '/sign-in',
    '/sign-up',
    '/settings',
    ...games.map(game => `/learn/${game}`),
    '/new/hyperspace?opponent=engine',
    '/new/chess?opponent=link',
  ]);
  await page.context().close();
});

test('a moderator has a report to look at, a director a desk, and somebody a challenge and words beside a game', async ({
  browser,
  demo,
}) => {
  const [moderator] = await signedIn(browser, demo, one => one.secret !== null);
  const noise = quiet(moderator);
  await moderator.goto('/moderation');
  const report = moderator.getByRole('link', { name: /Orlando|Rosalind|Celia|Touchstone|Jaques|Audrey/ }).first();
  await expect(report).toBeVisible();
  const path = new URL((await report.getAttribute('href')) ?? '', demo.server.url).pathname;
  await look(moderator, noise, ['/moderation', '/moderation/log', path]);
  await moderator.context().close();
  // Audrey is the director of the event.
  const [director] = await signedIn(browser, demo, one => one.name === 'Audrey');
  const { events } = await ask<{ events: { id: string }[] }>(director, '/events?state=running');
  await director.goto(`/events/${events[0]?.id ?? ''}?show=desk`);
  await expect(director.locator('[data-test=attention]')).toBeVisible();
  await look(director, quiet(director), [`/events/${events[0]?.id ?? ''}?show=desk`, '/events/new']);
  await director.context().close();
  // Two of the players have talked, and one waits for an answer.
  let challenged = 0;
  let talked = 0;
  for (const { name } of demo.accounts.filter(one => one.secret === null).slice(0, 6)) {
    const [page] = await signedIn(browser, demo, one => one.name === name);
    const { incoming } = await ask<{ incoming: unknown[] }>(page, '/challenges');
    challenged += incoming.length;
    const { games } = await ask<{ games: Listed[] }>(page, '/games?of=me');
    for (const { id } of games) talked += (await ask<{ lines: unknown[] }>(page, `/games/${id}/chat`)).lines.length;
    await page.context().close();
  }
  expect([challenged, talked]).toEqual([1, 6]);
});
