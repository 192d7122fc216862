/** Events: a day in the life of a director, of players and of an arbiter. */
import {
  arbiter,
  begun,
  command,
  detailOf,
  looked,
  makeEvent,
  MINUTE,
  play,
  running,
  somebody,
  startNow,
  type Named,
} from './event';
import { secure, turnOn, unsecure } from './signing';
import { accessible, drawn, expect, move, moves, overflow, quiet, ready, test, type Page } from './support';

test('a club evening: made in a minute, entered, played, called, ruled, appealed and decided', async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const director = await somebody(browser, baseURL, 'EvRita');
  const chief = await somebody(browser, baseURL, 'EvSam');
  await chief.goto('about:blank');
  const codes = await secure(chief);
  await chief.goto('/events');
  const deputy = await somebody(browser, baseURL, 'EvTess');
  const noise = quiet(director);

  // The director makes it: a name and a deputy are all that must be typed.
  await expect(director.locator('[data-test=events-open]')).toContainText('No event has been announced');
  await director.getByRole('link', { name: 'New event' }).click();
  await looked(director);
  await director.locator('[data-test=event-send]').click();
  await expect(director.locator('#event-name')).toBeFocused();
  await expect(director.locator('#event-name')).toHaveAccessibleDescription('Give it a name.');
  await director.locator('#event-name').fill('Club evening');
  await director.getByRole('radio', { name: /^Blitz/ }).check();
  await director.getByRole('button', { name: 'In 15 minutes' }).click();
  await director.locator('#event-chief').fill('EvSam');
  await director.locator('#event-deputy').fill('nobody-at-all');
  await director.getByText('Who may enter').click();
  await director.locator('#event-check-in').fill('30');
  await director.getByText('Rounds', { exact: true }).click();
  await director.locator('#event-rounds').fill('2');
  await director.locator('#event-after').fill('0');
  await director.locator('[data-test=event-send]').click();
  await expect(director.locator('#event-deputy')).toHaveAccessibleDescription(/There is no account with this name/);
  // Arbiters need a second factor: the error names the account that lacks it, and links to one's own in a new tab.
  await director.locator('#event-deputy').fill('EvTess');
  await director.locator('[data-test=event-send]').click();
  await expect(director.locator('#event-deputy')).toHaveAccessibleDescription(/^EvTess has no second factor/);
  await expect(director.locator('[data-test=factor-link]')).toHaveCount(0);
  await director.locator('#event-deputy').fill('EvRita');
  await director.locator('[data-test=event-send]').click();
  await expect(director.locator('#event-deputy')).toHaveAccessibleDescription(/^Your account has no second factor/);
  await looked(director);
  const [account] = await Promise.all([
    director.waitForEvent('popup'),
    director.locator('[data-test=factor-link]').click(),
  ]);
  await expect(account.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  await account.close();
  await deputy.goto('about:blank');
  await secure(deputy);
  await deputy.goto('/events');
  await director.locator('#event-deputy').fill('EvTess');
  await director.locator('[data-test=event-send]').click();
  await expect(director.getByRole('heading', { level: 1 })).toHaveText('Club evening');
  const id = new URL(director.url()).pathname.split('/').at(-1) ?? '';

  // Players find it in the list, enter and check in.
  const players: Page[] = [];
  for (const name of ['EvAda', 'EvBen', 'EvCleo']) {
    const page = await somebody(browser, baseURL, name);
    await page.getByRole('link', { name: /Club evening/ }).click();
    await page.locator('[data-test=next-enter]').click();
    await expect(page.locator('[data-test=next]')).toContainText('Check in now');
    await page.locator('[data-test=next-checkIn]').click();
    await expect(page.locator('[data-test=next]')).toContainText('You have checked in');
    players.push(page);
  }
  await expect(director.locator('[data-test=entries] tbody tr')).toHaveCount(3);
  await director.locator('[data-test=tab-desk]').click();
  await looked(director);

  // It begins: now rather than in a quarter of an hour.
  await startNow(director, id);
  const board = await begun(director, id, 1);
  const of = (named: Named): Page => {
    const page = players[['EvAda', 'EvBen', 'EvCleo'].indexOf(named.name)];
    if (!page) throw new Error(named.name);
    return page;
  };
  const [white, black] = [of(board.white), of(board.black)];
  const free = players.find(page => page !== white && page !== black);
  await expect(free?.locator('[data-test=next]') ?? director.locator('main')).toContainText('no opponent in round 1');

  // White sees the countdown, goes to the board and moves; Black says that he is there.
  await expect(white.locator('[data-test=next]')).toContainText(`you play White against ${board.black.name}`);
  await looked(white);
  await white.locator('[data-test=next-board]').click();
  await ready(white);
  await move(white, 'e2', 'e4');
  await black.locator('[data-test=next-board]').click();
  await ready(black);
  await expect(black.locator('[data-test=here]')).toBeVisible();
  await black.locator('[data-test=here]').click();
  await expect(black.locator('[data-test=here]')).toHaveCount(0);
  await moves(black, 1);
  await move(black, 'e7', 'e5');
  await expect(white.locator('.moves-list .move')).toHaveCount(2);
  for (const page of [white, black]) {
    await expect(page.locator('[data-test=takeback]')).toHaveCount(0);
    await expect(page.locator('[data-test=abort]')).toHaveCount(0);
  }

  // White calls a director: both clocks stop.
  await white.locator('[data-test=call]').click();
  const form = white.getByRole('dialog', { name: 'Call a director' });
  await expect(form.locator('#call-text')).toBeFocused();
  await expect(form).toContainText('Both clocks stop');
  await accessible(white);
  await form.locator('#call-text').fill('My opponent asks somebody for advice.');
  await form.locator('[data-test=call-send]').click();
  await expect(form).toHaveCount(0);
  await expect(white.locator('[data-test=prompt]')).toContainText('has called a director');
  await expect(black.locator('[data-test=prompt]')).toContainText('has called a director');
  await white.setViewportSize({ width: 360, height: 640 });
  await drawn(white);
  expect(await overflow(white)).toEqual([0, 0]);
  await accessible(white);

  // The desk lists the call first, and the director rules.
  const item = director.locator('[data-test=item-call]');
  await expect(item).toContainText('My opponent asks somebody for advice.');
  await expect(item).toContainText('Both clocks are stopped');
  await looked(director);
  await item.getByRole('button', { name: /^Rule…/ }).click();
  const rule = director.getByRole('dialog');
  await expect(rule.locator('#rule-reasons')).toBeFocused();
  await rule.locator('#rule-outcome').selectOption('black-forfeits');
  await rule.locator('#rule-ground').selectOption('conduct');
  await expect(rule.locator('[data-test=rule-send]')).toBeDisabled();
  await rule.locator('#rule-reasons').fill('Somebody was seen to whisper moves to Black.');
  await accessible(director);
  await rule.locator('[data-test=rule-send]').click();
  await expect(item).toHaveCount(0);

  // Black is told at the board, and appeals.
  await expect(black.locator('[data-test=ruled]')).toContainText('Black loses by forfeit');
  await expect(black.locator('[data-test=rematch]')).toHaveCount(0);
  await accessible(black);
  await black.locator('[data-test=appeal-open]').click();
  await black.locator('#appeal-text').fill('It was my brother, who asked when I come to dinner.');
  await black.locator('[data-test=appeal-send]').click();
  await expect(black.locator('[data-test=appeal-open]')).toHaveCount(0);
  await black.locator('[data-test=ruled]').getByRole('link', { name: 'The ruling' }).click();
  await expect(black.locator('[data-test=rulings]')).toContainText('appealed');
  await looked(black);
  // The opponent does not read it before the result is final.
  await white.goto(`/events/${id}?show=rulings`);
  await expect(white.locator('[data-test=rulings]')).toContainText(
    'Directors and arbiters can read what the player wrote',
  );
  await expect(white.locator('[data-test=rulings]')).not.toContainText('dinner');

  // The Chief Arbiter decides; that is final, and the next round is paired.
  await chief.goto(`/events/${id}`);
  await chief.locator('[data-test=tab-arbiter]').click();
  await expect(chief.locator('[data-test=arbiter]')).toContainText('dinner');
  await expect(chief.locator('[data-test=decide-since]')).toContainText('It has waited since');
  await looked(chief);
  await chief.locator('[data-test=decide-open]').click();
  await chief.locator('#decide-kind').selectOption('varied');
  await chief.locator('#decide-outcome').selectOption('draw');
  await chief.locator('#decide-reasons').fill('Nothing shows that the words were about the game.');
  await accessible(chief);
  // Without a second factor nothing is decided, but no text is lost.
  await unsecure(chief, codes);
  await chief.locator('[data-test=decide-send]').click();
  await expect(chief.getByRole('dialog')).toContainText('Arbiters need a second factor');
  await expect(chief.locator('[data-test=factor-link]')).toBeVisible();
  await accessible(chief);
  const tab = await chief.context().newPage();
  await turnOn(tab);
  await tab.close();
  await chief.locator('[data-test=decide-send]').click();
  await expect(chief.locator('[data-test=arbiter]')).toContainText('There are no open appeals');
  await chief.locator('[data-test=tab-rulings]').click();
  await expect(chief.locator('[data-test=decision]')).toContainText('Draw');
  await expect(white.locator('[data-test=rulings]')).toContainText('dinner');
  await begun(director, id, 2);

  // Everybody has a place, and the tie-breaks say what they are made of.
  await director.locator('[data-test=tab-now]').click();
  // Wait until the page has caught up, as its sums change until then.
  await expect(director.locator('[data-test=board-2-1]')).toContainText('is absent');
  await expect(director.locator('[data-test=standings] tbody tr')).toHaveCount(3);
  await director.setViewportSize({ width: 360, height: 860 });
  await director.locator('[data-test="tie-break-BH"]').first().click();
  await expect(director.locator('[data-test=explanation]')).toContainText('Buchholz');
  await director.locator('[data-test="tie-break-WIN"]').first().scrollIntoViewIfNeeded();
  const explained = await director.locator('[data-test=explanation]').boundingBox();
  expect(explained?.x).toBeGreaterThanOrEqual(0);
  expect((explained?.x ?? 0) + (explained?.width ?? 999)).toBeLessThanOrEqual(360);
  // The parts that count add up to the value.
  const sum = director.locator('[data-test=explanation] [data-test=sum]');
  await expect(sum.locator('.total')).toContainText('in total');
  const points = (text: string): number => (text.endsWith('½') ? 0.5 : 0) + Number(text.replace('½', '') || 0);
  const parts = (await sum.locator('li:not(.total, .cut) strong').allTextContents()).map(points);
  expect(parts).not.toEqual([]);
  const total = points((await sum.locator('.total strong').textContent()) ?? '');
  expect(parts.reduce((all, part) => all + part, 0)).toBe(total);
  await expect(director.locator('[data-test="tie-break-BH"]').first()).toHaveText(
    (await sum.locator('.total strong').textContent()) ?? '',
  );
  await director.locator('[data-test="tie-break-BH/C1"]').first().click();
  await expect(sum.locator('.cut')).toContainText('does not count');
  await looked(director);
  await director.locator('[data-test=tab-crosstable]').click();
  await expect(director.locator('[data-test=crosstable]')).toContainText('½');
  await looked(director);
  await looked(director, `/events/${id}?show=rounds`);
  await looked(director, `/events/${id}?show=regulations`);
  const files = director.locator('[data-test=event-files] a');
  for (const link of await files.all()) {
    const answer = await director.request.get((await link.getAttribute('href')) ?? '');
    expect(answer.status(), answer.url()).toBe(200);
  }
  await looked(director, `/events/${id}/hall`);
  expect(noise).toEqual([]);
});

