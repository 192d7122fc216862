/** Events of each format, played to their end. */
import { begun, detailOf, looked, MINUTE, play, running, say, type Board } from './event';
import { expect, quiet, test } from './support';

test.use({ hasClock: true });

/** The shortest time between two pairings of a player in an arena. */
const ARENA_PACE = MINUTE / 2;

// Several people, several games, and each page checked in three combinations of size and theme.
test.describe.configure({ timeout: 360_000 });

test('an arena: who is free is paired anew, two points for a win and one for a draw, until its time is over', async ({
  browser,
  baseURL,
  server,
}) => {
  const { id, director, of } = await running(
    browser,
    baseURL,
    { name: 'Quick arena', format: { kind: 'arena', minutes: 10 }, control: { kind: 'rapid' } },
    { staff: ['FmArno', 'FmAste'], players: ['FmAbel', 'FmAnna'] },
  );
  const noise = quiet(director);
  await director.goto(`/events/${id}`);
  await expect(director.locator('[data-test=next]')).toContainText('Players without a game are paired');
  await expect(director.locator('[data-test=arena]')).toContainText('FmAbel');
  const first = await begun(director, id, 1);
  await play(of(first.white), of(first.black), first.game, 'white-wins');
  server.advance(ARENA_PACE);
  // They are alone, so they meet again, with the other colours.
  const second = await begun(director, id, 2);
  expect(second.white.name).toBe(first.black.name);
  await play(of(second.white), of(second.black), second.game, 'draw');
  server.advance(ARENA_PACE);
  const standings = director.locator('[data-test=standings]');
  await expect(standings.locator(`[data-test=standing-${first.white.name}] .points`)).toHaveText('3');
  await expect(standings.locator(`[data-test=standing-${first.black.name}] .points`)).toHaveText('1');
  const third = await begun(director, id, 3);
  await looked(director);
  // Its time is over: games in progress go on, and nobody is paired any more.
  await say(of(third.white), third.game, { t: 'act', action: 'e2e4' });
  await say(of(third.black), third.game, { t: 'act', action: 'e7e5' });
  server.advance(10 * MINUTE);
  await director.reload();
  await expect(director.locator('[data-test=next]')).toContainText('The arena is over');
  await expect(director.locator('[data-test=arena]')).toContainText('in progress');
  await say(of(first.black), third.game, { t: 'resign' });
  await expect.poll(async () => (await detailOf(director, id)).phase).toBe('finished');
  expect((await detailOf(director, id)).rounds).toHaveLength(3);
  const winner = first.white.name;
  await expect(director.locator('[data-test=next]')).toHaveText(`${winner} has won.`);
  await expect(standings.locator('tbody tr').first()).toContainText(winner);
  await looked(director);
  expect(noise).toEqual([]);
});

test('an arena: who does not come is not paired until they say that they are there; who has withdrawn is let in again', async ({
  browser,
  baseURL,
  server,
}) => {
  const { id, director, of } = await running(
    browser,
    baseURL,
    { name: 'Sleepy arena', format: { kind: 'arena', minutes: 60 }, control: { kind: 'rapid' } },
    { staff: ['FmBoas', 'FmBert'], players: ['FmBela', 'FmBodo'] },
  );
  const noise = quiet(director);
  const first = await begun(director, id, 1);
  const [sleeper, other] = [of(first.white), of(first.black)];
  await other.goto(`/g/${first.game}`);
  await other.locator('[data-test=here]').click();
  await expect(other.locator('[data-test=here]')).toHaveCount(0);
  server.advance(11 * MINUTE);
  await expect.poll(async () => (await detailOf(director, id)).rounds[0]?.boards[0]?.result).toBe('white-forfeits');

  const next = sleeper.locator('[data-test=next]');
  await sleeper.goto(`/events/${id}`);
  await expect(next).toContainText('You are not paired, because you did not play your last game.');
  await looked(sleeper);
  await director.goto(`/events/${id}?show=desk`);
  await expect(director.locator(`[data-test=desk-${first.white.name}]`)).toContainText('absent');
  await expect(director.locator(`[data-test=desk-${first.black.name}]`)).not.toContainText('absent');
  expect((await detailOf(director, id)).rounds).toHaveLength(1);
  await sleeper.getByRole('button', { name: 'Check in' }).click();
  const second = await begun(director, id, 2);
  expect(second.white.name).toBe(first.black.name);
  await play(of(second.white), of(second.black), second.game, 'draw');

  // Somebody is withdrawn by mistake.
  const desk = director.locator(`[data-test=desk-${first.black.name}]`);
  await desk.getByRole('button', { name: /^Withdraw/ }).click();
  await director.locator('[data-test=ask-yes]').click();
  await expect(desk).toContainText('withdrawn');
  await looked(director);
  await desk.getByRole('button', { name: `Reinstate ${first.black.name} from the next round on` }).click();
  await expect(desk).not.toContainText('withdrawn');
  server.advance(ARENA_PACE);
  await expect.poll(async () => (await detailOf(director, id)).rounds.length).toBeGreaterThan(2);
  expect(noise).toEqual([]);
});

