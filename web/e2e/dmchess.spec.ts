import { devices } from '@playwright/test';
import { readView } from '../src/games/dmchess/sent';
import type { SentView } from '../src/games/dmchess/view';
import { cross, look } from './hands';
import {
  accessible,
  at,
  caughtUp,
  drag,
  expect,
  listen,
  moves,
  openGame,
  overflow,
  quiet,
  seated,
  stateOf,
  tap,
  test,
  wholeGame,
} from './support';

// Takes many minutes: run by `cargo xtask test --long`.
test('a whole game against the machine, to its real end', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(590_000);
  const noise = quiet(page);
  const { outcome } = await wholeGame(page, 'dmchess', 1, cross, 200);
  expect(['dominance', 'checkmate', 'stalemate', 'repetition', 'fifty-moves', 'insufficient-material']).toContain(
    outcome?.reason,
  );
  await accessible(page);
  expect(noise).toEqual([]);
});

test('two browsers: kings placed in secret, then a move through a portal', async ({ page }) => {
  let heard: string[] = [];
  const { id, black, close } = await seated(page, 'dmchess:kings', one => {
    heard = listen(one);
  });

  // White: one king on the third rank of D4, the others at home.
  await page.locator('[data-test=kings-home]').click();
  await look(page, '4');
  await tap(page, 'e1');
  await expect(page.locator('[data-test=prompt]')).toContainText('7 of 8');
  await tap(page, 'c3');
  await page.locator('[data-test=kings-confirm]').click();
  await expect(page.locator('[data-test=prompt]')).toContainText('Your kings are placed');
  await expect(black.locator('[data-test=prompt]')).toContainText('Place your kings in secret');
  await caughtUp(black, id);
  const before = heard.join('\n');
  expect(before.length).toBeGreaterThan(0);
  expect(before.includes('d4c3')).toBe(false);
  expect(before.includes('kings:d1e1')).toBe(false);
  expect((await stateOf<SentView>(black, id)).view.placing?.white).toBeNull();
  await accessible(black);

  await black.locator('[data-test=kings-home]').click();
  await black.locator('[data-test=kings-confirm]').click();
  await expect.poll(async () => (await stateOf<SentView>(page, id)).view.placing).toBeNull();
  const { view } = await stateOf<SentView>(black, id);
  expect(
    readView(view)
      .dimensions[3]?.men.filter(man => man.role === 'king' && man.color === 'white')
      .map(man => man.square),
  ).toEqual(['c3']);

  // Until White's page knows of it, the boards accept no moves; after that the board in focus may change.
  await caughtUp(page, id);
  await cross(page, 'Nd1b1-d2b5');
  await expect
    .poll(async () =>
      readView((await stateOf<SentView>(black, id)).view).dimensions[1]?.men.some(man => man.square === 'b5'),
    )
    .toBe(true);
  // The opponent's view switches to the board where the move ended.
  await expect(black.locator('[data-focus="2"]')).toBeVisible();
  await close();
});

test('a man is dragged onto a small board, which opens, and goes on from there', async ({ page }) => {
  const id = await openGame(page, { variant: 'dmchess' });
  const small = await page.locator('[data-dimension="2"] .mini').boundingBox();
  if (!small) throw new Error('no small board');
  await drag(page, 'b1', { x: small.x + small.width / 2, y: small.y + small.height / 2 });
  await expect(page.locator('[data-focus="2"]')).toBeVisible();
  await expect(page.locator('[data-test=prompt]')).toContainText('The knight on D1 b1 has energy 1');
  await tap(page, 'b5');
  await moves(page, 1);
  expect((await stateOf(page, id)).moves[0]?.notation).toContain('Nd1b1-d2b5');
  // A man can be put down again by a tap elsewhere, or by Escape.
  await look(page, '1');
  await tap(page, 'b8');
  await expect(page.locator('[data-test=prompt]')).toContainText('The knight on D1 b8');
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-test=prompt]')).not.toContainText('The knight on D1 b8');
});

test('a man is dragged to a square of a small board and plays there, if that is legal', async ({ page }) => {
  const id = await openGame(page, { variant: 'dmchess' });
  const on = async (dimension: number, square: string): Promise<{ x: number; y: number }> => {
    const small = await page.locator(`[data-dimension="${dimension}"] .mini`).boundingBox();
    if (!small) throw new Error('no small board');
    const file = square.charCodeAt(0) - 97;
    const rank = Number(square.charAt(1));
    return { x: small.x + ((file + 0.5) * small.width) / 8, y: small.y + ((8.5 - rank) * small.height) / 8 };
  };
  const start = await at(page, 'b1');
  const end = await on(2, 'b5');
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x - 20, end.y, { steps: 5 });
  await page.mouse.move(end.x, end.y, { steps: 3 });
  // While it is being dragged, the target square is marked.
  await expect(page.locator('[data-dimension="2"] .mini .aim')).toHaveCount(1);
  await page.mouse.up();
  await moves(page, 1);
  expect((await stateOf(page, id)).moves[0]?.notation).toContain('Nd1b1-d2b5');
  await expect(page.locator('[data-focus="2"]')).toBeVisible();
  await expect(page.locator('.mini .aim')).toHaveCount(0);
  // If the move is not legal, the board only opens.
  await drag(page, 'g8', await on(3, 'a1'));
  await expect(page.locator('[data-focus="3"]')).toBeVisible();
  expect((await stateOf(page, id)).moves).toHaveLength(1);
});

