/** Passkeys as people use them: Chromium's virtual authenticator stands in for a phone or a security key. */
import type { Browser, BrowserContext, CDPSession } from '@playwright/test';
import { accessible, expect, overflow, test as base, type Page } from './support';
import { codeOf, PASSWORD, send, signOut, signUp, turnOn } from './signing';
import { Server } from './server';

/** Browsers allow passkeys on `localhost`, but not on an IP address. */
const test = base.extend<object, { server: Server }>({
  server: [
    async ({ enginePause }, use) => {
      const pause = { MANIFOLD_ENGINE_PAUSE_MS: String(enginePause) };
      const server = await Server.start(pause, port => ({ MANIFOLD_PUBLIC_URL: `http://localhost:${port}` }));
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(`http://localhost:${server.port}`),
});

interface Device {
  client: CDPSession;
  authenticatorId: string;
}

/** Plugs an authenticator into a page, with user presence and verification simulated. */
async function plugIn(page: Page): Promise<Device> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { client, authenticatorId };
}

/** Copies the credentials of one device to another. */
async function carry(from: Device, to: Device): Promise<void> {
  const { authenticatorId } = from;
  const { credentials } = await from.client.send('WebAuthn.getCredentials', { authenticatorId });
  for (const credential of credentials)
    await to.client.send('WebAuthn.addCredential', { authenticatorId: to.authenticatorId, credential });
}

async function add(page: Page, name: string, code?: string): Promise<void> {
  await page.goto('/account');
  await page.locator('[data-test=add-passkey]').click();
  await expect(page.locator('#passkey-name')).toBeFocused();
  await send(page, 'passkey', { name, password: PASSWORD, ...(code ? { code } : {}) });
  await expect(page.locator('.passkeys')).toContainText('The passkey has been added.');
}

async function another(browser: Browser, baseURL: string | undefined): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ baseURL });
  return [context, await context.newPage()];
}

test('a passkey is added, signs in without a name or a password, and is removed', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page, 'Keeper');
  const phone = await plugIn(page);
  await page.goto('/account');
  await expect(page.locator('.passkeys')).toContainText('You have no passkeys.');
  await add(page, 'My phone');
  const entry = page.locator('[data-test=passkey]');
  await expect(entry).toContainText('My phone');
  await expect(entry).toContainText('never used');
  await accessible(page);
  // The same device has one already.
  await page.locator('[data-test=add-passkey]').click();
  await expect(page.locator('#passkey-name')).toBeFocused();
  await send(page, 'passkey', { name: 'Again', password: PASSWORD });
  await expect(page.locator('.passkeys .answer.bad')).toHaveText('This device already has a passkey for your account.');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await signOut(page);
  await page.goto('/sign-in?back=%2Faccount');
  await page.locator('[data-test=passkey]').waitFor();
  await accessible(page);
  await page.locator('[data-test=passkey]').click();
  await expect(page.locator('.visitor-name')).toHaveText('Keeper');
  await expect(entry).toContainText('last used');

  const [context, other] = await another(browser, baseURL);
  const copy = await plugIn(other);
  await carry(phone, copy);
  await other.goto('/sign-in');
  await other.locator('[data-test=passkey]').click();
  await expect(other.locator('.visitor-name')).toHaveText('Keeper');
  await page.locator('[data-test=remove-passkey]').click();
  await expect(page.locator('#passkey-password')).toBeFocused();
  await send(page, 'passkey', { password: PASSWORD });
  await expect(page.locator('.passkeys')).toContainText('The passkey has been removed.');
  await expect(entry).toHaveCount(0);
  await other.goto('/sign-in');
  await other.locator('[data-test=passkey]').click();
  await expect(other.locator('.sign .answer.bad').last()).toContainText('does not belong to an account here');
  await expect(other.locator('.visitor-name')).toHaveCount(0);
  await context.close();
});

