/** Acts of directors and arbiters on games: evidence, seals, games resumed and replayed, rulings remitted, late appeals, annulment. */
import { begun, detailOf, looked, MINUTE, running, say, type Board } from './event';
import { register } from './signing';
import { caughtUp, expect, quiet, ready, test, type Page } from './support';

test.use({ hasClock: true });
// Several people, several games, and each page checked in three combinations of size and theme.
test.describe.configure({ timeout: 360_000 });

const REASONS = 'The hall closes at midnight.';

/** Rules on the game that is chosen at the desk. */
async function rule(
  director: Page,
  id: string,
  outcome: string,
  fill?: (form: ReturnType<Page['getByRole']>) => Promise<void>,
): Promise<void> {
  await director.goto(`/events/${id}?show=desk`);
  await director.locator('[data-test=any-rule]').click();
  const form = director.getByRole('dialog');
  await expect(form.locator('#rule-reasons')).toBeFocused();
  await form.locator('#rule-outcome').selectOption(outcome);
  await form.locator('#rule-ground').selectOption('deadline');
  await fill?.(form);
  await form.locator('#rule-reasons').fill(REASONS);
  await form.locator('[data-test=rule-send]').click();
  await expect(form).toHaveCount(0);
}

/** The text of a game's page, apart from commitments: their digits can spell any square of the files a to f. */
async function told(page: Page): Promise<string> {
  return page.locator('main.table').evaluate(main => {
    const copy = main.cloneNode(true) as Element;
    for (const notes of copy.querySelectorAll('.commitments, [data-test=commitments]')) notes.remove();
    return copy.textContent;
  });
}

/** Each player makes one turn in the game. */
async function met(
  of: (who: Board['white']) => Page,
  { white, black, game }: Board,
  actions: [string, string] = ['e2e4', 'e7e5'],
): Promise<void> {
  await say(of(white), game, { t: 'act', action: actions[0] });
  await say(of(black), game, { t: 'act', action: actions[1] });
}

test('the engine’s evaluation is evidence: sealed until the result is final, read by who opens the seal', async ({
  browser,
  baseURL,
  server,
}) => {
  const { id, director, deputy, of } = await running(
    browser,
    baseURL,
    { name: 'Evidence', format: { kind: 'match', games: 1 } },
    { staff: ['FmEdda', 'FmEgon'], players: ['FmE1', 'FmE2'] },
  );
  const { ahead } = server;
  const noise = quiet(director);
  const board = await begun(director, id, 1);
  await met(of, board);
  await director.goto(`/events/${id}?show=desk`);
  await director.locator('[data-test=any-game] [data-test=ask-engine]').click();
  await expect(director.locator('.toast')).toContainText('The engine’s evaluation is attached');
  await rule(director, id, 'draw');
  await director.locator('[data-test=tab-rulings]').click();
  // The director who asked can read it: the time, the board, the figure, and the link to the game.
  const evidence = director.locator('[data-test=evidence]');
  await expect(evidence).toContainText('FmEdda asked the engine at');
  await expect(evidence.locator('strong')).toHaveText(/^[+-]\d+\.\d\d$/);
  await expect(evidence.getByRole('link', { name: 'Round 1, board 1' })).toHaveAttribute('href', `/g/${board.game}`);
  await looked(director);
  // A player appeals; the deputy, who decides because the Chief Arbiter made the ruling, sees that there is evidence.
  const black = of(board.black);
  await black.goto(`/events/${id}?show=rulings`);
  await expect(black.locator('[data-test=evidence]')).toContainText('Its evaluation is sealed');
  await black.locator('[data-test=appeal-open]').click();
  await black.locator('#appeal-text').fill('I was about to win this ending.');
  await black.locator('[data-test=appeal-send]').click();
  await expect(black.locator('[data-test=rulings]')).toContainText(`${board.black.name} appealed at`);
  // The arbiter's desk is there for arbiters only.
  await black.goto(`/events/${id}?show=arbiter`);
  await expect(black.locator('[data-test=tab-rulings]')).toBeVisible();
  await expect(black.locator('[data-test=arbiter]')).toHaveCount(0);
  await black.locator('[data-test=tab-rulings]').click();
  await deputy.goto(`/events/${id}?show=arbiter`);
  const desk = deputy.locator('[data-test=arbiter]');
  await expect(desk.locator('[data-test=evidence]')).toContainText('Its evaluation is sealed');
  await desk.locator('[data-test=open-seal]').click();
  await expect(deputy.getByRole('dialog')).toContainText('Everybody sees at once that you have opened the seal');
  await deputy.locator('[data-test=ask-yes]').click();
  await expect(desk.locator('[data-test=evidence] strong')).toHaveText(/^[+-]\d+\.\d\d$/);
  await expect(desk.locator('[data-test=open-seal]')).toHaveCount(0);
  await looked(deputy);
  await expect(black.locator('[data-test=seal]')).toContainText('FmEgon opened the seal of this game');
  await expect(black.locator('[data-test=evidence]')).toContainText('Its evaluation is sealed');
  await desk.locator('[data-test=decide-open]').click();
  await deputy.locator('#decide-reasons').fill('The position is even, and so is the result.');
  await deputy.locator('[data-test=decide-send]').click();
  await expect(deputy.locator('[data-test=arbiter]')).toContainText('There are no open appeals');
  // Final: everybody reads it.
  await expect(black.locator('[data-test=evidence] strong')).toHaveText(/^[+-]\d+\.\d\d$/);
  await looked(black);
  // The decision has made it final, not the passing of time. Tests of another file may have advanced the clock before.
  expect(server.ahead).toBe(ahead);
  expect(noise).toEqual([]);
});

