import type { Browser } from '@playwright/test';
import { accessible, expect, openGame, overflow, quiet, ready, stateOf, tap, test, type Page } from './support';
import { PASSWORD, send, signOut, signUp } from './signing';

const ANOTHER = 'seven quiet harbours 41';

/** Another browser that is signed in to the same account, with a page open. */
async function elsewhere(
  browser: Browser,
  baseURL: string | undefined,
  username: string,
): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await send(page, 'sign-in', { username, password: PASSWORD });
  await expect(page.locator('.visitor-name')).toHaveText(username);
  return { page, close: () => context.close() };
}

/** The paths of the sockets that a page has opened since its last navigation. Set this up before navigating. */
function sockets(page: Page): string[] {
  const opened: string[] = [];
  page.on('framenavigated', () => (opened.length = 0));
  page.on('websocket', socket => opened.push(new URL(socket.url()).pathname));
  return opened;
}

test('a guest with a game under way signs up: back at the table, the seat is his', async ({ page }) => {
  const noise = quiet(page);
  const id = await openGame(page, { variant: 'chess', opponent: { kind: 'engine', level: 1 }, color: 'white' });
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.locator('#sign-up-username')).toBeFocused();
  await send(page, 'sign-up', { username: 'a b', password: PASSWORD });
  const username = page.locator('#sign-up-username');
  await expect(username).toHaveAccessibleDescription(/only the letters A to Z/);
  await expect(username).toBeFocused();
  await send(page, 'sign-up', { username: 'Seated', password: 'password' });
  await expect(page.locator('#sign-up-password')).toHaveAccessibleDescription(/among the first/);
  await expect(page.locator('#sign-up-password')).toBeFocused();
  await expect(username).not.toHaveAttribute('aria-invalid');
  await send(page, 'sign-up', { username: 'Seated', password: PASSWORD });
  await ready(page);
  expect(new URL(page.url()).pathname).toBe(`/g/${id}`);
  await expect(page.locator('.visitor-name')).toHaveText('Seated');
  await expect(page.locator('main.table')).toHaveAttribute('data-seat', 'white');
  await tap(page, 'e2');
  await tap(page, 'e4');
  await expect.poll(async () => (await stateOf(page, id)).moves.length).toBeGreaterThan(0);

  // The name cannot be changed any more, and nobody else can have it.
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Seated' })).toBeVisible();
  await expect(page.locator('[data-test=name]')).toHaveCount(0);
  expect(noise).toEqual([]);
});

test('a name that is taken, a wrong password, and too many of them are told', async ({ page, browser, baseURL }) => {
  await signUp(page, 'Taken');
  const second = await browser.newContext({ baseURL });
  const other = await second.newPage();
  await other.goto('/sign-up');
  await send(other, 'sign-up', { username: 'TAKEN', password: PASSWORD });
  await expect(other.locator('#sign-up-username')).toHaveAccessibleDescription(/taken/);

  await other.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  const button = other.locator('[data-test=sign-in-send]');
  await button.click();
  await expect(other.locator('#sign-in-username')).toHaveAccessibleDescription('Enter your username.');
  await expect(other.locator('#sign-in-username')).toBeFocused();
  // Five failures are free; each wait after them is twice as long, until one takes longer than typing.
  for (let tries = 0; ; tries++) {
    expect(tries).toBeLessThan(20);
    const answered = other.waitForResponse(answer => answer.url().endsWith('/session'));
    await send(other, 'sign-in', { username: 'Taken', password: `wrong ${tries}` });
    const answer = await answered;
    // The page has got the answer, too: it focuses the password, whatever was wrong.
    await expect(other.locator('#sign-in-password')).toBeFocused();
    if (answer.status() === 429) {
      if (Number(answer.headers()['retry-after']) >= 4) break;
      await expect(button).toBeEnabled();
      continue;
    }
    await expect(other.getByRole('alert')).toHaveText(/no account with this name and this password/);
  }
  await expect(other.locator('[data-test=wait]')).toHaveText(/try again in \d+ s/);
  await expect(button).toBeDisabled();
  // The wait is counted down, and then the form works again.
  await expect(button).toBeEnabled();
  await expect(other.locator('[data-test=wait]')).toHaveCount(0);
  await send(other, 'sign-in', { username: 'taken', password: PASSWORD });
  await expect(other.locator('.visitor-name')).toHaveText('Taken');
  await second.close();
});

