/** Shows push messages even if no page is open, and opens the page that they are about. It caches nothing and serves nothing. */
'use strict';

/** What the server has sent, or a default text for an unreadable message: browsers insist that something is shown. */
function read(data) {
  const unknown = { title: 'Manifold', body: 'You have a new notification.', url: '/', tag: 'manifold' };
  try {
    return { ...unknown, ...data.json() };
  } catch {
    return unknown;
  }
}

/** The path of a page, always on this server, whatever a message says. */
function ownPage(url) {
  const page = new URL(String(url), self.location.origin);
  return page.origin === self.location.origin ? page.href : self.location.origin;
}

async function show(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(one => one.url === url);
  if (open) return open.focus();
  return self.clients.openWindow(url);
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));

self.addEventListener('push', event => {
  const { title, body, url, tag } = read(event.data);
  const shown = { body, tag, renotify: true, icon: '/favicon.svg', data: { url: ownPage(url) } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener('notificationclick', event => {
  event.notification.close();
  event.waitUntil(show(ownPage(event.notification.data?.url ?? '/')));
});
