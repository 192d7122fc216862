/** Turning the account into a bot, permanently. */
import { h, type VNode } from 'snabbdom';
import { api } from '../../api/http';
import type { OwnAccount } from '../../api/types';
import { t } from '../../text';
import { button, dialog } from '../../ui/controls';
import { Form } from '../../ui/form';
import type { App } from '../../ui/page';
import { confirming, passwordField } from './confirming';

export class BotAccount {
  private isAsked = false;
  private form: Form;

  /** `changed` reloads the account. */
  constructor(
    private readonly app: App,
    private readonly changed: () => Promise<void>,
  ) {
    this.form = new Form(() => app.redraw());
  }

  destroy(): void {
    this.form.destroy();
  }

  private ask(isAsked: boolean): void {
    this.isAsked = isAsked;
    this.form.destroy();
    this.form = new Form(() => this.app.redraw());
    this.app.redraw();
  }

  view(account: OwnAccount): VNode {
    const isBot = this.app.me?.bot === true;
    return h('section.panel.row', { key: 'bot', attrs: { 'aria-label': t.bot.title } }, [
      h('div.account-what', [h('h2', t.bot.title), h('p.quiet', isBot ? t.bot.is : t.bot.note)]),
      isBot ? null : button({ label: t.bot.become, testId: 'become-bot', onClick: () => this.ask(true) }),
      this.isAsked ? this.question(account) : null,
    ]);
  }

  private question(account: OwnAccount): VNode {
    const close = (): void => this.ask(false);
    return dialog(t.bot.ask, close, [
      h('p', t.bot.note),
      this.form.view({
        id: 'bot',
        account: account.username,
        submit: t.bot.become,
        kind: 'danger',
        buttons: [button({ label: t.secondFactor.cancel, onClick: close })],
        ...confirming(account, [passwordField], async shown => {
          await this.app.renews(api.becomeBot(shown));
          close();
          this.app.note(t.bot.done);
          await this.changed();
        }),
      }),
    ]);
  }
}
