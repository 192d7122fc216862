import { launch, WHOLE } from './browser';
import { arbiter, begun, command, makeEvent, say, somebody, startNow } from './event';
import { Mailbox, linkOf } from './mailbox';
import { Server } from './server';
import { PASSWORD, send, signOut, signUp } from './signing';
import { accessible, expect, overflow, quiet, test as base, type Page } from './support';

/** The bell in the masthead. */
const bell = (page: Page) => page.locator('[data-test=bell]');

const ANOTHER = 'seven quiet harbours 41';

/** Tests with a server that sends mail. */
const test = base.extend<object, { mailbox: Mailbox }>({
  mailbox: [
    // eslint-disable-next-line no-empty-pattern -- that is how fixtures without others are written
    async ({}, use) => {
      const mailbox = await Mailbox.open();
      await use(mailbox);
      mailbox.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ mailbox }, use) => {
      const server = await Server.start({
        MANIFOLD_SMTP_URL: mailbox.url,
        MANIFOLD_MAIL_FROM: 'Manifold <play@play.example>',
        MANIFOLD_PUBLIC_URL: 'http://play.example',
        MANIFOLD_MAILS_PER_HOUR: '1000',
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

test.use({ launchOptions: launch(WHOLE) });

/** Signs up, and opens the account's page. */
async function account(page: Page, username: string): Promise<void> {
  await signUp(page, username);
  await page.goto('/account');
  await expect(page.locator('#notifications')).toBeVisible();
}

test('an address is confirmed by a link, and a forgotten password is chosen anew by another', async ({
  page,
  mailbox,
}) => {
  const noise = quiet(page);
  const before = mailbox.mails.length;
  await account(page, 'Forgetful');
  await page.locator('[data-test=set-address]').click();
  await expect(page.locator('#address-address')).toBeFocused();
  await send(page, 'address', { address: 'forgetful@localhost', password: PASSWORD });
  await expect(page.locator('#address-address')).toHaveAccessibleDescription(/not an email address/);
  await expect(page.locator('#address-address')).toBeFocused();
  await send(page, 'address', { address: 'forgetful@example.org', password: PASSWORD });
  await expect(page.locator('[data-test=waiting]')).toContainText('forgetful@example.org');
  await accessible(page);
  const confirm = await mailbox.nth(before + 1);
  expect(confirm.to).toBe('forgetful@example.org');
  await page.goto(linkOf(confirm, '/mail/'));
  await page.locator('[data-test=confirm-address]').click();
  await expect(page.locator('#answer')).toContainText('forgetful@example.org');
  await expect(page.locator('#answer')).toBeFocused();
  await page.getByRole('link', { name: 'Your account', exact: true }).click();
  await expect(page.locator('[data-test=address]')).toContainText('forgetful@example.org');
  await signOut(page);

  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await expect(page.locator('#forgotten-username')).toBeFocused();
  await accessible(page);
  await send(page, 'forgotten', { username: 'forgetful' });
  await expect(page.locator('#sent')).toBeFocused();
  const reset = await mailbox.nth(before + 2);
  await page.goto(linkOf(reset, '/reset/'));
  await send(page, 'reset', { new_password: ANOTHER });
  await expect(page).toHaveURL(/sign-in/);
  await expect(page.locator('#sign-in-username')).toBeFocused();
  await send(page, 'sign-in', { username: 'Forgetful', password: ANOTHER });
  await expect(page.locator('.visitor-name')).toHaveText('Forgetful');
  expect(noise).toEqual([]);
});

test('what is told where is chosen in a table, by mouse and keyboard, also on a phone', async ({ page }) => {
  const noise = quiet(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await account(page, 'Chooser');
  const box = page.getByRole('checkbox', { name: 'Challenges: Email' });
  await expect(box).not.toBeChecked();
  await box.focus();
  await page.keyboard.press('Space');
  await expect(box).toBeChecked();
  await expect(page.locator('[data-test=choice-saved]')).toHaveText('Saved.');
  // Leaving the page at once would cancel its request.
  const saved = page.waitForResponse(answer => answer.request().method() === 'PUT');
  await page.locator('[data-test=turn-page]').click();
  await expect(page.locator('[data-test=turn-page]')).not.toBeChecked();
  await saved;
  await page.reload();
  await expect(box).toBeChecked();
  await expect(page.locator('[data-test=turn-page]')).not.toBeChecked();
  await expect(page.locator('[data-test=reminder-mail]')).toBeChecked();
  expect((await overflow(page))[0]).toBe(0);
  await accessible(page);
  expect(noise).toEqual([]);
});

test('a choice that cannot be saved goes back to what it was, and the page says why', async ({ page }) => {
  await account(page, 'Refused');
  const box = page.locator('[data-test=turn-page]');
  await expect(box).toBeChecked();
  await page.route('**/api/v1/account/notifications', route =>
    route.request().method() === 'GET' ? route.fallback() : route.abort(),
  );
  await box.click();
  await expect(page.locator('.notifications [role=alert]').first()).not.toBeEmpty();
  await expect(box).toBeChecked();
  await expect(page.locator('[data-test=choice-saved]')).toBeEmpty();
});

base('where no mail is sent the page says so, and asks for no address', async ({ page }) => {
  await page.goto('/sign-up');
  await expect(page.locator('#sign-up-password')).toHaveAccessibleDescription(/this server sends no email/);
  await account(page, 'Unreachable');
  await expect(page.locator('[data-test=set-address]')).toHaveCount(0);
  await expect(page.locator('.mail-address')).toContainText('This server sends no email.');
  await expect(page.locator('[data-test=challenge-mail]')).toBeDisabled();
  // There are no passkeys without a public address either.
  await expect(page.locator('.second-factor')).toContainText('You can also require a code from an app');
  await expect(page.locator('.second-factor')).not.toContainText('passkey');
  await page.goto('/forgotten');
  await expect(page.locator('main')).toContainText('This server sends no email.');
  await expect(page.locator('main form')).toHaveCount(0);
});

/** A push service that this browser is subscribed to, as far as the page can tell. */
async function subscribable(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const subscription = {
      endpoint: 'https://fcm.googleapis.com/fcm/send/nobody',
      toJSON: () => ({
        endpoint: 'https://fcm.googleapis.com/fcm/send/nobody',
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      }),
      unsubscribe: () => {
        sessionStorage.removeItem('subscribed');
        return Promise.resolve(true);
      },
    } as unknown as PushSubscription;
    PushManager.prototype.subscribe = () => {
      sessionStorage.setItem('subscribed', 'yes');
      return Promise.resolve(subscription);
    };
    PushManager.prototype.getSubscription = () =>
      Promise.resolve(sessionStorage.getItem('subscribed') ? subscription : null);
  });
}

test('push messages are turned on and off in this browser, and taken from another', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const noise = quiet(page);
  await context.grantPermissions(['notifications']);
  await subscribable(page);
  await account(page, 'Pushed');
  const state = page.locator('[data-test=push-state]');
  await expect(state).toHaveText('This browser does not show push notifications.');
  await page.locator('[data-test=push-on]').click();
  await expect(state).toHaveText('This browser shows push notifications.');
  await page.reload();
  await expect(state).toHaveText('This browser shows push notifications.');
  await accessible(page);
  const second = await browser.newContext({ baseURL });
  const other = await second.newPage();
  await other.goto('/sign-in');
  await send(other, 'sign-in', { username: 'Pushed', password: PASSWORD });
  await expect(other.locator('.visitor-name')).toHaveText('Pushed');
  await other.goto('/account');
  await expect(other.locator('[data-test=push-browser]')).toHaveCount(1);
  await second.close();
  await page.locator('[data-test=push-off]').click();
  await expect(state).toHaveText('This browser does not show push notifications.');
  await page.reload();
  await expect(state).toHaveText('This browser does not show push notifications.');
  expect(noise).toEqual([]);
});

test('a browser that shows no notifications says what can be done', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  await account(page, 'Denied');
  await expect(page.locator('[data-test=push-state]')).toContainText('Allow them in the browser’s settings');
  await expect(page.locator('[data-test=push-on]')).toHaveCount(0);
});

test('a push message is shown, and leads to its page of this server and to no other', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['notifications']);
  await page.goto('/');
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>(resolve => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    // `ready` resolves even while the worker is being activated; a message that arrives then may be lost.
    const { active } = await navigator.serviceWorker.ready;
    if (active === null || active.state === 'activated') return;
    await new Promise<void>(resolve => {
      active.addEventListener('statechange', () => {
        if (active.state === 'activated') resolve();
      });
    });
  });
  const registrationId = await registered;
  const origin = new URL(baseURL ?? '').origin;
  await session.send('BackgroundService.startObserving', { service: 'pushMessaging' });
  await session.send('BackgroundService.setRecording', { shouldRecord: true, service: 'pushMessaging' });
  // Resolves only once the browser reports that the message was processed.
  const deliver = async (data: string): Promise<void> => {
    const over = new Promise<void>(resolve => {
      session.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent: { eventName } }) => {
        if (eventName === 'Push event completed') resolve();
      });
    });
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    await over;
  };
  const shown = (): Promise<{ title: string; body: string; tag: string; url: unknown }[]> =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const notifications = await registration.getNotifications();
      return notifications.map(({ title, body, tag, data }) => ({
        title,
        body,
        tag,
        url: (data as { url: unknown }).url,
      }));
    });
  await deliver(JSON.stringify({ title: 'Your turn in Chess', body: 'It is your turn.', url: '/g/abc', tag: 'abc' }));
  await expect
    .poll(shown)
    .toEqual([{ title: 'Your turn in Chess', body: 'It is your turn.', tag: 'abc', url: `${origin}/g/abc` }]);
  // A message with the same tag replaces it; a foreign URL becomes the home page; an unreadable message is shown anyway.
  await deliver(JSON.stringify({ title: 'Again', body: '', url: 'https://evil.example/', tag: 'abc' }));
  await expect.poll(shown).toEqual([{ title: 'Again', body: '', tag: 'abc', url: origin }]);
  await deliver('no JSON');
  await expect.poll(async () => (await shown()).map(one => one.title).sort()).toEqual(['Again', 'Manifold']);
});

