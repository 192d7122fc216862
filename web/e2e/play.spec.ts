import type { Browser } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Placement } from '../src/api/types';
import { program } from './server';
import { PASSWORD, register, turnOn } from './signing';
import {
  accessible,
  caughtUp,
  expect,
  move,
  moves,
  myTurn,
  openGame,
  overflow,
  quiet,
  ready,
  seated,
  stateOf,
  test,
  turns,
  type Page,
} from './support';

/** A separate browser with an account. */
async function player(browser: Browser, baseURL: string | undefined, username: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage();
  await register(page, username);
  return page;
}

/** A level of chess whose strength was measured. */
async function measured(page: Page): Promise<number> {
  const data = { variant: 'chess', clock: { kind: 'preset', id: 'blitz' } };
  const answer = await page.request.post('/api/v1/placement', { data });
  const { engine } = (await answer.json()) as Placement;
  if (!engine) throw new Error('no level of chess was measured');
  return engine.level;
}

test('a placement game is offered, counts, and shows the rating that it has changed', async ({ page }) => {
  const noise = quiet(page);
  await page.goto('/');
  await register(page, 'Newcomer');
  const level = await measured(page);
  await page.goto('/new/chess?opponent=engine');
  const offer = page.getByText('Rated: placement game 1 of 10');
  await page.getByRole('radio', { name: new RegExp(`^${level}`) }).check();
  await expect(offer).toBeHidden();
  await page.getByRole('radio', { name: 'Blitz 5+3' }).check();
  await expect(offer).toBeVisible();
  await expect(page.getByText('You play')).toBeVisible();
  await offer.click();
  // Colours are drawn by lot, and nothing is taken back.
  await expect(page.getByText('You play')).toBeHidden();
  await expect(page.getByText('Allow takebacks')).toBeHidden();
  await accessible(page);
  // A level that was not measured says so instead.
  await page.getByRole('radio', { name: /^8/ }).check();
  await expect(page.locator('[data-test=not-rated]')).toContainText('Level 8 has no measured rating');
  await page.getByRole('radio', { name: new RegExp(`^${level}`) }).check();
  await page.locator('[data-test=start]').click();
  await ready(page);
  const id = page.url().split('/').at(-1) ?? '';
  const state = await myTurn(page, id);
  expect([state.rated, state.takebacks]).toEqual([true, false]);
  // Until the move is registered it is still this player's turn: wait for the move, then for the answer.
  if (state.seat === 'white') {
    await move(page, 'e2', 'e4');
    await moves(page, 1);
    await myTurn(page, id);
    await move(page, 'd2', 'd3');
    await moves(page, 3);
  } else {
    await move(page, 'e7', 'e6');
    await moves(page, 2);
  }
  await myTurn(page, id);
  await page.locator('[data-test=resign]').click();
  await page.locator('[data-test=resign-yes]').click();
  const ratings = page.locator('[data-test=ratings]');
  await expect(ratings).toContainText('Newcomer 1500 →');
  await expect(ratings).toContainText(`computer, level ${level}: fixed at`);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(ratings).toBeInViewport({ ratio: 1 });
  await page.goto('/new/chess?opponent=engine');
  await expect(page.getByText('Rated: placement game 2 of 10')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  expect((await overflow(page))[0]).toBe(0);
  expect(noise).toEqual([]);
});

test('conditional moves: a line is tried on the board, added and played', async ({ page }) => {
  test.slow();
  const noise = quiet(page);
  await page.goto('/');
  await register(page, 'Ahead');
  const { id, black, close } = await seated(page, 'chess', undefined, { clock: { kind: 'correspondence', days: 3 } });
  await page.locator('[data-test=conditional] summary').click();
  await expect(page.locator('[data-test=conditional-try]')).toHaveCount(0);
  await move(page, 'e2', 'e4');
  // Each page learns of it over its own connection; until White's has, there is nothing to step back from.
  await moves(page, 1);
  await moves(black, 1);
  // A line begins at the current position, whichever one is shown.
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('[data-test=prompt]')).toContainText('Start position');
  await page.locator('[data-test=conditional-try]').click();
  const add = page.locator('[data-test=conditional-add]');
  await expect(add).toBeDisabled();
  await expect(page.locator('[data-test=prompt]')).toContainText('Black to move');
  await move(page, 'e7', 'e5');
  await expect(page.locator('[data-test=study-line]')).toHaveText('e5');
  await expect(add).toBeDisabled();
  await move(page, 'g1', 'f3');
  await expect(add).toBeEnabled();
  await accessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  expect((await overflow(page))[0]).toBe(0);
  await page.setViewportSize({ width: 1280, height: 860 });
  await add.click();
  await expect(page.locator('[data-test=conditional-line]')).toContainText('e5 Nf3');
  await expect(page.locator('[data-test=study]')).toHaveCount(0);
  // The game itself has not changed, and nobody else has seen anything.
  expect((await stateOf(page, id)).moves).toHaveLength(1);
  await expect(black.locator('[data-test=conditional-line]')).toHaveCount(0);
  await page.reload();
  await expect(page.locator('[data-test=conditional-line]')).toContainText('e5 Nf3');
  await turns(page, 'dark');
  await accessible(page);
  await turns(page, 'light');
  await move(black, 'e7', 'e5');
  await expect.poll(async () => (await stateOf(page, id)).moves.length).toBe(3);
  await caughtUp(black, id);
  await expect(black.locator('.moves-list')).toContainText('Nf3');
  await expect(page.locator('[data-test=conditional-line]')).toHaveCount(0);
  expect(noise).toEqual([]);
  await close();
});