test('the desk: byes and forbidden pairs with one click, answered by another; a player is withdrawn', async ({
  browser,
  baseURL,
}) => {
  const director = await arbiter(browser, baseURL, 'EvRosa');
  await arbiter(browser, baseURL, 'EvTom');
  const id = await makeEvent(director, { name: 'Evening of byes' }, { chiefArbiter: 'EvRosa', deputy: 'EvTom' });
  for (const name of ['EvUna', 'EvVic', 'EvWim']) {
    const page = await somebody(browser, baseURL, name);
    await command(page, id, { type: 'enter' });
    await page.context().close();
  }
  await director.goto(`/events/${id}?show=desk`);
  const una = director.locator('[data-test=desk-EvUna]');
  await una.locator('[data-test=bye-half]').click();
  await expect(una).toContainText('half a point in round 1');
  await una.locator('[data-test=bye-back]').click();
  await expect(una).not.toContainText('half a point');
  await director.locator('#forbid-one').selectOption('EvUna');
  await director.locator('#forbid-other').selectOption('EvVic');
  await director.locator('[data-test=forbid]').click();
  await expect(director.locator('[data-test=forbidden]')).toContainText('EvUna and EvVic');
  await director.getByRole('button', { name: /^Lift/ }).click();
  await expect(director.locator('[data-test=forbidden]')).toContainText('There are none');
  await una.locator('[data-test=correct]').click();
  await director.locator('#correct-rating').fill('1812');
  await director.locator('#correct-rating').press('Tab');
  await director.locator('[data-test=correct-send]').click();
  await director.locator('[data-test=tab-players]').click();
  await expect(director.locator('[data-test=entries]')).toContainText('1812');
  await looked(director);
  await director.locator('[data-test=tab-desk]').click();
  await director.locator('[data-test=desk-EvWim]').getByRole('button', { name: 'Withdraw EvWim' }).click();
  await expect(director.getByRole('dialog').getByRole('button', { name: 'Leave it' })).toBeFocused();
  await director.keyboard.press('Escape');
  await expect(director.getByRole('dialog')).toHaveCount(0);
  await director.locator('[data-test=desk-EvWim]').getByRole('button', { name: 'Withdraw EvWim' }).click();
  await director.locator('[data-test=ask-yes]').click();
  await expect(director.locator('[data-test=desk-EvWim]')).toHaveCount(0);
  await expect(director.getByRole('dialog')).toHaveCount(0);
  await expect(director.locator('form[data-test=desk-enter] button[type=submit]')).toBeEnabled();
  // Entered again by name; the field suggests names by prefix.
  await director.locator('#desk-enter').fill('EvWim');
  await director.locator('#desk-enter').press('Enter');
  await expect(director.locator('[data-test=desk-EvWim]')).toHaveCount(1);
  // Somebody who is not a director sees no desk, and the address shows none.
  const guest = await (await browser.newContext({ baseURL })).newPage();
  await guest.goto(`/events/${id}?show=desk`);
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Evening of byes');
  await expect(guest.locator('[data-test=tab-desk]')).toHaveCount(0);
  await expect(guest.locator('[data-test=attention]')).toHaveCount(0);
  await guest.locator('[data-test=next-signIn]').click();
  await expect(guest).toHaveURL(/\/sign-in\?back=/);
});

