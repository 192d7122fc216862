import { expect, test } from '@playwright/test';
import { arbiter, looked, makeEvent, MINUTE } from './event';
import { Server } from './server';

let server: Server;
test.beforeAll(async () => {
  server = await Server.start({ MANIFOLD_EVENTS_PER_HOUR: '100', MANIFOLD_EVENTS_PER_ORGANISER: '100' });
});
test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map(context => context.close()));
});
test.afterAll(async () => {
  await server.stop();
});

test('the page of a player lists the events that they play in, the last first, page by page', async ({ browser }) => {
  const organiser = await arbiter(browser, server.url, 'Escalus');
  await arbiter(browser, server.url, 'Mariana');
  const profile = await (await browser.newContext({ baseURL: server.url })).newPage();
  await profile.goto('/@/Escalus');
  const list = profile.locator('[data-test=profile-events]');
  await expect(list).toContainText('No events yet.');
  const now = Date.now();
  for (let number = 1; number <= 12; number++) {
    const id = await makeEvent(
      organiser,
      { name: `Evening number ${number}`, startsAt: now + (number + 60) * MINUTE },
      { chiefArbiter: 'Escalus', deputy: 'Mariana' },
    );
    const entered = await organiser.request.post(`/api/v1/events/${id}/commands`, { data: { type: 'enter' } });
    expect(entered.ok(), await entered.text()).toBe(true);
  }
  await profile.reload();
  const lines = list.locator('[data-test=event-line]');
  await expect(lines).toHaveCount(10);
  await expect(lines.first()).toContainText('Evening number 12');
  await looked(profile);
  // The player's own list shows their roles in each event.
  await looked(organiser, '/@/Escalus');
  await list.locator('[data-test=more-events]').click();
  await expect(lines).toHaveCount(12);
  await expect(lines.last()).toContainText('Evening number 1');
  await expect(list.locator('[data-test=more-events]')).toHaveCount(0);
  await lines.first().getByRole('link').click();
  await expect(profile.getByRole('heading', { level: 1 })).toHaveText('Evening number 12');
});