test('Hyperspace Chess says plainly that it has no conditional moves', async ({ page }) => {
  const { close } = await seated(page, 'hyperspace', undefined, { clock: { kind: 'correspondence', days: 3 } });
  await expect(page.locator('[data-test=conditional]')).toHaveCount(0);
  await expect(page.locator('[data-test=no-conditional]')).toContainText('Hyperspace Chess has no conditional moves');
  await close();
});

test('moves are tried after a game, beside what was played in others', async ({ page }) => {
  const noise = quiet(page);
  const { black, close } = await seated(page, 'chess');
  // An opening that no other game on this server can have: the computer may answer anything, including in other tests' games with e4.
  await move(page, 'h2', 'h4');
  await moves(black, 1);
  await move(black, 'a7', 'a5');
  await moves(page, 2);
  await page.locator('[data-test=resign]').click();
  await page.locator('[data-test=resign-yes]').click();
  await page.locator('[data-test=try-moves]').click();
  const explorer = page.locator('[data-test=explorer]');
  await expect(explorer).toBeVisible();
  // Nothing was played after the last move of this game.
  await expect(page.locator('[data-test=no-opening]')).toBeVisible();
  await page.locator('[data-test=study-close]').click();
  await page.locator('.moves-list .move').first().click();
  await page.locator('[data-test=try-moves]').click();
  await page.locator('[data-test="opening-a7a5"]').click();
  await expect(page.locator('[data-test=study-line]')).toHaveText('a5');
  await move(page, 'g1', 'f3');
  await expect(page.locator('[data-test=study-line]')).toHaveText('a5 Nf3');
  await page.locator('[data-test=study-back]').click();
  await expect(page.locator('[data-test=study-line]')).toHaveText('a5');
  await accessible(page);
  await turns(page, 'dark');
  await page.setViewportSize({ width: 360, height: 740 });
  expect((await overflow(page))[0]).toBe(0);
  // Nothing covers its end once it is scrolled into view.
  const isSeen = await explorer.evaluate(element => {
    element.scrollIntoView({ block: 'end' });
    const { left, width, bottom } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, Math.min(bottom, innerHeight) - 4));
  });
  expect(isSeen).toBe(true);
  expect(noise).toEqual([]);
  await close();
});

/** A game for two at one screen that was resigned after two moves. */
async function resigned(page: Page): Promise<void> {
  await openGame(page, { variant: 'chess' });
  await move(page, 'e2', 'e4');
  await moves(page, 1);
  await move(page, 'e7', 'e5');
  await moves(page, 2);
  await page.locator('[data-test=resign]').click();
  await page.locator('[data-test=resign-yes]').click();
  await expect(page.locator('[data-test=after]')).toBeVisible();
}

/** Opens the study board, with White to move. */
async function tries(page: Page): Promise<void> {
  await page.locator('[data-test=try-moves]').click();
  await expect(page.locator('[data-test=prompt]')).toContainText('White to move');
}

