import { accessible, expect, openGame, quiet, ready, stateOf, test } from './support';

for (const theme of ['light', 'dark'] as const) {
  test(`every page is accessible, ${theme}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ colorScheme: theme, baseURL, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const noise = quiet(page);
    for (const path of [
      '/',
      '/new/hyperspace?opponent=engine',
      '/new/hidden960?opponent=link',
      '/settings',
      '/archive?variant=chess',
      '/leaderboard',
      '/@/Nobody',
      '/nowhere',
    ]) {
      await page.goto(path);
      await page.locator('main h1').waitFor();
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await accessible(page);
    }
    for (const game of ['hyperspace', 'hidden960']) {
      await openGame(page, { variant: game });
      await accessible(page);
    }
    expect(noise).toEqual([]);
    await context.close();
  });
}

test('what can hardly be seen, or has no name, is found', async ({ page }) => {
  await page.goto('/settings');
  await page.locator('main').evaluate(main => {
    const faint = document.createElement('p');
    faint.textContent = 'Hardly to be seen';
    faint.style.cssText = 'color: #ddd; background: #fff';
    main.append(faint, document.createElement('button'));
  });
  const looked = accessible(page);
  await expect(looked).rejects.toThrow('button-name');
  await expect(looked).rejects.toThrow('color-contrast');
});

test('a first visit makes one identity, and its files come compressed', async ({ page }) => {
  const answers: Promise<{ url: string; headers: Record<string, string> }>[] = [];
  page.on('response', answer => answers.push(answer.allHeaders().then(headers => ({ url: answer.url(), headers }))));
  await page.goto('/');
  await page.locator('.card-board > *').first().waitFor();
  await page.waitForLoadState('networkidle');
  const heard = await Promise.all(answers);
  const identities = heard.flatMap(one => one.headers['set-cookie'] ?? []);
  expect(identities).toHaveLength(1);
  const files = heard.filter(one => /assets\/index-.*\.(js|css)$/.test(one.url));
  expect(files).toHaveLength(2);
  for (const file of files) expect(file.headers['content-encoding']).toMatch(/^(br|gzip)$/);
});

test('settings are kept: the name beside the board, colours, sounds', async ({ page }) => {
  await page.goto('/settings');
  await page.locator('[data-test=name]').fill('Adelaide');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('#name-answer')).toContainText('Adelaide');
  await page.locator('input[name=theme][value=dark]').check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await openGame(page, { variant: 'hidden960', opponent: { kind: 'engine', level: 1 }, color: 'white' });
  await expect(page.locator('[data-color=white] .player-name')).toContainText('Adelaide');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the sheet remembers the last choice', async ({ page }) => {
  await page.goto('/new/hidden960?opponent=engine');
  await page.locator('input[name=color][value=black]').check();
  await page.locator('input[name=clock][value=blitz]').check();
  await page.locator('[data-test=start]').click();
  await page.locator('main.table').waitFor();
  await expect(page.locator('main.table')).toHaveAttribute('data-seat', 'black');
  await page.goto('/new/hidden960?opponent=engine');
  await expect(page.locator('input[name=color][value=black]')).toBeChecked();
  await expect(page.locator('input[name=clock][value=blitz]')).toBeChecked();
});

test('a late answer takes nobody away from the page they have gone to', async ({ page }) => {
  const held: (() => void)[] = [];
  const holds = (path: string): Promise<unknown> =>
    page.route(path, async route => {
      if (route.request().method() === 'POST') await new Promise<void>(resolve => held.push(resolve));
      await route.continue();
    });
  const answered = async (path: string): Promise<void> => {
    const answer = page.waitForResponse(one => one.request().method() === 'POST' && one.url().endsWith(path));
    held.pop()?.();
    await (await answer).finished();
    await page.evaluate(() => new Promise(done => setTimeout(done, 200)));
    expect(new URL(page.url()).pathname).toBe('/settings');
  };
  const leave = async (): Promise<void> => {
    await expect.poll(() => held.length).toBe(1);
    await page.getByRole('button', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  };
  await holds('**/api/v1/games');
  await page.goto('/new/chess?opponent=engine');
  await page.locator('[data-test=start]').click();
  await leave();
  await answered('/games');

  await holds('**/api/v1/account');
  await page.goto('/sign-up');
  await page.locator('#sign-up-username').fill('Leaves');
  await page.locator('#sign-up-password').fill('violet lantern 92 otter');
  await page.locator('[data-test=sign-up-send]').click();
  await leave();
  await answered('/account');
  await expect(page.locator('.visitor-name')).toHaveText('Leaves');
});

test('a home page in the background is filled as soon as one turns to it', async ({ page }) => {
  await page.addInitScript(() => {
    // No timer fills it.
    window.setInterval = (() => 0) as unknown as typeof window.setInterval;
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
  });
  await page.goto('/');
  const watched = page.getByRole('region', { name: 'Games to watch' });
  await expect(watched).toContainText('Loading…');
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => false });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(watched).not.toContainText('Loading…');
});

test('the clock that is shown is the clock of the game', async ({ page }) => {
  await page.goto('/new/hidden960?opponent=link');
  await page.locator('input[name=clock][value=correspondence]').check();
  for (const opponent of ['same-board', 'engine']) {
    await page.locator(`input[name=opponent][value=${opponent}]`).check();
    await expect(page.locator('input[name=clock]:checked')).toHaveValue('none');
    await page.locator('[data-test=start]').click();
    await ready(page);
    expect((await stateOf(page, new URL(page.url()).pathname.slice(3))).clock).toBeNull();
    // And that is what is remembered.
    await page.goto('/new/hidden960?opponent=link');
    await expect(page.locator('input[name=clock]:checked')).toHaveValue('none');
    await page.locator('input[name=clock][value=correspondence]').check();
  }
});

test('a phone: the first button of the home page is in sight', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  for (const name of ['Play the computer', 'How to play'])
    await expect(page.getByRole('link', { name }).first()).toBeInViewport({ ratio: 1 });
});

test('games to watch are those of others, and the computer has one name', async ({ page, browser, baseURL }) => {
  const id = await openGame(page, { variant: 'hidden960', opponent: { kind: 'engine', level: 2 }, color: 'white' });
  const second = await browser.newContext({ baseURL });
  const other = await second.newPage();
  for (const [one, list] of [
    [page, 'Your current games'],
    [other, 'Games to watch'],
  ] as const) {
    await one.goto('/');
    const entries = one.locator(`a.list-game[href="/g/${id}"]`);
    await expect(entries).toHaveCount(1);
    await expect(one.getByRole('region', { name: list }).locator(entries)).toContainText('Computer, level 2');
  }
  await second.close();
});

test('what is set for play stands under a heading of its own, not under that of the theme', async ({ page }) => {
  await page.goto('/settings');
  const playing = page.getByRole('region', { name: 'While you play' });
  await expect(playing.getByRole('switch')).toHaveCount(4);
  await expect(playing.getByRole('radio')).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Theme' }).getByRole('radio')).toHaveCount(3);
  await accessible(page);
});