test('a round is paired by hand before it starts', async ({ browser, baseURL }) => {
  const director = await arbiter(browser, baseURL, 'EvXena');
  await arbiter(browser, baseURL, 'EvYan');
  const id = await makeEvent(
    director,
    { name: 'By hand', schedule: { kind: 'after', minutes: 30 }, format: { kind: 'swiss', rounds: 3 } },
    { chiefArbiter: 'EvXena', deputy: 'EvYan' },
  );
  const names = ['EvHa', 'EvHb', 'EvHc', 'EvHd'];
  const pages = [];
  for (const name of names) {
    const page = await somebody(browser, baseURL, name);
    await command(page, id, { type: 'enter' });
    pages.push(page);
  }
  await startNow(director, id);
  await begun(director, id, 1);
  const { rounds } = await detailOf(director, id);
  for (const board of rounds[0]?.boards ?? []) {
    const white = pages[names.indexOf(board.white.name)];
    const black = pages[names.indexOf(board.black.name)];
    if (!white || !black) throw new Error('nobody');
    for (const page of [white, black]) {
      await page.goto(`/g/${board.game}`);
      await ready(page);
    }
    await move(white, 'e2', 'e4');
    await moves(black, 1);
    await move(black, 'e7', 'e5');
    await moves(black, 2);
    await black.locator('[data-test=resign]').click();
    await black.locator('[data-test=resign-yes]').click();
    await expect(black.locator('[data-test=event-panel]')).toContainText('By hand');
    await expect(black.locator('[data-test=rematch]')).toHaveCount(0);
  }
  await expect.poll(async () => (await detailOf(director, id)).rounds.length, { timeout: 20_000 }).toBe(2);
  await director.goto(`/events/${id}?show=desk`);
  await director.locator('[data-test=hand-begin]').click();
  const paired = (await detailOf(director, id)).rounds[1]?.boards.map(one => one.white.name) ?? [];
  await director.locator('#hand-0-white').selectOption('');
  await expect(director.locator('[data-test=hand]')).toContainText(`Not paired yet: ${paired[0] ?? ''}`);
  await expect(director.locator('[data-test=hand-send]')).toBeDisabled();
  await director.locator('#hand-0-white').selectOption(paired[0] ?? '');
  await director.getByRole('button', { name: 'Swap colours on board 1' }).click();
  await expect(director.locator('[data-test=hand]')).toContainText('Everybody is paired');
  await looked(director);
  await director.locator('[data-test=hand-send]').click();
  await expect(director.locator('.toast')).toContainText('paired by hand');
  await director.locator('[data-test=tab-now]').click();
  await expect(director.locator('[data-test=round-2]')).toContainText('Paired by hand by a director');
});

