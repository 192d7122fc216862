import { reveal } from './hands';
import {
  accessible,
  at,
  drawn,
  expect,
  move,
  moves,
  myTurn,
  openGame,
  quiet,
  ready,
  seated,
  stateOf,
  tap,
  test,
} from './support';

test('a cut line is told, heals by itself, and nothing is lost', async ({ page, context, browser }) => {
  const id = await openGame(page, { variant: 'hidden960' });
  await move(page, 'e2', 'e4');
  await moves(page, 1);
  // Meanwhile the same player plays in another window.
  await context.setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  const other = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    storageState: await context.storageState(),
  });
  const window2 = await other.newPage();
  await window2.goto(`/g/${id}`);
  await ready(window2);
  await move(window2, 'e7', 'e5');
  await moves(window2, 2);
  await context.setOffline(false);
  await moves(page, 2);
  await move(page, 'd2', 'd4');
  await moves(window2, 3);
  await other.close();
});

test('kill -9 of the server: reconnecting is shown, then the game goes on with every move', async ({
  page,
  server,
}) => {
  const noise = quiet(page);
  const id = await openGame(page, {
    variant: 'hyperspace',
    opponent: { kind: 'engine', level: 1 },
    color: 'white',
    clock: { kind: 'preset', id: 'rapid' },
  });
  await move(page, 'e2', 'e4');
  await moves(page, 2);
  const before = await myTurn(page, id);
  await server.kill();
  await expect(page.locator('[data-test=reconnecting]')).toBeVisible();
  // A move that is made now waits and is played once.
  await move(page, 'd2', 'd4');
  await server.up();
  await expect(page.locator('[data-test=reconnecting]')).toHaveCount(0, { timeout: 20_000 });
  await moves(page, before.moves.length + 2);
  const after = await myTurn(page, id);
  expect(after.moves.slice(0, before.moves.length)).toEqual(before.moves);
  expect(after.moves.filter(one => one.public === 'd2d4')).toHaveLength(1);
  expect(noise).toEqual([]);
});

test('the keyboard alone: a move, a departure, a reveal, and what is said of them', async ({ page }) => {
  const id = await openGame(page, { variant: 'hyperspace' });
  const cell = page.locator('.board .cell[data-square=e2]');
  await cell.focus();
  // The keyboard's cursor is on the square that a tap would choose.
  const box = await cell.boundingBox();
  const middle = await at(page, 'e2');
  expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(middle.x, 0);
  expect((box?.y ?? 0) + (box?.height ?? 0) / 2).toBeCloseTo(middle.y, 0);
  expect((box?.height ?? 0) * 8).toBeCloseTo((await page.locator('main .board').boundingBox())?.height ?? 0, 0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await moves(page, 1);
  await expect(page.locator('.live').filter({ hasText: 'White: e4' })).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('.cell:focus')).toHaveAttribute('data-square', 'e7');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await moves(page, 2);

  // The knight on g1: h opens the departure board, Enter takes the first free turn.
  await page.locator('.cell[data-square=g1]').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('h');
  await expect(page.locator('button.turn-cell').first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-test=prompt]')).toContainText('leaves g1 for 2 turns');
  await expect(page.locator('.cell:focus')).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await moves(page, 3);
  expect((await stateOf(page, id)).moves.at(-1)?.public).toBe('g1^2');

  await openGame(page, { variant: 'hidden960' });
  await page.locator('.cell[data-square=d1]').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.locator('.live').filter({ hasText: 'White reveals: queen on d1' })).toHaveCount(1);
  // The dialog that asks keeps the focus and gives it back.
  await page.locator('[data-test=resign]').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-test=resign]')).toBeFocused();
});

test('who skips to the content keeps what is begun there', async ({ page }) => {
  await openGame(page, { variant: 'hyperspace' });
  const address = page.url();
  await tap(page, 'e2');
  const chosen = page.locator('.cell[data-square=e2][aria-selected=true]');
  await expect(chosen).toHaveCount(1);
  await page.locator('.skip').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await drawn(page);
  await expect(chosen).toHaveCount(1);
  expect(page.url()).toBe(address);
});

