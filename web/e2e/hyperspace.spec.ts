import { readOptions } from '../src/api/options';
import type { State } from '../src/api/types';
import type { Unanswered } from '../src/games/hyperspace/actions';
import type { View } from '../src/games/hyperspace/view';
import { roleLetter } from '../src/text/words';
import {
  accessible,
  at,
  caughtUp,
  drag,
  drawn,
  expect,
  listen,
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
  wholeGame,
  type Page,
} from './support';

/** A knight leaves, the queen seems lost, and the knight returns to protect her: checkmate. */
const QUIET = [
  ['e2', 'e4'],
  ['e7', 'e5'],
] as const;

/** The action with all collisions answered so that the returning piece stays. */
function answered({ action, collisions = [] }: Unanswered): string {
  return action + '/r'.repeat(collisions.length);
}

/**
 * A message without the list of the listener's own legal actions (which contains every square) and without
 * the game's id (which is random).
 */
function withoutOwnChoices(text: string, id: string): string {
  const bare = (key: string, value: unknown): unknown => (key === 'options' ? undefined : value);
  return JSON.stringify(JSON.parse(text), bare).replaceAll(id, '');
}

test('two browsers play to checkmate, and the second never hears the secret square', async ({
  page,
  browser,
  baseURL,
}) => {
  const noise = quiet(page);
  let heard: string[] = [];
  const { id, black, close } = await seated(page, 'hyperspace', async one => {
    heard = listen(one);
    await expect(page.locator('[data-test=share-link]')).toHaveValue(page.url());
  });

  const third = await browser.newContext({ baseURL });
  const watcher = await third.newPage();
  const watched = listen(watcher);
  await watcher.goto(`/g/${id}`);
  await ready(watcher);
  await expect(watcher.locator('main.table')).toHaveAttribute('data-seat', 'spectator');

  await move(page, ...QUIET[0]);
  await moves(black, 1);
  await move(black, ...QUIET[1]);
  await moves(page, 2);

  // The knight goes onto the departure board: drag it to the turn, then choose the secret square.
  const turn = page.locator('[data-drop="delay:2"]');
  await page.bringToFront();
  const { x, y } = await at(page, 'g1');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y - 20, { steps: 3 });
  // While a man is being dragged, the turns are different elements.
  await drawn(page);
  const box = await turn.first().boundingBox();
  if (!box) throw new Error('no turn to drop on');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
  await drawn(page);
  await page.mouse.up();
  await expect(page.locator('[data-test=prompt]')).toContainText(
    'leaves g1 for 2 turns. Where does it return? Only you will know.',
  );

  // Escape goes back step by step, and nothing is sent.
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-test=prompt]')).toContainText('Choose on the departure board');
  await page.locator('button[data-drop="delay:2"]').click();
  await tap(page, 'g5');
  await moves(page, 3);
  await expect(page.locator('.mark.ghost')).toHaveCount(1);
  await moves(black, 3);
  await expect(black.locator('.mark.ghost')).toHaveCount(0);
  await expect(black.locator('.departure')).toHaveCount(1);

  const rest = [
    ['b8', 'c6'],
    ['d1', 'f3'],
    ['f8', 'c5'],
    ['d2', 'd3'],
    ['d7', 'd6'],
  ] as const;
  for (const [index, [from, to]] of rest.entries()) {
    await move(index % 2 === 0 ? black : page, from, to);
    await moves(page, 4 + index);
    await moves(black, 4 + index);
  }

  // Black opens the game again and steps back through it: those positions are as Black saw them.
  await black.reload();
  await ready(black);
  await black.keyboard.press('ArrowUp');
  await expect(black.locator('[data-test=prompt]')).toContainText('Start position');
  await black.keyboard.press('ArrowDown');
  await expect(black.locator('[data-test=prompt]')).not.toContainText(/Start position|Position after/);

  // So far, nothing that Black or a spectator has received names the square.
  for (const one of [black, watcher]) await caughtUp(one, id);
  for (const ears of [heard, watched]) {
    expect(ears.length).toBeGreaterThan(5);
    const told = ears.map(text => withoutOwnChoices(text, id));
    expect(told.some(text => text.includes('g1^2'))).toBe(true);
    // Only as a whole word: an identifier may contain the letters by chance.
    expect(told.filter(text => /(?<![A-Za-z0-9])g5(?![A-Za-z0-9])/.test(text))).toEqual([]);
  }

  await drag(page, 'f3', 'f7');
  for (const one of [page, black, watcher]) {
    await expect(one.locator('[data-test=outcome]')).toContainText(/White wins/i);
    await expect(one.locator('[data-test=outcome]')).toContainText(/checkmate/i);
  }

  // Now everything is revealed: the record, the positions, the commitments.
  await page.getByRole('link', { name: 'Verify' }).click();
  await expect(page.locator('[data-test=verdict]')).toContainText('All commitments match');
  await expect(page.locator('table')).toContainText('g5');
  expect(noise).toEqual([]);
  await close();
  await third.close();
});