test('a forfeit by one click is answered by another: both are entries; and whoever plays has nothing to decide', async ({
  browser,
  baseURL,
}) => {
  const { id, director, deputy, of } = await running(
    browser,
    baseURL,
    { name: 'Absent minds', format: { kind: 'match', games: 1 } },
    { staff: ['EvHal', 'EvHugo'], players: ['EvOdo', 'EvOlga'] },
  );
  const board = (await detailOf(director, id)).rounds[0]?.boards[0];
  if (!board) throw new Error('no board');
  // Black says to be there; White does not come.
  await command(of(board.black), id, { type: 'arrive', game: board.game });
  await director.goto(`/events/${id}?show=desk`);
  const absent = director.locator('[data-test=item-absent]');
  await expect(absent).toHaveCount(1);
  await expect(absent).toContainText(board.white.name);
  await absent.locator('[data-test=forfeit]').click();
  await expect(director.locator('.toast')).toContainText(`${board.white.name} has lost by absence.`);
  const forfeited = director.locator('[data-test=item-forfeited]');
  await expect(forfeited).toContainText('a further ruling can replace it');
  await expect(absent).toHaveCount(0);
  const ruled = await detailOf(director, id);
  expect(ruled.rounds[0]?.boards[0]?.result).toBe('white-forfeits');
  // The default time is still running: the text must not say that it is over.
  expect(ruled.rulings[0]?.reasons).toMatch(
    /has not come to the game, .* The default time would have ended at \d\d:\d\d UTC\.$/,
  );
  await looked(director);
  await forfeited.locator('[data-test=play-after-all]').click();
  await expect(director.locator('.toast')).toContainText('The game is played after all');
  await expect(forfeited).toHaveCount(0);
  expect((await detailOf(director, id)).rounds[0]?.boards[0]?.result).toBeNull();
  const log = (await (await director.request.get(`/api/v1/events/${id}/log`)).text()).split('\n');
  expect(log.filter(line => line.includes('"type":"ruled"'))).toHaveLength(2);
  // An organiser who enters the event can no longer decide anything in it.
  const own = await makeEvent(
    director,
    { name: 'Own goal', format: { kind: 'swiss' } },
    { chiefArbiter: 'EvHugo', deputy: 'EvHal' },
  );
  await director.goto(`/events/${own}?show=desk`);
  await expect(director.locator('[data-test=desk-players]')).toBeVisible();
  await command(director, own, { type: 'enter' });
  await expect(director.locator('[data-test=plays]')).toContainText('You play in this event');
  for (const part of ['attention', 'desk-players', 'any-game', 'hand', 'forbidden'])
    await expect(director.locator(`[data-test=${part}]`)).toHaveCount(0);
  await expect(director.locator('[data-test=roles]').getByRole('button', { name: 'Add a director' })).toBeVisible();
  await looked(director);
  for (const page of [director, deputy, of('EvOdo'), of('EvOlga')]) await page.context().close();
});