test('arrow keys scroll the chat and the departures where the keyboard is there, and go through the moves elsewhere', async ({
  page,
  browser,
}) => {
  const id = await openGame(page, { variant: 'hyperspace' });
  await move(page, 'e2', 'e4');
  await moves(page, 1);
  const departures = page.locator('.departures-scroll');
  await departures.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => departures.evaluate(one => one.scrollLeft)).toBeGreaterThan(0);
  const prompt = page.locator('[data-test=prompt]');
  await expect(prompt).toContainText('Black to move');

  const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const watching = await other.newPage();
  await watching.route('**/chat', route => {
    const line = {
      at: 0,
      room: 'spectators',
      name: 'Ada',
      color: null,
      words: { text: 'A long game, and a fine one.' },
    };
    const lines = Array.from({ length: 40 }, (_, index) => ({ ...line, number: index + 1 }));
    return route.fulfill({ json: { lines } });
  });
  await watching.goto(`/g/${id}`);
  await watching.locator('[data-test=to-chat]').click();
  const log = watching.getByRole('log');
  await expect(log.locator('[data-test=line]')).toHaveCount(40);
  await log.focus();
  const top = (): Promise<number> => log.evaluate(one => one.scrollTop);
  const before = await top();
  await watching.keyboard.press('ArrowUp');
  await expect.poll(top).toBeLessThan(before);
  await expect(watching.locator('.move.current')).toHaveCount(0);
  await watching.locator('[data-test=to-moves]').click();
  await watching.keyboard.press('ArrowUp');
  await expect(watching.locator('[data-test=prompt]')).toContainText('Start position');
  await other.close();
});

test('coordinates are beside the squares of every game, and of none where they are not wanted', async ({ page }) => {
  const coordinates = page.locator('main .board coords coord');
  const games = ['hyperspace', 'time-traveler', 'hidden960', 'dmchess', 'chess'];
  for (const variant of games) {
    await openGame(page, { variant });
    await expect(coordinates, variant).toHaveCount(16);
  }
  await page.goto('/settings');
  await page.getByText('Board coordinates').click();
  for (const variant of games) {
    await openGame(page, { variant });
    await expect(coordinates, variant).toHaveCount(0);
  }
});

test('what is not legal is said in a sentence, and nothing changes', async ({ page }) => {
  const id = await openGame(page, { variant: 'hyperspace' });
  await page.locator('[data-test=notation]').fill('Ke5');
  await page.keyboard.press('Enter');
  // The line shows another text before; and nothing else can be played until the answer arrives.
  await expect(page.locator('[data-test=prompt]')).toContainText(/“Ke5” is not legal: .+\./);
  expect((await stateOf(page, id)).moves).toHaveLength(0);
  // Castling through men: the man goes back to its square.
  await tap(page, 'e1');
  await tap(page, 'g1');
  await expect(page.locator('main.table')).toHaveAttribute('data-n', '0');
  // On a flipped board, taps reach the same squares.
  await page.locator('[data-test=flip]').click();
  await expect(page.locator('.orientation-black')).toHaveCount(1);
  await move(page, 'e2', 'e4');
  await moves(page, 1);
  expect((await stateOf(page, id)).moves[0]?.public).toBe('e2e4');
});

