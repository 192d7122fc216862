/** The second factor, API tokens and bots, as people set them up. */
import type { Browser } from '@playwright/test';
import { codeOf, PASSWORD, send, signOut, signUp, turnOn } from './signing';
import { accessible, expect, overflow, test, type Page } from './support';

async function another(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return (await browser.newContext({ baseURL })).newPage();
}

test('a second factor: set up with an app, asked for elsewhere, helped by recovery codes, turned off', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page, 'Factor');
  const { secret, codes } = await turnOn(page);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await accessible(page);
  await page.locator('[data-test=codes-kept]').click();
  await expect(page.locator('.second-factor')).toContainText('10 recovery codes are left');

  const other = await another(browser, baseURL);
  await other.goto('/sign-in?back=%2Faccount');
  await send(other, 'sign-in', { username: 'Factor', password: PASSWORD });
  await expect(other.locator('#sign-in-code-code')).toBeFocused();
  await accessible(other);
  await send(other, 'sign-in-code', { code: '000 000' });
  await expect(other.locator('#sign-in-code-code')).toHaveAccessibleDescription(/wrong or has already been used/);
  await send(other, 'sign-in-code', { code: 'what is this' });
  await expect(other.locator('#sign-in-code-code')).toHaveAccessibleDescription(/six digits/);
  await send(other, 'sign-in-code', { code: codes[0]?.toUpperCase() ?? '' });
  await expect(other.locator('.second-factor')).toContainText('9 recovery codes are left');
  await signOut(other);

  // The app's next code, as the current one was used for the setup.
  await other.goto('/sign-in');
  await send(other, 'sign-in', { username: 'Factor', password: PASSWORD });
  await send(other, 'sign-in-code', { code: codeOf(secret, 1) });
  await expect(other.locator('.visitor-name')).toHaveText('Factor');

  await page.locator('[data-test=factor-turn-off]').click();
  await expect(page.locator('#factor-password')).toBeFocused();
  await send(page, 'factor', { password: PASSWORD, code: codes[0] ?? '' });
  await expect(page.locator('#factor-code')).toHaveAccessibleDescription(/already been used/);
  await expect(page.locator('#factor-code')).toBeFocused();
  await send(page, 'factor', { password: PASSWORD, code: codes[1] ?? '' });
  await expect(page.locator('.second-factor')).toContainText('The second factor is off.');
  await expect(page.locator('[data-test=factor-begin]')).toBeVisible();
  await other.context().close();
});

test('a token is made, shown once, works, is listed and revoked', async ({ page, request }) => {
  await signUp(page, 'Tokens');
  await page.goto('/account');
  await page.locator('[data-test=make-token]').click();
  await expect(page.locator('#token-name')).toBeFocused();
  await page.getByText('account:read').click();
  await page.locator('label.segment', { hasText: 'A year' }).click();
  await accessible(page);
  await send(page, 'token', { name: 'my own bot', password: PASSWORD });
  const token = await page.locator('[data-test=token-text]').innerText();
  expect(token).toMatch(/^manifold_[0-9a-f]{64}$/);
  await accessible(page);
  const headers = { Authorization: `Bearer ${token}` };
  const me = async (): Promise<number> => (await request.get('/api/v1/me', { headers })).status();
  expect(await me()).toBe(200);
  const entry = page.locator('[data-test=token]');
  await expect(entry).toContainText('my own bot');
  await expect(entry).toContainText('account:read, games:play');
  await page.reload();
  await expect(entry).toHaveCount(1);
  await expect(page.locator('[data-test=token-text]')).toHaveCount(0);
  await page.locator('[data-test=revoke-token]').click();
  await expect(page.locator('.tokens')).toContainText('The token has been revoked.');
  await expect(entry).toHaveCount(0);
  expect(await me()).toBe(401);
});

test('what is told once is told, also if the account cannot be read again afterwards', async ({ page }) => {
  await signUp(page, 'Once');
  await page.goto('/account');
  await expect(page.locator('[data-test=factor-begin]')).toBeVisible();
  const read = '**/api/v1/account{,/tokens}';

  // A token.
  await page.locator('[data-test=make-token]').click();
  await page.route(read, route => (route.request().method() === 'GET' ? route.abort() : route.fallback()));
  await send(page, 'token', { name: 'my own bot', password: PASSWORD });
  await expect(page.locator('[data-test=token-text]')).toHaveText(/^manifold_[0-9a-f]{64}$/);
  await expect(page.locator('.tokens')).toContainText('not everything here could be refreshed');
  await accessible(page);

  // The codes of a second factor.
  await page.locator('[data-test=factor-begin]').click();
  await send(page, 'factor', { password: PASSWORD });
  const secret = (await page.locator('[data-test=secret]').innerText()).replaceAll(' ', '');
  await send(page, 'factor', { code: codeOf(secret) });
  await expect(page.locator('[data-test=recovery-codes] li')).toHaveCount(10);
  await expect(page.locator('main')).toContainText('The change was made, but not everything here could be refreshed');
  await page.unroute(read);
  await page.reload();
  await expect(page.locator('.second-factor')).toContainText('10 recovery codes are left');
});

test('an account that has not played becomes a bot, which is marked wherever its name is', async ({ page }) => {
  await signUp(page, 'Mechanism');
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(other.locator('[data-test=online]')).toContainText('here');
  await page.goto('/account');
  await page.locator('[data-test=become-bot]').click();
  await expect(page.locator('#bot-password')).toBeFocused();
  await accessible(page);
  await send(page, 'bot', { password: PASSWORD });
  await expect(page.locator('.visitor-name')).toHaveText('BOT Mechanism');
  await expect(page.getByRole('heading', { name: 'BOT Mechanism' })).toBeVisible();
  await expect(page.locator('[data-test=become-bot]')).toHaveCount(0);
  // The other window no longer looks for opponents.
  await expect(other.locator('[data-test=lobby-bot]')).toBeVisible();
  await expect(other.locator('[data-test=online]')).toHaveCount(0);
  await accessible(other);
  const made = await page.request.post('/api/v1/games', {
    data: { variant: 'chess', opponent: { kind: 'engine', level: 1 }, color: 'white' },
  });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`/g/${id}`);
  await expect(page.locator('[data-color=white] .player-name')).toContainText('BOT Mechanism');
});

for (const theme of ['light', 'dark'] as const) {
  test(`a phone of 360 pixels, ${theme}: secrets, codes and tokens fit`, async ({ browser, baseURL }) => {
    const viewport = { width: 360, height: 740 };
    const context = await browser.newContext({ baseURL, colorScheme: theme, viewport });
    const page = await context.newPage();
    const fits = async (): Promise<void> => {
      expect((await overflow(page))[0]).toBe(0);
      await accessible(page);
    };
    await signUp(page, `Phone-${theme}`);
    await page.goto('/account');
    await page.locator('[data-test=factor-begin]').click();
    await send(page, 'factor', { password: PASSWORD });
    await page.locator('.qr-code').waitFor();
    await fits();
    await turnOn(page);
    await fits();
    await page.locator('[data-test=codes-kept]').click();
    await page.locator('[data-test=make-token]').click();
    await expect(page.locator('#token-name')).toBeFocused();
    await fits();
    await send(page, 'token', { name: 'a name of as many letters as there can', password: PASSWORD });
    await page.locator('[data-test=token-text]').waitFor();
    await fits();
    await context.close();
  });
}
