/** Shared by the tests of events: people with their own browsers, events, quickly played games. */
import type { Browser } from '@playwright/test';
import { register, secure, serverNow } from './signing';
import { accessible, drawn, expect, overflow, turns, type Page } from './support';

const SECOND = 1000;
export const MINUTE = 60 * SECOND;

export interface Made {
  id: string;
  phase: string;
  rounds: { started: number | null; boards: Board[] }[];
  settings: Record<string, unknown>;
  rulings: { reasons: string }[];
}
export interface Board {
  game: string;
  white: Named;
  black: Named;
  result: string | null;
  terms: string;
  goesOnAt: number | null;
}
export interface Named {
  name: string;
}

/** A separate browser for somebody with an account. */
export async function somebody(browser: Browser, baseURL: string | undefined, name: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage();
  await page.goto('/');
  await register(page, name);
  await page.goto('/events');
  return page;
}

/** The same for somebody who can be Chief Arbiter or deputy. */
export async function arbiter(browser: Browser, baseURL: string | undefined, name: string): Promise<Page> {
  const page = await somebody(browser, baseURL, name);
  // The client's windows do not learn of the new session, and a request with the old one would discard it again.
  await page.goto('about:blank');
  await secure(page);
  await page.goto('/events');
  return page;
}

/** Makes an event that is open for an hour. */
export async function makeEvent(
  page: Page,
  settings: Record<string, unknown>,
  staff: { chiefArbiter: string; deputy: string },
): Promise<string> {
  const answer = await page.request.post('/api/v1/events', {
    data: {
      settings: {
        variant: 'chess',
        control: { kind: 'blitz' },
        startsAt: (await serverNow(page)) + 60 * MINUTE,
        ...settings,
      },
      ...staff,
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { id: string }).id;
}

export async function command(page: Page, id: string, what: Record<string, unknown>): Promise<void> {
  const answer = await page.request.post(`/api/v1/events/${id}/commands`, { data: what });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Makes an event begin now rather than at its time. */
export async function startNow(page: Page, id: string): Promise<void> {
  const { settings } = await detailOf(page, id);
  await command(page, id, {
    type: 'changeSettings',
    settings: { ...settings, startsAt: (await serverNow(page)) + 3 * SECOND },
  });
}

export async function detailOf(page: Page, id: string): Promise<Made> {
  // When the clock leaps, all idle connections time out and are closed, perhaps just as this one is being reused.
  const answer = await page.request.get(`/api/v1/events/${id}`, { maxRetries: 1 });
  return (await answer.json()) as Made;
}

/** Waits until a round has begun; returns its first board. */
export async function begun(page: Page, id: string, round: number): Promise<Made['rounds'][0]['boards'][0]> {
  await expect
    .poll(async () => (await detailOf(page, id)).rounds[round - 1]?.started ?? null, { timeout: 30_000 })
    .not.toBeNull();
  const board = (await detailOf(page, id)).rounds[round - 1]?.boards[0];
  if (!board) throw new Error('no board');
  return board;
}

/** Checks a screen on a phone, wide, and in the dark theme: nothing overflows, and axe finds nothing. */
export async function looked(page: Page, path?: string): Promise<void> {
  if (path) await page.goto(path);
  await expect(page.locator('main h1, main .board').first()).toBeVisible();
  for (const [width, scheme] of [
    [360, 'light'],
    [1280, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 860 });
    await turns(page, scheme);
    await drawn(page);
    expect((await overflow(page))[0], `${page.url()} at ${width}`).toBeLessThanOrEqual(0);
    await accessible(page);
  }
}

/** An event with these players that has begun; its first round is in progress. */
export async function running(
  browser: Browser,
  baseURL: string | undefined,
  settings: Record<string, unknown>,
  { staff, players }: { staff: [string, string]; players: readonly string[] },
): Promise<{ id: string; director: Page; deputy: Page; of: (name: string | Named) => Page }> {
  const [[director, deputy], pages] = await Promise.all([
    Promise.all([arbiter(browser, baseURL, staff[0]), arbiter(browser, baseURL, staff[1])]),
    Promise.all(players.map(name => somebody(browser, baseURL, name))),
  ]);
  const id = await makeEvent(director, settings, { chiefArbiter: staff[0], deputy: staff[1] });
  for (const page of pages) await command(page, id, { type: 'enter' });
  await startNow(director, id);
  await begun(director, id, 1);
  const of = (who: string | Named): Page => {
    const name = typeof who === 'string' ? who : who.name;
    const page = pages[players.indexOf(name)];
    if (!page) throw new Error(`${name} does not play`);
    return page;
  };
  return { id, director, deputy, of };
}

/**
 * Sends messages in a game over its socket, one after the other, as boards and buttons are tested elsewhere. Like the client, it
 * resends a message that was not acknowledged before its connection broke on the next connection, under the same id.
 */
export async function say(page: Page, game: string, ...messages: Record<string, unknown>[]): Promise<void> {
  const problem = await page.evaluate(
    ([game, messages]) =>
      new Promise<string>(done => {
        let n = 0;
        let said = 0;
        let id = crypto.randomUUID();
        let lines = 0;
        const connect = (): void => {
          if (lines++ === 20) return done('no socket');
          const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/v1/games/${game}/socket`);
          let begun = false;
          const speak = (): void => {
            const message = messages[said];
            if (message) socket.send(JSON.stringify({ id, ...(message.t === 'act' ? { n } : {}), ...message }));
            else {
              socket.onclose = null;
              socket.close();
              done('');
            }
          };
          socket.onclose = () => setTimeout(connect, 100);
          socket.onmessage = event => {
            const told = JSON.parse(String(event.data)) as { t: string; n?: number; id?: string };
            if (told.n !== undefined) n = told.n;
            if (told.t === 'refused') {
              socket.onclose = null;
              done(String(event.data));
            } else if (told.t === 'state' && !begun) {
              begun = true;
              speak();
            } else if (told.t === 'ack' && told.id === id) {
              said++;
              id = crypto.randomUUID();
              speak();
            }
          };
        };
        connect();
      }),
    [game, messages] as const,
  );
  expect(problem).toBe('');
}

/** Plays a game of chess of two turns with this result. */
export async function play(
  white: Page,
  black: Page,
  game: string,
  result: 'white-wins' | 'black-wins' | 'draw',
): Promise<void> {
  await say(white, game, { t: 'act', action: 'e2e4' });
  await say(black, game, { t: 'act', action: 'e7e5' });
  if (result === 'draw') {
    await say(white, game, { t: 'offer', what: 'draw' });
    await say(black, game, { t: 'accept', what: 'draw' });
  } else await say(result === 'white-wins' ? black : white, game, { t: 'resign' });
}