test('after the end: analysing the decided position says so calmly, and one move back there are lines', async ({
  page,
}) => {
  const noise = quiet(page);
  await openGame(page, { variant: 'hyperspace' });
  for (const [index, [from, to]] of [
    ['f2', 'f3'],
    ['e7', 'e5'],
    ['g2', 'g4'],
    ['d8', 'h4'],
  ].entries()) {
    await move(page, from as string, to as string);
    await moves(page, index + 1);
  }
  await expect(page.locator('[data-test=outcome]')).toContainText(/checkmate/i);
  await page.locator('[data-test=analyse]').click();
  await expect(page.locator('[data-test=decided]')).toContainText('The game is decided here');
  await accessible(page);
  await page.locator('[data-test=decided-back]').click();
  await expect(page.locator('[data-test=prompt]')).toContainText('Position after 2. White g4');
  // Black mates at once: the score is from White's side, no matter who asks.
  await expect(page.locator('[data-test=lines] .line-score').first()).toHaveText('−#1', { timeout: 30_000 });
  expect(noise).toEqual([]);
});

test('the line above the board says what is so: an open seat, pieces that can move, a check', async ({
  page,
  browser,
  baseURL,
}) => {
  const prompt = page.locator('[data-test=prompt]');
  const id = await openGame(page, { variant: 'dmchess:kings', opponent: { kind: 'link' }, color: 'white' });
  await expect(prompt).toHaveText('Waiting for an opponent.');
  const second = await browser.newContext({ baseURL });
  const visitor = await second.newPage();
  await visitor.goto(`/g/${id}`);
  await expect(visitor.locator('[data-test=prompt]')).toHaveText('Black is open: join, and the game begins.');
  for (const one of [page, visitor])
    await expect(one.locator('[data-test=terms]')).toHaveText(
      'DMChessKings placed in secretNo clockUnratedTakebacks allowed',
    );
  await accessible(visitor);
  // The link is withdrawn: nobody can join any more.
  await page.locator('[data-test=withdraw]').click();
  for (const one of [page, visitor]) await expect(one.locator('[data-test=headline]')).toHaveText('Game aborted');
  await second.close();

  await openGame(page, { variant: 'hidden960', opponent: { kind: 'engine', level: 1 }, color: 'white' });
  await expect(prompt).toContainText('Move a pawn, or');
  await reveal(page, 'g1=N');
  await expect(prompt).toContainText('Move a piece, or');

  for (const game of ['hyperspace', 'time-traveler', 'hidden960']) {
    await openGame(page, { variant: game });
    const actions = game === 'hidden960' ? ['d1=Q', 'd1h5', 'e8=K'] : ['d1h5'];
    for (const action of ['e2e4', 'f7f6', ...actions]) {
      await page.locator('[data-test=notation]').fill(action);
      const n = await page.locator('main.table').getAttribute('data-n');
      await page.keyboard.press('Enter');
      await expect(page.locator('main.table')).not.toHaveAttribute('data-n', n ?? '');
    }
    await expect(prompt, game).toContainText('Black is in check.');
  }
});

test('a question mark on each instrument, and one key, open the rules behind it', async ({ page }) => {
  const words: Record<string, string[]> = {
    hyperspace: ['□ ■'],
    'time-traveler': ['Explode', 'no route now'],
    hidden960: ['Unreveal'],
    dmchess: ['The law', 'Cluster'],
  };
  for (const game of ['hyperspace', 'time-traveler', 'hidden960', 'dmchess']) {
    await openGame(page, { variant: game });
    await page.locator('.instrument [data-test=rules]').click();
    const dialog = page.getByRole('dialog');
    for (const word of words[game] ?? [])
      await expect(dialog.locator('dt').getByText(word, { exact: true })).toBeVisible();
    await accessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press('i');
    await dialog.getByRole('link', { name: 'How to play' }).click();
    await expect(page).toHaveURL(new RegExp(`/learn/${game}`));
  }
});