test('a whole game against the machine, to its real end', async ({ page }) => {
  test.setTimeout(480_000);
  const noise = quiet(page);
  let turn = 0;
  let hasLeft = false;
  // The computer's secrets are unknown here, so just make one move after the other, with an occasional departure.
  const any = (state: State): string => {
    const options = readOptions(state.options);
    turn += 1;
    const pick = <T>(list: T[] | undefined): T | undefined => list?.[(turn * 7) % list.length];
    const leaves = turn % 6 === 3 || (turn > 3 && !hasLeft) || !options?.actions.length;
    const leaver = leaves ? pick(options?.phase_outs) : undefined;
    hasLeft ||= leaver !== undefined;
    if (leaver) return answered({ ...leaver, action: `${leaver.from}^${pick(leaver.delays)}@${pick(leaver.squares)}` });
    const action = pick(options?.actions);
    return action ? answered(action) : '';
  };
  const type = async (_: Page, action: string): Promise<void> => {
    await page.locator('[data-test=notation]').fill(action);
    await page.keyboard.press('Enter');
  };
  const { outcome, moves: played } = await wholeGame(page, 'hyperspace', 4, type, 200, any);
  expect(played.filter(one => one.notation.includes('^') && one.color === 'white').length).toBeGreaterThan(0);
  expect(['checkmate', 'stalemate', 'repetition', 'fifty-moves', 'insufficient-material']).toContain(outcome?.reason);
  await accessible(page);
  expect(noise).toEqual([]);
});

test('a game against the machine: moves, a departure, resignation after a question', async ({ page }) => {
  const noise = quiet(page);
  await page.goto('/');
  await page.locator('[data-test=card-hyperspace]').getByRole('link', { name: 'Play the computer' }).click();
  await page.locator('input[name=color][value=white]').check();
  await page.locator('input[name=level][value="1"]').check();
  await page.locator('[data-test=start]').click();
  await ready(page);
  const id = new URL(page.url()).pathname.split('/').pop() ?? '';

  await move(page, 'e2', 'e4');
  await moves(page, 2);
  await myTurn(page, id);
  // By keyboard: select, h, a digit, the square.
  await tap(page, 'b1');
  await expect(page.locator('[data-test=prompt]')).toContainText('The knight on b1 can leave');
  await page.keyboard.press('h');
  await expect(page.locator('[data-test=prompt]')).toContainText('Choose on the departure board');
  await page.keyboard.press('3');
  await expect(page.locator('[data-test=prompt]')).toContainText('leaves b1 for 3 turns');
  await tap(page, 'c3');
  await moves(page, 3);
  await expect(page.locator('.mark.ghost .count')).toHaveText(/[23]/);
  await expect(page.locator('[data-test=commitments] summary')).toContainText(/\(\d+\)/);

  for (let turns = 0; turns < 4; turns++) {
    const state = await myTurn(page, id);
    if (state.status !== 'live') break;
    // Typed, in the game's notation.
    const all = readOptions(state.options)?.actions.filter(one => one.kind === 'move') ?? [];
    // If a return meets an own piece, every move says which one stays.
    const choice = all.find(one => !one.promotion && !one.collisions) ?? all[0];
    const man = (state.view as View).men.find(one => one.square === choice?.from);
    const letter = man && man.role !== 'pawn' ? roleLetter[man.role] : '';
    const typed =
      choice && !choice.collisions && !choice.promotion && letter ? `${letter}${choice.from}${choice.to}` : null;
    await page.locator('[data-test=notation]').fill(typed ?? (choice ? answered(choice) : ''));
    await page.keyboard.press('Enter');
    await moves(page, state.moves.length + 1);
  }
  await myTurn(page, id);
  if ((await stateOf(page, id)).status === 'live') {
    await page.locator('[data-test=resign]').click();
    await page.locator('[data-test=resign-no]').click();
    await expect(page.locator('[data-test=after]')).toHaveCount(0);
    await page.locator('[data-test=resign]').click();
    await page.locator('[data-test=resign-yes]').click();
  }
  await expect(page.locator('[data-test=outcome]')).not.toBeEmpty();

  // Replay with the arrow keys, the engine's lines, the record.
  await page.locator('main.table').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('[data-test=prompt]')).toContainText('Position after');
  // Two actions back, as the last position may be decided: the machine sometimes mates before all is played.
  await page.locator('[data-test=analyse]').click();
  await expect(page.locator('[data-test=lines] li').first()).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('ArrowDown');
  const record = await page.request.get(`/api/v1/games/${id}/record`);
  expect(await record.text()).toContain('[White');
  await accessible(page);
  expect(noise).toEqual([]);
});