test('a passkey takes the place of the code', async ({ page, browser, baseURL }) => {
  await signUp(page, 'Doubly');
  const { secret } = await turnOn(page);
  const phone = await plugIn(page);
  await add(page, 'My phone', codeOf(secret, 1));
  const [context, other] = await another(browser, baseURL);
  await carry(phone, await plugIn(other));
  await other.goto('/sign-in');
  await send(other, 'sign-in', { username: 'Doubly', password: PASSWORD });
  await expect(other.locator('#sign-in-code-code')).toBeFocused();
  await accessible(other);
  await other.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(other.locator('.visitor-name')).toHaveText('Doubly');
  await context.close();
});

test('a passkey confirms a change in the place of the password', async ({ page }) => {
  await signUp(page, 'Showing');
  await page.goto('/account');
  // Without a passkey there is only the password.
  await expect(page.locator('[data-test=change-send]')).toBeVisible();
  await expect(page.locator('[data-test=change-instead]')).toHaveCount(0);
  await plugIn(page);
  await add(page, 'My phone');
  const instead = page.locator('[data-test=change-instead]');
  // Fields that the passkey does not replace are still asked for.
  await instead.click();
  await expect(page.locator('#change-new_password')).toBeFocused();
  await page.locator('#change-new_password').fill('a queen in the corner');
  await instead.click();
  await expect(page.locator('#changed')).toHaveText(/changed/);
  await page.locator('[data-test=remove-passkey]').click();
  await accessible(page);
  await page.locator('[data-test=passkey-instead]').click();
  await expect(page.locator('.passkeys')).toContainText('The passkey has been removed.');
  await expect(instead).toHaveCount(0);
  await signOut(page);
  await page.goto('/sign-in');
  await send(page, 'sign-in', { username: 'Showing', password: 'a queen in the corner' });
  await expect(page.locator('.visitor-name')).toHaveText('Showing');
});

/** Turns on the passkey after the password, on the account page. */
async function askForPasskey(page: Page): Promise<void> {
  await page.locator('[data-test=factor-passkey-on]').click();
  await expect(page.locator('[data-test=factor-send]')).toBeFocused();
  await page.locator('[data-test=factor-send]').click();
  await expect(page.locator('.second-factor')).toContainText('A passkey is now required after your password.');
}