test('the letters of the files stand at the left of their squares, and small boards are named as they are labelled', async ({
  page,
}) => {
  await openGame(page, { variant: 'dmchess' });
  const board = await page.locator('main .board').first().boundingBox();
  const letters = page.locator('main .board').first().locator('coords.files coord');
  const offsets = await letters.evaluateAll(all =>
    all.map(one => {
      const text = document.createRange();
      text.selectNodeContents(one);
      return text.getBoundingClientRect().left;
    }),
  );
  const eighth = (board?.width ?? 0) / 8;
  const first = offsets[0] ?? 0;
  for (const [file, left] of offsets.entries()) expect(left - first - file * eighth).toBeCloseTo(0, 0);

  for (const one of await page.locator('.small-board, .gauge').all()) {
    const [seen, name] = [await one.innerText(), await one.getAttribute('aria-label')];
    for (const word of seen.split(/\s+/).filter(Boolean)) expect(name).toContain(word);
  }
});

test('after the end the last move is in sight in the list, and a new game is one tap away', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const id = await openGame(page, { variant: 'hyperspace' });
  const knights = 'g1f3 g8f6 f3g5 f6g4 g5e4 g4e5 e4c5 e5c4 c5b3 c4b6 b3d4 b6d5 d4c6 d7c6 e2e4 d5f4 d1h5 f4h5';
  for (const action of knights.split(' ')) {
    const { moves: before } = await stateOf(page, id);
    await page.locator('[data-test=notation]').fill(action);
    await page.keyboard.press('Enter');
    await moves(page, before.length + 1);
  }
  await page.locator('[data-test=resign]').click();
  await page.locator('[data-test=resign-yes]').click();
  await expect(page.locator('[data-test=headline]')).toHaveText('Black wins');
  const last = page.locator('.moves-list .move.current');
  await expect(last).toContainText('Nxh5');
  await expect(last).toBeInViewport({ ratio: 1 });
  await accessible(page);
  await page.getByRole('link', { name: 'New game' }).click();
  await expect(page).toHaveURL(/\/new\/hyperspace/);
});

test('a game that is opened again shows its present move in the list', async ({ page }) => {
  const id = await openGame(page, { variant: 'dmchess' });
  for (let turn = 0; turn < 16; turn++) {
    const state = await stateOf(page, id);
    const file = 'abcdefgh'[Math.floor(turn / 2)];
    await page.locator('[data-test=notation]').fill(turn % 2 ? `Pd1${file}7-d1${file}6` : `Pd1${file}2-d1${file}3`);
    await page.keyboard.press('Enter');
    await moves(page, state.moves.length + 1);
  }
  await page.reload();
  await ready(page);
  await expect(page.locator('.moves-list .move.current')).toBeInViewport();

  // All of it can be stepped through, although this page has seen only the current position.
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('[data-test=prompt]')).toContainText('Position after 8. White');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('[data-test=prompt]')).toContainText('Start position');
  await page.locator('.moves-list .move').nth(2).click();
  await expect(page.locator('[data-test=prompt]')).toContainText('Position after 2. White Pd1b2-d1b3');
});

test('a refused move is told as an error, until something else is begun', async ({ page }) => {
  await openGame(page, { variant: 'chess' });
  const field = page.locator('[data-test=notation]');
  const alert = page.locator('[data-test=prompt] [role=alert]');
  const prompt = page.locator('[data-test=prompt]');
  const refused = async (): Promise<void> => {
    await field.fill('rubbish');
    await field.press('Enter');
    await expect(alert).not.toBeEmpty();
    await expect(field).toHaveValue('rubbish');
  };
  const ends: (() => Promise<void>)[] = [
    () => tap(page, 'e2'),
    () => field.press('Backspace'),
    () => field.fill(''),
    () => field.press('Escape'),
    () => move(page, 'e2', 'e4'),
  ];
  for (const end of ends) {
    await refused();
    await accessible(page);
    await end();
    await expect(alert).toHaveCount(0);
    await expect(prompt).toContainText('to move');
  }
});

