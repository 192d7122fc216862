import { devices } from '@playwright/test';
import { GAMES } from '../src/games';
import { cross, reveal, travel } from './hands';
import { accessible, expect, overflow, quiet, test, type Page } from './support';

/** Performs one move of a lesson; departures are shown by the page itself. */
async function perform(page: Page, game: string, action: string): Promise<void> {
  if (action.startsWith('kings:')) {
    await page.locator('[data-test=kings-home]').click();
    await page.locator('[data-test=kings-confirm]').click();
  } else if (action.includes('^')) await page.locator('[data-test=show]').click();
  else if (game === 'dmchess') await cross(page, action);
  else if (game === 'hidden960') await reveal(page, action);
  else await travel(page, action);
}

for (const game of GAMES) {
  test(`how to play ${game.id}: every step can be done`, async ({ page }) => {
    const noise = quiet(page);
    await page.goto(`/learn/${game.id}`);
    const { steps } = (await game.lesson()).lesson;
    for (const [number, step] of steps.entries()) {
      await expect(page.locator('.lesson-title')).toContainText(step.text.title);
      // An opened step gets the focus.
      if (number > 0) await expect(page.locator('.lesson-title')).toBeFocused();
      await expect(page.locator('main.learn .board').first()).toBeVisible();
      for (const [index, move] of (step.moves ?? []).entries()) {
        await expect(page.locator('[data-test=task]')).toHaveText(step.text.tasks?.[index] ?? '');
        await expect(page.locator('[data-test=show]')).toBeEnabled();
        await perform(page, game.id, move.show);
      }
      if (step.moves) await expect(page.locator('[data-test=feedback]')).toHaveText(step.text.done ?? '');
      await expect(page.locator('.learn-step.done')).toHaveCount(number + 1);
      if (number === 0) await accessible(page);
      if (number < steps.length - 1) await page.locator('[data-test=next]').click();
    }
    await page.getByRole('link', { name: 'Play a game' }).click();
    await expect(page).toHaveURL(new RegExp(`/new/${game.id}`));
    expect(noise).toEqual([]);
  });
}

test('a legal move that is not asked for is answered in a sentence and taken back', async ({ page }) => {
  await page.goto('/learn/time-traveler');
  await travel(page, 'e2e4');
  await expect(page.locator('[data-test=feedback]')).toContainText('a knight is wanted');
  // The move has been taken back, and the board takes another.
  await expect(page.locator('[data-test=show]')).toBeEnabled();
  await travel(page, 'Nd5/c7');
  await expect(page.locator('[data-test=feedback]')).toContainText('The one on d5 is traveling');
  // The steps that were done are remembered.
  await page.reload();
  await expect(page.locator('.learn-step.done')).toHaveCount(1);
});

for (const [width, height] of [
  [360, 740],
  [390, 664],
] as const) {
  test(`lessons on a phone of ${width} by ${height}: every step fits, in the dark as well`, async ({
    browser,
    baseURL,
  }) => {
    const phone = await browser.newContext({
      ...devices['Pixel 5'],
      viewport: { width, height },
      colorScheme: 'dark',
      baseURL,
    });
    const page = await phone.newPage();
    for (const game of GAMES) {
      const { steps } = (await game.lesson()).lesson;
      await page.goto(`/learn/${game.id}`);
      for (const [number, step] of steps.entries()) {
        await page.locator('.learn-step').nth(number).click();
        await expect(page.locator('.lesson-title')).toContainText(step.text.title);
        // It is set up again, even if it was there.
        await expect(page.locator('.lesson-title')).toBeFocused();
        await page.locator('main.learn .board').first().waitFor();
        const here = `${game.id}, step ${number + 1}`;
        expect(await overflow(page), here).toEqual([0, 0]);
        // The explanation is fully visible; once it is read, the board takes the full width.
        const words = page.locator('.learn-words');
        expect(await words.evaluate(one => one.scrollHeight - one.clientHeight), here).toBe(0);
        await page.locator('[data-test=try]').click();
        await expect(page.locator('.learn-text')).toBeHidden();
        const board = await page.locator('main.learn .board').first().boundingBox();
        expect((board?.width ?? 0) / width, here).toBeGreaterThan(0.88);
        expect(await overflow(page), here).toEqual([0, 0]);
      }
      await accessible(page);
    }
    await phone.close();
  });
}

test('the buttons of a lesson have one line each', async ({ page }) => {
  await page.goto('/learn/hyperspace');
  await page.locator('.learn-step').last().click();
  const buttons = page.locator('.learn-nav .button');
  await expect(buttons.last()).toHaveText('Play a game');
  for (const width of [1280, 1100]) {
    await page.setViewportSize({ width, height: 860 });
    const [one, ...others] = await buttons.evaluateAll(all => all.map(button => button.scrollHeight));
    expect(others).toEqual(others.map(() => one));
    // The link is not styled like a button, whose text is centered.
    expect(one).toBeLessThan(50);
    expect((await overflow(page))[0]).toBeLessThanOrEqual(0);
    expect(await page.locator('.learn-nav').evaluate(nav => nav.scrollWidth - nav.clientWidth)).toBe(0);
  }
});
