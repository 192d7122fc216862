import type { Browser } from '@playwright/test';
import { accessible, expect, openGame, overflow, quiet, ready, test, type Page } from './support';
import { signOut } from './signing';

const PASSWORD = 'a knight on the rim';

/** A separate browser in which somebody signs up. */
async function player(browser: Browser, baseURL: string | undefined, name: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage();
  await page.goto('/sign-up');
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.locator('.visitor-name')).toHaveText(name);
  return page;
}

/** Challenges a player by name, on the page of a new game. */
async function challenge(page: Page, name: string, clock: string): Promise<void> {
  await page.goto(`/new/hidden960?opponent=player&name=${name}`);
  await expect(page.locator('[data-test=player-name]')).toHaveValue(name);
  await page.getByRole('radio', { name: clock }).check();
  await page.locator('[data-test=start]').click();
  await expect(page.locator('.toast')).toContainText(`Challenge sent to ${name}`);
}

test('a challenge by name is shown wherever the player is; accepted, both are at the table', async ({
  browser,
  baseURL,
}) => {
  const ada = await player(browser, baseURL, 'Ada');
  const bob = await player(browser, baseURL, 'Bob');
  const noise = quiet(bob);
  await bob.goto('/learn/chess');
  await challenge(ada, 'Bob', 'Blitz 5+3');
  const toast = bob.locator('[data-test=challenge]');
  await expect(toast).toContainText('Ada (1500?) challenges you');
  await expect(toast).toContainText('Hidden960, 5+3, rated');
  await accessible(bob);
  await bob.setViewportSize({ width: 360, height: 640 });
  await bob.goto('/');
  await expect(toast).toBeVisible();
  expect((await overflow(bob))[0]).toBeLessThanOrEqual(0);
  await expect(bob.locator('[data-test=bell]')).toHaveAccessibleName('Notifications: 1 new');
  await bob.locator('[data-test=challenge-accept]').click();
  await ready(bob);
  // A player who waits on the home page is taken to the game.
  await expect(ada).toHaveURL(bob.url());
  await ready(ada);
  await expect(toast).toBeHidden();
  // A player who is at the game is not told that the challenge was accepted.
  await expect(ada.locator('[data-test=bell]')).toHaveAccessibleName('Notifications');
  expect(noise).toEqual([]);
});

test('a challenge is put aside, found behind the bell by the keyboard, and declined with a reason', async ({
  browser,
  baseURL,
}) => {
  const ada = await player(browser, baseURL, 'Clara');
  const bob = await player(browser, baseURL, 'Dora');
  await bob.goto('/');
  await challenge(ada, 'Dora', 'Correspondence');
  await bob.locator('[data-test=challenge-later]').click();
  await expect(bob.locator('[data-test=challenge]')).toBeHidden();
  await bob.locator('[data-test=bell]').focus();
  await bob.keyboard.press('Enter');
  const list = bob.getByRole('dialog', { name: 'Notifications' });
  await expect(list).toContainText('Clara (1500?) challenges you');
  await accessible(bob);
  await bob.getByLabel('Decline: Reason').selectOption('Not now, perhaps later.');
  await bob.locator('[data-test=notice-decline]').click();
  await expect(list).toContainText('Nothing new');
  await bob.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(bob.locator('[data-test=bell]')).toBeFocused();

  await expect(ada.locator('[data-test=bell]')).toHaveAccessibleName('Notifications: 1 new');
  await ada.locator('[data-test=bell]').click();
  await expect(ada.getByRole('dialog')).toContainText('Dora has declined: “Not now, perhaps later.”');
  await ada.locator('[data-test=notice-cancel]').click();
  await expect(ada.getByRole('dialog')).toContainText('Nothing new');
});

test('who is followed is seen online and at play; who is blocked does not reach the player', async ({
  browser,
  baseURL,
}) => {
  const ada = await player(browser, baseURL, 'Elena');
  const bob = await player(browser, baseURL, 'Franz');
  await ada.goto('/');
  await ada.locator('#follow-name').fill('nobody-at-all');
  await ada.locator('[data-test=follow-send]').click();
  await expect(ada.locator('#follow-name')).toHaveAccessibleDescription('There is no account with this name.');
  await ada.locator('#follow-name').fill('franz');
  await ada.keyboard.press('Enter');
  const entry = ada.locator('[data-test=followed]');
  await expect(entry).toContainText('Franz');
  await expect(entry).toContainText('online');
  const id = await openGame(bob, { variant: 'chess', opponent: { kind: 'engine', level: 1 }, color: 'white' });
  await ada.goto('/');
  await entry.getByRole('link', { name: 'Watch Franz' }).click();
  await expect(ada).toHaveURL(new RegExp(`/g/${id}$`));
  await ada.goto('/');
  await accessible(ada);
  await entry.getByRole('link', { name: 'Challenge Franz' }).click();
  await expect(ada.locator('[data-test=player-name]')).toHaveValue('Franz');

  // A player's page has the same buttons.
  await ada.goto('/@/Franz');
  await ada.locator('[data-test=follow]').click();
  await expect(ada.locator('.toast')).toContainText('You follow Franz');
  await accessible(ada);

  await bob.goto('/account');
  await bob.locator('#block-name').fill('Elena');
  await bob.locator('[data-test=block-send]').click();
  await expect(bob.locator('[data-test=blocked]')).toContainText('Elena');
  await accessible(bob);
  await challenge(ada, 'Franz', 'Blitz 5+3');
  await expect(bob.locator('[data-test=bell]')).toHaveAccessibleName('Notifications');
  await ada.goto('/');
  await expect(ada.locator('.following')).toContainText('Follow players');
});

test('a window of a browser that signs in elsewhere is the account at once, on its sockets too', async ({
  browser,
  baseURL,
}) => {
  const first = await player(browser, baseURL, 'Greta');
  const other = await first.context().newPage();
  await other.goto('/account');
  await first.goto('/account');
  await signOut(first);
  await expect(other.getByText('You have been signed out')).toBeVisible();
  await other.getByRole('button', { name: 'Continue as a guest' }).click();
  await other.goto('/');
  // Wait until the guest is known: only then can the identity change.
  await expect(other.locator('.masthead').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(other.locator('[data-test=bell]')).toHaveCount(0);
  const opened: string[] = [];
  other.on('websocket', socket => opened.push(new URL(socket.url()).pathname));
  await first.goto('/sign-in');
  await first.locator('#sign-in-username').fill('Greta');
  await first.locator('#sign-in-password').fill(PASSWORD);
  await first.keyboard.press('Enter');
  await expect(other.locator('.visitor-name')).toHaveText('Greta');
  await expect.poll(() => opened).toContain('/api/v1/me/socket');
  await expect.poll(() => opened).toContain('/api/v1/lobby/socket');
});
