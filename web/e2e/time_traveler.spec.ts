import { devices } from '@playwright/test';
import { readView } from '../src/games/time_traveler/sent';
import type { SentView } from '../src/games/time_traveler/view';
import { appears, travel } from './hands';
import {
  accessible,
  at,
  expect,
  move,
  moves,
  openGame,
  overflow,
  quiet,
  seated,
  shownN,
  stateOf,
  tap,
  test,
  wholeGame,
  type Page,
} from './support';

test('a whole game against the machine, to its real end', async ({ page }) => {
  test.setTimeout(480_000);
  const noise = quiet(page);
  const { outcome } = await wholeGame(page, 'time-traveler', 1, travel, 120);
  expect(['grammar', 'checkmate', 'stalemate', 'repetition', 'fifty-moves', 'insufficient-material']).toContain(
    outcome?.reason,
  );
  await accessible(page);
  expect(noise).toEqual([]);
});

test('two browsers play Game 1 of the rulebook: the loom warns, and grammar decides', async ({ page }) => {
  const { black, close } = await seated(page, 'time-traveler');

  // The explosion step by step: the prompt names its supporter, Escape goes one step back.
  await page.locator('[data-explode=knight]').click();
  await expect(page.locator('[data-test=prompt]')).toContainText('Choose the square where it appears');
  await tap(page, 'f6');
  await expect(page.locator('[data-test=prompt]')).toContainText('appears on f6, supported by b1');
  await page.keyboard.press('Escape');
  // The pointer is still on f6: the prompt names the supporter of an explosion there.
  await expect(page.locator('[data-test=prompt]')).toContainText('A knight on f6, supported by b1');
  await tap(page, 'f6');
  await tap(page, 'e8');
  await moves(black, 1);

  const thread = black.locator('[data-thread=white-0]');
  await expect(thread).toHaveAttribute('aria-label', /Knight f6.*attacked.*its capture loses/);
  await expect(black.locator('.mark.stage.traveling')).toHaveCount(1);
  await expect(black.locator('.mark.stage.traveled')).toHaveCount(1);
  await thread.hover();
  await expect(black.locator('.mark.candidate')).toHaveCount(10);
  await accessible(black);

  await move(black, 'g7', 'f6');
  for (const one of [page, black]) {
    await expect(one.locator('main.table')).toHaveAttribute('data-status', 'over');
    await expect(one.locator('[data-test=outcome]')).toHaveText(
      'White’s position became grammatically incorrect: Black’s pawn captured the traveling knight on f6.',
    );
    // Nothing is in danger any more.
    await expect(one.locator('.mark.breaking, .mark.needed, square.check')).toHaveCount(0);
    await expect(one.locator('[data-thread=white-0]')).toHaveAttribute('aria-label', /broken/);
  }
  await expect(page.locator('[data-test=headline]')).toHaveText('You lost');
  await expect(black.locator('[data-test=headline]')).toHaveText('You won');
  await close();
});

test('annihilation by hand, and an explosion begun with its square', async ({ page }) => {
  const id = await openGame(page, { variant: 'time-traveler' });
  await tap(page, 'd5');
  await page.getByRole('dialog').getByRole('button', { name: 'knight', exact: true }).click();
  await appears(page, 'd5');
  await tap(page, 'c7');
  await moves(page, 1);
  for (const action of ['a7a6', 'b1c3', 'd7d6']) {
    const { moves: before } = await stateOf(page, id);
    await travel(page, action);
    await moves(page, before.length + 1);
  }
  await move(page, 'c3', 'd5');
  await moves(page, 5);
  const { view } = await stateOf<SentView>(page, id);
  expect(readView(view).men.some(man => man.square === 'd5' || man.square === 'c3')).toBe(false);
  // The man that came out of the explosion is followed.
  await expect(page.locator('[data-thread=white-0]')).toHaveAttribute('aria-label', /closed.*now on c7/);
});

test('the palette can be dragged from', async ({ page }) => {
  await openGame(page, { variant: 'time-traveler' });
  const button = await page.locator('[data-explode=knight]').boundingBox();
  const target = await at(page, 'd5');
  if (!button) throw new Error('no palette');
  await page.mouse.move(button.x + 20, button.y + 20);
  await page.mouse.down();
  await page.mouse.move(target.x + 30, target.y, { steps: 5 });
  await page.mouse.move(target.x, target.y, { steps: 3 });
  await page.mouse.up();
  await expect(page.locator('[data-test=prompt]')).toContainText('appears on d5');

  // The system cancels the pointer: no dragged piece is left behind.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.mouse.move(button.x + 20, button.y + 20);
  await page.mouse.down();
  await page.mouse.move(target.x, target.y, { steps: 3 });
  await expect(page.locator('.tt-dragged')).toHaveCount(1);
  await page.evaluate(() => document.dispatchEvent(new PointerEvent('pointercancel')));
  await expect(page.locator('.tt-dragged')).toHaveCount(0);
  await expect(page.locator('[data-test=prompt]')).toContainText('White to move');
});