test('a knock-out: a tied match goes on with two rapid games, the winners meet, the losers play for third place', async ({
  browser,
  baseURL,
}) => {
  const players = ['FmKa', 'FmKb', 'FmKc', 'FmKd'];
  const { id, director, of } = await running(
    browser,
    baseURL,
    { name: 'Cup', format: { kind: 'knock-out', games: 1, thirdPlace: true }, schedule: { kind: 'after', minutes: 0 } },
    { staff: ['FmKirk', 'FmKay'], players },
  );
  const noise = quiet(director);
  await director.goto(`/events/${id}`);
  const bracket = director.locator('[data-test=bracket]');
  const semi = bracket.locator('[data-test=stage-2] > .bracket-ties > .tie');
  const final = bracket.locator('[data-test=stage-1] > .bracket-ties > .tie');
  // The first seed meets the last, and the top two seeds can meet only in the final.
  await expect(semi.nth(0)).toContainText('FmKa');
  await expect(semi.nth(0)).toContainText('FmKd');
  await expect(semi.nth(1)).toContainText('FmKb');
  await expect(semi.nth(1)).toContainText('FmKc');
  await expect(final.locator('.name')).toHaveCount(0);
  const boards = async (round: number): Promise<Board[]> => {
    await begun(director, id, round);
    return (await detailOf(director, id)).rounds[round - 1]?.boards ?? [];
  };
  const won = async ({ white, black, game }: Board, winner: string): Promise<void> =>
    play(of(white), of(black), game, white.name === winner ? 'white-wins' : 'black-wins');
  const [one, other] = await boards(1);
  if (!one || !other) throw new Error('no boards');
  await won(one, 'FmKa');
  await play(of(other.white), of(other.black), other.game, 'draw');
  await expect(semi.nth(0)).toContainText('FmKa has won the match.');
  // Only the tied match has a next round, with another clock and reversed colours.
  const [rapid, none] = await boards(2);
  if (!rapid) throw new Error('no tie-break');
  expect([none, rapid.terms, rapid.white.name]).toEqual([undefined, 'rapid', other.black.name]);
  await expect(director.locator('[data-test=round-2]')).toContainText('tie-break with 25+10');
  await won(rapid, 'FmKc');
  const [second] = await boards(3);
  if (!second) throw new Error('no second rapid game');
  await play(of(second.white), of(second.black), second.game, 'draw');
  await expect(semi.nth(1)).toContainText('FmKc has won the match.');
  await expect(final).toContainText('FmKa');
  await expect(final).toContainText('FmKc');
  await expect(bracket.locator('[data-test=third]')).toContainText('FmKd');
  // The screen cycles through its pages: the one with the boards comes first, and must be complete.
  await begun(director, id, 4);
  await director.goto(`/events/${id}/hall`);
  await expect(director.locator('[data-test=hall-screen] .absent')).toHaveCount(4);
  await expect(director.locator('[data-test=hall-screen]')).toContainText('absent');
  await director.goto(`/events/${id}`);
  await looked(director);
  // The final has the first board, the match for third place the second.
  const [last, third] = await boards(4);
  if (!last || !third) throw new Error('no final');
  await won(third, 'FmKb');
  await won(last, 'FmKc');
  await expect(director.locator('[data-test=next]')).toHaveText('FmKc has won.');
  await expect(director.locator('[data-test=standings] tbody th')).toHaveText(['FmKc', 'FmKa', 'FmKb', 'FmKd']);
  await director.locator('[data-test=tab-bracket]').click();
  await expect(final).toContainText('FmKc has won the match.');
  await looked(director);
  expect(noise).toEqual([]);
});

