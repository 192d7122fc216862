import { expect, openGame, test } from './support';

test('where the system gives the colours there are squares, and what is chosen and what is on can be seen', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const looks = (selector: string, property: string): Promise<string[]> =>
    page
      .locator(selector)
      .evaluateAll((all, name) => all.map(one => getComputedStyle(one).getPropertyValue(name)), property);
  await page.goto('/new/chess?opponent=engine');
  await page.locator('.segment.on').first().waitFor();
  expect(new Set(await looks('.segment.on', 'outline-style'))).toEqual(new Set(['solid']));
  expect(new Set(await looks('.segment:not(.on)', 'outline-style'))).toEqual(new Set(['none']));
  await page.goto('/settings');
  await page.getByText('Board coordinates').click();
  const track = (state: string): Promise<string[]> => looks(`:${state} + .toggle-track`, 'background-color');
  const colors = async (): Promise<number[]> => {
    const [on, off] = [new Set(await track('checked')), new Set(await track('not(:checked)'))];
    return [on.size, off.size, new Set([...on, ...off]).size];
  };
  // The pressed switch takes its colour after a short transition.
  await expect.poll(colors).toEqual([1, 1, 2]);
  for (const variant of ['hidden960', 'dmchess']) {
    await openGame(page, { variant });
    await page.locator('cg-board, .mini').first().waitFor();
    const grounds = await looks('cg-board, .mini', 'background-image');
    expect(grounds.length).toBeGreaterThan(0);
    for (const ground of grounds) expect(ground).toContain('conic-gradient');
  }
});