test('a session that is ended from the account page is told on the open game there, and nothing loops', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page, 'Traveller');
  const { page: other, close } = await elsewhere(browser, baseURL, 'Traveller');
  const noise = quiet(other);
  const opened = sockets(other);
  const id = await openGame(other, { variant: 'chess', opponent: { kind: 'engine', level: 1 }, color: 'white' });
  await expect(other.locator('main.table')).toHaveAttribute('data-seat', 'white');
  // The sockets of the account and of the game, in any order.
  await expect.poll(() => [...opened].sort()).toEqual([`/api/v1/games/${id}/socket`, '/api/v1/me/socket']);
  opened.length = 0;

  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(page.locator('[data-test=session]')).toHaveCount(2);
  await expect(page.locator('[data-test=session]').filter({ hasText: 'this browser' })).toHaveCount(1);
  await expect(page.locator('[data-test=session]').first()).toContainText('Chrome on Linux');
  await page.locator('[data-test=end-session]').click();
  await expect(page.getByRole('status').filter({ hasText: 'Signed out there.' })).toBeVisible();
  await expect(page.locator('[data-test=session]')).toHaveCount(1);

  const told = other.getByRole('dialog', { name: 'You have been signed out' });
  await expect(told).toBeVisible();
  await expect(other.locator('main.table')).toHaveAttribute('data-seat', 'spectator');
  await accessible(other);
  await other.locator('[data-test=go-on]').click();
  await expect(told).toHaveCount(0);
  await expect(other.locator('.masthead').getByRole('link', { name: 'Sign in' })).toBeVisible();
  // A single socket, the guest's, which works and stays open.
  await other.waitForTimeout(3000);
  expect(opened).toEqual([`/api/v1/games/${id}/socket`]);
  await expect(other.locator('[data-test=reconnecting]')).toHaveCount(0);

  // After signing in again, the seat is back.
  await other.locator('.masthead').getByRole('link', { name: 'Sign in' }).click();
  await expect(other.locator('#sign-in-username')).toBeFocused();
  await send(other, 'sign-in', { username: 'Traveller', password: PASSWORD });
  await ready(other);
  expect(new URL(other.url()).pathname).toBe(`/g/${id}`);
  await expect(other.locator('main.table')).toHaveAttribute('data-seat', 'white');
  expect(noise).toEqual([]);
  await close();
});

test('a server that closes every socket for its session is not asked without end', async ({ page }) => {
  const id = await openGame(page, { variant: 'chess' });
  const opened: number[] = [];
  await page.routeWebSocket(/\/socket/, socket => {
    opened.push(Date.now());
    void socket.close({ code: 4001 });
  });
  await page.goto(`/g/${id}`);
  await ready(page);
  // One immediate retry, then one every three seconds.
  await expect.poll(() => opened.length).toBeGreaterThanOrEqual(4);
  const [first = 0, , , fourth = 0] = opened;
  expect(fourth - first).toBeGreaterThan(5000);
});

