/** Shared by all end-to-end tests: a server, tables, and input by mouse and keyboard. */
import { test as base, expect, type Page } from '@playwright/test';
import type Axe from 'axe-core';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { NewGame, Schemas, State } from '../src/api/types';
import { program, Server } from './server';

export { expect, type Page };

/**
 * Tests with one server per file. Its engine answers as soon as it has decided, unless `enginePause` is set; with `hasClock` its
 * clock can be advanced.
 */
export const test = base.extend<{ tidy: undefined }, { server: Server; enginePause: number; hasClock: boolean }>({
  enginePause: [0, { option: true, scope: 'worker' }],
  hasClock: [false, { option: true, scope: 'worker' }],
  server: [
    async ({ enginePause, hasClock }, use) => {
      const server = await Server.start({ MANIFOLD_ENGINE_PAUSE_MS: String(enginePause) }, undefined, hasClock);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  // Additional browser contexts of a test would otherwise live on during the next ones.
  tidy: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map(context => context.close()));
    },
    { auto: true },
  ],
});

const defaults: NewGame = {
  variant: 'hyperspace',
  opponent: { kind: 'same-board' },
  color: 'white',
  clock: null,
  takebacks: true,
};

/** Makes a game for the player of this page and opens its table. */
export async function openGame(page: Page, wanted: Partial<NewGame>): Promise<string> {
  const answer = await page.request.post('/api/v1/games', { data: { ...defaults, ...wanted } });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { id } = (await answer.json()) as { id: string };
  await page.goto(`/g/${id}`);
  await ready(page);
  return id;
}

/** A game between two browsers; `page` has White. `prepare` runs before Black's page navigates. */
export async function seated(
  page: Page,
  game: string,
  prepare?: (black: Page) => void | Promise<void>,
  wanted: Partial<NewGame> = {},
): Promise<{ id: string; black: Page; close: () => Promise<void> }> {
  const id = await openGame(page, { variant: game, opponent: { kind: 'link' }, color: 'white', ...wanted });
  const second = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (!second) throw new Error('no browser');
  const black = await second.newPage();
  await prepare?.(black);
  await black.goto(`/g/${id}`);
  await ready(black);
  await black.locator('[data-test=join]').click();
  await expect(page.locator('main.table')).toHaveAttribute('data-status', 'live');
  await expect(black.locator('main.table')).toHaveAttribute('data-seat', 'black');
  await expect(black.locator('main.table')).toHaveAttribute('data-status', 'live');
  return { id, black, close: () => second.close() };
}

export async function ready(page: Page): Promise<void> {
  await page.locator('main.table .board').first().waitFor();
}

export async function stateOf<V = Schemas['View']>(page: Page, id: string): Promise<State<V>> {
  return (await (await page.request.get(`/api/v1/games/${id}`)).json()) as State<V>;
}

/** The middle of a square, in pixels of the page. */
export async function at(page: Page, square: string): Promise<{ x: number; y: number }> {
  // A single evaluation: while a board is being replaced there may be none for a moment.
  const { box, black } = await page
    .locator('main .board')
    .first()
    .evaluate(board => {
      const { x, y, width, height } = board.getBoundingClientRect();
      return { box: { x, y, width, height }, black: board.querySelector('.orientation-black') !== null };
    });
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square.charAt(1));
  const column = black ? 7 - file : file;
  const row = black ? rank - 1 : 8 - rank;
  return { x: box.x + ((column + 0.5) * box.width) / 8, y: box.y + ((row + 0.5) * box.height) / 8 };
}

export async function tap(page: Page, square: string): Promise<void> {
  const { x, y } = await at(page, square);
  await page.mouse.click(x, y);
}

export async function drag(page: Page, from: string, to: string | { x: number; y: number }): Promise<void> {
  // A page in the background may draw no frames, and dragging needs them.
  await page.bringToFront();
  const start = await at(page, from);
  const end = typeof to === 'string' ? await at(page, to) : to;
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await drawn(page);
  await page.mouse.up();
}

/** Waits until the page has drawn the previous input: boards follow the pointer from frame to frame. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Waits until a page shows all that has happened in a game so far. Messages arrive in order. */
export async function caughtUp(page: Page, id: string): Promise<void> {
  const { n } = await stateOf(page, id);
  await expect.poll(() => shownN(page)).toBeGreaterThanOrEqual(n);
}

/** Tap-tap move. */
export async function move(page: Page, from: string, to: string): Promise<void> {
  await tap(page, from);
  await tap(page, to);
}

