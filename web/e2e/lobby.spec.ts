import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { Server } from './server';
import { signUp } from './signing';
import { accessible, move, moves, ready, stateOf } from './support';

let server: Server;
test.beforeAll(async () => {
  server = await Server.start();
});
// Contexts left open would still be players in the next test, and their pages would keep drawing.
test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map(context => context.close()));
});
test.afterAll(async () => {
  await server.stop();
});

/** A separate browser on the home page, connected to the lobby. */
async function stranger(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(server.url);
  await expect(page.locator('[data-test="online"]')).toContainText(/here/);
  return page;
}

test('two strangers meet with one tap each and play', async ({ browser }) => {
  const one = await stranger(browser);
  const other = await stranger(browser);
  await expect(one.locator('[data-test="online"]')).toHaveText('2 players here');
  await one.locator('[data-test="pair-hidden960-5+3"]').click();
  await expect(one.locator('[data-test="searching"]')).toContainText('Hidden960, 5+3');
  await expect(other.locator('[data-test="pair-hidden960-5+3"]')).toHaveAttribute('aria-label', /one player waiting/);
  await other.locator('[data-test="pair-hidden960-5+3"]').click();
  await expect(one).toHaveURL(/\/g\/\w+/);
  await expect(other).toHaveURL(one.url());
  await expect(one.locator('main')).toBeVisible();
});

test('an empty lobby says what happens; who comes back finds own games first, then the grid, then everything else', async ({
  browser,
}) => {
  const page = await stranger(browser);
  const grid = page.locator('.pairing');
  const cards = page.locator('.cards');
  await expect(page.locator('[data-test="lobby-empty"]')).toContainText('within 20 seconds, the computer can stand in');
  // Five games, three clocks.
  await expect(grid.getByRole('button')).toHaveCount(15);
  await expect(grid.getByRole('rowheader')).toHaveCount(5);
  const isAbove = async (one: Locator, other: Locator): Promise<boolean> => {
    const [first, second] = await Promise.all([one.boundingBox(), other.boundingBox()]);
    return first !== null && second !== null && first.y + first.height <= second.y;
  };
  await expect.poll(() => isAbove(cards, grid)).toBe(true);
  await accessible(page);
  await page.locator('[data-test="card-chess"]').getByRole('link', { name: 'Play the computer' }).click();
  await page.locator('[data-test="start"]').click();
  await ready(page);
  await page.goto(server.url);
  const own = page.getByRole('region', { name: 'Your current games' });
  await expect(own.locator('.list-game')).toHaveCount(1);
  await expect.poll(() => isAbove(own, grid)).toBe(true);
  await expect.poll(() => isAbove(grid, cards)).toBe(true);
  await accessible(page);
  // The seek is shown beside the grid, with a note that the computer can stand in.
  await page.locator('[data-test="pair-chess-5+3"]').click();
  await expect(page.locator('[data-test="searching"]')).toContainText('After 20 seconds the computer can stand in.');
  await expect(page.locator('[data-test="lobby-empty"]')).toHaveCount(0);
});

test('what was sought and withdrawn meets nobody; a line that breaks takes its seeks along', async ({ browser }) => {
  const one = await stranger(browser);
  const other = await stranger(browser);
  const cell = one.locator('[data-test="pair-chess-15+10"]');
  await cell.click();
  await expect(other.locator('[data-test="pair-chess-15+10"]')).toHaveAttribute('aria-label', /one player waiting/);
  await one.locator('[data-test="cancel-seek"]').click();
  await expect(one.locator('[data-test="searching"]')).toBeHidden();
  await expect(other.locator('[data-test="pair-chess-15+10"]')).not.toHaveAttribute('aria-label', /waits/);
  await cell.click();
  await expect(other.locator('[data-test="pair-chess-15+10"]')).toHaveAttribute('aria-label', /one player waiting/);
  await one.context().close();
  await expect(other.locator('[data-test="pair-chess-15+10"]')).not.toHaveAttribute('aria-label', /waits/);
});

test('who goes on to another page is found there; a seek from the list is accepted', async ({ browser }) => {
  const one = await stranger(browser);
  const other = await stranger(browser);
  await one.locator('[data-test="pair-dmchess-25+10"]').click();
  await expect(one.locator('[data-test="searching"]')).toBeVisible();
  await one.locator('[data-test="card-chess"]').getByRole('link', { name: 'How to play' }).click();
  await expect(one).toHaveURL(/learn/);
  await other.getByRole('button', { name: /^Play Guest \d+: DMChess, 25\+10, unrated$/ }).click();
  await expect(other).toHaveURL(/\/g\/\w+/);
  await expect(one.locator('[data-test="found"]')).toBeVisible();
  await one.getByRole('button', { name: 'Go to the game' }).click();
  await expect(one).toHaveURL(other.url());
  await expect(one.locator('[data-test="found"]')).toBeHidden();
});