test('a session that has ended is told where no game is open, too', async ({ page, browser, baseURL }) => {
  await signUp(page, 'Wanderer');
  const { page: other, close } = await elsewhere(browser, baseURL, 'Wanderer');
  await other.goto('/account');
  await expect(other.locator('[data-test=session]')).toHaveCount(2);
  await page.goto('/account');
  await page.locator('[data-test=end-others]').click();
  await expect(page.locator('[data-test=session]')).toHaveCount(1);
  // It is shown at once, without any action: every page of an account has a socket that tells it.
  await expect(other.getByRole('dialog', { name: 'You have been signed out' })).toBeVisible();
  await other.locator('[data-test=sign-in-again]').click();
  await expect(other.locator('#sign-in-username')).toBeFocused();
  await send(other, 'sign-in', { username: 'Wanderer', password: PASSWORD });
  await expect(other.getByRole('heading', { name: 'Wanderer' })).toBeVisible();
  await close();
});

test('a session that has ended is told by the next request, where no line says it', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page, 'Unheard');
  const { page: other, close } = await elsewhere(browser, baseURL, 'Unheard');
  await other.routeWebSocket(/\/me\/socket/, () => {});
  await other.goto('/account');
  await expect(other.locator('[data-test=session]')).toHaveCount(2);
  await page.goto('/account');
  await page.locator('[data-test=end-others]').click();
  await expect(page.locator('[data-test=session]')).toHaveCount(1);
  await other.locator('[data-test=end-session]').click();
  await expect(other.getByRole('dialog', { name: 'You have been signed out' })).toBeVisible();
  await close();
});

test('a new password: the present one is asked for, others are signed out, and the old one is none', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page, 'Careful');
  const { page: other, close } = await elsewhere(browser, baseURL, 'Careful');
  await openGame(other, { variant: 'chess' });
  await page.goto('/account');
  await send(page, 'change', { password: 'not the present one', new_password: ANOTHER });
  await expect(page.locator('#change-password')).toHaveAccessibleDescription(/The password is wrong/);
  await expect(page.locator('#change-password')).toBeFocused();
  await send(page, 'change', { password: PASSWORD, new_password: 'short' });
  await expect(page.locator('#change-new_password')).toHaveAccessibleDescription(/8 to 128 characters/);
  await expect(page.locator('#change-new_password')).toBeFocused();
  await page.getByRole('button', { name: 'Show: New password' }).click();
  await expect(page.locator('#change-new_password')).toHaveAttribute('type', 'text');
  await send(page, 'change', { password: PASSWORD, new_password: ANOTHER });
  await expect(page.locator('#changed')).toHaveText('Your password has been changed.');
  await expect(page.locator('#change-password')).toHaveValue('');
  await expect(page.locator('[data-test=session]')).toHaveCount(1);
  await expect(other.getByRole('dialog', { name: 'You have been signed out' })).toBeVisible();
  await other.locator('[data-test=sign-in-again]').click();
  await expect(other.locator('#sign-in-username')).toBeFocused();
  await send(other, 'sign-in', { username: 'Careful', password: PASSWORD });
  await expect(other.getByRole('alert')).toHaveText(/no account with this name and this password/);
  await expect(other.locator('#sign-in-password')).toBeFocused();
  await send(other, 'sign-in', { username: 'Careful', password: ANOTHER });
  await expect(other.locator('.visitor-name')).toHaveText('Careful');
  await close();
});