test('a seal of Hyperspace Chess that a director opens: everybody sees that it is open, and only the director what it hid', async ({
  browser,
  baseURL,
}) => {
  const { id, director, of } = await running(
    browser,
    baseURL,
    {
      name: 'Hyperspace night',
      variant: 'hyperspace',
      format: { kind: 'match', games: 1 },
      control: { kind: 'rapid' },
    },
    { staff: ['FmHugo', 'FmHild'], players: ['FmH1', 'FmH2'] },
  );
  const board = await begun(director, id, 1);
  await met(of, board, ['b1^3@c3', 'e7e5']);
  const [white, black] = [of(board.white), of(board.black)];
  for (const page of [white, black, director]) {
    await page.goto(`/g/${board.game}`);
    await ready(page);
    await caughtUp(page, board.game);
  }
  await expect.poll(() => told(white)).toContain('c3');
  for (const page of [black, director]) expect(await told(page)).not.toContain('c3');
  await director.goto(`/events/${id}?show=desk`);
  await director.locator('[data-test=any-game] [data-test=open-seal]').click();
  await director.locator('[data-test=ask-yes]').click();
  await expect(director.locator('.toast')).toContainText('The seal is open');
  await expect(director.locator('[data-test=any-game] [data-test=open-seal]')).toHaveCount(0);
  // Both players are told beside the board, and so are visitors of the event.
  for (const page of [white, black])
    await expect(page.locator('[data-test=event-panel] [data-test=seal]')).toContainText('FmHugo has opened the seal');
  const guest = await (await browser.newContext({ baseURL })).newPage();
  await guest.goto(`/events/${id}?show=rulings`);
  await expect(guest.locator('[data-test=seal]')).toContainText('FmHugo opened the seal of this game');
  await looked(guest);
  await director.goto(`/g/${board.game}`);
  await ready(director);
  await expect.poll(() => told(director)).toContain('c3');
  expect(await told(black)).not.toContain('c3');
  await guest.goto(`/g/${board.game}`);
  await ready(guest);
  expect(await told(guest)).not.toContain('c3');
  // Somebody who knows the secrets may not enter.
  await director.goto(`/events/${id}?show=desk`);
  await black.setViewportSize({ width: 360, height: 640 });
  await expect(black.locator('[data-test=event-panel]')).toBeVisible();
});