test('who chooses a name while looking for an opponent is found under it', async ({ browser }) => {
  const one = await stranger(browser);
  const other = await stranger(browser);
  await one.locator('[data-test="pair-dmchess-25+10"]').click();
  await expect(one.locator('[data-test="searching"]')).toBeVisible();
  await one.getByRole('button', { name: 'Settings' }).click();
  await one.locator('#name').fill('Prospero');
  await one.locator('#name').press('Enter');
  await expect(one.locator('#main')).toContainText('Prospero');
  await other.getByRole('button', { name: 'Play Prospero: DMChess, 25+10, unrated' }).click();
  await expect(other).toHaveURL(/\/g\/\w+/);
  // A notice is laid over the page and shifts nothing; it can be dismissed.
  const top = async (): Promise<number | undefined> => (await one.locator('#main').boundingBox())?.y;
  await expect(one.locator('[data-test="found"]')).toBeVisible();
  const before = await top();
  await one.locator('[data-test="not-now"]').click();
  await expect(one.locator('[data-test="found"]')).toBeHidden();
  expect(await top()).toBe(before);
});

test('who wants anyone with a clock and a colour of their own choice waits in the list', async ({ browser }) => {
  const one = await stranger(browser);
  const other = await stranger(browser);
  await one.locator('[data-test="card-chess"]').getByRole('link', { name: 'Play the computer' }).click();
  await one.getByRole('radio', { name: 'Anyone' }).check();
  // A guest plays no rated games.
  await expect(one.getByRole('switch', { name: /^Rated/ })).toHaveCount(0);
  await one.getByRole('radio', { name: 'Black' }).check();
  await one.getByRole('radio', { name: 'Custom' }).check();
  for (const wrong of ['', '-5', '999']) {
    await one.getByLabel('Minutes per player').fill(wrong);
    // A press takes a while, and the button must stay under it.
    await one.getByRole('button', { name: 'Look for an opponent' }).click({ delay: 200 });
    await expect(one.getByLabel('Minutes per player')).toBeFocused();
    await expect(one.getByRole('alert').filter({ hasText: 'Enter a number from 0.5 to 180.' })).toBeVisible();
  }
  await accessible(one);
  await one.getByLabel('Minutes per player').fill('7');
  await one.getByLabel('Increment in seconds').fill('2');
  await accessible(one);
  await one.getByRole('button', { name: 'Look for an opponent' }).click();
  await expect(one.locator('[data-test="searching"]')).toContainText('Chess, 7+2');
  const seek = other.getByRole('button', { name: /^Play Guest \d+: Chess, 7\+2, unrated, plays Black$/ });
  await expect(seek).toContainText('plays Black');
  await seek.click();
  await expect(other).toHaveURL(/\/g\/\w+/);
  await expect(other.locator('main.table')).toHaveAttribute('data-seat', 'white');
});

test('a rated game by link, and a search with a range of ratings', async ({ browser }) => {
  const one = await (await browser.newContext({ baseURL: server.url })).newPage();
  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  await signUp(one, 'Portia');
  await signUp(other, 'Nerissa');
  await one.goto('/new/chess?opponent=link');
  await one.getByRole('radio', { name: /^Blitz/ }).check();
  await one.getByText('Rated', { exact: true }).click();
  await expect(one.getByText('You play', { exact: true })).toHaveCount(0);
  await one.locator('[data-test="start"]').click();
  await expect(one).toHaveURL(/\/g\/\w+/);
  await other.goto(one.url());
  await other.locator('[data-test=join]').click();
  await expect(other.locator('main.table')).toHaveAttribute('data-status', 'live');
  expect((await stateOf(other, one.url().split('/').at(-1) ?? '')).rated).toBe(true);
  // Players with ratings outside the range are not paired.
  await one.goto('/new/hyperspace?opponent=anyone');
  await one.getByRole('radio', { name: /^Blitz/ }).check();
  await one.getByText('Choose the opponents’ ratings').click();
  await one.getByLabel('From', { exact: true }).fill('2000');
  await one.getByLabel('To', { exact: true }).fill('2200');
  await accessible(one);
  await one.getByRole('button', { name: 'Look for an opponent' }).click();
  await expect(one.locator('[data-test="searching"]')).toBeVisible();
  await other.goto('/');
  await other.getByRole('button', { name: /^Play Portia: Hyperspace Chess/ }).click();
  await expect(other.locator('.toast')).toContainText('Your rating is outside the range');
  await expect(one.locator('[data-test="searching"]')).toBeVisible();
  await one.context().close();
  await other.context().close();
});

