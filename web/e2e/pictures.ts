/** Takes the pictures in `docs/images`: real tables in positions that show what each game is about. */
import { fileURLToPath } from 'node:url';
import { drawn, expect, ready, shownN, stateOf, tap, test, type Page } from './support';

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));

interface Picture {
  name: string;
  game: string;
  /** The actions of both sides from the start. */
  actions: string;
  /** The viewport, if different from that of the tests. */
  size?: { width: number; height: number };
  /** The moves and clicks of White before the picture is taken. */
  pose?: (page: Page) => Promise<void>;
}

const PICTURES: Picture[] = [
  {
    name: 'hyperspace',
    game: 'hyperspace',
    // One white knight is back on d5; a bishop and the queen are away, as are a bishop and a knight of Black.
    actions: 'e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 b1^3@d5 f8c5 d2d3 d7d6 c1^4@h6 c8^2@g4 d1^2@b3 f6^3@f4 c2c3 a7a6',
    pose: page => tap(page, 'c4'),
  },
  {
    name: 'time-traveler',
    game: 'time-traveler',
    // Four open threads; White's bishop from the future is attacked.
    actions: 'b1c3 d7d5 d2d4 g8f6 g2g3 e7e6 g1f3 b7b5 Bh4/f6 g7f6 e2e4 Rg8/g4 Ne3/g4 Ne7/g6',
  },
  {
    name: 'hidden960',
    game: 'hidden960',
    // Black has chosen a queen on d8: White must say what stands on d1.
    actions: 'e2e4 g8=N g8f6 d2d3 d7d5 c1=B c1g5 d5e4 d3e4 d8=Q',
  },
  {
    name: 'dmchess',
    game: 'dmchess',
    actions:
      'Pd6e2-d6e4 Pd4a7-d3a5 Pd4e2-d4e4 Pd6e7-d6e5 Bd6f1-d8b7 Nd4g8-d4f6 Nd6g1-d4c3 Pd7d7-d7d5 Pd4d2-d4d4 Nd4f6-d4h5 Pd4g2-d4g3 Nd4h5-d2h5 Pd2g2-d2g3 Pd3a5-d3a4',
    size: { width: 1220, height: 800 },
    pose: async page => {
      await page.keyboard.press('4');
      await page.locator('[data-focus="4"]').waitFor();
      await tap(page, 'c3');
    },
  },
];

/** Waits until fonts and images are loaded and no piece is moving. */
async function still(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await expect(page.locator('piece.anim')).toHaveCount(0);
  await drawn(page);
}

test('home', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await page.locator('[data-test=card-dmchess] .mini').first().waitFor();
  await still(page);
  await page.screenshot({ path: `${FOLDER}home.png` });
});

for (const { name, game, actions, size, pose } of PICTURES) {
  test(name, async ({ page, browser, baseURL }) => {
    const second = await browser.newContext({ baseURL });
    const black = await second.newPage();
    await page.request.put('/api/v1/me', { data: { name: 'Ada' } });
    await black.request.put('/api/v1/me', { data: { name: 'Ben' } });
    const wish = {
      variant: game,
      opponent: { kind: 'link' },
      color: 'white',
      clock: { kind: 'preset', id: 'rapid' },
      takebacks: true,
    };
    const { id } = (await (await page.request.post('/api/v1/games', { data: wish })).json()) as { id: string };
    await black.request.post(`/api/v1/games/${id}/join`, { data: {} });
    if (size) await page.setViewportSize(size);
    for (const one of [page, black]) {
      await one.goto(`/g/${id}`);
      await ready(one);
    }
    for (const action of actions.split(' ')) {
      const { n, actor } = await stateOf(page, id);
      const hand = actor === 'white' ? page : black;
      await hand.locator('[data-test=notation]').fill(action);
      await hand.keyboard.press('Enter');
      await expect.poll(() => shownN(page)).toBeGreaterThan(n);
      await expect.poll(() => shownN(black)).toBeGreaterThan(n);
    }
    await page.locator('main.table').focus();
    await pose?.(page);
    await page.mouse.move(2, 2);
    await still(page);
    await page.screenshot({ path: `${FOLDER}${name}.png` });
    await second.close();
  });
}