test('a game goes on from an earlier point, is then played anew; a round is paired by order, and the event is annulled', async ({
  browser,
  baseURL,
  server,
}) => {
  const { id, director, of } = await running(
    browser,
    baseURL,
    { name: 'Second chances', format: { kind: 'match', games: 2 } },
    { staff: ['FmSven', 'FmSaba'], players: ['FmS1', 'FmS2'] },
  );
  const board = await begun(director, id, 1);
  const [white, black] = [of(board.white), of(board.black)];
  await met(of, board);
  for (const page of [white, black]) {
    await page.goto(`/g/${board.game}`);
    await ready(page);
  }
  await rule(director, id, 'resume', async form => {
    await form.locator('#rule-from').selectOption({ label: '1. e4' });
    await form.locator('#rule-white').fill('4');
    await form.locator('#rule-black').fill('3.5');
    await form.locator('#rule-black').press('Tab');
  });
  // The game goes on after White’s first move, with the stated clocks.
  await expect(black.locator('.moves-list .move')).toHaveCount(1);
  await expect(black.locator('[data-test=ruled]')).toContainText('The game continues after');
  await expect(black.locator('[data-test=ruled]')).toContainText('3:30 for Black');
  // The clocks wait for both.
  for (const page of [white, black]) await page.locator('[data-test=here]').click();
  await expect(black.locator('[data-test=here]')).toHaveCount(0);
  await expect.poll(async () => (await detailOf(director, id)).rounds[0]?.boards[0]?.goesOnAt).toBeNull();
  await say(black, board.game, { t: 'act', action: 'c7c5' });
  await expect(white.locator('.moves-list .move')).toHaveCount(2);
  await rule(director, id, 'replay');
  await expect.poll(async () => (await detailOf(director, id)).rounds[0]?.boards[0]?.game).not.toBe(board.game);
  const again = (await detailOf(director, id)).rounds[0]?.boards[0];
  if (!again) throw new Error('no new game');
  expect(again.white.name).toBe(board.white.name);
  // The players get a link to the new game.
  await white.locator('[data-test=replaced]').getByRole('link').click();
  await expect(white).toHaveURL(new RegExp(`/g/${again.game}$`));
  await director.locator('[data-test=tab-rulings]').click();
  await expect(director.locator('[data-test=rulings]')).toContainText(
    'A new game with the same colours takes its place',
  );
  await looked(director);
  // The second round waits for the half hour in which this can be appealed, unless the Chief Arbiter orders it.
  await director.locator('[data-test=tab-arbiter]').click();
  await expect(director.locator('[data-test=order]')).toBeDisabled();
  for (const page of [white, black]) {
    await page.goto(`/g/${again.game}`);
    await page.locator('[data-test=here]').click();
  }
  await expect.poll(async () => (await detailOf(director, id)).rounds[0]?.boards[0]?.goesOnAt).toBeNull();
  await rule(director, id, 'draw');
  await director.locator('[data-test=tab-arbiter]').click();
  await director.locator('[data-test=order]').click();
  await expect(director.getByRole('dialog')).toContainText('provisional');
  await director.locator('[data-test=ask-yes]').click();
  await expect(director.getByRole('dialog')).toHaveCount(0);
  await black.goto(`/events/${id}?show=rounds`);
  await expect(black.locator('[data-test=round-2]')).toContainText('Paired by order of the Chief Arbiter');
  await looked(black);
  server.advance(2 * MINUTE);
  const second = await begun(director, id, 2);
  expect(second.white.name).toBe(board.black.name);
  await director.locator('[data-test=annul]').click();
  await expect(director.locator('[data-test=ask-yes]')).toBeDisabled();
  await director.locator('#ask-reasons').fill('The server of the club lost its clock.');
  await director.locator('[data-test=ask-yes]').click();
  await expect(director.locator('[data-test=next]')).toHaveText(
    'This event was annulled: none of its games are rated.',
  );
  await director.locator('[data-test=tab-regulations]').click();
  await looked(director);
});

