import { expect, test, type Browser, type Page } from '@playwright/test';
import { Server } from './server';
import { accessible, move, moves, ready } from './support';

let server: Server;
let players: [Page, Page];
test.beforeAll(async ({ browser }) => {
  server = await Server.start();
  players = [await signedUp(browser, 'Rosalind'), await signedUp(browser, 'Orlando')];
  await playRated(...players);
});
test.afterAll(async () => {
  await server.stop();
});

async function signedUp(browser: Browser, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${server.url}/sign-up`);
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill('a knight on the rim');
  await page.keyboard.press('Enter');
  await expect(page.locator('.masthead')).toContainText(name);
  await page.goto(server.url);
  return page;
}

/** A rated game of chess, found in the lobby and lost by White in four plies. */
async function playRated(one: Page, other: Page): Promise<void> {
  await one.locator('[data-test="pair-chess-5+3"]').click();
  await expect(other.getByRole('button', { name: /^Play Rosalind: / })).toBeVisible();
  await other.locator('[data-test="pair-chess-5+3"]').click();
  await expect(one).toHaveURL(/\/g\/\w+/);
  await expect(other).toHaveURL(one.url());
  for (const page of [one, other]) await ready(page);
  const isWhite = (await one.locator('section.player.bottom').getAttribute('data-color')) === 'white';
  const [white, black] = isWhite ? [one, other] : [other, one];
  const line = [
    [white, 'f2', 'f3'],
    [black, 'e7', 'e5'],
    [white, 'g2', 'g4'],
    [black, 'd8', 'h4'],
  ] as const;
  for (const [ply, [page, from, to]] of line.entries()) {
    await moves(page, ply);
    await move(page, from, to);
  }
  await expect(one.locator('[data-test="ratings"]')).toBeVisible();
}

test('two accounts find their rated game in the archive, and from there each other', async () => {
  const [page] = players;
  const game = new URL(page.url()).pathname;
  await page.locator('.masthead').getByRole('link', { name: 'Games' }).click();
  await expect(page).toHaveURL(/\/archive$/);
  const card = page.locator('[data-test="archive-games"] > li');
  await expect(card).toHaveCount(1);
  await expect(card).toContainText('Black won by checkmate');
  await expect(card).toContainText('rated');
  // The final position still has all pieces, and the mating move is marked.
  await expect(card.locator('.mini .piece')).toHaveCount(32);
  await expect(card.locator('.mini .last-move')).toHaveCount(2);
  // A new page takes the focus: text typed before that would go astray.
  await expect(page.locator('main.archive')).toBeFocused();
  await page.getByLabel('Player').fill('orlando');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/player=orlando/);
  // The address changes before the page does. With a player the form has more fields.
  await expect(page.getByLabel('Opponent', { exact: true })).toBeVisible();
  await expect(card).toHaveCount(1);
  await page.getByLabel('Result').selectOption({ label: 'Draw' });
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.locator('[data-test="no-games"]')).toContainText('No finished games match');
  await page.getByRole('button', { name: 'All games' }).click();
  await expect(card).toHaveCount(1);
  await card.getByRole('link', { name: /Orlando/ }).click();
  await expect(page).toHaveURL(/\/@\/Orlando$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orlando');
  await expect(page.locator('[data-test="pool-chess-blitz"]')).toContainText('provisional');
  await expect(page.getByRole('img', { name: /^1 rated game: from/ })).toBeVisible();
  await expect(page.locator('[data-test="record-tables"]')).toContainText('checkmate');
  await page.locator('[data-test="record-tables"]').getByRole('link', { name: 'Rosalind' }).click();
  await expect(page).toHaveURL(/\/@\/Rosalind$/);
  await page
    .locator('[data-test="archive-games"]')
    .getByRole('link', { name: /won by checkmate/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`${game}$`));
  // The names beside the board link to the players' pages.
  await page
    .locator('section.player')
    .getByRole('link', { name: /Orlando/ })
    .click();
  await expect(page).toHaveURL(/\/@\/Orlando$/);
});

test('games are found by how they began and how long they were', async ({ page }) => {
  await page.goto(`${server.url}/archive`);
  const card = page.locator('[data-test="archive-games"] > li');
  await expect(card).toHaveCount(1);
  const search = page.getByRole('button', { name: 'Search' });
  const opening = page.getByLabel('Begins with');
  await opening.fill('  f2f3   e7e5 ');
  // An opening needs a game: the form asks for it.
  await search.click();
  await expect(page.locator('select[name=variant]')).toBeFocused();
  await expect(page).toHaveURL(/\/archive$/);
  await expect(page.getByRole('alert').filter({ hasText: 'Choose the game for this opening.' })).toBeVisible();
  await accessible(page);
  await page.locator('select[name=variant]').selectOption('chess');
  await search.click();
  await expect(page).toHaveURL(/opening=f2f3\+e7e5/);
  await expect(card).toHaveCount(1);
  // The notation for people works, too; and text that is no move is reported.
  await opening.fill('f3 e5');
  await search.click();
  await expect(page).toHaveURL(/opening=f3\+e5/);
  await expect(card).toHaveCount(1);
  await opening.fill('f3 nonsense');
  await search.click();
  await expect(page.getByRole('alert').filter({ hasText: '“nonsense” cannot be read' })).toBeVisible();
  await expect(page.locator('[data-test="no-games"]')).toHaveCount(0);
  await opening.fill('e2e4');
  await search.click();
  await expect(page.locator('[data-test="no-games"]')).toContainText('No finished games match');
  await opening.fill('');
  // It was two moves long.
  await page.getByLabel('Moves, at most').fill('1');
  await search.click();
  await expect(page).toHaveURL(/upto=1/);
  await expect(page.locator('[data-test="no-games"]')).toBeVisible();
  await page.getByLabel('Moves, at most').fill('2');
  await page.getByLabel('Moves, at least').fill('2');
  await search.click();
  await expect(page).toHaveURL(/upto=2/);
  await expect(card).toHaveCount(1);
  await accessible(page);
  // The explorer links to the games with this opening.
  await page.goto(`${server.url}/archive?variant=chess`);
  await page.getByText('Opening explorer').click();
  await page.locator('[data-test="opening-f2f3"]').click();
  await page.getByRole('link', { name: 'Games with this opening' }).click();
  await expect(page).toHaveURL(/opening=f2f3/);
  await expect(card).toHaveCount(1);
});

test('a mistyped filter in an address is told, and a player who is not there', async ({ page }) => {
  await page.goto(`${server.url}/archive?player=Nobody`);
  await expect(page.getByRole('alert')).toContainText('There is no account with this name.');
  await page.goto(`${server.url}/archive?variant=foo&result=bar`);
  for (const value of ['foo', 'bar'])
    await expect(page.getByRole('alert').filter({ hasText: `There is no “${value}” here.` })).toBeVisible();
  await expect(page.locator('main')).not.toContainText('deserialize');
  await page.goto(`${server.url}/@/Nobody`);
  await expect(page.locator('[data-test="no-player"]')).toBeVisible();
});

test('the explorer leads from one action to the next', async ({ page }) => {
  await page.goto(`${server.url}/archive?variant=chess`);
  await page.getByText('Opening explorer').click();
  const explorer = page.locator('[data-test="explorer"]');
  for (const [action, notation] of [
    ['f2f3', 'f3'],
    ['e7e5', 'e5'],
    ['g2g4', 'g4'],
    ['d8h4', 'Qh4#'],
  ] as const) {
    await expect(explorer.locator('tbody tr')).toHaveCount(1);
    await explorer.locator(`[data-test="opening-${action}"]`).click();
    await expect(explorer.locator('.explorer-line')).toContainText(notation.replace('#', ''));
  }
  await expect(explorer.locator('[data-test="no-opening"]')).toBeVisible();
  await explorer.getByRole('button', { name: 'One action back' }).click();
  await expect(explorer.getByRole('img', { name: 'White won 0, drawn 0, Black won 1' })).toBeVisible();
});

test('records of all games are a file', async ({ page }) => {
  await page.goto(`${server.url}/archive`);
  const downloading = page.waitForEvent('download');
  await page.locator('[data-test="downloads"]').getByRole('link', { name: 'PGN', exact: true }).click();
  const path = await (await downloading).path();
  const { readFileSync } = await import('node:fs');
  expect(readFileSync(path, 'utf8')).toContain('[Event "Rated game"]');
});

test('the leaderboard says why it is empty, and finds players by their beginnings', async ({ page }) => {
  await page.goto(`${server.url}/leaderboard`);
  await expect(page.locator('[data-test="no-places"]')).toContainText('Nobody is ranked here yet');
  await page.getByRole('link', { name: 'Chess', exact: true }).click();
  await expect(page).toHaveURL(/\/leaderboard\/chess\/blitz$/);
  // The address changes before the page does, and the page takes the focus.
  await expect(page.locator('main.leaderboard')).toBeFocused();
  await page.getByLabel('Find a player').fill('ros');
  await page.locator('[data-test="finder"]').getByRole('link', { name: 'Rosalind' }).click();
  await expect(page).toHaveURL(/\/@\/Rosalind$/);
});

test('on a narrow phone nothing is wider than the page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/archive', '/archive?variant=chess', '/@/Rosalind', '/leaderboard']) {
    await page.goto(server.url + path);
    await expect(page.locator('main')).toBeVisible();
    await page.waitForLoadState('networkidle');
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider, path).toBeLessThanOrEqual(0);
  }
});
