/** The secrets of a sealed game appear on no page of anybody who may not know them, before and after a ruling. */
import { begun, command, detailOf, running, say } from './event';
import { Server } from './server';
import { caughtUp, expect, ready, test, type Page } from './support';

const [ONE, OTHER] = ['SeAda', 'SeBen'];

/** The whole markup of a page, without random values and times. */
async function shown(page: Page, masks: readonly (readonly [string, string])[]): Promise<string> {
  const text = await page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement;
    // The bell's state depends on whether the page came to the game before or after the round began.
    for (const part of copy.querySelectorAll('script, style, [data-test=bell]')) part.remove();
    return copy.outerHTML;
  });
  const named = masks.reduce((masked, [what, name]) => masked.replaceAll(what, name), text);
  return (
    named
      // Commitments have a salt.
      .replace(/\b[0-9a-f]{64}\b/g, 'COMMITMENT')
      // Numbers of entries, which depend on who arrived when.
      .replace(/\b(ruling|call)-\d+\b/g, '$1-ENTRY')
      // Clocks, and the time of day.
      .replace(/\b\d+:\d\d(:\d\d)?(\.\d)?\b/g, 'TIME')
      .replaceAll('>', '>\n')
  );
}

/**
 * Plays an event's game with this square for the return of White's knight. Returns what the pages of White, Black and a spectator
 * show before and after a ruling, and then what the event's rulings show to the same three.
 */
async function played(browser: Parameters<typeof running>[0], square: string): Promise<string[]> {
  const server = await Server.start();
  try {
    const { id, director, of } = await running(
      browser,
      server.url,
      {
        name: 'Sealed',
        variant: 'hyperspace',
        format: { kind: 'match', games: 1 },
        control: { kind: 'standard' },
      },
      { staff: ['SeCleo', 'SeDan'], players: [ONE, OTHER] },
    );
    const { game, white, black } = await begun(director, id, 1);
    const [owner, opponent] = [of(white), of(black)];
    const spectator = await (await browser.newContext({ baseURL: server.url })).newPage();
    const watching = [owner, opponent, spectator];
    for (const page of watching) {
      await page.goto(`/g/${game}`);
      await ready(page);
    }
    const masks = [
      [game, 'GAME'],
      [id, 'EVENT'],
      [white.name, 'WHITE'],
      [black.name, 'BLACK'],
    ] as const;
    const pages: string[] = [];
    const look = async (): Promise<void> => {
      for (const page of watching) {
        await caughtUp(page, game);
        // Wait until players who have moved count as present, spectators are counted, and the board is still.
        await expect(page.locator('.watching')).toHaveText('1 watching');
        await expect(page.locator('[data-test=here], [data-test=here-until], .anim')).toHaveCount(0);
        pages.push(await shown(page, masks));
      }
    };
    // Announcements that overlap are merged, so the result would depend on timing: wait for each one.
    const isSaid = async (text: string, ...pages: Page[]): Promise<void> => {
      for (const page of pages) await expect(page.locator('.live').filter({ hasText: text })).toHaveCount(1);
    };
    await say(owner, game, { t: 'act', action: `b1^3@${square}` });
    await isSaid('left b1', opponent, spectator);
    await say(opponent, game, { t: 'act', action: 'e7e5' });
    await isSaid('e7 to e5', owner, spectator);
    await look();
    await command(owner, id, { type: 'call', game, text: `My knight returns on ${square}.` });
    for (const page of [owner, opponent])
      await expect(page.locator('[data-test=prompt]')).toContainText('has called a director');
    await command(director, id, {
      type: 'rule',
      game,
      ground: 'deadline',
      outcome: { kind: 'draw' },
      reasons: 'The hall is closed for today.',
    });
    await expect.poll(async () => (await detailOf(director, id)).rounds[0]?.boards[0]?.result).toBe('draw');
    for (const page of watching) await expect(page.locator('main.table')).toHaveAttribute('data-status', 'over');
    // The event's part of the page arrives by itself, a moment after the game's end.
    for (const page of [owner, opponent]) await expect(page.locator('[data-test=ruled]')).toBeVisible();
    await look();
    for (const page of watching) {
      await page.goto(`/events/${id}?show=rulings`);
      await expect(page.locator('[data-test=ruling-state]')).toBeVisible();
      // Wait until the page knows its reader, which may come after the public content.
      await expect(page.locator('.visitor')).toBeVisible();
      if (page !== spectator) await expect(page.locator('[data-test=next]')).toContainText('Your game is over');
      pages.push(await shown(page, masks));
    }
    return pages;
  } finally {
    await server.stop();
  }
}

test('pages of the opponent and of a spectator are the same for two truths that differ only in what is sealed', async ({
  browser,
}) => {
  const [one, other] = await Promise.all([played(browser, 'c3'), played(browser, 'a3')]);
  expect(one).toHaveLength(9);
  for (const [place, page] of one.entries()) {
    expect(page).toContain('WHITE');
    if (place % 3 === 0) expect(page, 'White knows the square').not.toBe(other[place]);
    else expect(page).toBe(other[place]);
  }
});