test('open referee: two returns on one turn can be amended or the departure cancelled, and everybody is told', async ({
  page,
}) => {
  const noise = quiet(page);
  let heard: string[] = [];
  const { id, black, close } = await seated(page, 'hyperspace:open', one => {
    heard = listen(one);
  });
  const send = async (from: string, delay: number, to: string): Promise<void> => {
    await tap(page, from);
    await page.locator(`button[data-drop="delay:${delay}"]`).click();
    await tap(page, to);
  };
  const prompt = page.locator('[data-test=prompt]');
  const onMove = page.locator('main.table .player.turn');

  // Both knights would return at the end of turn 5.
  await send('b1', 3, 'c4');
  await moves(black, 1);
  await move(black, 'e7', 'e5');
  await moves(page, 2);
  await send('g1', 2, 'f4');
  await moves(black, 3);
  await expect(prompt).toContainText('Two of your pieces return on the same turn');
  await expect(page.locator('.departure.shared')).toHaveCount(2);
  // Black's clock runs: the prompt says whose turn it is, and Black does not have to wait.
  await expect(black.locator('[data-test=prompt]')).toContainText(
    /White has two pieces returning on the same turn.*Your turn/s,
  );
  await accessible(page);

  // Amended on the departure board, although it is the other side's turn.
  await page.locator('button[data-drop="delay:4"]').click();
  await expect(page.locator('.departure.shared')).toHaveCount(0);
  await expect(black.locator('.departure.shared')).toHaveCount(0);
  await expect(prompt).not.toContainText('Two of your pieces');
  let view = (await stateOf<View>(page, id)).view;
  expect(view.hyperspace.map(one => one.returns_on_turn).sort()).toEqual([5, 7]);
  await move(black, 'd7', 'd6');
  await expect(prompt).toContainText('Your turn');

  // A bishop sent to the turn of the first knight, then cancelled: the bishop is back, and White makes another move.
  await move(page, 'e2', 'e4');
  await expect(onMove).toHaveAttribute('data-color', 'black');
  // Black's page may not even know of Black's own move yet.
  await caughtUp(black, id);
  await move(black, 'a7', 'a6');
  await expect(onMove).toHaveAttribute('data-color', 'white');
  await send('f1', 2, 'd3');
  await expect(prompt).toContainText('Two of your pieces return on the same turn');
  await page.getByRole('button', { name: 'Cancel departure' }).click();
  await expect(prompt).toContainText('The departure from f1 is cancelled');
  view = (await stateOf<View>(page, id)).view;
  expect(view.men.some(man => man.square === 'f1' && man.role === 'bishop')).toBe(true);
  expect(view.hyperspace).toHaveLength(2);
  await move(page, 'a2', 'a3');
  await expect(onMove).toHaveAttribute('data-color', 'black');

  // Black has received none of these squares.
  await caughtUp(black, id);
  const told = heard.map(text => withoutOwnChoices(text, id));
  for (const secret of ['@c4', '@f4', '@d3', '"c4"', '"f4"', '"d3"'])
    expect(told.filter(text => text.includes(secret))).toEqual([]);
  expect(noise).toEqual([]);
  await close();
});

test('a returning piece that meets an own one: the player chooses who stays', async ({ page }) => {
  const id = await openGame(page, { variant: 'hyperspace' });
  const play = async (action: string): Promise<void> => {
    const { n } = await stateOf(page, id);
    await page.locator('[data-test=notation]').fill(action);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await stateOf(page, id)).n).toBeGreaterThan(n);
    await expect.poll(async () => Number(await page.locator('main.table').getAttribute('data-n'))).toBeGreaterThan(n);
  };
  for (const action of ['g1^1@f3', 'e7e5', 'e2e4', 'b8c6']) await play(action);
  // The knight returns to f3 at the end of this turn; the queen goes there as well.
  await move(page, 'd1', 'f3');
  await expect(page.getByRole('dialog')).toContainText('Which one stays?');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await move(page, 'd1', 'f3');
  await page.getByRole('dialog').getByRole('button', { name: 'The piece on the square' }).click();
  await moves(page, 5);
  const state = await stateOf<View>(page, id);
  expect(state.view.men.find(man => man.square === 'f3')?.role).toBe('queen');
  expect(state.view.men.filter(man => man.color === 'white' && man.role === 'knight')).toHaveLength(1);
});

