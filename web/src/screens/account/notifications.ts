/** The notifications of the account: a table of kinds and channels, and the email address. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../../api/http';
import type { NotificationChannel, NotificationKind, Notifications, OwnAccount } from '../../api/types';
import { t } from '../../text';
import type { App } from '../../ui/page';
import { MailAddress } from './mail';
import { Push } from './push';

const CHANNELS: readonly NotificationChannel[] = ['page', 'push', 'mail'];

export class NotificationSettings {
  private own: Notifications | null = null;
  private problem = '';
  private done = '';
  /** The choices not yet saved, by kind and channel: they are shown as chosen until the server has answered. */
  private readonly unsaved = new Map<string, boolean>();
  /** Settles when every choice so far has been answered: they are sent one at a time, so that the last one wins. */
  private saving: Promise<void> = Promise.resolve();
  private readonly mail: MailAddress;
  private readonly push: Push;

  constructor(private readonly app: App) {
    this.mail = new MailAddress(app, () => this.reload());
    this.push = new Push(app, own => (this.own = own));
  }

  destroy(): void {
    this.mail.destroy();
  }

  async load(): Promise<void> {
    [this.own] = await Promise.all([api.notifications(), this.push.load()]);
    this.app.redraw();
  }

  /** Reloads them after a change of the address. A failure here does not mean that the change failed. */
  private async reload(): Promise<void> {
    await this.load().catch(() => {
      this.problem = t.account.notReread;
    });
    this.app.redraw();
  }

  private choose(kind: NotificationKind, channel: NotificationChannel, wanted: boolean): void {
    this.unsaved.set(`${kind}-${channel}`, wanted);
    this.done = this.problem = '';
    this.app.redraw();
    this.saving = this.saving.then(() => this.save(kind, channel, wanted));
  }

  private async save(kind: NotificationKind, channel: NotificationChannel, wanted: boolean): Promise<void> {
    try {
      this.own = await api.chooseNotification({ kind, channel, wanted });
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : t.app.failed;
    }
    // A box that was changed again meanwhile has another save pending.
    const key = `${kind}-${channel}`;
    if (this.unsaved.get(key) === wanted) this.unsaved.delete(key);
    if (this.unsaved.size === 0 && this.problem === '') this.done = t.notifications.saved;
    this.app.redraw();
  }

  view(account: OwnAccount): VNode[] {
    const { own } = this;
    if (own === null) return [];
    return [this.mail.view(account, own.mail), this.table(own)];
  }

  private table(own: Notifications): VNode {
    const { channels, kinds } = t.notifications;
    return h('section.panel.notifications', { key: 'notifications', attrs: { 'aria-labelledby': 'notifications' } }, [
      h('div', [
        h('h2', { attrs: { id: 'notifications', tabindex: -1 } }, t.notifications.title),
        h('p.quiet', t.notifications.note),
      ]),
      h('table.told-where', [
        h('thead', [
          h('tr', [
            h('th', { attrs: { scope: 'col' } }, h('span.visually-hidden', t.notifications.what)),
            ...CHANNELS.map(channel => h('th', { key: channel, attrs: { scope: 'col' } }, channels[channel])),
          ]),
        ]),
        h(
          'tbody',
          own.choices.map(choice =>
            h('tr', { key: choice.kind }, [
              h('th', { attrs: { scope: 'row' } }, [
                kinds[choice.kind],
                choice.kind === 'reminder' ? h('small', t.notifications.reminderNote) : null,
              ]),
              ...CHANNELS.map(channel => h('td', { key: channel }, this.box(choice, channel, own))),
            ]),
          ),
        ),
      ]),
      own.mail.offered && own.mail.address === null ? h('p.quiet', t.notifications.noMail) : null,
      h('p.answer', { attrs: { role: 'status', 'data-test': 'choice-saved' } }, this.done),
      h('p.answer.bad', { attrs: { role: 'alert' } }, this.problem),
      this.push.view(own.push),
    ]);
  }

  private box(choice: Notifications['choices'][number], channel: NotificationChannel, own: Notifications): VNode {
    const { kind } = choice;
    const label = t.notifications.choice(t.notifications.kinds[kind], t.notifications.channels[channel]);
    const box = h('input', {
      attrs: {
        type: 'checkbox',
        'aria-label': label,
        'data-test': `${kind}-${channel}`,
        // It can be chosen before there is an address, but not where no mail is ever sent.
        disabled: channel === 'mail' && !own.mail.offered,
      },
      props: {
        checked:
          this.unsaved.get(`${kind}-${channel}`) ?? (choice[channel] && (channel !== 'mail' || own.mail.offered)),
      },
      on: {
        change: (event: Event) => this.choose(kind, channel, (event.target as HTMLInputElement).checked),
      },
    });
    return h('label', box);
  }
}
