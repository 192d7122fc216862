import type { Browser } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { program, Server } from './server';
import { PASSWORD, register, turnOn } from './signing';
import { accessible, expect, move, moves, overflow, quiet, ready, seated, test, type Page } from './support';

async function signIn(page: Page, username: string): Promise<void> {
  const answer = await page.request.post('/api/v1/session', { data: { username, password: PASSWORD } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** A separate browser for one person. */
async function browserOf(
  browser: Browser,
  baseURL: string | undefined,
  username: string,
  how: typeof register,
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage();
  await how(page, username);
  return page;
}

/** The operator makes an account a moderator while the server is stopped. */
async function makeModerator(server: Server, username: string): Promise<void> {
  await server.pause(data => execFileSync(program, ['admin', 'make-moderator', username, '--data', data]));
}

test('a report after the game, and what a moderator does about it', async ({ page, browser, baseURL, server }) => {
  test.slow();
  const noise = quiet(page);
  await page.goto('/');
  await register(page, 'Reporter');
  let troll: Page | undefined;
  const { black, close } = await seated(page, 'chess', async other => {
    await other.goto('/');
    await register(other, 'Troll');
    troll = other;
  });
  await move(page, 'e2', 'e4');
  await moves(black, 1);
  await black.locator('[data-test=resign]').click();
  await black.locator('[data-test=resign-yes]').click();
  await page.locator('[data-test=report]').click();
  const dialog = page.getByRole('dialog', { name: 'Report Troll' });
  await expect(dialog).toBeVisible();
  await accessible(page);
  await dialog.getByRole('radio', { name: 'Something else' }).check();
  await dialog.locator('[data-test=report-send]').click();
  await expect(dialog.getByRole('alert')).toHaveText('Say what happened.');
  await dialog.getByRole('radio', { name: 'Insults' }).check();
  await dialog.getByLabel('What happened?').fill('Rude names after the game.');
  await dialog.locator('[data-test=report-send]').click();
  await expect(page.locator('.toast')).toHaveText('Thank you. A moderator will look at it.');
  await expect(dialog).toHaveCount(0);

  const moderator = await browserOf(browser, baseURL, 'Judge', register);
  await makeModerator(server, 'Judge');
  await signIn(moderator, 'Judge');
  // Only with a second factor, to which the page links.
  await moderator.goto('/moderation');
  await expect(moderator.getByRole('alert')).toContainText('Moderators need a second factor.');
  await accessible(moderator);
  await moderator.getByRole('link', { name: 'Set up the second factor' }).click();
  await expect(moderator.locator('[data-test=factor-begin]')).toBeVisible();
  await turnOn(moderator);
  await moderator.goto('/account');
  await moderator.getByRole('main').getByRole('link', { name: 'Open reports' }).click();
  const reported = moderator.getByRole('link', { name: /Troll/ });
  await expect(reported).toBeVisible();
  await accessible(moderator);
  await reported.click();
  await expect(moderator.locator('[data-test=report]')).toContainText('Rude names after the game.');
  // The agreement is shown level by level; a player who did nothing has none.
  await moderator.locator('[data-test=ask-evidence]').click();
  const agreement = moderator.locator('[data-test=agreement-white] li');
  await expect(agreement).toHaveText([
    /level 2: [01] of 1$/,
    /level 4: [01] of 1$/,
    /level 6: [01] of 1$/,
    /out of focus before 0 of 1/,
  ]);
  await expect(moderator.locator('[data-test=evidence]')).toContainText(/Black\s*no actions/);
  await accessible(moderator);
  await moderator.setViewportSize({ width: 360, height: 740 });
  expect((await overflow(moderator))[0]).toBe(0);

  // Warned: the player sees it at once at the next visit, and only the button makes it go away.
  const form = moderator.locator('[data-test=act-form]');
  await form.getByRole('radio', { name: 'Warn' }).check();
  await expect(form.locator('[data-test=act-send]')).toBeDisabled();
  await form.getByLabel('Reason').fill('Please be kind to your opponents.');
  await form.locator('[data-test=act-send]').click();
  await expect(moderator.locator('[data-test=act]')).toContainText('Please be kind');
  await expect(moderator.getByText('There are no open reports of this player.')).toBeVisible();
  if (!troll) throw new Error('nobody');
  await troll.goto('/');
  const warning = troll.getByRole('dialog');
  await expect(warning.locator('[data-test=warning]')).toHaveText('Please be kind to your opponents.');
  await accessible(troll);
  await troll.keyboard.press('Escape');
  await expect(warning).toBeVisible();
  await troll.locator('[data-test=confirm-warning]').click();
  await expect(warning).toHaveCount(0);
  await troll.reload();
  await expect(troll.locator('.visitor-name')).toHaveText('Troll');
  await expect(warning).toHaveCount(0);

  // One person with two accounts: they are linked by name, and both logs show it.
  await (await browserOf(browser, baseURL, 'Trollop', register)).context().close();
  await form.getByRole('radio', { name: 'Link an account' }).check();
  await form.getByLabel('Reason').fill('One telephone, one way of writing.');
  await expect(form.locator('[data-test=act-send]')).toBeDisabled();
  await form.locator('#act-other').fill('Nobody-of-this-name');
  await form.locator('[data-test=act-send]').click();
  await expect(moderator.getByRole('alert').filter({ hasText: 'no account' })).toBeVisible();
  await accessible(moderator);
  await form.locator('#act-other').fill('trollop');
  await form.locator('[data-test=act-send]').click();
  await expect(moderator.locator('[data-test=act]').filter({ hasText: 'Trollop' })).toBeVisible();

  // Banned: signed out at once, and told why with the right password.
  await form.getByRole('radio', { name: 'Ban' }).check();
  await form.getByRole('radio', { name: 'For good' }).check();
  await form.getByLabel('Reason').fill('It went on.');
  await form.locator('[data-test=act-send]').click();
  await expect(moderator.locator('[data-test=standing]')).toContainText('Banned for good');
  await troll.goto('/sign-in');
  await troll.locator('#sign-in-username').fill('Troll');
  await troll.locator('#sign-in-password').fill(PASSWORD);
  await troll.locator('[data-test=sign-in-send]').click();
  await expect(troll.getByText('This account is banned. It went on.')).toBeVisible();

  // Undone by a further entry.
  await moderator.locator('[data-test=undo-3]').click();
  await moderator.getByRole('dialog').getByLabel('Reason').fill('He has said sorry.');
  await moderator.locator('[data-test=undo-yes]').click();
  await expect(moderator.locator('[data-test=standing]')).not.toContainText('Banned');
  await moderator.getByRole('link', { name: 'Log' }).click();
  // The previous page has as many entries, so wait for the heading.
  await expect(moderator.getByRole('heading', { level: 1 })).toHaveText('Log');
  await expect(moderator.locator('[data-test=act]')).toHaveCount(4);
  await accessible(moderator);
  await troll.locator('[data-test=sign-in-send]').click();
  await expect(troll.locator('.visitor-name')).toHaveText('Troll');
  // Other players see nothing there.
  await page.goto('/moderation');
  await expect(page.getByRole('alert')).toHaveText('Only moderators can do that.');
  expect(noise).toEqual([]);
  await close();
});

test('the chat: off while one plays, there afterwards, by keyboard, muted by a click', async ({ page }) => {
  const noise = quiet(page);
  const { black, close } = await seated(page, 'hyperspace');
  await expect(page.locator('[data-test=to-chat]')).toHaveCount(0);
  await black.goto('/settings');
  await black.getByText('Chat during games').click();
  await black.goBack();
  await ready(black);
  await black.locator('[data-test=to-chat]').click();
  await expect(black.locator('[data-test=chat-text]')).toHaveCount(0);
  await black.locator('[data-test=say-good-luck]').click();
  await expect(black.locator('[data-test=line]')).toContainText('Good luck!');
  await accessible(black);

  await page.locator('[data-test=resign]').click();
  await page.locator('[data-test=resign-yes]').click();
  await page.locator('[data-test=to-chat]').click();
  // The messages sent while it was off are there now.
  await expect(page.locator('[data-test=line]')).toContainText('Good luck!');
  const write = page.locator('[data-test=chat-text]');
  await write.fill('<img src=x onerror=alert(1)> f / ?');
  await write.press('Enter');
  await expect(black.locator('[data-test=line]').last()).toContainText('<img src=x onerror=alert(1)> f / ?');
  await expect(write).toHaveValue('');
  await write.fill('x\u202ey');
  await page.locator('[data-test=chat-send]').click();
  await expect(page.locator('.chat').getByRole('alert')).toHaveText('Invisible characters are not allowed.');
  await expect(write).toHaveValue('x\u202ey');
  await accessible(page);

  // Muted by the player in this browser only.
  await black.locator('[data-test=to-moves]').click();
  await write.fill('Another game?');
  await write.press('Enter');
  await expect(black.locator('.toast')).toContainText('Another game?');
  await black.locator('[data-test=to-chat]').click();
  await black.locator('button.chat-name').last().click();
  await black.locator('[data-test=mute]').click();
  await expect(black.locator('[data-test=line]')).toHaveCount(1);
  await expect(black.getByText('2 messages of muted players are hidden.')).toBeVisible();
  await black.goto('/settings');
  await black.getByRole('button', { name: /^Unmute/ }).click();
  await black.goBack();
  await black.locator('[data-test=to-chat]').click();
  await expect(black.locator('[data-test=line]')).toHaveCount(3);
  expect(noise).toEqual([]);
  await close();
});

test('the chat on a phone, in the drawer', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { black, close } = await seated(page, 'chess');
  await page.locator('[data-test=resign]').click();
  await page.locator('[data-test=resign-yes]').click();
  await black.locator('[data-test=to-chat]').click();
  await black.locator('[data-test=chat-text]').fill('Thanks for the game');
  await black.locator('[data-test=chat-text]').press('Enter');
  await expect(page.locator('.toast')).toContainText('Thanks for the game');
  await page.locator('[data-test=drawer]').click();
  await page.locator('[data-test=to-chat]').click();
  await expect(page.locator('[data-test=line]')).toBeVisible();
  await expect(page.locator('[data-test=chat-text]')).toBeInViewport();
  expect((await overflow(page))[0]).toBe(0);
  await accessible(page);
  await close();
});
