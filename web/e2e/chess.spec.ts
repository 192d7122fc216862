import { readOptions } from '../src/api/options';
import type { LegalAction } from '../src/api/types';
import type { View } from '../src/games/chess/view';
import { travel } from './hands';
import { accessible, expect, move, moves, openGame, overflow, quiet, stateOf, tap, test, type Page } from './support';

/** The piece on a square: `white king`. */
async function man(page: Page, id: string, square: string): Promise<string | undefined> {
  const found = (await stateOf<View>(page, id)).view.men.find(one => one.square === square);
  return found && `${found.color} ${found.role}`;
}

/** Makes moves for both sides, each shown before the next. */
async function play(page: Page, actions: string[]): Promise<void> {
  const before = await page.locator('main.table .moves-list .move').count();
  for (const [index, action] of actions.entries()) {
    await travel(page, action);
    await moves(page, before + index + 1);
  }
}

test('one board: castling by the king and by king takes rook, en passant, a promotion, a check', async ({ page }) => {
  const noise = quiet(page);
  const id = await openGame(page, { variant: 'chess' });
  await play(page, ['e2e4', 'e7e5', 'g1f3', 'g8f6', 'f1c4', 'f8c5']);

  // The king two squares…
  await move(page, 'e1', 'g1');
  await moves(page, 7);
  expect(await man(page, id, 'g1')).toBe('white king');
  expect(await man(page, id, 'f1')).toBe('white rook');
  // …and the other side by king takes rook.
  await move(page, 'e8', 'h8');
  await moves(page, 8);
  expect(await man(page, id, 'g8')).toBe('black king');
  expect(await man(page, id, 'f8')).toBe('black rook');

  await page.locator('[data-test=reset]').click();
  await expect(page.locator('.moves-list .move')).toHaveCount(0);

  await play(page, ['e2e4', 'a7a6', 'e4e5', 'd7d5', 'e5d6']);
  expect(await man(page, id, 'd5')).toBeUndefined();
  expect(await man(page, id, 'd6')).toBe('white pawn');

  // The pawn goes on through c7 and takes on b8.
  await play(page, ['a6a5', 'd6c7', 'a5a4']);
  await move(page, 'c7', 'b8');
  await expect(page.locator('[data-test=prompt]')).toContainText('The pawn reaches b8');
  await accessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'knight', exact: true }).click();
  await moves(page, 9);
  expect(await man(page, id, 'b8')).toBe('white knight');

  await play(page, ['a4a3', 'f1b5']);
  await expect(page.locator('[data-test=prompt]')).toContainText('Black is in check.');
  await accessible(page);
  expect(noise).toEqual([]);
});

test('one board: the scholar’s mate, and what is said of it', async ({ page }) => {
  await openGame(page, { variant: 'chess' });
  await play(page, ['e2e4', 'e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6', 'h5f7']);
  await expect(page.locator('main.table')).toHaveAttribute('data-status', 'over');
  await expect(page.locator('[data-test=outcome]')).toContainText(/checkmate/i);
});

/** Moves that lead to castling from any start array: White clears its back rank, Black makes pawn moves. */
function towardsCastling(
  actions: readonly LegalAction[],
  roleAt: (square: string | undefined) => string | undefined,
  isWhite: boolean,
): LegalAction | undefined {
  const home = isWhite ? '2' : '7';
  const develops = ({ from, to }: LegalAction): boolean =>
    isWhite &&
    !['pawn', 'king', 'rook'].includes(roleAt(from) ?? '') &&
    from?.charAt(1) === '1' &&
    to?.charAt(1) !== '1';
  return (
    actions.find(one => isWhite && one.kind === 'castle') ??
    actions.find(develops) ??
    actions.find(one => roleAt(one.from) === 'pawn' && one.from?.charAt(1) === home) ??
    actions[0]
  );
}

test('Chess960: castling is king takes rook, wherever both start', async ({ page }) => {
  test.setTimeout(120_000);
  const id = await openGame(page, { variant: 'chess:960' });
  for (let made = 1; made <= 60; made++) {
    const { options, actor, view } = await stateOf<View>(page, id);
    const roleAt = (square: string | undefined): string | undefined =>
      view.men.find(one => one.square === square)?.role;
    const action = towardsCastling(readOptions(options)?.actions ?? [], roleAt, actor === 'white');
    if (!action) throw new Error('the game is over');
    await travel(page, action.action);
    await moves(page, made);
    if (action.kind !== 'castle') continue;
    const isKingSide = (action.to ?? '') > (action.from ?? '');
    expect(await man(page, id, isKingSide ? 'g1' : 'c1')).toBe('white king');
    expect(await man(page, id, isKingSide ? 'f1' : 'd1')).toBe('white rook');
    return;
  }
  throw new Error('no castling in 60 plies');
});

test('a phone: the board has the room of the instrument, and nothing scrolls', async ({ page }) => {
  for (const [width, height] of [
    [360, 740],
    [390, 664],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openGame(page, { variant: 'chess' });
    expect(await overflow(page)).toEqual([0, 0]);
    const box = await page.locator('main .board').first().boundingBox();
    expect(box?.width).toBeGreaterThan(width - 8);
    await tap(page, 'e2');
    await tap(page, 'e4');
    await moves(page, 1);
  }
});
