/** Asks a player who has just signed in whether the games played as a guest in this browser should be moved to the account. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../../api/http';
import type { Schemas } from '../../api/types';
import { t } from '../../text';
import { button, dialog } from '../../ui/controls';
import type { App } from '../../ui/page';

export class GuestGamesDialog {
  private offer: Schemas['GuestGames'] | null = null;
  private isBusy = false;
  private problem = '';

  constructor(private readonly app: App) {}

  /** Asks if there is anything to ask. */
  async ask(): Promise<void> {
    // Without an answer nothing is offered until the next time.
    const offer = await api.guestGames().catch(() => null);
    this.offer = offer && offer.games > 0 ? offer : null;
    this.problem = '';
    this.app.redraw();
  }

  view(): VNode | null {
    const { offer } = this;
    if (offer === null || !this.app.me?.account) return null;
    // If closed without an answer, it is shown again after the next sign-in.
    const close = (): void => {
      this.offer = null;
      this.app.redraw();
    };
    return dialog(t.guestGames.title, close, [
      h('p', t.guestGames.what(offer.games)),
      offer.kept > 0 ? h('p', t.guestGames.kept(offer.kept)) : null,
      h('p.quiet', t.guestGames.shared),
      h('p.answer.bad', { key: 'problem', attrs: { role: 'alert' } }, this.problem),
      h('div.row.end', [
        button({
          label: t.guestGames.leave,
          testId: 'leave-games',
          disabled: this.isBusy,
          onClick: () => void this.answer(false),
        }),
        button({
          label: t.guestGames.take(offer.games),
          kind: 'primary',
          testId: 'take-games',
          disabled: this.isBusy,
          onClick: () => void this.answer(true),
        }),
      ]),
    ]);
  }

  private async answer(isWanted: boolean): Promise<void> {
    this.isBusy = true;
    this.app.redraw();
    try {
      const games = await api.takeOver(isWanted);
      this.offer = null;
      this.app.note(isWanted ? t.guestGames.taken(games) : t.guestGames.left);
      // Lists, and the seat at a game that is shown, have changed.
      if (games > 0) this.app.replace(location.pathname + location.search);
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : t.app.failed;
    }
    this.isBusy = false;
    this.app.redraw();
  }
}