test('a round that has begun waits behind the bell until the player has had a turn, and can be switched off', async ({
  browser,
  baseURL,
}) => {
  const [director, deputy] = [await arbiter(browser, baseURL, 'Vincentio'), await arbiter(browser, baseURL, 'Escalus')];
  const players = [await somebody(browser, baseURL, 'Isabella'), await somebody(browser, baseURL, 'Angelo')] as const;
  const id = await makeEvent(
    director,
    { name: 'Vienna Open', format: { kind: 'match', games: 2 } },
    { chiefArbiter: 'Vincentio', deputy: 'Escalus' },
  );
  for (const page of players) await command(page, id, { type: 'enter' });
  await players[1].goto('/account');
  const box = players[1].locator('[data-test=round-page]');
  await expect(box).toBeChecked();
  await box.uncheck();
  await expect(players[1].locator('[data-test=choice-saved]')).toHaveText('Saved.');
  await startNow(director, id);
  const board = await begun(director, id, 1);
  const isWhite = board.white.name === 'Isabella';
  const [told, untold] = players;
  await expect(bell(told)).toHaveAccessibleName('Notifications: 1 new');
  await bell(told).click();
  const notice = told.locator('[data-test=notice]');
  await expect(notice).toContainText('Vienna Open, round 1');
  await expect(notice).toContainText(`you play ${isWhite ? 'White' : 'Black'} against Angelo on board 1`);
  await accessible(told);
  await notice.getByRole('link', { name: 'Go to the game' }).click();
  await expect(told).toHaveURL(new RegExp(`/g/${board.game}$`));
  // Players who have turned this off still find it behind the bell.
  await bell(untold).click();
  await expect(untold.locator('[data-test=notice]')).toContainText('Vienna Open, round 1');
  await expect(bell(untold)).toHaveAccessibleName('Notifications');
  await untold.locator('[data-test=notices-close]').click();
  const [white, black] = isWhite ? players : [players[1], players[0]];
  await say(white, board.game, { t: 'act', action: 'e2e4' });
  await say(black, board.game, { t: 'act', action: 'e7e5' });
  await expect(bell(told)).toHaveAccessibleName('Notifications');
  for (const page of [director, deputy, ...players]) await page.context().close();
});