test('a round robin by its Berger table, and a crosstable of who met whom', async ({ browser, baseURL }) => {
  const players = ['FmR1', 'FmR2', 'FmR3', 'FmR4'];
  const { id, director, of } = await running(
    browser,
    baseURL,
    { name: 'All meet all', format: { kind: 'round-robin' }, schedule: { kind: 'after', minutes: 0 } },
    { staff: ['FmRolf', 'FmRuth'], players },
  );
  // C.05, Annex 1: the table for three or four players.
  const table = [
    ['1-4', '2-3'],
    ['4-3', '1-2'],
    ['2-4', '3-1'],
  ];
  for (const [index, pairs] of table.entries()) {
    await begun(director, id, index + 1);
    const boards = (await detailOf(director, id)).rounds[index]?.boards ?? [];
    expect(boards.map(({ white, black }) => `${white.name}-${black.name}`.replaceAll('FmR', ''))).toEqual(pairs);
    for (const { white, black, game } of boards) {
      // The lower number wins, but for one draw.
      const isDraw = white.name === 'FmR1' && black.name === 'FmR2';
      await play(of(white), of(black), game, isDraw ? 'draw' : white.name < black.name ? 'white-wins' : 'black-wins');
    }
  }
  await expect.poll(async () => (await detailOf(director, id)).phase).toBe('finished');
  await director.goto(`/events/${id}?show=crosstable`);
  const rows = director.locator('[data-test=crosstable] tbody tr');
  await expect(rows).toHaveCount(4);
  const cells = async (row: number): Promise<string[]> =>
    rows.nth(row).locator('td > [aria-hidden=true], td[aria-hidden=true]').allTextContents();
  expect(await cells(0)).toEqual(['×', '½', '1', '1']);
  expect(await cells(3)).toEqual(['0', '0', '0', '×']);
  await looked(director);
});