test('while moves are tried the engine says nothing of the game’s own position', async ({ page }) => {
  await resigned(page);
  await page.locator('[data-test=analyse]').click();
  await expect(page.locator('[data-test=lines]')).toBeVisible({ timeout: 30_000 });
  await tries(page);
  await move(page, 'g1', 'f3');
  await expect(page.locator('[data-test=study-line]')).toHaveText('Nf3');
  await expect(page.locator('[data-test=lines]')).toHaveCount(0);
  await expect(page.locator('[data-test=analyse]')).toHaveCount(0);
  // Its position is shown again.
  await page.locator('[data-test=study-close]').click();
  await expect(page.locator('[data-test=lines]')).toBeVisible();
  await expect(page.locator('[data-test=analyse]')).toBeEnabled();
});

test('the left arrow takes back one tried move, and ends trying when none is left', async ({ page }) => {
  await resigned(page);
  await tries(page);
  const line = page.locator('[data-test=study-line]');
  await move(page, 'g1', 'f3');
  await expect(line).toHaveText('Nf3');
  await move(page, 'b8', 'c6');
  await expect(line).toHaveText('Nf3 Nc6');
  // With the focus off the board.
  await page.locator('[data-test=study-close]').focus();
  for (const key of ['ArrowRight', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key);
  await expect(line).toHaveText('Nf3 Nc6');
  await page.keyboard.press('ArrowLeft');
  await expect(line).toHaveText('Nf3');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('[data-test=study-back]')).toBeDisabled();
  await expect(page.locator('[data-test=study]')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('[data-test=study]')).toHaveCount(0);
  await expect(page.locator('[data-test=prompt]')).toContainText('Position after 1. White e4');
});

test('moderators see how often a page was out of focus, beside times and agreement', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  test.slow();
  await page.goto('/');
  await register(page, 'Astray');
  const { id, black, close } = await seated(
    page,
    'chess',
    async other => {
      await other.goto('/');
      await register(other, 'Steady');
    },
    { clock: { kind: 'preset', id: 'rapid' } },
  );
  await move(page, 'e2', 'e4');
  await moves(black, 1);
  await move(black, 'e7', 'e5');
  await moves(page, 2);
  // White looks at something else before the second move.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => false });
  });
  await move(page, 'g1', 'f3');
  await moves(black, 3);
  await black.locator('[data-test=resign]').click();
  await black.locator('[data-test=resign-yes]').click();
  await expect(page.locator('[data-test=headline]')).toBeVisible();
  await page.request.post('/api/v1/reports', {
    data: { player: 'Steady', game: id, reason: 'engine', text: 'Too good.' },
  });
  await close();

  const moderator = await player(browser, baseURL, 'Assessor');
  await server.pause(data => execFileSync(program, ['admin', 'make-moderator', 'Assessor', '--data', data]));
  await moderator.request.post('/api/v1/session', { data: { username: 'Assessor', password: PASSWORD } });
  await turnOn(moderator);
  await moderator.goto('/moderation');
  await moderator.getByRole('link', { name: /Steady/ }).click();
  await moderator.getByRole('button', { name: 'How it was played' }).first().click();
  const evidence = moderator.locator('[data-test=evidence]');
  await expect(evidence.locator('[data-test=away-white]')).toContainText('before 1 of 2');
  await expect(evidence.locator('[data-test=away-black]')).toContainText(/before \d of 1/);
  await accessible(moderator);
  await evidence.scrollIntoViewIfNeeded();
  await turns(moderator, 'dark');
  await accessible(moderator);
  await turns(moderator, 'light');
  await moderator.setViewportSize({ width: 360, height: 740 });
  expect((await overflow(moderator))[0]).toBe(0);
});

test('a table whose game the server does not have any more says so, and asks for nothing more', async ({
  page,
  server,
}) => {
  const asked: string[] = [];
  page.on('websocket', socket => asked.push(socket.url()));
  page.on('request', request => asked.push(request.url()));
  const chats = (): number => asked.filter(url => url.endsWith('/chat')).length;
  await openGame(page, { variant: 'chess' });
  await expect.poll(chats).toBe(1);
  await server.pause(data => {
    for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
  });
  await expect(page.locator('main')).toContainText('There is no such game on this server.');
  await expect(page.locator('.board')).toHaveCount(0);
  await expect(page.locator('main button')).toHaveText(['All games']);
  const { length } = asked;
  await page.waitForTimeout(5000);
  expect(asked.slice(length)).toEqual([]);
  expect(chats()).toBe(1);
  await accessible(page);
});