test('with long news what one can do is read in full, and the board stays where it is', async ({ page }) => {
  const { black, close } = await seated(page, 'hyperspace');
  const sizes = [
    { width: 1280, height: 860 },
    { width: 1024, height: 768 },
    { width: 390, height: 664 },
    { width: 360, height: 740 },
  ];
  const boards = [];
  for (const size of sizes) {
    await black.setViewportSize(size);
    boards.push(await black.locator('.board-area').boundingBox());
  }
  await tap(page, 'g1');
  await page.locator('button[data-drop="delay:2"]').click();
  await tap(page, 'g5');
  await moves(black, 1);
  await expect(black.locator('[data-test=told]')).toContainText('to return to a square that only White knows');
  for (const [index, size] of sizes.entries()) {
    await black.setViewportSize(size);
    await drawn(black);
    const instruction = black.locator('[data-test=prompt] p');
    await expect(instruction).toContainText('choose on the departure board when it returns.');
    // No line is cut off at the bottom of its box.
    const below = await instruction.evaluate(one => {
      const lines = document.createRange();
      lines.selectNodeContents(one);
      const box = one.closest('.prompt')?.getBoundingClientRect();
      const ends = [one.closest('.sentence'), one].flatMap(each =>
        each?.clientHeight ? [each.getBoundingClientRect().bottom] : [],
      );
      return lines.getBoundingClientRect().bottom - Math.min(box?.bottom ?? 0, ...ends);
    });
    expect(below, `${size.width}`).toBeLessThan(1.5);
    expect(await black.locator('.board-area').boundingBox()).toEqual(boards[index]);
  }
  await accessible(black);
  await close();
});

test('where the browser does not copy, the link to a game is there to be copied by hand', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await openGame(page, { variant: 'chess' });
  await page.locator('[data-test=resign]').click();
  await page.locator('[data-test=resign-yes]').click();
  await page.getByRole('button', { name: 'Share' }).click();
  const link = page.locator('[data-test=link]');
  await expect(link).toHaveValue(page.url());
  await expect(link).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(page.url());
  await accessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the keyboard stays at the table when what was pressed disappears', async ({ page }) => {
  const { black, close } = await seated(page, 'chess');
  await move(page, 'e2', 'e4');
  await moves(black, 1);
  await move(black, 'e7', 'e5');
  await moves(page, 2);
  const prompt = black.locator('[data-test=prompt]');

  await page.locator('[data-test=draw]').click();
  await page.locator('[data-test=draw-yes]').click();
  await black.locator('[data-test=decline]').press('Enter');
  await expect(black.locator('.offer')).toHaveCount(0);
  await expect(prompt).toBeFocused();

  await move(page, 'd2', 'd4');
  await moves(black, 3);
  await page.locator('[data-test=takeback]').click();
  await black.locator('[data-test=accept]').press('Enter');
  await expect(black.locator('.offer')).toHaveCount(0);
  await expect(prompt).toBeFocused();
  // The board is the next stop.
  await black.keyboard.press('Tab');
  await expect(black.locator('.board .cell:focus')).toHaveCount(1);

  await black.locator('[data-test=resign]').press('Enter');
  await black.locator('[data-test=resign-yes]').press('Enter');
  await expect(black.locator('[data-test=after]')).toBeFocused();
  await accessible(black);
  await black.keyboard.press('Tab');
  await expect(black.locator('[data-test=rematch]')).toBeFocused();
  await close();
});

test('a guest who has left the table is told that the rematch was accepted', async ({ page }) => {
  const { id, black, close } = await seated(page, 'chess');
  await black.locator('[data-test=resign]').click();
  await black.locator('[data-test=resign-yes]').click();
  await page.locator('[data-test=rematch]').click();
  await expect(black.locator('[data-test=offer-rematch]')).toBeVisible();
  await page.getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page).toHaveURL(/leaderboard/);
  await black.locator('[data-test=accept]').click();
  await expect(page.locator('[data-test=found]')).toContainText('Your game has begun');
  await page.locator('[data-test=found]').getByRole('button', { name: 'Go to the game' }).click();
  await expect(page.locator('main.table')).toHaveAttribute('data-status', 'live');
  expect(new URL(page.url()).pathname).not.toBe(`/g/${id}`);
  await close();
});