test('a calendar goes back further than one page of events that are over', async ({ page }) => {
  const DAY = 86_400_000;
  const now = Date.now();
  const ended = (number: number): Record<string, unknown> => ({
    id: `event${String(number).padStart(7, '0')}`,
    name: `Past ${number}`,
    variant: 'chess',
    variant_name: 'Chess',
    variantName: 'Chess',
    clock: '5+3',
    control: { kind: 'blitz' },
    format: { kind: 'swiss', rounds: 3 },
    rated: false,
    // The first is of today: a month that begins on a Monday shows no day before it.
    startsAt: now - (number - 1) * DAY,
    phase: 'finished',
    round: 3,
    rounds: 3,
    players: 8,
    mostPlayers: 100,
    organiser: { id: 'organiserorg', name: 'Somebody', username: 'Somebody' },
    you: { player: false, organiser: false, director: false, chiefArbiter: false, deputy: false },
  });
  let pages = 0;
  await page.route(/\/api\/v1\/events\?/, async route => {
    const asked = new URL(route.request().url()).searchParams;
    if (asked.get('state') !== 'finished') return route.fulfill({ json: { events: [], next: null } });
    pages++;
    // Fifty a page, one for each of the last 400 days.
    const from = Number(asked.get('before')?.split('-')[0] ?? 0);
    const events = Array.from({ length: 50 }, (_, index) => ended(from + index + 1));
    return route.fulfill({ json: { events, next: from + 50 < 400 ? `${from + 50}-eventeventev` : null } });
  });
  await page.goto('/events?as=calendar');
  const calendar = page.locator('[data-test=calendar]');
  await expect(calendar).toContainText('Past 1');
  const before = calendar.getByRole('button', { name: 'Previous month' });
  for (let month = 0; month < 5; month++) await before.click();
  // The days of five months ago are on the third page or later.
  const shown = new Date(new Date(now).getFullYear(), new Date(now).getMonth() - 5, 15, 12);
  const day = Math.round((new Date(now).setHours(12, 0, 0, 0) - shown.getTime()) / DAY);
  await expect(calendar).toContainText(`Past ${day + 1}`);
  expect(pages).toBeGreaterThanOrEqual(3);
  expect(pages).toBeLessThan(8);
});

