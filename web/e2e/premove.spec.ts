import { accessible, at, drag, expect, move, moves, quiet, seated, stateOf, tap, test, type Page } from './support';

const prompt = (page: Page) => page.locator('[data-test=prompt]');

for (const game of ['hyperspace', 'time-traveler', 'hidden960']) {
  test(`${game}: a move made ahead is played when the turn comes`, async ({ page }) => {
    const noise = quiet(page);
    const { id, black, close } = await seated(page, game);
    await move(black, 'e7', 'e5');
    await expect(prompt(black)).toContainText('e7–e5 is made as soon as it is your turn');
    await expect(black.locator('square.current-premove')).toHaveCount(2);
    await accessible(black);
    // Nothing of it has reached the other side, or the server.
    expect((await stateOf(page, id)).moves).toHaveLength(0);
    await move(page, 'e2', 'e4');
    await moves(page, 2);
    expect((await stateOf(page, id)).moves.map(one => one.public)).toEqual(['e2e4', 'e7e5']);
    await expect(black.locator('square.current-premove:visible')).toHaveCount(0);

    // By dragging, and what turns out not to be legal is dropped with a sentence.
    await drag(black, 'e5', 'e3');
    await expect(prompt(black)).toContainText('e5–e3 is made');
    await move(page, 'd2', 'd4');
    await moves(black, 3);
    await expect(prompt(black)).toContainText('e5–e3, is not possible now');
    expect((await stateOf(page, id)).moves).toHaveLength(3);
    // And the turn goes on as usual.
    await move(black, 'd7', 'd6');
    await moves(page, 4);
    expect(noise).toEqual([]);
    await close();
  });
}

test('a move made ahead is dropped by Escape, a tap beside, the right button, or another one', async ({ page }) => {
  const { id, black, close } = await seated(page, 'hyperspace');
  const ahead = async (): Promise<void> => {
    await move(black, 'e7', 'e5');
    await expect(prompt(black)).toContainText('e7–e5 is made');
  };
  const dropped = () => expect(prompt(black)).toContainText('Your opponent is thinking');
  await ahead();
  await black.keyboard.press('Escape');
  await dropped();
  await ahead();
  await tap(black, 'd4');
  await dropped();
  await ahead();
  const { x, y } = await at(black, 'd4');
  await black.mouse.click(x, y, { button: 'right' });
  await dropped();
  await ahead();
  await black.getByRole('button', { name: 'Back', exact: true }).click();
  await dropped();
  await ahead();
  await move(black, 'c7', 'c5');
  await expect(prompt(black)).toContainText('c7–c5 is made');
  await move(page, 'e2', 'e4');
  await moves(page, 2);
  expect((await stateOf(page, id)).moves.map(one => one.public)).toEqual(['e2e4', 'c7c5']);
  await close();
});

test('by the keyboard alone, and while an earlier position is looked at', async ({ page }) => {
  const { id, black, close } = await seated(page, 'hidden960');
  await black.locator('.cell[data-square=e7]').focus();
  await black.keyboard.press('Enter');
  await black.keyboard.press('ArrowUp');
  await black.keyboard.press('ArrowUp');
  await black.keyboard.press('Enter');
  await expect(prompt(black)).toContainText('e7–e5 is made');
  await move(page, 'e2', 'e4');
  await moves(page, 2);
  await move(black, 'd7', 'd5');
  await expect(prompt(black)).toContainText('d7–d5 is made');
  await black.locator('.moves .move').first().click();
  await expect(prompt(black)).toContainText('Looking at');
  await move(page, 'd2', 'd4');
  await moves(page, 4);
  expect((await stateOf(page, id)).moves.map(one => one.public)).toEqual(['e2e4', 'e7e5', 'd2d4', 'd7d5']);
  await close();
});

test('DMChess: ahead on one board, and from one board to another', async ({ page }) => {
  const { id, black, close } = await seated(page, 'dmchess');
  await move(black, 'e7', 'e5');
  await expect(prompt(black)).toContainText('D1 e7–D1 e5 is made');
  await move(page, 'e2', 'e4');
  await moves(page, 2);
  await black.locator('[data-focus="1"]').waitFor();
  await tap(black, 'b8');
  await black.keyboard.press('2');
  await black.locator('[data-focus="2"]').waitFor();
  await tap(black, 'b4');
  await expect(prompt(black)).toContainText('D1 b8–D2 b4 is made');
  await expect(black.locator('square.current-premove:visible')).toHaveCount(1);
  await move(page, 'd2', 'd3');
  await moves(page, 4);
  expect((await stateOf(page, id)).moves.map(one => one.public)).toEqual([
    'Pd1e2-d1e4',
    'Pd1e7-d1e5',
    'Pd1d2-d1d3',
    'Nd1b8-d2b4',
  ]);
  await close();
});
