/** Helpers for signing up and the second factor. */
import { createHmac } from 'node:crypto';
import { expect, type Page } from './support';

export const PASSWORD = 'violet lantern 92 otter';

/** Fills in the form of a page, and sends it. */
export async function send(page: Page, form: string, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`#${form}-${name}`).fill(value);
  await page.locator(`[data-test=${form}-send]`).click();
}

export async function signUp(page: Page, username: string): Promise<void> {
  await page.goto('/sign-up');
  await send(page, 'sign-up', { username, password: PASSWORD });
  await expect(page.locator('.visitor-name')).toHaveText(username);
}

/** Signs up without the form, for a test of something else. */
export async function register(page: Page, username: string): Promise<void> {
  const answer = await page.request.post('/api/v1/account', { data: { username, password: PASSWORD } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Signs out on the account page and waits for the confirmation, since leaving the page at once would cancel the request. */
export async function signOut(page: Page): Promise<void> {
  await page.locator('[data-test=sign-out]').click();
  await expect(page.locator('.toast')).toHaveText('You are signed out.');
}

/** The code that an app shows `steps` half minutes from now. */
export function codeOf(secret: string, steps = 0, now = Date.now()): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret, letter => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000) + steps));
  const hash = createHmac('sha1', key).update(counter).digest();
  const begin = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(begin) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Turns the second factor on; returns its secret and the recovery codes. */
export async function turnOn(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.goto('/account');
  await page.locator('[data-test=factor-begin]').click();
  await expect(page.locator('#factor-password')).toBeFocused();
  await send(page, 'factor', { password: PASSWORD });
  const secret = (await page.locator('[data-test=secret]').innerText()).replaceAll(' ', '');
  await expect(page.locator('#factor-code')).toBeFocused();
  await send(page, 'factor', { code: codeOf(secret) });
  const list = page.locator('[data-test=recovery-codes] li');
  await expect(list).toHaveCount(10);
  return { secret, codes: await list.allInnerTexts() };
}

/** The time by the server's clock, to the second: a test may have advanced it. */
export async function serverNow(page: Page): Promise<number> {
  return Date.parse((await page.request.get('/healthz')).headers().date ?? '');
}

/** Turns the second factor on without the page, for tests that only need it, as for arbiters. Returns the recovery codes. */
export async function secure(page: Page): Promise<string[]> {
  const path = '/api/v1/account/second-factor';
  const begun = await page.request.post(path, { data: { password: PASSWORD } });
  expect(begun.ok(), await begun.text()).toBe(true);
  const { secret } = (await begun.json()) as { secret: string };
  const turned = await page.request.put(path, { data: { code: codeOf(secret, 0, await serverNow(page)) } });
  expect(turned.ok(), await turned.text()).toBe(true);
  return ((await turned.json()) as { recovery_codes: string[] }).recovery_codes;
}

/** Turns it off again, with one of these codes. */
export async function unsecure(page: Page, [code]: string[]): Promise<void> {
  const answer = await page.request.delete('/api/v1/account/second-factor', { data: { password: PASSWORD, code } });
  expect(answer.ok(), await answer.text()).toBe(true);
}