test('the keyboard alone: through a portal, and what is said of it', async ({ page }) => {
  await openGame(page, { variant: 'dmchess' });
  await page.locator('.cell[data-square=b1]').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-test=prompt]')).toContainText('energy 1');
  await page.keyboard.press('2');
  await expect(page.locator('[data-board=dm-2] .cell[data-square=b1]')).toBeFocused();
  for (let steps = 0; steps < 4; steps++) await page.keyboard.press('ArrowUp');
  await expect(page.locator('.cell:focus')).toHaveAttribute('aria-label', /b5.*can be chosen/);
  await page.keyboard.press('Enter');
  await moves(page, 1);
  await expect(page.locator('.live').filter({ hasText: 'White: knight from D1 b1 to D2 b5' })).toHaveCount(1);
});

test('a phone: eight boards in sight, nothing scrolls, a move across by touch', async ({ browser, baseURL }) => {
  const phone = await browser.newContext({ ...devices['Pixel 5'], viewport: { width: 360, height: 740 }, baseURL });
  const page = await phone.newPage();
  await openGame(page, { variant: 'dmchess' });
  expect(await overflow(page)).toEqual([0, 0]);
  for (let dimension = 1; dimension <= 8; dimension++)
    await expect(page.locator(`[data-dimension="${dimension}"]`)).toBeInViewport();
  const knight = await at(page, 'b1');
  await page.touchscreen.tap(knight.x, knight.y);
  await page.locator('[data-dimension="2"]').tap();
  await expect(page.locator('[data-focus="2"]')).toBeVisible();
  const target = await at(page, 'b5');
  await page.touchscreen.tap(target.x, target.y);
  await expect(page.locator('main.table')).toHaveAttribute('data-n', /[1-9]/);
  await accessible(page);
  await phone.close();
});

test('on a narrow phone the question mark beside the portals is whole, whatever is said of them', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openGame(page, { variant: 'dmchess' });
  const ask = page.locator('.facts .help');
  await expect(ask).toBeInViewport({ ratio: 1 });
  // The longest sentence, in bold.
  await page.locator('.fact.shift').evaluate(shift => {
    shift.classList.add('near');
    const words = [...shift.querySelectorAll('span')].find(one => one.textContent);
    if (words) words.textContent = 'Portals shift after Black’s move';
  });
  await expect(page.locator('.fact.shift')).toContainText('after Black’s move');
  await expect(ask).toBeInViewport({ ratio: 1 });
});

test('on a narrow phone the head of a small board with an attacked king is no wider than the board', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/learn/dmchess');
  await page.locator('.learn-step').last().click();
  await page.locator('[data-test=try]').click();
  await page.getByRole('button', { name: 'Show me' }).click();
  const head = page.locator('.small-head', { has: page.locator('.king-badge.attacked') });
  await expect(head).toBeVisible();
  const spill = await head.evaluate(one => {
    const { left, right } = one.getBoundingClientRect();
    return [...one.children].map(part => {
      const box = part.getBoundingClientRect();
      return box.width > 0 ? Math.max(left - box.left, box.right - right) : 0;
    });
  });
  expect(Math.max(...spill)).toBeLessThanOrEqual(0);
});

test('a press on the board takes the keyboard out of the field for moves', async ({ page }) => {
  await openGame(page, { variant: 'dmchess' });
  const field = page.locator('[data-test=notation]');
  await field.click();
  await tap(page, 'e5');
  await expect(field).not.toBeFocused();
  await page.keyboard.press('3');
  await expect(page.locator('[data-focus="3"]')).toBeVisible();
  await expect(field).toHaveValue('');
});

test('a large imbalance stands in one line', async ({ page }) => {
  await openGame(page, { variant: 'dmchess' });
  const heights = await page
    .locator('.gauge')
    .first()
    .evaluate(gauge => {
      const value = gauge.querySelector('.gauge-value');
      const before = gauge.clientHeight;
      gauge.classList.add('beyond');
      if (value) value.textContent = '+15!';
      return [before, gauge.clientHeight, (value?.scrollWidth ?? 0) - (value?.clientWidth ?? 0)];
    });
  expect(heights).toEqual([heights[0], heights[0], 0]);
});
