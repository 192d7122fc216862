import type { View } from '../src/games/hyperspace/view';
import { accessible, at, drag, expect, move, moves, quiet, seated, stateOf, tap, test, type Page } from './support';

const prompt = (page: Page) => page.locator('[data-test=prompt]');

for (const game of ['hyperspace', 'time-traveler', 'hidden960']) {
  test(`${game}: a move made ahead is played when the turn comes`, async ({ page }) => {
    const noise = quiet(page);
    const { id, black, close } = await seated(page, game);
    await move(black, 'e7', 'e5');
    await expect(prompt(black)).toContainText('Premove e7–e5: played on your turn');
    await expect(black.locator('square.current-premove')).toHaveCount(2);
    await accessible(black);
    // It has reached neither the other side nor the server.
    expect((await stateOf(page, id)).moves).toHaveLength(0);
    await move(page, 'e2', 'e4');
    await moves(page, 2);
    expect((await stateOf(page, id)).moves.map(one => one.public)).toEqual(['e2e4', 'e7e5']);
    await expect(black.locator('square.current-premove:visible')).toHaveCount(0);

    // By dragging; a premove that turns out to be illegal is dropped with a message.
    await moves(black, 2);
    await drag(black, 'e5', 'e3');
    await expect(prompt(black)).toContainText('Premove e5–e3');
    await move(page, 'd2', 'd4');
    await moves(black, 3);
    await expect(prompt(black)).toContainText('Your premove e5–e3 is not legal now');
    expect((await stateOf(page, id)).moves).toHaveLength(3);
    // The turn then proceeds as usual.
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
    await expect(prompt(black)).toContainText('Premove e7–e5');
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
  await expect(prompt(black)).toContainText('Premove c7–c5');
  await move(page, 'e2', 'e4');
  await moves(page, 2);
  expect((await stateOf(page, id)).moves.map(one => one.public)).toEqual(['e2e4', 'c7c5']);
  await close();
});

test('a move made ahead goes with its position when a takeback is granted', async ({ page }) => {
  const { id, black, close } = await seated(page, 'chess');
  await move(page, 'e2', 'e4');
  await moves(black, 1);
  await move(black, 'e7', 'e5');
  await moves(page, 2);
  await moves(black, 2);
  await move(black, 'd7', 'd5');
  await expect(prompt(black)).toContainText('Premove d7–d5');
  await black.locator('[data-test=takeback]').click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(prompt(black)).toContainText('Your premove d7–d5 is cancelled');
  expect((await stateOf(page, id)).moves).toHaveLength(1);
  // The player can move as usual again.
  await move(black, 'c7', 'c5');
  await moves(page, 2);
  expect((await stateOf(page, id)).moves.map(one => one.public)).toEqual(['e2e4', 'c7c5']);
  await close();
});

test('a departure made ahead: its square stays in the browser until the turn comes', async ({ page }) => {
  const noise = quiet(page);
  const said: string[] = [];
  const { id, black, close } = await seated(page, 'hyperspace', one => {
    one.on('websocket', socket => socket.on('framesent', frame => said.push(frame.payload.toString())));
    one.on('request', request => said.push(request.url() + (request.postData() ?? '')));
  });
  const sent = (): boolean => said.some(text => text.includes('b8^3'));

  // By mouse: the man, the button, the turn, the square.
  await tap(black, 'b8');
  await black.locator('[data-test=send-away]').click();
  await black.locator('button[data-drop="delay:3"]').click();
  await expect(prompt(black)).toContainText('leaves b8 for 3 turns. Where does it return? Only you will know.');
  await tap(black, 'c4');
  await expect(prompt(black)).toContainText('Premove b8–c4 after 3 turns: played on your turn');
  await expect(black.locator('square.current-premove')).toHaveCount(2);
  await accessible(black);
  await black.keyboard.press('Escape');
  await expect(prompt(black)).toContainText('Your opponent is thinking');

  // Dragged onto its turn; steps back lead to where the draft began.
  const box = await black.locator('[data-drop="delay:3"]').first().boundingBox();
  if (!box) throw new Error('no turn to drop on');
  await drag(black, 'b8', { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  await expect(prompt(black)).toContainText('leaves b8 for 3 turns');
  await black.keyboard.press('Escape');
  await expect(prompt(black)).toContainText('Choose on the departure board');
  await black.keyboard.press('3');
  await tap(black, 'c4');
  await expect(prompt(black)).toContainText('b8–c4 after 3 turns');
  expect((await stateOf(page, id)).moves).toHaveLength(0);
  expect(sent()).toBe(false);

  await move(page, 'e2', 'e4');
  await moves(page, 2);
  await expect.poll(sent).toBe(true);
  expect((await stateOf(page, id)).moves.map(one => one.public)).toEqual(['e2e4', 'b8^3']);
  await expect(black.locator('.mark.ghost')).toHaveCount(1);
  await expect(page.locator('.departure')).toHaveAttribute('aria-label', /still away for 3 turns, square unknown/);

  // An impossible departure is dropped with a message, and so is one for a taken turn: the pawn stays.
  await moves(black, 2);
  await tap(black, 'e7');
  await expect(black.locator('[data-test=send-away]')).toBeEnabled();
  await black.keyboard.press('h');
  await black.keyboard.press('1');
  await tap(black, 'e5');
  await expect(prompt(black)).toContainText('e7–e5 after 1 turn');
  await move(page, 'd2', 'd4');
  await moves(black, 3);
  await expect(prompt(black)).toContainText('Your premove e7–e5 after 1 turn is not legal now');
  await move(black, 'e7', 'e5');
  await moves(page, 4);

  // White's next turn is the fourth: a piece that leaves then for one turn returns at the end of the sixth.
  await move(page, 'a2', 'a3');
  await moves(page, 5);
  await tap(page, 'g1');
  await page.locator('[data-test=send-away]').click();
  await page.getByRole('button', { name: 'Away for 1 turn' }).click();
  await tap(page, 'g5');
  await expect(prompt(page)).toContainText('g1–g5 after 1 turn');
  await moves(black, 5);
  await move(black, 'a7', 'a6');
  await moves(black, 7);
  expect((await stateOf(page, id)).moves.at(-1)?.public).toBe('g1^1');
  const { view } = await stateOf<View>(page, id);
  expect(view.hyperspace.find(one => one.square === 'g5')?.returns_on_turn).toBe(6);
  await expect(page.locator('.departure').filter({ hasText: 'g5' })).toHaveAttribute(
    'aria-label',
    /still away for 1 turn, to g5/,
  );
  expect(noise).toEqual([]);
  await close();
});

test('by the keyboard alone, and while an earlier position is looked at', async ({ page }) => {
  const { id, black, close } = await seated(page, 'hidden960');
  await black.locator('.cell[data-square=e7]').focus();
  await black.keyboard.press('Enter');
  await black.keyboard.press('ArrowUp');
  await black.keyboard.press('ArrowUp');
  await black.keyboard.press('Enter');
  await expect(prompt(black)).toContainText('Premove e7–e5');
  await move(page, 'e2', 'e4');
  await moves(page, 2);
  await moves(black, 2);
  await move(black, 'd7', 'd5');
  await expect(prompt(black)).toContainText('Premove d7–d5');
  await black.locator('.moves .move').first().click();
  await expect(prompt(black)).toContainText('Position after');
  await move(page, 'd2', 'd4');
  await moves(page, 4);
  expect((await stateOf(page, id)).moves.map(one => one.public)).toEqual(['e2e4', 'e7e5', 'd2d4', 'd7d5']);
  await close();
});

test('DMChess: ahead on one board, and from one board to another', async ({ page }) => {
  const { id, black, close } = await seated(page, 'dmchess');
  await move(black, 'e7', 'e5');
  await expect(prompt(black)).toContainText('Premove D1 e7–D1 e5');
  await move(page, 'e2', 'e4');
  await moves(black, 2);
  await black.locator('[data-focus="1"]').waitFor();
  await tap(black, 'b8');
  await black.keyboard.press('2');
  await black.locator('[data-focus="2"]').waitFor();
  await tap(black, 'b4');
  await expect(prompt(black)).toContainText('Premove D1 b8–D2 b4');
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
