/** The player of this browser, as far as the server has said. */
import { api } from './api/http';
import type { Me } from './api/types';

/** Minimum time between two checks after sockets were closed because of their session, in milliseconds. */
const SETTLE_MS = 3000;
/** How long to wait at most for another window to get its new session, in milliseconds. */
const RENEWAL_MS = 15_000;
/** Delay before asking the server again who this is, while that is unknown, in milliseconds. */
const AGAIN_MS = 2000;

/** The messages between windows: a new session is about to replace the present one, or the identity may have changed. */
type News = 'renews' | 'changed';

/** Whether these are the same player, of the same kind. */
export function isSame(one: Me, other: Me): boolean {
  return one.id === other.id && one.account === other.account && one.bot === other.bot;
}

export class Identity {
  me: Me | null = null;
  /** Whether the session has ended without this window ending it, and the player has not been told yet. */
  hasEnded = false;
  private asked = 0;
  private closedAt = -Infinity;
  /** Settled as soon as no session is being replaced by another. */
  private renewal: Promise<unknown> = Promise.resolve();
  /** The same for a replacement by this window; resolves to whether it succeeds. */
  private ownRenewal: Promise<boolean> | null = null;
  /** Ends the wait for another window. */
  private renewalOver = (): void => {};
  /** The other windows of this browser: each tells the others when it has signed in or out, and before it takes a new session. */
  private readonly others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('manifold-identity');

  /** `reopen` opens the page again, for the present player. */
  constructor(
    private readonly changed: () => void,
    private readonly reopen: () => void,
  ) {
    this.others?.addEventListener('message', ({ data }: MessageEvent<News>) => {
      this.renewalOver();
      if (data === 'renews') this.renewal = this.elsewhere();
      else void this.refresh();
    });
  }

  /** This window has changed the identity: signed up, in or out, or chosen a name. */
  becomes(me: Me): void {
    this.tell('changed');
    // An answer that is on its way is older.
    this.asked++;
    this.me = me;
    this.hasEnded = false;
    this.changed();
  }

  /**
   * Another session replaces this one. Until it has, the server is not asked who this is: its answer to a session that has ended removes
   * the cookie, which by then might be that of the new session.
   */
  async renewed<T>(answer: Promise<T>): Promise<T> {
    this.tell('renews');
    this.renewal = answer.catch(() => this.tell('changed'));
    const own = answer.then(
      () => true,
      () => false,
    );
    this.ownRenewal = own;
    void own.then(() => {
      if (this.ownRenewal === own) this.ownRenewal = null;
    });
    return answer;
  }

  /**
   * Whether this window is itself replacing its session and succeeds. A socket that was closed by that is reopened with the new session,
   * and what its page shows (codes that are shown only once, say) stays.
   */
  async renewsItself(): Promise<boolean> {
    return (await this.ownRenewal) ?? false;
  }

  /** Waits until another window has its new session. */
  private async elsewhere(): Promise<void> {
    await new Promise<void>(resolve => {
      this.renewalOver = resolve;
      setTimeout(resolve, RENEWAL_MS);
    });
  }

  private tell(news: News): void {
    this.others?.postMessage(news);
  }

  /** The player has read that the session has ended. */
  heard(): void {
    this.hasEnded = false;
    this.changed();
  }

  /** Asks the server who this is. Returns whether the page was opened again. */
  async refresh(): Promise<boolean> {
    const asked = ++this.asked;
    await this.renewal;
    const me = await api.me().catch(() => null);
    if (asked !== this.asked) return false;
    if (me === null) {
      if (this.me === null) window.setTimeout(() => void this.refresh(), AGAIN_MS);
      return false;
    }
    const isEnd = this.me?.account === true && !me.account;
    // Another window may have signed in or up, or made the account a bot: this window's page was opened by a different player.
    const isOther = this.me !== null && !isSame(this.me, me);
    this.me = me;
    if (isEnd) this.hasEnded = true;
    else if (me.account) this.hasEnded = false;
    if (isOther) this.reopen();
    this.changed();
    return isOther;
  }

  /** A socket was closed because of its session. Returns whether the page was opened again because the player is a different one now. */
  async closed(): Promise<boolean> {
    const now = performance.now();
    // Not in a tight loop, whatever the server does.
    const wait = Math.max(0, this.closedAt + SETTLE_MS - now);
    this.closedAt = now + wait;
    if (wait > 0) await new Promise(resolve => window.setTimeout(resolve, wait));
    return this.refresh();
  }
}
