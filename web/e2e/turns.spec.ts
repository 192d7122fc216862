import type { View } from '../src/games/hyperspace/view';
import { cross, look, travel } from './hands';
import {
  accessible,
  expect,
  move,
  moves,
  myTurn,
  openGame,
  quiet,
  seated,
  stateOf,
  tap,
  test,
  type Page,
} from './support';

// The engine does not answer at once: until then, the player's action can be undone.
test.use({ enginePause: 2500 });

/** Records the values of an attribute of an element from now on, in order. */
async function watch(page: Page, selector: string, attribute: string): Promise<() => Promise<string[]>> {
  await page.evaluate(
    ([selector, attribute]) => {
      const seen: string[] = [];
      const look = (): void => {
        const now = document.querySelector(selector)?.getAttribute(attribute) ?? '';
        if (now !== seen.at(-1)) seen.push(now);
      };
      look();
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
      Object.assign(window, { seen });
    },
    [selector, attribute] as const,
  );
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
}

/** The sentence about the opponent's action is above the board, and screen readers get the same. */
async function isTold(page: Page, sentence: string): Promise<void> {
  await expect(page.locator('[data-test=told]')).toHaveText(sentence);
  await expect(page.locator('.live').filter({ hasText: sentence })).toHaveCount(1);
}

test('DMChess: a move through a portal is shown where it begins and where it ends, and told', async ({ page }) => {
  const noise = quiet(page);
  const { black, close } = await seated(page, 'dmchess');
  await look(black, '5');
  const boards = await watch(black, '[data-focus]', 'data-focus');
  await cross(page, 'Nd1b1-d2b5');
  await isTold(black, 'White’s knight went from D1 b1 through a portal to D2 b5.');
  await expect(black.locator('[data-test=prompt]')).toContainText('Your turn.');
  await expect(black.locator('[data-focus="2"]')).toBeVisible();
  expect(await boards()).toEqual(['5', '1', '2']);
  await accessible(black);

  // The player who moved is told nothing.
  await expect(page.locator('[data-test=told]')).toHaveCount(0);
  await cross(black, 'Nd1b8-d1c6');
  await isTold(page, 'Black’s knight went from D1 b8 to D1 c6.');

  // With reduced motion there are no steps.
  await black.emulateMedia({ reducedMotion: 'reduce' });
  await look(black, '5');
  const still = await watch(black, '[data-focus]', 'data-focus');
  await cross(page, 'Nd2b5-d2c7');
  await isTold(black, 'White’s knight came from D2 b5 and took the pawn on D2 c7: check.');
  expect(await still()).toEqual(['5', '2']);
  expect(noise).toEqual([]);
  await close();
});

test('Time Traveler’s Chess: an explosion is shown in two steps and told', async ({ page }) => {
  const { black, close } = await seated(page, 'time-traveler');
  const square = await watch(black, '.cell[data-square=d5]', 'aria-label');
  await travel(page, 'Nd5/c7');
  await isTold(black, 'A white knight came out of the future on d5, and its traveled self took the pawn on c7.');
  await expect(black.locator('.cell[data-square=c7]')).toHaveAttribute('aria-label', /traveled white knight/);
  const seen = (await square()).filter(one => one.includes('knight'));
  expect(seen[0]).toContain('traveled white knight');
  expect(seen.at(-1)).toContain('traveling white knight');
  await close();
});

test('the open referee and the machine: a departure can be amended, and one cancelled', async ({ page }) => {
  const noise = quiet(page);
  const opponent = { kind: 'engine', level: 1 } as const;
  const id = await openGame(page, { variant: 'hyperspace:open', opponent, color: 'white' });
  const prompt = page.locator('[data-test=prompt]');
  const send = async (from: string, delay: number, to: string): Promise<void> => {
    await tap(page, from);
    await page.locator(`button[data-drop="delay:${delay}"]`).click();
    await tap(page, to);
  };
  // Both knights would return at the end of turn 5.
  await send('b1', 3, 'c4');
  await moves(page, 2);
  await expect(page.locator('[data-test=told]')).toContainText(/^Black/);
  await myTurn(page, id);
  await send('g1', 2, 'f4');
  await expect(prompt).toContainText('Two of your pieces return on the same turn');
  await page.locator('button[data-drop="delay:4"]').click();
  await moves(page, 5);
  await expect(prompt).toContainText('Your turn');
  const { view } = await stateOf<View>(page, id);
  const own = view.hyperspace.filter(one => one.color === 'white');
  expect(own.map(one => one.returns_on_turn).sort()).toEqual([5, 7]);

  await myTurn(page, id);
  // No black piece can have reached e3 within two moves.
  await move(page, 'e2', 'e3');
  await moves(page, 7);
  await myTurn(page, id);
  await send('f1', 2, 'd3');
  await expect(prompt).toContainText('Two of your pieces return on the same turn');
  await page.getByRole('button', { name: 'Cancel departure' }).click();
  await expect(prompt).toContainText('The departure from f1 is cancelled');
  expect((await stateOf(page, id)).moves.map(one => one.public).slice(-2)).toEqual(['f1^2', 'cancel']);
  expect(noise).toEqual([]);
});
