/** What happens to games begun as a guest when their player signs in to an account. */
import type { Page } from '@playwright/test';
import { accessible, expect, move, moves, openGame, overflow, quiet, seated, stateOf, test } from './support';
import { PASSWORD, send, signOut, signUp } from './signing';

/** Signs in to an account that was made elsewhere. */
async function signIn(page: Page, username: string, back: string): Promise<void> {
  await page.goto(`/sign-in?back=${encodeURIComponent(back)}`);
  await send(page, 'sign-in', { username, password: PASSWORD });
  await expect(page.locator('.visitor-name')).toHaveText(username);
}

test('a live game goes on under the account that has taken it over, on both sides', async ({
  page,
  browser,
  baseURL,
}) => {
  const elsewhere = await (await browser.newContext({ baseURL })).newPage();
  await signUp(elsewhere, 'Rosalind');
  const noise = quiet(page);
  const { id, black, close } = await seated(page, 'chess');
  await move(page, 'e2', 'e4');
  await moves(black, 1);
  await signIn(page, 'Rosalind', `/g/${id}`);
  const dialog = page.getByRole('dialog', { name: 'Games you started as a guest' });
  await expect(dialog).toContainText('One game was started in this browser without an account.');
  await accessible(page);
  await expect(page.locator('main.table')).toHaveAttribute('data-seat', 'spectator');
  await dialog.locator('[data-test=take-games]').click();
  await expect(page.locator('.toast')).toHaveText('One game is yours now.');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('main.table')).toHaveAttribute('data-seat', 'white');
  await move(black, 'e7', 'e5');
  await moves(page, 2);
  await move(page, 'g1', 'f3');
  await moves(black, 3);
  expect((await stateOf(black, id)).players.white.name).toBe('Rosalind');
  // Asked once.
  await page.goto('/account');
  await signOut(page);
  const asked = page.waitForResponse('**/account/guest-games');
  await signIn(page, 'Rosalind', '/');
  await asked;
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(noise).toEqual([]);
  await close();
  await elsewhere.context().close();
});

test('whoever does not want them leaves them to the guest', async ({ page, browser, baseURL }) => {
  const elsewhere = await (await browser.newContext({ baseURL })).newPage();
  await signUp(elsewhere, 'Celia');
  await page.setViewportSize({ width: 360, height: 740 });
  const id = await openGame(page, { variant: 'chess' });
  await openGame(page, { variant: 'hidden960' });
  await signIn(page, 'Celia', '/');
  const dialog = page.getByRole('dialog', { name: 'Games you started as a guest' });
  await expect(dialog).toContainText('2 games were started in this browser');
  expect((await overflow(page))[0]).toBe(0);
  await accessible(page);
  await dialog.locator('[data-test=leave-games]').click();
  await expect(page.locator('.toast')).toContainText('They stay with the guest.');
  expect((await stateOf(page, id)).seat).toBe('spectator');
  await page.goto('/account');
  await signOut(page);
  expect((await stateOf(page, id)).seat).toBe('both');
  await elsewhere.context().close();
});