test('a passkey is asked for after the password, a recovery code stands for it, and it is turned off', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page, 'Guarded');
  const phone = await plugIn(page);
  await page.goto('/account');
  const factor = page.locator('.second-factor');
  await expect(factor).toContainText('You sign in with your password only.');
  // A player without a passkey cannot turn this on.
  await expect(page.locator('[data-test=factor-passkey-on]')).toHaveCount(0);
  await add(page, 'My phone');
  await askForPasskey(page);
  const list = page.locator('[data-test=recovery-codes] li');
  await expect(list).toHaveCount(10);
  const codes = await list.allInnerTexts();
  await accessible(page);
  await page.locator('[data-test=codes-kept]').click();
  await expect(list).toHaveCount(0);
  await expect(factor).toContainText('You sign in with your password and a passkey. 10 recovery codes are left.');
  await accessible(page);
  // The last one cannot be removed.
  await page.locator('[data-test=remove-passkey]').click();
  await page.locator('[data-test=passkey-instead]').click();
  await expect(page.locator('.passkeys .answer.bad')).toContainText('This is your last passkey');
  await page.locator('.passkeys').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('[data-test=passkey]')).toHaveCount(1);

  const [context, other] = await another(browser, baseURL);
  await carry(phone, await plugIn(other));
  await other.goto('/sign-in');
  await send(other, 'sign-in', { username: 'Guarded', password: PASSWORD });
  await expect(other.locator('main .lead')).toContainText('asks for a passkey after the password');
  await expect(other.locator('[data-test=passkey]')).toBeFocused();
  await expect(other.locator('.visitor-name')).toHaveCount(0);
  await accessible(other);
  await other.locator('[data-test=passkey]').click();
  await expect(other.locator('.visitor-name')).toHaveText('Guarded');
  await context.close();

  // On a device that has none.
  const [without, bare] = await another(browser, baseURL);
  await plugIn(bare);
  await bare.goto('/sign-in');
  await send(bare, 'sign-in', { username: 'Guarded', password: PASSWORD });
  await bare.locator('[data-test=passkey]').click();
  await expect(bare.locator('.sign .answer.bad').last()).toContainText('No passkey was used');
  await bare.locator('[data-test=use-code]').click();
  await expect(bare.locator('#sign-in-code-code')).toBeFocused();
  await expect(bare.locator('.sign')).not.toContainText('No passkey was used');
  await accessible(bare);
  await send(bare, 'sign-in-code', { code: '123 456' });
  await expect(bare.locator('#sign-in-code-code')).toHaveAccessibleDescription(/no app that shows codes/);
  await send(bare, 'sign-in-code', { code: codes[0] ?? '' });
  await expect(bare.locator('.visitor-name')).toHaveText('Guarded');
  await without.close();

  await page.locator('[data-test=factor-passkey-off]').click();
  await expect(page.locator('#factor-password')).toBeFocused();
  await accessible(page);
  await send(page, 'factor', { password: PASSWORD, code: codes[0] ?? '' });
  await expect(page.locator('#factor-code')).toHaveAccessibleDescription(/already been used/);
  await send(page, 'factor', { password: PASSWORD, code: codes[1] ?? '' });
  await expect(factor).toContainText('The second factor is off.');
  await expect(page.locator('[data-test=factor-passkey-on]')).toBeVisible();
  await signOut(page);
  await page.goto('/sign-in');
  await send(page, 'sign-in', { username: 'Guarded', password: PASSWORD });
  await expect(page.locator('.visitor-name')).toHaveText('Guarded');
});

test('a passkey is asked for beside an app, whose recovery codes go on working', async ({ page, browser, baseURL }) => {
  await signUp(page, 'Belted');
  const { secret } = await turnOn(page);
  const phone = await plugIn(page);
  await add(page, 'My phone', codeOf(secret, 1));
  await askForPasskey(page);
  const factor = page.locator('.second-factor');
  await expect(page.locator('[data-test=recovery-codes]')).toHaveCount(0);
  await expect(factor).toContainText('a code from your app or a passkey. 10 recovery codes are left.');
  await accessible(page);
  await page.locator('[data-test=factor-turn-off]').click();
  await page.locator('[data-test=factor-instead]').click();
  await expect(factor).toContainText('Codes from your app are no longer required.');
  await expect(factor).toContainText('You sign in with your password and a passkey. 10 recovery codes are left.');
  // An app is added with a recovery code or the passkey now: the password alone is not enough.
  await page.locator('[data-test=factor-begin]').click();
  await expect(page.locator('#factor-code')).toBeVisible();
  await page.locator('[data-test=factor-instead]').click();
  await expect(page.locator('[data-test=secret]')).toBeVisible();
  await factor.getByRole('button', { name: 'Cancel' }).click();

  const [context, other] = await another(browser, baseURL);
  await carry(phone, await plugIn(other));
  await other.goto('/sign-in');
  await send(other, 'sign-in', { username: 'Belted', password: PASSWORD });
  await other.locator('[data-test=use-code]').click();
  // Back to the passkey from the form for the code.
  await other.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(other.locator('.visitor-name')).toHaveText('Belted');
  await context.close();
});

