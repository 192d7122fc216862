import type { View } from '../src/games/hidden960/view';
import { reveal } from './hands';
import {
  accessible,
  caughtUp,
  drag,
  expect,
  move,
  moves,
  openGame,
  quiet,
  seated,
  shownN,
  stateOf,
  tap,
  test,
  wholeGame,
} from './support';

test('a whole game against the machine, to its real end', async ({ page }) => {
  test.setTimeout(480_000);
  const noise = quiet(page);
  const { outcome } = await wholeGame(page, 'hidden960', 1, reveal, 300);
  expect(['checkmate', 'stalemate', 'repetition', 'fifty-moves', 'insufficient-material']).toContain(outcome?.reason);
  expect(noise).toEqual([]);
});

test('two browsers: a forced reveal explains itself, and both see the same', async ({ page }) => {
  const { id, black, close } = await seated(page, 'hidden960');

  await drag(page, 'e2', 'e4');
  await moves(black, 1);
  await drag(black, 'd7', 'd5');
  await moves(page, 2);
  await reveal(page, 'f1=B');
  await moves(page, 3);
  await move(page, 'f1', 'b5');
  await moves(black, 4);

  await expect(black.locator('[data-test=prompt]')).toContainText(
    'Your e8 is attacked by the bishop on b5. Choose what stands there.',
  );
  await expect(page.locator('[data-test=prompt]')).toContainText(
    'e8 is attacked by the bishop on b5. Black must first choose',
  );
  await tap(black, 'e8');
  await expect(black.getByRole('dialog')).toContainText('e8 is attacked by the bishop on b5. What stands on e8?');
  await accessible(black);
  await black.keyboard.press('n');
  await moves(page, 5);
  const state = await stateOf<View>(page, id);
  expect(state.view.men.find(man => man.square === 'e8')?.role).toBe('knight');

  // An offer has its own line with two answers, and is announced.
  // The first one is declined, and the player who made it is told.
  await page.locator('[data-test=draw]').click();
  await page.locator('[data-test=draw-yes]').click();
  await black.locator('[data-test=decline]').click();
  await expect(page.locator('.toast')).toHaveText('Your opponent has declined the draw.');
  await expect(page.locator('.offer')).toHaveCount(0);
  await move(black, 'a7', 'a6');
  await moves(page, 6);
  await page.locator('[data-test=draw]').click();
  // An accidental press offers nothing.
  await page.locator('[data-test=draw-no]').click();
  await expect(black.locator('[data-test=offer-draw]')).toHaveCount(0);
  await page.locator('[data-test=draw]').click();
  await page.locator('[data-test=draw-yes]').click();
  await expect(black.locator('[data-test=offer-draw]')).toContainText('offers a draw');
  await black.locator('[data-test=accept]').click();
  await expect(page.locator('[data-test=outcome]')).toContainText(/draw/i);

  // A rematch takes both to the new table.
  await page.locator('[data-test=rematch]').click();
  // The draw had the same button.
  await black.locator('[data-test=offer-rematch] [data-test=accept]').click();
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(`/g/${id}`);
  await expect.poll(() => new URL(black.url()).pathname).toBe(new URL(page.url()).pathname);
  await close();
});

test('a reveal out of turn: who must choose is on the move, and nothing says otherwise', async ({ page }) => {
  const { id, black, close } = await seated(page, 'hidden960');
  for (const action of ['e2e4', 'd7d5', 'd2d3', 'd5e4', 'd3e4']) {
    const { n, actor } = await stateOf(page, id);
    await reveal(actor === 'white' ? page : black, action);
    for (const one of [page, black]) await expect.poll(() => shownN(one)).toBeGreaterThan(n);
  }
  // The queen that Black chooses attacks d1: White chooses, then Black goes on.
  await reveal(black, 'd8=Q');
  await expect(page.locator('[data-test=prompt]')).toContainText('Then Black continues.');
  for (const one of [page, black]) {
    await expect(one.locator('main.table .player.turn')).toHaveAttribute('data-color', 'white');
    await expect(one.locator('main.table').getByText(/on the move|to move/)).toHaveText(['to move']);
  }
  await close();
});

test('the controls: unreveal, undo, reset, castling both ways, the pool', async ({ page }) => {
  const id = await openGame(page, { variant: 'hidden960' });
  const role = async (square: string): Promise<string | null | undefined> =>
    (await stateOf<View>(page, id)).view.men.find(man => man.square === square)?.role;

  // From the pool: choose the man, then the square.
  await page.locator('[data-pool=white] button[aria-label^=rook]').click();
  await expect(page.locator('[data-test=prompt]')).toContainText('Choose a hidden square for the rook');
  await tap(page, 'h1');
  await expect.poll(() => role('h1')).toBe('rook');

  // Unreveal hides it again; a second time there is nothing to hide.
  await page.locator('[data-test=unreveal]').click();
  await expect.poll(() => role('h1')).toBeNull();
  await expect(page.locator('[data-test=unreveal]')).toBeDisabled();

  await caughtUp(page, id);
  await reveal(page, 'h1=R');
  await expect.poll(() => role('h1')).toBe('rook');
  await caughtUp(page, id);
  await reveal(page, 'e1=K');
  await expect.poll(() => role('e1')).toBe('king');
  await caughtUp(page, id);
  // Actions that were taken back are missing from the list, the steps through it, and the record.
  const prompt = page.locator('[data-test=prompt]');
  await page.keyboard.press('ArrowLeft');
  await expect(prompt).toContainText('Position after 1. White h1=R.');
  await page.keyboard.press('ArrowLeft');
  await expect(prompt).toContainText('Start position');
  await page.keyboard.press('ArrowRight');
  await expect(prompt).toContainText('Position after 1. White h1=R.');
  await page.keyboard.press('ArrowDown');
  await expect(prompt).not.toContainText('Position after');
  expect(await (await page.request.get(`/api/v1/games/${id}/record`)).text()).toMatch(/^1\. h1=R e1=K \*$/m);
  for (const action of ['g1=N', 'g1f3', 'a7a6', 'f1=B', 'g2g3', 'b7b6', 'f1g2', 'c7c6']) {
    const { n } = await stateOf(page, id);
    await reveal(page, action);
    await expect.poll(async () => (await stateOf(page, id)).n).toBeGreaterThan(n);
    await expect.poll(async () => Number(await page.locator('main.table').getAttribute('data-n'))).toBeGreaterThan(n);
  }
  await expect(page.locator('.castle.now')).toHaveCount(1);

  // King two squares…
  await move(page, 'e1', 'g1');
  await expect.poll(() => role('f1')).toBe('rook');
  // …undone, and by king takes rook.
  await page.locator('[data-test=takeback]').click();
  await expect.poll(() => role('e1')).toBe('king');
  // The page looks the same before the castling and after the takeback, so wait until it has caught up.
  await caughtUp(page, id);
  await expect.poll(() => page.locator('.castle.now').count()).toBe(1);
  await move(page, 'e1', 'h1');
  await expect.poll(() => role('g1')).toBe('king');

  await page.locator('[data-test=reset]').click();
  await expect.poll(async () => (await stateOf(page, id)).moves.length).toBe(0);
  await expect(page.locator('.moves-list .move')).toHaveCount(0);
});
