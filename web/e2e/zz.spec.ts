import { Line } from './line';
import { cross, look, travel, reveal } from './hands';
import { expect, move, moves, ready, seated, tap, test as base, openGame, myTurn, type Page } from './support';
const test = base.extend<{ line: Line }>({
  line: async ({ server }, use) => { const line = await Line.to(server.port); await use(line); line.close(); },
  baseURL: async ({ line }, use) => use(line.url),
});
test.use({ enginePause: 800 });
const DIR = '/tmp/shots';
async function shoot(page: Page, name: string): Promise<void> {
  for (const [label, width, height] of [['wide', 1280, 720], ['phone', 390, 664], ['side', 844, 390]] as const) {
    await page.setViewportSize({ width, height });
    for (const theme of label === 'side' ? ['light'] : ['light', 'dark']) {
      await page.evaluate(t => (document.documentElement.dataset.theme = t), theme);
      await page.waitForTimeout(350);
      await page.screenshot({ path: `${DIR}/${name}-${label}-${theme}.png` });
    }
  }
  await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));
  await page.setViewportSize({ width: 1280, height: 720 });
}
test('line', async ({ page, line, server }) => {
  const { id, black, close } = await seated(page, 'chess', undefined, { clock: { kind: 'preset', id: 'rapid' } });
  await black.goto(`${server.url}/g/${id}`); await ready(black);
  await move(page, 'e2', 'e4'); await moves(black, 1); await move(black, 'e7', 'e5'); await moves(page, 2);
  line.freeze();
  await page.waitForTimeout(100);
  const t = Date.now();
  await expect(page.locator('[data-test=reconnecting]')).toBeVisible();
  const t1 = Date.now() - t;
  await expect(black.locator('.player[data-color=white] .away')).toBeVisible();
  console.log('browser told after', t1 + 100, 'ms; opponent told after', Date.now() - t + 100);
  await shoot(page, 'line-before');
  await move(page, 'd2', 'd4');
  await expect(page.locator('.mark.sending')).toHaveCount(2);
  await shoot(page, 'line-sending');
  await close();
});
test('dm', async ({ page }) => {
  const { black, close } = await seated(page, 'dmchess');
  await cross(page, 'Nd1b1-d2b5'); await moves(black, 1); await cross(black, 'Nd1b8-d1c6'); await moves(page, 2);
  await cross(page, 'Nd2b5-d2c7'); await moves(black, 3);
  await expect(black.locator('[data-test=told]')).toBeVisible();
  await black.waitForTimeout(600);
  await shoot(black, 'dm-told');
  await close();
});
test('tt', async ({ page }) => {
  const { black, close } = await seated(page, 'time-traveler');
  await travel(page, 'Nd5/c7'); await moves(black, 1); await black.waitForTimeout(600);
  await shoot(black, 'tt-told');
  await close();
});
test('open', async ({ page }) => {
  const id = await openGame(page, { variant: 'hyperspace:open', opponent: { kind: 'engine', level: 1 }, color: 'white' });
  await tap(page, 'b1'); await page.locator('button[data-drop="delay:3"]').click(); await tap(page, 'c4');
  await moves(page, 2); await myTurn(page, id); await page.waitForTimeout(400);
  await shoot(page, 'hs-told');
  await tap(page, 'g1'); await page.locator('button[data-drop="delay:2"]').click(); await tap(page, 'f4');
  await expect(page.locator('[data-test=prompt]')).toContainText('Two of your pieces');
  await page.screenshot({ path: `${DIR}/hs-conflict-wide.png` });
  await page.setViewportSize({ width: 390, height: 664 }); await page.waitForTimeout(300);
  await page.screenshot({ path: `${DIR}/hs-conflict-phone.png` });
});
test('h960', async ({ page }) => {
  const { black, close } = await seated(page, 'hidden960');
  await reveal(page, 'f1=B'); await moves(black, 1); await reveal(page, 'e2e4'); await moves(black, 2); await reveal(black, 'd7d6'); await moves(page, 3);
  await reveal(page, 'f1b5'); await moves(black, 4);
  await black.waitForTimeout(400);
  await shoot(black, 'h960-told');
  await close();
});