test('signing out: a guest again, with the games that the guest had before', async ({ page, browser, baseURL }) => {
  await signUp(page, 'Leaver');
  const context = await browser.newContext({ baseURL });
  const guest = await context.newPage();
  const id = await openGame(guest, { variant: 'chess' });
  await guest.goto('/sign-in');
  await send(guest, 'sign-in', { username: 'Leaver', password: PASSWORD });
  await expect(guest.locator('.visitor-name')).toHaveText('Leaver');
  await guest.goto(`/g/${id}`);
  await expect(guest.locator('main.table')).toHaveAttribute('data-seat', 'spectator');
  await guest.goto('/account');
  await signOut(guest);
  await expect(guest.getByRole('dialog')).toHaveCount(0);
  await guest.goto(`/g/${id}`);
  await expect(guest.locator('main.table')).toHaveAttribute('data-seat', 'both');
  // The account page sends a guest to the form, which leads back to the account.
  await guest.goto('/account');
  await expect(guest.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await context.close();
});

test('the keyboard alone: signing up, the account, deleting it', async ({ page }) => {
  const press = (key: string) => page.keyboard.press(key);
  const reach = async (name: string, key = 'Tab'): Promise<void> => {
    for (let stops = 0; stops < 40; stops++) {
      const text = await page.evaluate(() => document.activeElement?.textContent ?? '');
      if (text === name) return;
      await press(key);
    }
    throw new Error(`${name} cannot be reached`);
  };
  await page.goto('/');
  // The header shows this once the player is known.
  await page.locator('.masthead', { hasText: 'Sign in' }).waitFor();
  await reach('Sign in');
  await press('Enter');
  await expect(page.locator('#sign-in-username')).toBeFocused();
  await reach('Sign up');
  await press('Enter');
  await expect(page.locator('#sign-up-username')).toBeFocused();
  await page.keyboard.type('Keys');
  await press('Tab');
  await page.keyboard.type(PASSWORD);
  await press('Tab');
  await press('Enter');
  await expect(page.locator('#sign-up-password')).toHaveAttribute('type', 'text');
  await press('Shift+Tab');
  await press('Enter');
  await expect(page.locator('.visitor-name')).toHaveText('Keys');
  await expect(page.locator('main.home')).toBeFocused();
  // It comes before the page, which has many tab stops.
  await reach('Your account:Keys', 'Shift+Tab');
  await press('Enter');
  await expect(page.locator('main.account')).toBeFocused();
  await page.locator('[data-test=delete]').waitFor();
  await reach('Delete account');
  await press('Enter');
  await expect(page.locator('#removal-password')).toBeFocused();
  await press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('[data-test=delete]')).toBeFocused();
  await press('Enter');
  await expect(page.locator('#removal-password')).toBeFocused();
  await page.keyboard.type('not this one');
  await press('Enter');
  await expect(page.locator('#removal-password')).toHaveAccessibleDescription(/The password is wrong/);
  await page.locator('#removal-password').selectText();
  await page.keyboard.type(PASSWORD);
  await press('Enter');
  await expect(page.locator('.toast')).toHaveText('Your account has been deleted.');
  await expect(page.locator('.masthead').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.goto('/sign-in');
  await send(page, 'sign-in', { username: 'Keys', password: PASSWORD });
  await expect(page.getByRole('alert')).toHaveText(/no account with this name and this password/);
});

for (const theme of ['light', 'dark'] as const) {
  test(`a phone of 360 pixels, ${theme}: nothing scrolls sideways, and all is accessible`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({
      colorScheme: theme,
      baseURL,
      viewport: { width: 360, height: 740 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const fits = async (): Promise<void> => {
      expect((await overflow(page))[0]).toBe(0);
      const gear = await page.getByRole('button', { name: 'Settings' }).boundingBox();
      expect((gear?.x ?? 360) + (gear?.width ?? 0)).toBeLessThanOrEqual(360);
      await accessible(page);
    };
    await page.goto('/sign-in');
    await page.locator('[data-test=sign-in-send]').click();
    await expect(page.locator('[aria-invalid]')).toHaveCount(1);
    await fits();
    // The longest name.
    const name = `WWWWW-MMMMM-WWW-${theme}`.padEnd(20, 'W').slice(0, 20);
    await signUp(page, name);
    for (const path of ['/account', '/settings', '/']) {
      await page.goto(path);
      await expect(page.locator('.visitor-name')).toHaveText(name);
      await page.getByText(name).last().waitFor();
      await fits();
    }
    await page.goto('/account');
    await page.locator('[data-test=delete]').click();
    await expect(page.locator('#removal-password')).toBeFocused();
    await fits();
    await openGame(page, { variant: 'chess' });
    expect(await overflow(page)).toEqual([0, 0]);
    await context.close();
  });
}
