/** The players that this player follows: which are online, and what they play. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../api/http';
import type { FollowedPlayer } from '../api/types';
import { t } from '../text';
import { button, link } from '../ui/controls';
import type { App } from '../ui/page';
import { nameForm } from './name-form';
import { profilePath, rated } from './names';

/** A visible word, followed by the name for screen readers only. */
const of = (word: string, name: string): VNode[] => [h('span', [word, h('span.visually-hidden', ` ${name}`)])];

export class FollowedPlayers {
  private players: FollowedPlayer[] | null = null;
  private isAsked = false;
  private problem = '';
  private name = '';

  constructor(private readonly app: App) {}

  /** Asks the server; of guests it knows none. */
  async refresh(): Promise<void> {
    if (!this.app.me?.account) {
      this.players = null;
      return;
    }
    this.isAsked = true;
    this.players = await api.following();
    this.app.redraw();
  }

  private async change(act: () => Promise<unknown>): Promise<void> {
    this.problem = '';
    try {
      await act();
      this.name = '';
      await this.refresh();
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : t.app.failed;
    }
    this.app.redraw();
  }

  private typed(name: string): void {
    this.name = name;
    this.app.redraw();
  }

  view(): VNode | null {
    if (!this.app.me?.account) return null;
    // The player became known only after the page was opened.
    if (!this.isAsked) void this.refresh().catch(() => {});
    if (this.players === null) return null;
    const { players } = this;
    return h('section.list.following', { key: 'following', attrs: { 'aria-label': t.people.following } }, [
      h('h2', t.people.following),
      players.length === 0
        ? h('p.quiet', t.people.none)
        : h(
            'ul',
            players.map(one => this.entry(one)),
          ),
      nameForm({
        id: 'follow',
        label: t.people.name,
        submit: t.people.follow,
        value: this.name,
        problem: this.problem,
        onInput: name => this.typed(name),
        onSubmit: name => void this.change(() => api.follow(name)),
        onMissing: () => {
          this.problem = t.people.missing;
          this.app.redraw();
        },
      }),
    ]);
  }

  private entry({ name, online, game, rating }: FollowedPlayer): VNode {
    const { go } = this.app;
    const shown = rating ? rated(name, rating.rating, rating.provisional) : name;
    const state = game ? t.people.plays : online ? t.people.online : t.people.offline;
    return h('li.followed', { key: name, attrs: { 'data-test': 'followed' } }, [
      h('span.presence-dot', { class: { online }, attrs: { 'aria-hidden': 'true' } }),
      h('span.followed-name', { attrs: rating ? { title: rating.pool } : {} }, [
        link(go, profilePath(name), '.name', [shown]),
        h('span.quiet', state),
      ]),
      game ? link(go, `/g/${game}`, '.button.plain', of(t.people.watch, name)) : null,
      link(
        go,
        `/new/chess?opponent=player&name=${encodeURIComponent(name)}`,
        '.button.plain',
        of(t.people.challenge, name),
      ),
      button({
        label: t.people.unfollow(name),
        icon: 'cross',
        iconOnly: true,
        kind: 'quiet',
        testId: 'unfollow',
        onClick: () => void this.change(() => api.unfollow(name)),
      }),
    ]);
  }
}