test('the list, the calendar, and an event that is called off, by keyboard alone', async ({ browser, baseURL }) => {
  const page = await arbiter(browser, baseURL, 'EvZoe');
  await arbiter(browser, baseURL, 'EvZack');
  const startsAt = Date.now() + 30 * MINUTE;
  const id = await makeEvent(
    page,
    { name: 'Night of knights', variant: 'hyperspace', startsAt },
    { chiefArbiter: 'EvZoe', deputy: 'EvZack' },
  );
  await page.goto('/');
  await expect(page.locator('[data-test=home-events]')).toContainText('Night of knights');
  await page.goto('/events');
  await looked(page);
  await page.locator('#events-game').selectOption('time-traveler');
  await expect(page).toHaveURL(/variant=time-traveler/);
  await expect(page.locator('[data-test=events-open]')).toContainText('No event of this game');
  await page.goto('/events?as=calendar&variant=hyperspace');
  // In the last half hour of a month it is in the next.
  if (new Date(startsAt).getMonth() !== new Date().getMonth())
    await page.locator('[data-test=calendar]').getByRole('button', { name: 'Next month' }).click();
  await expect(page.locator('[data-test=calendar]')).toContainText('Night of knights');
  await looked(page);
  await page.goto(`/events/${id}`);
  await page.locator('[data-test=cancel]').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Cancel this event?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-test=cancel]')).toBeFocused();
  await page.getByRole('link', { name: 'Change settings' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#event-name')).toHaveValue('Night of knights');
  // A page takes the focus when it is drawn: it would take it from the field, and below from the button.
  await drawn(page);
  await page.locator('#event-name').fill('Night of nights');
  await page.locator('#event-name').press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night of nights');
  await drawn(page);
  await page.locator('[data-test=cancel]').focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-test=ask-yes]').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-test=next]')).toHaveText('This event was cancelled.');
  await page.goto('/events/AAAAAAAAAAAA');
  await expect(page.getByRole('alert').first()).toContainText('There is no event');
  await page.goto(`/events/${id}/nothing`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('the hall in letters that are read from afar, and on paper without what is only for the screen', async ({
  browser,
  baseURL,
}) => {
  const page = await arbiter(browser, baseURL, 'EvQuin');
  await arbiter(browser, baseURL, 'EvPaul');
  const id = await makeEvent(page, { name: 'Hall' }, { chiefArbiter: 'EvQuin', deputy: 'EvPaul' });
  for (const name of ['EvMia', 'EvNed']) {
    const player = await somebody(browser, baseURL, name);
    await command(player, id, { type: 'enter' });
    await player.context().close();
  }
  await startNow(page, id);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`/events/${id}/hall`);
  // It refreshes itself.
  await expect(page.locator('[data-test=hall-screen]')).toContainText('EvMia', { timeout: 30_000 });
  // At five metres, letters of 25 mm are legible: on a screen 1.2 m wide that is 40 of 1920 pixels.
  const size = await page
    .locator('.hall-name')
    .first()
    .evaluate(one => parseFloat(getComputedStyle(one).fontSize));
  expect(size * 0.72).toBeGreaterThan(38);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('[data-test=paper]')).toBeVisible();
  await expect(page.locator('[data-test=hall-screen]')).toBeHidden();
  await expect(page.locator('.masthead')).toBeHidden();
  await expect(page.locator('[data-test=paper]')).toContainText('Pairings: round 1');
  await expect(page.locator('[data-test=print-all]')).toHaveCount(0);
});