test('the server restarts: who looks for an opponent goes on looking', async ({ browser }) => {
  const one = await stranger(browser);
  await one.locator('[data-test="pair-hyperspace-5+3"]').click();
  await expect(one.locator('[data-test="searching"]')).toBeVisible();
  await server.kill();
  await expect(one.locator('[data-test="online"]')).toHaveText('Connecting…');
  await server.up();
  const other = await stranger(browser);
  await expect(other.locator('[data-test="pair-hyperspace-5+3"]')).toHaveAttribute('aria-label', /one player waiting/);
  await other.locator('[data-test="pair-hyperspace-5+3"]').click();
  await expect(one).toHaveURL(/\/g\/\w+/);
});

test('two accounts meet for a rated game, and both see their ratings change', async ({ browser }) => {
  const players: Page[] = [];
  for (const name of ['Rosalind', 'Orlando']) {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${server.url}/sign-up`);
    await page.getByLabel('Username').fill(name);
    await page.getByLabel('Password', { exact: true }).fill('a knight on the rim');
    await page.keyboard.press('Enter');
    await expect(page.locator('.masthead')).toContainText(name);
    await page.goto(server.url);
    await expect(page.locator('[data-test="rated"] input')).toBeChecked();
    players.push(page);
  }
  const [one, other] = players as [Page, Page];
  await one.locator('[data-test="pair-chess-5+3"]').click();
  await expect(other.getByRole('button', { name: /^Play Rosalind: / })).toContainText('Rosalind (1500?)');
  await other.locator('[data-test="pair-chess-5+3"]').click();
  await expect(one).toHaveURL(/\/g\/\w+/);
  await expect(other).toHaveURL(one.url());
  await expect(one.locator('main')).toContainText('Orlando (1500?)');
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
  for (const page of [one, other]) {
    await expect(page.locator('[data-test="ratings"]')).toContainText(
      /Rosalind 1500 → \d+, Orlando 1500 → \d+|Orlando 1500 → \d+, Rosalind/,
    );
    await expect(page.locator('[data-test="ratings"]')).not.toContainText('→ 1500');
  }
});

test('who has waited for a rated game may play the computer meanwhile, rated at a fitting level', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ baseURL: server.url })).newPage();
  await signUp(page, 'Audrey');
  await page.goto('/');
  await page.locator('[data-test="pair-chess-5+3"]').click();
  const searching = page.locator('[data-test="searching"]');
  await expect(searching).toBeVisible();
  await expect(page.locator('[data-test="meanwhile"]')).toHaveCount(0);
  // Offered after twenty seconds.
  const offer = page.locator('[data-test="meanwhile-rated"]');
  await expect(offer).toBeVisible({ timeout: 40_000 });
  await expect(offer).toContainText('1 of 10');
  await expect(page.locator('[data-test="meanwhile"]')).toBeVisible();
  await accessible(page);
  // An unrated game at once, with the clock of the seek; the search goes on. A double click makes one game, however long it takes.
  let made = 0;
  await page.route('**/api/v1/games', async route => {
    if (route.request().method() === 'POST') made++;
    await new Promise(resolve => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.locator('[data-test="meanwhile"]').dblclick();
  await expect(offer).toBeDisabled();
  await expect(page).toHaveURL(/\/g\/\w+/);
  expect(made).toBe(1);
  await page.unroute('**/api/v1/games');
  const unrated = await stateOf(page, page.url().split('/').at(-1) ?? '');
  expect([unrated.rated, unrated.clock?.white_ms, unrated.clock?.increment_ms]).toEqual([false, 300_000, 3000]);
  await page.goBack();
  await expect(searching).toBeVisible();
  await offer.click();
  await expect(page).toHaveURL(/\/g\/\w+/);
  const state = await stateOf(page, page.url().split('/').at(-1) ?? '');
  expect(state.rated).toBe(true);
  expect([state.players.white.kind, state.players.black.kind].sort()).toEqual(['engine', 'person']);
  // Players in a game are no longer waiting.
  await page.goto('/');
  await expect(searching).toHaveCount(0);
  await page.context().close();
});

test('somebody comes while the computer is played: who likes leaves it unrated, who likes finishes it first', async ({
  browser,
}) => {
  const [leaves, finishes] = [await stranger(browser), await stranger(browser)];
  const clocks = ['5+3', '15+10'] as const;
  for (const [page, clock] of [
    [leaves, clocks[0]],
    [finishes, clocks[1]],
  ] as const)
    await page.locator(`[data-test="pair-chess-${clock}"]`).click();
  const computer = new Map<Page, string>();
  for (const page of [leaves, finishes]) {
    await page.locator('[data-test="meanwhile"]').click({ timeout: 40_000 });
    await ready(page);
    computer.set(page, new URL(page.url()).pathname);
  }
  // One player uses the list, the other the grid: both look for the same.
  const [first, second] = [await stranger(browser), await stranger(browser)];
  await first
    .getByRole('button', { name: /^Play Guest \d+: Chess, 5\+3, unrated, plays the computer meanwhile$/ })
    .click();
  await second.locator('[data-test="pair-chess-15+10"]').click();
  for (const page of [first, second]) await expect(page.locator('[data-test="searching"]')).toBeVisible();

  for (const page of [leaves, finishes])
    await expect(page.locator('[data-test="asked"]')).toContainText('An opponent has arrived');
  await accessible(leaves);
  await leaves.locator('[data-test="come"]').click();
  await expect(first).toHaveURL(/\/g\/\w+/);
  await expect(leaves).toHaveURL(first.url());
  await leaves.goto(`${server.url}${computer.get(leaves)}`);
  await expect(leaves.locator('[data-test="outcome"]')).toContainText('aborted');

  await finishes.locator('[data-test="finish-first"]').click();
  await expect(finishes.locator('[data-test="asked"]')).toHaveCount(0);
  expect(new URL(finishes.url()).pathname).toBe(computer.get(finishes));
  // The game is over: now they are paired, and the player may look at the finished game as long as they like.
  await finishes.locator('[data-test=abort]').click();
  await finishes.locator('[data-test=abort-yes]').click();
  await expect(finishes.locator('[data-test="found"]')).toContainText('your game has begun');
  await expect(second).toHaveURL(/\/g\/\w+/);
  await finishes.getByRole('button', { name: 'Go to the game' }).click();
  await expect(finishes).toHaveURL(second.url());
});

test('who looks for a game with days for a move need not stay: it waits, is found again and taken back', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: server.url });
  const owner = await context.newPage();
  await signUp(owner, 'Barnardine');
  const look = async (): Promise<void> => {
    await owner.goto('/new/dmchess?opponent=anyone');
    await owner.getByRole('radio', { name: 'Correspondence' }).check();
    await owner.getByRole('button', { name: 'Look for an opponent' }).click();
    await expect(owner.locator('[data-test="searching"]')).toContainText('3 days per move');
  };
  await look();
  await expect(owner.locator('[data-test="searching"]')).toContainText('You do not have to stay');
  await accessible(owner);
  const other = await stranger(browser);
  const seek = other.getByRole('button', {
    name: /^Play Barnardine: DMChess, 3 days per move, (rated, \(1500\?\)|unrated)$/,
  });
  await expect(seek).toBeVisible();
  await owner.close();
  await other.reload();
  await expect(seek).toBeVisible();
  // In a new tab, the seek is recognised as the player's own and can be withdrawn.
  const again = await context.newPage();
  await again.goto('/');
  await expect(again.locator('[data-test="searching"]')).toContainText('3 days per move');
  await again.locator('[data-test="cancel-seek"]').click();
  await expect(seek).toBeHidden();
  await again.close();
  const back = await context.newPage();
  await back.goto('/new/dmchess?opponent=anyone');
  await back.getByRole('radio', { name: 'Correspondence' }).check();
  // A guest may accept an unrated seek.
  await back.getByText('Rated', { exact: true }).click();
  await back.getByRole('button', { name: 'Look for an opponent' }).click();
  await expect(back.locator('[data-test="searching"]')).toContainText('You do not have to stay');
  await back.close();
  await seek.click();
  await expect(other).toHaveURL(/\/g\/\w+/);
  const home = await context.newPage();
  await home.goto('/');
  await expect(home.locator('.list-game').first()).toContainText('DMChess');
  await expect(home.locator('[data-test="searching"]')).toHaveCount(0);
  await context.close();
});