test('a ruling is remitted to another director, who rules again; an appeal after half an hour is too late', async ({
  browser,
  baseURL,
  server,
}) => {
  const { id, director, of } = await running(
    browser,
    baseURL,
    { name: 'Appeals', format: { kind: 'match', games: 1 }, control: { kind: 'standard' } },
    { staff: ['FmTora', 'FmTim'], players: ['FmT1', 'FmT2'] },
  );
  const other = await (await browser.newContext({ baseURL })).newPage();
  await other.goto('/');
  await register(other, 'FmTrix');
  const board = await begun(director, id, 1);
  const [white, black] = [of(board.white), of(board.black)];
  await met(of, board);
  // The organiser names another director, who rules.
  await director.goto(`/events/${id}?show=desk`);
  await director.locator('[data-test=nameDirector]').click();
  await director.locator('#desk-official').fill('FmTrix');
  await director.locator('#desk-official').press('Enter');
  await expect(director.locator('[data-test=roles]')).toContainText('FmTrix');
  await rule(other, id, 'white-wins');
  await black.goto(`/events/${id}?show=rulings`);
  await black.locator('[data-test=appeal-open]').click();
  await black.locator('#appeal-text').fill('Nobody can say who would have won.');
  await black.locator('[data-test=appeal-send]').click();
  await expect(black.locator('[data-test=appeal-open]')).toHaveCount(0);
  // The Chief Arbiter, who is a director, too, remits it to herself.
  await director.locator('[data-test=tab-arbiter]').click();
  await director.locator('[data-test=decide-open]').click();
  await director.locator('#decide-kind').selectOption('remitted');
  await director.locator('#decide-to').selectOption('FmTora');
  await director.locator('#decide-reasons').fill('The reasons do not say how the position was judged.');
  await director.locator('[data-test=decide-send]').click();
  await expect(director.locator('[data-test=arbiter]')).toContainText('There are no open appeals');
  await expect(black.locator('[data-test=decision]')).toContainText('FmTora rules again');
  await director.locator('[data-test=tab-desk]').click();
  const item = director.locator('[data-test=item-remitted]');
  await expect(item).toContainText('Rule again');
  await item.getByRole('button', { name: /^Rule…/ }).click();
  const form = director.getByRole('dialog');
  await expect(form.locator('#rule-reasons')).toBeFocused();
  await form.locator('#rule-outcome').selectOption('draw');
  await form.locator('#rule-ground').selectOption('deadline');
  await form.locator('#rule-reasons').fill('Neither side can be shown to win against any defence.');
  await form.locator('[data-test=rule-send]').click();
  await expect(item).toHaveCount(0);
  await looked(black);
  // White writes an appeal, and sends it when the half hour is over.
  await white.goto(`/events/${id}?show=rulings`);
  await white.locator('[data-test=appeal-open]').first().click();
  await white.locator('#appeal-text').fill('I had mate in two and want the whole point.');
  server.advance(30 * MINUTE + 2000);
  await white.locator('[data-test=appeal-send]').click();
  await expect(white.getByRole('dialog').getByRole('alert')).toContainText(/too late|final|over/i);
  await expect(white.locator('[data-test=rulings]')).not.toContainText('mate in two');
  await white.keyboard.press('Escape');
  await expect(white.getByRole('dialog')).toHaveCount(0);
  await expect(white.locator('[data-test=appeal-open]')).toHaveCount(0);
  await expect.poll(async () => (await detailOf(director, id)).phase).toBe('finished');
  await expect(white.locator('[data-test=next]')).toContainText('share first place');
});

test('an event that the Chief Arbiter annuls: everybody reads why, and nothing of it is rated', async ({
  browser,
  baseURL,
}) => {
  const { id, director, of } = await running(
    browser,
    baseURL,
    { name: 'Annulled', format: { kind: 'match', games: 2 }, rated: true },
    { staff: ['FmNora', 'FmNils'], players: ['FmN1', 'FmN2'] },
  );
  const noise = quiet(director);
  const board = await begun(director, id, 1);
  const [white, black] = [of(board.white), of(board.black)];
  const rating = async (): Promise<string> => {
    const { ratings } = (await (await white.request.get(`/api/v1/players/${board.white.name}`)).json()) as {
      ratings: unknown;
    };
    return JSON.stringify(ratings);
  };
  const before = await rating();
  await met(of, board);
  await say(black, board.game, { t: 'resign' });
  // The only game of the round: its result is final, and rated.
  await expect.poll(rating, { timeout: 30_000 }).not.toBe(before);
  await director.goto(`/events/${id}?show=arbiter`);
  await director.locator('[data-test=annul]').click();
  const question = director.getByRole('dialog');
  await expect(question).toContainText('None of its games will be rated');
  // Not without reasons.
  await expect(question.locator('[data-test=ask-yes]')).toBeDisabled();
  await question.locator('#ask-reasons').fill('The pairings were known before the draw.');
  await question.locator('[data-test=ask-yes]').click();
  await expect(question).toHaveCount(0);
  await expect(director.locator('[data-test=next]')).toContainText('This event was annulled');
  await expect(director.locator('[data-test=annul]')).toHaveCount(0);
  await black.goto(`/events/${id}?show=rulings`);
  const letter = black.locator('[data-test=annulment]');
  await expect(letter).toContainText('FmNora, the Chief Arbiter, annulled this event');
  await expect(letter).toContainText('The pairings were known before the draw.');
  await looked(black);
  await expect.poll(rating, { timeout: 30_000 }).toBe(before);
  await black.goto('/events');
  await expect(black.locator('main')).toContainText('annulled');
  expect(noise).toEqual([]);
});