test('a delay is counted in one way, and a return is no capture', async ({ page }) => {
  const id = await openGame(page, { variant: 'hyperspace', opponent: { kind: 'engine', level: 1 }, color: 'white' });
  await tap(page, 'c1');
  await page.locator('[data-test=send-away]').click();
  const turn = page.getByRole('button', { name: 'Away for 2 turns' });
  await expect(turn).toHaveText('2');
  await turn.click();
  await expect(page.locator('[data-test=prompt]')).toContainText('leaves c1 for 2 turns');

  // A square of the wrong colour is explained, and the previous choices are kept.
  await tap(page, 'f5');
  const explained = 'A bishop from c1 must return on a dark square, and f5 is light. Choose another.';
  await expect(page.locator('[data-test=prompt]')).toContainText(explained);
  await expect(page.locator('.live').filter({ hasText: explained })).toHaveCount(1);
  await accessible(page);

  // d2 is occupied: the ghost is in its corner, with the chosen delay.
  await tap(page, 'd2');
  // It was White's turn before the departure as well, so wait for the move first.
  await moves(page, 1);
  await myTurn(page, id);
  expect((await stateOf(page, id)).moves[0]?.public).toBe('c1^2');
  await expect(page.locator('.mark.ghost.inset .count')).toHaveText('2');
  await expect(page.locator('.departure').filter({ hasText: 'd2' })).toHaveAttribute('aria-label', /away for 2 turns/);
});

test('what was typed and refused stays, to be mended', async ({ page }) => {
  await openGame(page, { variant: 'hyperspace' });
  const field = page.locator('[data-test=notation]');
  await field.fill('Bc1^2@f5');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-test=prompt]')).toContainText('must return on a dark square');
  await expect(field).toHaveValue('Bc1^2@f5');
  await field.fill('Bc1^2@f4');
  await page.keyboard.press('Enter');
  await moves(page, 1);
  await expect(field).toHaveValue('');
});

test('squares for a return look like no captures, and nobody is told of lag', async ({ page }) => {
  const { id, black, close } = await seated(page, 'hyperspace', undefined, { clock: { kind: 'preset', id: 'rapid' } });
  await move(page, 'e2', 'e4');
  await moves(black, 1);
  await myTurn(black, id);
  await move(black, 'd7', 'd5');
  await moves(page, 2);
  await myTurn(page, id);
  /** How a kind of square is drawn: its background, position and size. */
  const drawing = (selector: string): Promise<string[]> =>
    page
      .locator(selector)
      .first()
      .evaluate(square => {
        const { backgroundImage, backgroundSize, backgroundPosition } = getComputedStyle(square);
        return [backgroundImage, backgroundSize, backgroundPosition];
      });
  await tap(page, 'e4');
  await expect(page.locator('cg-board square.move-dest.oc:visible')).toHaveCount(1);
  const capture = await drawing('cg-board square.move-dest.oc');
  const empty = await drawing('cg-board square.move-dest:not(.oc)');
  await tap(page, 'b1');
  await expect(page.locator('[data-test=prompt]')).toContainText('The knight on b1 can leave');
  await page.locator('button[data-drop="delay:3"]').click();
  await expect(page.locator('[data-test=prompt]')).toContainText('leaves b1 for 3 turns');
  // Occupied squares are offered, too: by then they may be free.
  const taken = page.locator('cg-board square.lit.taken');
  await expect(taken).not.toHaveCount(0);
  await expect(page.locator('cg-board square.oc:visible')).toHaveCount(0);
  for (const kind of ['square.lit.taken', 'square.lit:not(.taken)']) {
    const here = await drawing(`cg-board ${kind}`);
    expect(here).not.toEqual(capture);
    expect(here).not.toEqual(empty);
  }
  // In a corner of the square, not a ring around the piece.
  expect((await drawing('cg-board square.lit.taken'))[1]).toMatch(/^2\d% 2\d%$/);
  await page.keyboard.press('Escape');
  for (const table of [page, black]) {
    const text = await table.locator('body').evaluate(body => body.outerHTML);
    expect(text).not.toMatch(/\blag\b|\blatency\b|\bping\b|\d\s?ms\b/i);
  }
  await close();
});
