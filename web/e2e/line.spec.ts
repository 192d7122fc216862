import { arbiter, command, makeEvent, somebody } from './event';
import { Line } from './line';
import {
  accessible,
  expect,
  move,
  moves,
  openGame,
  quiet,
  ready,
  seated,
  shownN,
  stateOf,
  tap,
  test as base,
  type Page,
} from './support';

/** Tests whose pages connect through an unreliable line. */
const test = base.extend<{ line: Line }>({
  line: async ({ server }, use) => {
    const line = await Line.to(server.port);
    await use(line);
    line.close();
  },
  baseURL: async ({ line }, use) => use(line.url),
});

const CLOCK = { kind: 'preset', id: 'rapid' } as const;
const NO_CONNECTION = 'No connection: your clock is still running. Trying again…';

/** The actions that a page has sent, each with the id of its request. */
function sent(page: Page): { id: string; action: string }[] {
  const all: { id: string; action: string }[] = [];
  page.on('websocket', socket =>
    socket.on('framesent', ({ payload }) => {
      const message = JSON.parse(payload.toString()) as { t: string; id: string; action: string };
      if (message.t === 'act') all.push({ id: message.id, action: message.action });
    }),
  );
  return all;
}

/** White's move to d4 is made on the board, and shown as not confirmed. */
async function isBeingSent(page: Page): Promise<void> {
  await expect(page.locator('.mark.sending')).toHaveCount(2);
  await expect(page.locator('[data-test=prompt]')).toContainText('Your move has not been sent yet');
  await expect(page.locator('.cell[data-square=d4]')).toBeAttached();
  await expect(page.locator('.moves-list .move')).toHaveCount(2);
}

test('a line that freezes: both ends notice, and the move made meanwhile is played once', async ({
  page,
  line,
  server,
}) => {
  const noise = quiet(page);
  const acts = sent(page);
  const { id, black, close } = await seated(page, 'chess', undefined, { clock: CLOCK });
  // Black connects directly.
  await black.goto(`${server.url}/g/${id}`);
  await ready(black);
  await move(page, 'e2', 'e4');
  await moves(black, 1);
  await move(black, 'e7', 'e5');
  await moves(page, 2);

  line.freeze();
  await move(page, 'd2', 'd4');
  await expect(page.locator('[data-test=reconnecting]')).toHaveText(NO_CONNECTION);
  await isBeingSent(page);
  await accessible(page);
  await expect(black.locator('.player[data-color=white] .away')).toBeVisible();

  // The held-back message arrives after all, and the same request again.
  line.heal();
  await moves(page, 3);
  await expect(page.locator('.mark.sending')).toHaveCount(0);
  await expect(page.locator('[data-test=reconnecting]')).toHaveCount(0);
  await expect(black.locator('.player[data-color=white] .away')).toHaveCount(0);
  const { moves: played } = await stateOf(page, id);
  expect(played.map(one => one.public)).toEqual(['e2e4', 'e7e5', 'd2d4']);
  const names = acts.filter(one => one.action === 'd2d4').map(one => one.id);
  expect(names.length).toBeGreaterThan(0);
  expect(new Set(names).size).toBe(1);
  await moves(black, 3);
  await move(black, 'e5', 'd4');
  await moves(page, 4);
  expect(noise).toEqual([]);
  await close();
});

test('a line that is cut: what has been begun and typed is still there, and a refused move goes back', async ({
  page,
  line,
  server,
  browser,
}) => {
  const id = await openGame(page, { variant: 'hyperspace' });
  const prompt = page.locator('[data-test=prompt]');
  await page.locator('[data-test=notation]').fill('Nf3');
  await tap(page, 'g1');
  await page.locator('button[data-drop="delay:2"]').click();
  await expect(prompt).toContainText('leaves g1 for 2 turns');
  line.cut();
  await expect(page.locator('[data-test=reconnecting]')).toHaveText('No connection. Trying again…');
  line.heal();
  await expect(page.locator('[data-test=reconnecting]')).toHaveCount(0);
  await expect(prompt).toContainText('leaves g1 for 2 turns');
  await expect(page.locator('[data-test=notation]')).toHaveValue('Nf3');

  // The same player goes on in another window, which connects directly.
  line.cut();
  await expect(page.locator('[data-test=reconnecting]')).toBeVisible();
  await tap(page, 'g5');
  await expect(page.locator('.mark.sending')).toHaveCount(2);
  const other = await browser.newContext({ storageState: await page.context().storageState() });
  const second = await other.newPage();
  await second.goto(`${server.url}/g/${id}`);
  await ready(second);
  await move(second, 'e2', 'e4');
  await moves(second, 1);
  line.heal();
  await moves(page, 1);
  await expect(page.locator('.mark.sending')).toHaveCount(0);
  await expect(prompt).toContainText('Your move was not played');
  expect((await stateOf(page, id)).moves.map(one => one.public)).toEqual(['e2e4']);
  await expect(page.locator('.cell[data-square=g1]')).toHaveAttribute('aria-label', /white knight/);
  await other.close();
});

test('a browser that is offline says so and comes back by itself', async ({ page, context }) => {
  const id = await openGame(page, { variant: 'hidden960' });
  await context.setOffline(true);
  await expect(page.locator('[data-test=reconnecting]')).toHaveText('No connection. Trying again…');
  await move(page, 'e2', 'e4');
  await expect(page.locator('.mark.sending')).toHaveCount(2);
  await context.setOffline(false);
  await moves(page, 1);
  await expect(page.locator('.mark.sending')).toHaveCount(0);
  await expect.poll(() => shownN(page)).toBe((await stateOf(page, id)).n);
});

test('an event on a line that freezes: that is told, and then everything is there', async ({
  page,
  line,
  server,
  browser,
}) => {
  const noise = quiet(page);
  const director = await somebody(browser, server.url, 'LiDora');
  await arbiter(browser, server.url, 'LiCarl');
  await arbiter(browser, server.url, 'LiDeda');
  const player = await somebody(browser, server.url, 'LiPaul');
  const id = await makeEvent(director, { name: 'Frozen cup' }, { chiefArbiter: 'LiCarl', deputy: 'LiDeda' });
  await page.goto(`/events/${id}`);
  await expect(page.getByRole('heading', { name: 'Frozen cup' })).toBeVisible();
  const connection = page.locator('p.connection');
  await expect(connection).toHaveCount(0);

  line.freeze();
  await command(player, id, { type: 'enter' });
  await expect(connection).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('main')).not.toContainText('LiPaul');
  await accessible(page);

  line.heal();
  await expect(page.locator('[data-test=entries]')).toContainText('LiPaul', { timeout: 15_000 });
  await expect(connection).toHaveCount(0);
  expect(noise).toEqual([]);
});
