/** The account page: sessions, password, and deletion. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../../api/http';
import type { OwnAccount } from '../../api/types';
import { focusSoon } from '../../board/focus';
import { t } from '../../text';
import { dayText } from '../../text/format';
import { button, dialog, link } from '../../ui/controls';
import { Form, type Field } from '../../ui/form';
import type { App, Page } from '../../ui/page';
import { withBack } from '../../ui/paths';
import { accountName, profilePath } from '../names';
import { BotAccount } from './bot';
import { confirming, passwordField } from './confirming';
import { NotificationSettings } from './notifications';
import { Passkeys } from './passkeys';
import { OtherPlayers } from './players';
import { SecondFactor } from './second-factor';
import { sessionList } from './sessions';
import { Tokens } from './tokens';
import { Vacation } from './vacation';

export function accountPage(app: App): Page {
  return new AccountPage(app);
}

const newPasswordField: Field = {
  name: 'new_password',
  label: t.account.new,
  note: t.account.newNote,
  missing: t.account.noNew,
  autocomplete: 'new-password',
};

class AccountPage implements Page {
  readonly title = t.account.title;
  private account: OwnAccount | null = null;
  private problem = '';
  /** The last change to the sessions, in a sentence. */
  private done = '';
  /** Whether a request other than a form's is on its way. */
  private isBusy = false;
  private isChanged = false;
  private isRemoving = false;
  private isGone = false;
  private readonly change: Form;
  private readonly notifications: NotificationSettings;
  private readonly players: OtherPlayers;
  private readonly vacation: Vacation;
  private removal: Form;
  private readonly factor: SecondFactor;
  private readonly passkeys: Passkeys;
  private readonly tokens: Tokens;
  private readonly bot: BotAccount;

  constructor(private readonly app: App) {
    this.change = new Form(() => app.redraw());
    this.removal = new Form(() => app.redraw());
    this.notifications = new NotificationSettings(app);
    this.players = new OtherPlayers(app);
    this.vacation = new Vacation(app);
    this.factor = new SecondFactor(app, () => this.reload());
    this.passkeys = new Passkeys(app, () => this.reload());
    this.tokens = new Tokens(app);
    this.bot = new BotAccount(app, () => this.reload());
    void this.ask(() => this.load());
  }

  destroy(): void {
    this.isGone = true;
    this.change.destroy();
    this.removal.destroy();
    this.notifications.destroy();
    this.factor.destroy();
    this.passkeys.destroy();
    this.tokens.destroy();
    this.bot.destroy();
  }

  private async load(): Promise<void> {
    [this.account] = await Promise.all([
      api.account(),
      this.passkeys.load(),
      this.tokens.load(),
      this.notifications.load(),
    ]);
  }

  /** Reloads the account after a change. Never fails, since a failure here does not mean that the change failed. */
  private async reload(): Promise<void> {
    this.problem = '';
    await this.load().catch(() => {
      this.problem = t.account.notReread;
    });
    this.app.redraw();
  }

  /** Sends a request to the server, one at a time. */
  private async ask(act: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = this.done = '';
    this.app.redraw();
    try {
      await act();
    } catch (error) {
      if (this.isGone) return;
      this.problem = error instanceof Refused ? error.message : t.app.failed;
      // If an account has been signed out here, the application says so and opens this page again.
      const isGuest = error instanceof Refused && error.code === 'not-signed-in' && !this.app.me?.account;
      if (isGuest) this.app.replace(withBack('/sign-in', { pathname: '/account', search: '' }));
    }
    this.isBusy = false;
    this.app.redraw();
  }

  /** Goes on as a guest. */
  private async leave(words: string): Promise<void> {
    this.app.becomes(await api.me());
    this.app.note(words);
    this.app.go('/');
  }

  view(): VNode {
    return h('main.page.narrow.account', { key: 'account', attrs: { id: 'main', tabindex: -1 } }, [
      this.account ? this.head(this.account) : h('h1', t.account.title),
      h('p.answer.bad', { key: 'problem', attrs: { role: 'alert' } }, this.problem),
      !this.account && this.isBusy ? h('p.quiet', t.app.loading) : null,
      ...(this.account ? this.parts(this.account) : []),
      this.isRemoving && this.account ? this.question(this.account) : null,
    ]);
  }

  private head({ username, created_at }: OwnAccount): VNode {
    return h('div.account-head', [
      h('div', [
        h('h1', accountName({ name: username, bot: this.app.me?.bot === true })),
        h('p.lead', t.account.since(dayText(created_at))),
        link(this.app.go, profilePath(username), '.name', [t.account.profile]),
      ]),
      button({
        label: t.account.signOut,
        testId: 'sign-out',
        disabled: this.isBusy,
        onClick: () =>
          void this.ask(async () => {
            await api.signOut();
            await this.leave(t.account.signedOut);
          }),
      }),
    ]);
  }

  private parts(account: OwnAccount): VNode[] {
    const { sessions } = account;
    return [
      ...(this.app.me?.moderator ? [this.moderation()] : []),
      sessionList({
        sessions,
        now: Date.now(),
        isBusy: this.isBusy,
        done: this.done,
        onEnd: id => this.end(() => api.endSession(id), t.account.ended),
        onEndOthers: () => this.end(() => api.endOtherSessions(), t.account.othersEnded),
      }),
      this.password(account),
      ...this.notifications.view(account),
      this.players.view(),
      this.vacation.view(),
      this.passkeys.view(account),
      this.factor.view(account, this.passkeys.isOffered),
      this.tokens.view(account),
      this.bot.view(account),
      h('section.panel.row', { attrs: { 'aria-label': t.account.remove } }, [
        h('div.account-what', [h('h2', t.account.remove), h('p.quiet', t.account.removeNote)]),
        button({ label: t.account.remove, testId: 'delete', onClick: () => this.remove(true) }),
      ]),
    ];
  }

  /** The link to the pages of moderators. */
  private moderation(): VNode {
    return h('section.panel.row', { key: 'moderation', attrs: { 'aria-label': t.moderation.title } }, [
      h('div.account-what', [h('h2', t.moderation.title), h('p.quiet', t.moderation.what)]),
      link(this.app.go, '/moderation', '.button.plain', [t.moderation.queue]),
    ]);
  }

  private end(act: () => Promise<unknown>, words: string): void {
    void this.ask(async () => {
      // The session may have ended by itself.
      await act().finally(() => this.reload());
      this.done = words;
      // The button that was pressed is gone.
      focusSoon('#sessions');
    });
  }

  private password(account: OwnAccount): VNode {
    return h('section.panel', { attrs: { 'aria-label': t.account.change } }, [
      h('div', [h('h2', t.account.change), h('p.quiet', t.account.changeNote)]),
      this.change.view({
        id: 'change',
        account: account.username,
        submit: t.account.change,
        ...confirming(account, [passwordField, newPasswordField], async (shown, { new_password = '' }) => {
          this.isChanged = false;
          await this.app.staysSignedIn(api.changePassword(shown, new_password));
          this.isChanged = true;
          focusSoon('#changed');
          await this.reload();
        }),
      }),
      h(
        'p.answer',
        { key: 'changed', attrs: { id: 'changed', tabindex: -1, role: 'status' } },
        this.isChanged ? t.account.changed : '',
      ),
    ]);
  }

  private remove(isRemoving: boolean): void {
    this.isRemoving = isRemoving;
    this.removal.destroy();
    this.removal = new Form(() => this.app.redraw());
    this.app.redraw();
  }

  private question(account: OwnAccount): VNode {
    const close = (): void => this.remove(false);
    return dialog(t.account.removeAsk, close, [
      h('p', t.account.removeWhat),
      this.removal.view({
        id: 'removal',
        account: account.username,
        submit: t.account.removeYes,
        kind: 'danger',
        buttons: [button({ label: t.account.keep, onClick: close })],
        ...confirming(account, [passwordField], async shown => {
          await api.deleteAccount(shown);
          await this.leave(t.account.removed);
        }),
      }),
    ]);
  }
}
