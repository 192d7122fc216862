/** Push messages in this browser, and in the others of the account. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../../api/http';
import type { Notifications } from '../../api/types';
import { focusSoon } from '../../board/focus';
import { t } from '../../text';
import { dayText } from '../../text/format';
import { button } from '../../ui/controls';
import type { App } from '../../ui/page';
import { deviceText } from './device';

type OwnPush = Notifications['push'];

/** Why this browser cannot show push messages, in a sentence; `null` if it can. */
function obstacle(): string | null {
  if (!window.isSecureContext) return t.notifications.insecure;
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return t.notifications.unsupported;
  return Notification.permission === 'denied' ? t.notifications.denied : null;
}

/** Decodes a key in URL-safe Base64. */
function keyBytes(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, letter => letter.charCodeAt(0));
}

async function present(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

export class Push {
  /** Whether this browser reports a subscription. */
  private isSubscribed = false;
  private isBusy = false;
  private problem = '';
  private done = '';

  constructor(
    private readonly app: App,
    private readonly changed: (own: Notifications) => void,
  ) {}

  async load(): Promise<void> {
    this.isSubscribed = (await present().catch(() => null)) !== null;
  }

  private async ask(act: () => Promise<string>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = this.done = '';
    this.app.redraw();
    try {
      this.done = await act();
      // The button that was pressed has been replaced by another.
      if (this.done) focusSoon('#push');
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : t.notifications.failed;
    }
    await this.load();
    this.isBusy = false;
    this.app.redraw();
  }

  private turnOn(own: OwnPush): Promise<void> {
    return this.ask(async () => {
      // A denial is reported by `obstacle`.
      if ((await Notification.requestPermission()) !== 'granted') return '';
      await navigator.serviceWorker.register('/sw.js');
      const registration = await navigator.serviceWorker.ready;
      const options = { userVisibleOnly: true, applicationServerKey: keyBytes(own.key) };
      const subscribe = (): Promise<PushSubscription> => registration.pushManager.subscribe(options);
      const subscription = await subscribe().catch(async () => {
        // A subscription made with another key of this server is in the way.
        await (await present())?.unsubscribe();
        return subscribe();
      });
      const { endpoint = '', keys = {} } = subscription.toJSON();
      const { p256dh = '', auth = '' } = keys;
      this.changed(await api.showPush(endpoint, p256dh, auth));
      return t.notifications.turnedOn;
    });
  }

  private end(id: string, isHere: boolean): Promise<void> {
    return this.ask(async () => {
      if (isHere) await (await present().catch(() => null))?.unsubscribe();
      this.changed(await api.endPush(id));
      return isHere ? t.notifications.turnedOff : '';
    });
  }

  view(own: OwnPush): VNode {
    const here = own.browsers.find(one => one.current);
    const others = own.browsers.filter(one => !one.current);
    const isOn = here !== undefined && this.isSubscribed;
    const why = obstacle();
    return h('div.push', { key: 'push' }, [
      h('h3.panel-part', { attrs: { id: 'push', tabindex: -1 } }, t.notifications.push),
      h('p.quiet', t.notifications.pushNote),
      h('p', { attrs: { 'data-test': 'push-state' } }, why ?? (isOn ? t.notifications.on : t.notifications.off)),
      why !== null
        ? null
        : h('div.row', { key: isOn ? 'on' : 'off' }, [
            isOn
              ? button({
                  label: t.notifications.turnOff,
                  testId: 'push-off',
                  disabled: this.isBusy,
                  onClick: () => void this.end(here.id, true),
                })
              : button({
                  label: t.notifications.turnOn,
                  testId: 'push-on',
                  disabled: this.isBusy,
                  onClick: () => void this.turnOn(own),
                }),
          ]),
      h('p.answer', { key: 'done', attrs: { role: 'status' } }, this.done),
      h('p.answer.bad', { key: 'problem', attrs: { role: 'alert' } }, this.problem),
      others.length === 0
        ? null
        : h('div', { key: 'others' }, [
            h('h4.panel-part', t.notifications.others),
            h(
              'ul.sessions',
              others.map(one => this.other(one)),
            ),
          ]),
    ]);
  }

  private other({ id, device, created_at }: OwnPush['browsers'][number]): VNode {
    const name = deviceText(device);
    return h('li.session', { key: id, attrs: { 'data-test': 'push-browser' } }, [
      h('div.account-what', [
        h('span.session-device', name),
        h('span.quiet', t.notifications.other(dayText(created_at))),
      ]),
      button({
        label: t.notifications.end,
        name: t.notifications.endOf(name),
        kind: 'quiet',
        disabled: this.isBusy,
        onClick: () => void this.end(id, false),
      }),
    ]);
  }
}