test('an arranged round robin: players agree on a time, or both say now; what is not played by the deadline is forfeited', async ({
  browser,
  baseURL,
  server,
}) => {
  const { id, director, of } = await running(
    browser,
    baseURL,
    {
      name: 'League by appointment',
      format: { kind: 'round-robin', arranged: { deadline: server.now + 26 * 60 * MINUTE } },
    },
    { staff: ['FmAlma', 'FmAxel'], players: ['FmL1', 'FmL2', 'FmL3'] },
  );
  const [one, other] = [of('FmL1'), of('FmL2')];
  for (const page of [one, other]) await page.goto(`/events/${id}`);
  await expect(one.locator('[data-test=next]')).toContainText('2 games of yours are still to be played');
  // A refusal is shown in view, with its time in the viewer's time zone.
  await one.setViewportSize({ width: 390, height: 700 });
  const proposing = one.locator('[data-test=arrange-FmL3]');
  await proposing.getByLabel('When?').fill('2020-01-01T12:00');
  expect((await proposing.getByLabel('When?').boundingBox())?.width).toBeGreaterThanOrEqual(240);
  await proposing.locator('[data-test=propose]').press('Enter');
  await expect(one.locator('[data-test=refused]')).toContainText('The time must be from');
  await expect(one.locator('[data-test=refused]')).toBeInViewport({ ratio: 1 });
  await expect(one.locator('[data-test=refused]')).not.toContainText('UTC');
  await expect(proposing.locator('[data-test=propose]')).toBeFocused();
  await looked(one);
  // Until it begins, all pages say the same about it.
  await one.goto('/');
  await expect(one.getByRole('region', { name: 'Your current games' })).toContainText('not started yet');
  await one.getByRole('region', { name: 'Your current games' }).getByRole('link').first().click();
  await expect(one.locator('[data-test=prompt]')).toContainText('The game has not started yet. Agree on a time');
  await one.goto(`/events/${id}`);
  // One proposes, the other agrees.
  await one.locator('[data-test=arrange-FmL2] [data-test=propose]').click();
  await expect(one.locator('[data-test=arrange-FmL2]')).toContainText('You have proposed');
  await expect(other.locator('[data-test=arrange-FmL1]')).toContainText('FmL1 proposes');
  await looked(other);
  await other.locator('[data-test=arrange-FmL1] [data-test=agree]').click();
  await expect(one.locator('[data-test=arrange-FmL2]')).toContainText('You play');
  // "Now" is valid for the default time, for all viewers alike; then it can be said again.
  const [mine, theirs] = [one.locator('[data-test=arrange-FmL3]'), of('FmL3').locator('[data-test=arrange-FmL1]')];
  await mine.locator('[data-test=play-now]').press('Enter');
  await expect(one.getByRole('heading', { name: 'Your games to arrange' })).toBeFocused();
  await expect(mine).toContainText('The game starts if your opponent agrees within');
  await expect(mine.locator('[data-test=play-now]')).toBeDisabled();
  server.advance(3 * MINUTE);
  await one.reload();
  await of('FmL3').goto(`/events/${id}`);
  await expect(theirs).toContainText('FmL1 said that they could play now; that expired');
  await expect(mine).toContainText('You can say it again');
  await mine.locator('[data-test=play-now]').click();
  await expect(theirs).toContainText('FmL1 can play now');
  // In the other game both can still play now.
  await one.locator('[data-test=arrange-FmL2] [data-test=play-now]').click();
  await expect(other.locator('[data-test=arrange-FmL1]')).toContainText('FmL1 can play now');
  await other.locator('[data-test=arrange-FmL1] [data-test=play-now]').click();
  await expect(one.locator('[data-test=next-board]')).toBeVisible();
  const game = (await detailOf(director, id)).rounds
    .flatMap(round => round.boards)
    .find(board => [board.white.name, board.black.name].sort().join() === 'FmL1,FmL2');
  if (!game) throw new Error('no game');
  await play(of(game.white), of(game.black), game.game, 'white-wins');
  await expect(one.locator('[data-test=arrange-FmL2]')).toHaveCount(0);
  server.advance(27 * 60 * MINUTE);
  await expect
    .poll(async () => {
      const { rounds } = await detailOf(director, id);
      return rounds.flatMap(round => round.boards.map(board => board.result)).sort();
    })
    .toEqual(['both-forfeit', 'both-forfeit', 'white-wins']);
  await director.goto(`/events/${id}?show=crosstable`);
  await expect(director.locator('[data-test=crosstable]')).toContainText('−');
});

test('a clock shorter than the default time: whose time ran out has lost, and the opponent still has to come', async ({
  browser,
  baseURL,
  server,
}) => {
  const control = { kind: 'custom', seconds: 60, increment: 0, delay: 0 };
  const { id, director, of } = await running(
    browser,
    baseURL,
    { name: 'A minute each', format: { kind: 'match', games: 1 }, control },
    { staff: ['FmGerd', 'FmGesa'], players: ['FmQ1', 'FmQ2'] },
  );
  const { game, white, black } = await begun(director, id, 1);
  await of(white).goto(`/events/${id}`);
  await expect(of(white).locator('[data-test=next]')).toContainText('Your clock is running');
  server.advance(70_000);
  await of(white).reload();
  await expect(of(white).locator('[data-test=next]')).toContainText('has probably run out');
  await of(black).goto(`/g/${game}`);
  await expect(of(black).locator('main.table')).toHaveAttribute('data-status', 'over');
  await expect(of(black).locator('[data-test=here-until]')).toContainText('ran out before they came');
  await looked(of(black));
  await of(black).locator('[data-test=here]').click();
  await expect(of(black).locator('[data-test=here-until]')).toContainText('You win the game');
  server.advance(60_000);
  await expect.poll(async () => (await detailOf(director, id)).rounds[0]?.boards[0]?.result).toBe('white-forfeits');
});