test('all rounds of an event on paper', async ({ browser, baseURL }) => {
  const { id, director, of } = await running(
    browser,
    baseURL,
    { name: 'On paper', format: { kind: 'match', games: 2 }, schedule: { kind: 'after', minutes: 0 } },
    { staff: ['EvPage', 'EvPinn'], players: ['EvPia', 'EvPerr'] },
  );
  const first = await begun(director, id, 1);
  await play(of(first.white), of(first.black), first.game, 'white-wins');
  await begun(director, id, 2);
  await director.goto(`/events/${id}/hall`);
  // A test cannot see the browser's print dialog.
  await director.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  const paper = director.locator('[data-test=paper]');
  await expect(paper).toContainText('Pairings: round 2');
  await director.locator('[data-test=print-all]').click();
  await expect(director.locator('[data-printed]')).toBeAttached();
  await director.emulateMedia({ media: 'print' });
  await expect(paper.locator('h3')).toHaveText(['Round 1', 'Round 2']);
  await expect(paper.locator('tbody').first()).toContainText(`${first.white.name}1–0${first.black.name}`);
  await expect(paper.locator('h2')).toHaveText(['Pairings', 'Standings']);
  // Afterwards only the last round is set for printing again.
  await director.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(paper).toContainText('Pairings: round 2');
});

test('the keyboard stays near what was pressed when that is gone', async ({ browser, baseURL }) => {
  const director = await arbiter(browser, baseURL, 'EvKlara');
  await arbiter(browser, baseURL, 'EvKurt');
  const player = await somebody(browser, baseURL, 'EvKim');
  const id = await makeEvent(
    director,
    { name: 'By keyboard', checkInMinutes: 90, format: { kind: 'swiss' } },
    { chiefArbiter: 'EvKlara', deputy: 'EvKurt' },
  );
  await player.goto(`/events/${id}`);
  const next = player.locator('[data-test=next]');
  for (const [deed, done] of [
    ['next-enter', 'Check in now'],
    ['next-checkIn', 'You have checked in'],
  ] as const) {
    await player.locator(`[data-test=${deed}]`).press('Enter');
    await expect(next).toContainText(done);
    await expect(next).toBeFocused();
  }
  // The same after a confirmation whose answer removes the button that opened it.
  await player.locator('[data-test=withdraw]').press('Enter');
  await player.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).press('Enter');
  await expect(player.locator('[data-test=next-enter]')).toBeVisible();
  await expect(next).toBeFocused();
  await player.locator('[data-test=next-enter]').press('Enter');
  await expect(next).toContainText('Check in now');

  await director.goto(`/events/${id}?show=desk`);
  const line = director.locator('[data-test=desk-EvKim]');
  await line.locator('[data-test=bye-half]').press('Enter');
  await expect(line.locator('[data-test=bye-back]')).toBeVisible();
  await expect(line).toBeFocused();
});