test('the keyboard alone: an explosion, and what is said of it', async ({ page }) => {
  await openGame(page, { variant: 'time-traveler' });
  await page.locator('.cell[data-square=d5]').focus();
  await page.keyboard.press('n');
  await expect(page.locator('[data-test=prompt]')).toContainText('knight');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-test=prompt]')).toContainText('appears on d5');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await moves(page, 1);
  await expect(
    page.locator('.live').filter({ hasText: 'knight explodes on d5, its traveled self goes to c7' }),
  ).toHaveCount(1);
  await expect(page.locator('.cell[data-square=d5]')).toHaveAttribute('aria-label', /traveling white knight/);
});

/** Plays actions of both sides by typing them. */
async function type(page: Page, id: string, actions: string): Promise<void> {
  for (const action of actions.split(' ')) {
    const { n } = await stateOf(page, id);
    await page.locator('[data-test=notation]').fill(action);
    await page.keyboard.press('Enter');
    await expect.poll(() => shownN(page)).toBeGreaterThan(n);
  }
}

/** Six open threads of White's, four of Black's. */
const TEN_THREADS = 'Nf4/e6 Qd5/f5 Bg4/f5 g8f6 Ne4/f6 e7f6 Qb3/c4 Rc6/c4 Kc3/c4 Bb5/c4 Ra4/c4 Bd6/e5';

test('six threads fit a window of 1280 by 720: a line each, danger first, opened by a tap', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const id = await openGame(page, { variant: 'time-traveler' });
  await type(page, id, TEN_THREADS);
  const threads = page.locator('[data-thread^=white]');
  await expect(threads).toHaveCount(6);
  for (const thread of await threads.all()) await expect(thread).toBeInViewport({ ratio: 1 });
  const labels = await threads.evaluateAll(all => all.map(one => one.getAttribute('aria-label') ?? ''));
  const isDanger = labels.map(label => /its capture loses|but (is|are) attacked/.test(label));
  expect(isDanger).toContain(true);
  expect(isDanger).toEqual([...isDanger].sort((a, b) => Number(b) - Number(a)));

  await threads.first().click();
  await expect(threads.first()).toHaveAttribute('aria-expanded', 'true');
  await expect(page.locator('.thread .strand')).toHaveCount(1);
  await expect(page.locator('[data-test=prompt]')).toContainText('its capture loses the game');
  await accessible(page);
  await threads.first().click();
  await expect(page.locator('.thread .strand')).toHaveCount(0);
});

test('what can explode fits its button in every window', async ({ page }) => {
  await openGame(page, { variant: 'time-traveler' });
  for (const [width, height] of [
    [1280, 860],
    [1024, 768],
    [800, 360],
    [740, 360],
    [640, 360],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    const spill = await page.locator('.explode').evaluateAll(all =>
      all.map(one => {
        const outer = one.getBoundingClientRect();
        const inner = one.querySelector('.piece')?.getBoundingClientRect() ?? outer;
        return Math.max(
          outer.left - inner.left,
          inner.right - outer.right,
          outer.top - inner.top,
          inner.bottom - outer.bottom,
        );
      }),
    );
    expect(spill).toHaveLength(6);
    expect(Math.max(...spill), `${width} by ${height}`).toBeLessThanOrEqual(0);
  }
});

test('a loom of more threads than have room says where there are more', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const id = await openGame(page, { variant: 'time-traveler' });
  await type(page, id, TEN_THREADS);
  const threads = page.locator('.loom-sides');
  const more = (directions: string) => expect(threads).toHaveAttribute('data-more', directions);
  const scroll = (by: number) => threads.evaluate((one, px) => one.scrollBy(px, px), by);
  await more('down');
  await scroll(40);
  await more('up down');
  await scroll(4000);
  await more('up');
  await page.setViewportSize({ width: 390, height: 664 });
  await scroll(-4000);
  await more('right');
  await scroll(4000);
  await more('left');
  // The threads are side by side in their row.
  const boxes = await page.locator('.thread').evaluateAll(all =>
    all.map(one => {
      const { left, right } = one.getBoundingClientRect();
      return { left, right };
    }),
  );
  for (const [index, box] of boxes.slice(1).entries())
    expect(box.left).toBeGreaterThanOrEqual(boxes[index]?.right ?? Infinity);
});

test('a phone: all in sight, nothing scrolls, an explosion by touch', async ({ browser, baseURL }) => {
  const phone = await browser.newContext({ ...devices['Pixel 5'], viewport: { width: 360, height: 740 }, baseURL });
  const page = await phone.newPage();
  await openGame(page, { variant: 'time-traveler' });
  expect(await overflow(page)).toEqual([0, 0]);
  await page.locator('[data-explode=knight]').tap();
  for (const square of ['d5', 'c7']) {
    const { x, y } = await at(page, square);
    await page.touchscreen.tap(x, y);
  }
  await expect(page.locator('[data-thread=white-0]')).toBeVisible();
  await accessible(page);
  await phone.close();
});