test('a browser without passkeys asks for the recovery code at once', async ({ page, browser, baseURL }) => {
  await signUp(page, 'Plain');
  await plugIn(page);
  await add(page, 'My phone');
  await askForPasskey(page);
  const code = await page.locator('[data-test=recovery-codes] li').first().innerText();
  const [context, old] = await another(browser, baseURL);
  await old.addInitScript(() => void Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await old.goto('/sign-in');
  await send(old, 'sign-in', { username: 'Plain', password: PASSWORD });
  await expect(old.locator('#sign-in-code-code')).toBeFocused();
  await expect(old.locator('[data-test=passkey]')).toHaveCount(0);
  await accessible(old);
  // A player who has typed the wrong name can start again.
  await send(old, 'sign-in-code', { code: 'AAAAA-AAAAA' });
  await expect(old.locator('#sign-in-code-code')).toHaveAttribute('aria-invalid', 'true');
  await old.locator('[data-test=sign-in-again]').click();
  await expect(old.locator('#sign-in-username')).toBeFocused();
  await send(old, 'sign-in', { username: 'Plain', password: PASSWORD });
  await expect(old.locator('#sign-in-code-code')).toBeFocused();
  await expect(old.locator('#sign-in-code-code')).not.toHaveAttribute('aria-invalid', 'true');
  await send(old, 'sign-in-code', { code });
  await expect(old.locator('.visitor-name')).toHaveText('Plain');
  await context.close();
});

test('whoever has no passkey here is told so', async ({ page }) => {
  await plugIn(page);
  await page.goto('/sign-in');
  await page.locator('[data-test=passkey]').click();
  await expect(page.locator('.sign .answer.bad').last()).toContainText('No passkey was used');
});

base('a server without an address for passkeys says so, and does not offer them', async ({ page }) => {
  await signUp(page, 'Without');
  await page.goto('/account');
  await expect(page.locator('.passkeys')).toContainText('Passkeys are not available on this server');
  await expect(page.locator('[data-test=add-passkey]')).toHaveCount(0);
  await signOut(page);
  const asked = page.waitForResponse('**/session/passkey');
  await page.goto('/sign-in');
  await asked;
  await expect(page.locator('#sign-in-username')).toBeVisible();
  await expect(page.locator('[data-test=passkey]')).toHaveCount(0);
});

for (const theme of ['light', 'dark'] as const) {
  test(`a phone of 360 pixels, ${theme}: passkeys fit`, async ({ browser, baseURL }) => {
    const viewport = { width: 360, height: 740 };
    const context = await browser.newContext({ baseURL, colorScheme: theme, viewport });
    const page = await context.newPage();
    const fits = async (): Promise<void> => {
      expect((await overflow(page))[0]).toBe(0);
      await accessible(page);
    };
    await signUp(page, `Keys-${theme}`);
    await plugIn(page);
    await add(page, 'a name of as many letters as there can b');
    await fits();
    await page.locator('[data-test=remove-passkey]').click();
    await expect(page.locator('[data-test=passkey-instead]')).toBeVisible();
    await fits();
    await signOut(page);
    await page.goto('/sign-in');
    await page.locator('[data-test=passkey]').waitFor();
    await fits();
    await context.close();
  });

  test(`a phone of 360 pixels, ${theme}: a passkey as second factor fits`, async ({ browser, baseURL }) => {
    const viewport = { width: 360, height: 740 };
    const context = await browser.newContext({ baseURL, colorScheme: theme, viewport });
    const page = await context.newPage();
    const fits = async (): Promise<void> => {
      expect((await overflow(page))[0]).toBe(0);
      await accessible(page);
    };
    await signUp(page, `Guard-${theme}`);
    await plugIn(page);
    await add(page, 'My phone');
    await page.locator('[data-test=factor-passkey-on]').click();
    await fits();
    await page.locator('[data-test=factor-send]').click();
    await page.locator('[data-test=codes-kept]').click();
    await expect(page.locator('[data-test=factor-passkey-off]')).toBeVisible();
    await fits();
    await signOut(page);
    await page.goto('/sign-in');
    await send(page, 'sign-in', { username: `Guard-${theme}`, password: PASSWORD });
    await expect(page.locator('[data-test=use-code]')).toBeVisible();
    await fits();
    await context.close();
  });
}