/** By how much the page is wider and higher than its window; on a phone the window's own size grows with the page. */
export async function overflow(page: Page): Promise<[number, number]> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const [w, h] = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth, scrollHeight] as const;
  });
  return [w - width, h - height];
}

/** The number of the last event that the table shows. */
export async function shownN(page: Page): Promise<number> {
  return Number(await page.locator('main.table').getAttribute('data-n'));
}

/** Waits until the table shows at least `count` moves. */
export async function moves(page: Page, count: number): Promise<void> {
  await expect.poll(() => page.locator('main.table .moves-list .move').count()).toBeGreaterThanOrEqual(count);
}

/** Waits until it is this page's turn or the game is over. */
export async function myTurn(page: Page, id: string): Promise<State> {
  await expect
    .poll(
      async () => {
        const state = await stateOf(page, id);
        return state.status !== 'live' || (state.options !== null && state.actor === state.seat);
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  const state = await stateOf(page, id);
  await expect.poll(() => shownN(page)).toBeGreaterThanOrEqual(state.n);
  return state;
}

/** The move that the engine plays on the command line, for tests that need strong moves. */
export function bestMove(game: string, played: string[], nodes = 3000): string {
  return execFileSync(program, ['bestmove', game, '--play', played.join(' '), '--nodes', String(nodes)], {
    encoding: 'utf8',
  }).trim();
}

/** The action that the engine chooses on the command line, for games without secrets. */
const strongest = ({ game, moves: played }: State): string =>
  bestMove(
    game,
    played.map(one => one.public),
  );

/**
 * Plays White against the computer at a level to the actual end, with at most a given number of actions by White. `counsel`
 * chooses the actions, `hand` performs them.
 */
export async function wholeGame(
  page: Page,
  game: string,
  level: number,
  hand: (page: Page, action: string) => Promise<void>,
  most: number,
  counsel: (state: State) => string = strongest,
): Promise<State> {
  const id = await openGame(page, { variant: game, opponent: { kind: 'engine', level }, color: 'white' });
  for (let actions = 0; actions < most; actions++) {
    const state = await myTurn(page, id);
    if (state.status === 'over') break;
    await hand(page, counsel(state));
    await expect
      .poll(async () => (await stateOf(page, id)).moves.length, { timeout: 20_000 })
      .toBeGreaterThan(state.moves.length);
  }
  await expect(page.locator('main.table')).toHaveAttribute('data-status', 'over');
  await expect(page.locator('[data-test=outcome]')).not.toBeEmpty();
  return stateOf(page, id);
}

/** Everything that a page receives: frames and responses. Set this up before the page navigates. */
export function listen(page: Page): string[] {
  const heard: string[] = [];
  page.on('websocket', socket => socket.on('framereceived', frame => heard.push(frame.payload.toString())));
  page.on('response', response => {
    if (!response.url().includes('/api/')) return;
    void response.text().then(
      text => heard.push(text),
      () => {},
    );
  });
  return heard;
}

/** Switches the system's colour scheme and waits until the page follows, which takes a frame that a background page may never draw. */
export async function turns(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.bringToFront();
  await page.emulateMedia({ colorScheme: scheme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', scheme);
}

declare global {
  interface Window {
    axe?: typeof Axe;
  }
}

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** axe finds nothing serious. */
export async function accessible(page: Page): Promise<void> {
  // The script of half a mebibyte is loaded once per page, however often it is checked. There are no iframes.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const grave = await page.evaluate(async () => {
    // A colour in transition belongs to neither state. Transitions are finished rather than awaited, as a background page may
    // draw no frames for any length of time. Elements that inherit a colour start their own transitions later.
    const ways = (): Animation[] => document.getAnimations().filter(one => one instanceof CSSTransition);
    for (let left = ways(); left.length > 0; left = ways()) for (const way of left) way.finish();
    // Do not report passed rules.
    const found = await window.axe?.run({
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
    });
    if (!found) throw new Error('axe is not there');
    return found.violations
      .filter(one => one.impact === 'serious' || one.impact === 'critical')
      .map(
        one =>
          `${one.id}: ${one.help}\n${one.nodes.map(node => `  ${node.target.join(' ')} ${node.failureSummary ?? ''}`).join('\n')}`,
      );
  });
  expect(grave.join('\n')).toBe('');
}

/** Collects errors of the page itself and violations of the content security policy: there must be none. */
export function quiet(page: Page): string[] {
  const noise: string[] = [];
  page.on('pageerror', error => noise.push(String(error)));
  page.on('console', message => {
    if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION|status of (4|5)\d\d/.test(message.text()))
      noise.push(message.text());
  });
  return noise;
}
