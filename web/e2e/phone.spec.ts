import { devices } from '@playwright/test';
import { register } from './signing';
import { accessible, at, expect, move, moves, openGame, overflow, seated, test } from './support';

test('a phone: no scrolling while playing, the moves in a drawer', async ({ browser, baseURL }) => {
  const phone = await browser.newContext({ ...devices['Pixel 5'], viewport: { width: 360, height: 740 }, baseURL });
  const page = await phone.newPage();
  for (const game of ['hyperspace', 'hidden960']) {
    await openGame(page, { variant: game });
    expect(await overflow(page)).toEqual([0, 0]);
    const { x, y } = await at(page, 'e2');
    await page.touchscreen.tap(x, y);
    const target = await at(page, 'e4');
    await page.touchscreen.tap(target.x, target.y);
    await expect(page.locator('main.table')).toHaveAttribute('data-n', /[1-9]/);
    await page.locator('[data-test=drawer]').click();
    await expect(page.locator('.moves-list')).toBeVisible();
    await expect(page.locator('.moves-list .move')).toHaveCount(1);
    await page.locator('[data-test=drawer]').click();
    await accessible(page);
  }
  await phone.close();
});

for (const [width, height] of [
  [360, 640],
  [390, 664],
  [390, 844],
] as const) {
  test(`a phone of ${width} by ${height}: the board has the width, and the drawer leaves it in sight`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const game of ['hyperspace', 'time-traveler', 'hidden960', 'dmchess', 'chess']) {
      await openGame(page, { variant: game });
      const board = page.locator('main .board').first();
      // Also above eight small boards.
      await expect
        .poll(async () => ((await board.boundingBox())?.width ?? 0) / width, game)
        .toBeGreaterThanOrEqual(0.96);
      expect(await overflow(page), game).toEqual([0, 0]);
      await page.locator('[data-test=drawer]').click();
      await expect(page.locator('.moves-list')).toBeInViewport({ ratio: 1 });
      const moved = await board.boundingBox();
      const drawer = await page.locator('.moves').boundingBox();
      expect((moved?.y ?? height) + (moved?.height ?? 0), game).toBeLessThanOrEqual(drawer?.y ?? 0);
      expect(await overflow(page), game).toEqual([0, 0]);
    }
  });
}

test('a phone on its side: the sentence is there in full, beside the board', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await openGame(page, { variant: 'hidden960', opponent: { kind: 'engine', level: 1 }, color: 'white' });
  const sentence = page.locator('[data-test=prompt] p');
  await expect(sentence).toContainText('tap one of your hidden squares');
  expect(
    await sentence.evaluate(one => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]),
  ).toEqual([0, 0]);
  const board = await page.locator('main .board').first().boundingBox();
  expect(board?.height).toBeGreaterThan(300);
  expect((board?.y ?? 0) + (board?.height ?? 0)).toBeLessThanOrEqual(390);
});

test('a phone, after the game: the result and what one can do now are in sight, a rematch is agreed', async ({
  page,
}) => {
  for (const game of ['hyperspace', 'time-traveler', 'hidden960', 'dmchess', 'chess']) {
    await openGame(page, { variant: game });
    await page.locator('[data-test=resign]').click();
    await page.locator('[data-test=resign-yes]').click();
    for (const [width, height] of [
      [360, 740],
      [390, 664],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(page.locator('[data-test=prompt]')).toContainText('Black wins: White has resigned');
      const bar = await page.locator('.actions').boundingBox();
      for (const button of await page.locator('.after-row .button').all()) {
        const box = await button.boundingBox();
        expect((box?.y ?? height) + (box?.height ?? 0), game).toBeLessThanOrEqual(bar?.y ?? 0);
      }
      expect((await overflow(page))[0]).toBe(0);
    }
  }
  await accessible(page);

  const { id, black, close } = await seated(page, 'hidden960');
  await black.setViewportSize({ width: 360, height: 740 });
  await black.locator('[data-test=resign]').click();
  await black.locator('[data-test=resign-yes]').click();
  await page.locator('[data-test=rematch]').click();
  await expect(black.locator('[data-test=offer-rematch]')).toBeInViewport({ ratio: 1 });
  await black.locator('[data-test=accept]').click();
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(`/g/${id}`);
  await close();
});

test('the masthead of a phone: the own name is whole or a sign, and every button is as large as a thumb', async ({
  browser,
  baseURL,
}) => {
  const phone = await browser.newContext({ ...devices['Pixel 5'], viewport: { width: 360, height: 740 }, baseURL });
  const page = await phone.newPage();
  await page.goto('/');
  await register(page, 'PhMaximilianus');
  for (const width of [320, 360, 414, 520]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/events');
    await expect(page.getByRole('link', { name: /PhMaximilianus/ })).toBeVisible();
    expect((await overflow(page))[0]).toBe(0);
    for (const one of await page.locator('.masthead :is(a, button):visible').all()) {
      const box = await one.boundingBox();
      expect(box?.width, await one.innerText()).toBeGreaterThanOrEqual(width < 360 ? 39 : 44);
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
    const name = page.locator('.visitor-name');
    const isCut = await name.evaluate(one => one.clientWidth > 2 && one.scrollWidth > one.clientWidth);
    expect(isCut, `at ${width}`).toBe(false);
  }
  await phone.close();
});

test('a phone: the lesson of DMChess has its buttons for the kings whole', async ({ page }) => {
  for (const [width, height] of [
    [390, 844],
    [390, 664],
    [360, 640],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/learn/dmchess');
    await page.getByRole('button', { name: /^Step 8 of/ }).click();
    await page.getByRole('button', { name: 'Try it' }).click();
    const nav = await page.locator('.learn-nav').boundingBox();
    const buttons = page.locator('.learn-instrument .tools .button');
    await expect(buttons).toHaveCount(3);
    for (const one of await buttons.all()) {
      const box = await one.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(nav?.y ?? 0);
    }
    await page.getByRole('button', { name: 'All at home' }).click();
    await page.getByRole('button', { name: /^Confirm the kings/ }).click();
  }
});

test('a phone: notes lie neither over the board nor over offers', async ({ page }) => {
  const { black, close } = await seated(page, 'chess');
  await page.setViewportSize({ width: 390, height: 664 });
  await move(page, 'e2', 'e4');
  await moves(black, 1);
  await move(black, 'e7', 'e5');
  await moves(page, 2);
  await page.locator('[data-test=draw]').click();
  await page.locator('[data-test=draw-yes]').click();
  await black.locator('[data-test=decline]').click();
  const note = await page.locator('.toast').boundingBox();
  const board = await page.locator('main .board').first().boundingBox();
  expect((note?.y ?? 0) + (note?.height ?? 999)).toBeLessThanOrEqual(board?.y ?? 0);
  await close();
});
