/** The settings for what other players see of the account, and the list of blocked players. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../../api/http';
import { t } from '../../text';
import { button, toggle } from '../../ui/controls';
import type { App } from '../../ui/page';
import { nameForm } from '../name-form';

export class OtherPlayers {
  private isShown: boolean | null = null;
  private isSaving = false;
  /** Why the switch was not saved. */
  private refused = '';
  private blocked: string[] = [];
  private problem = '';
  private name = '';

  constructor(private readonly app: App) {
    void this.change(async () => {
      this.isShown = await api.presence();
    });
  }

  private async change(act: () => Promise<unknown>): Promise<void> {
    this.problem = '';
    try {
      await act();
      this.name = '';
      this.blocked = await api.blocked();
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : t.app.failed;
    }
    this.app.redraw();
  }

  /** Saves the switch. It shows the choice while that is being saved, and the actual state afterwards. */
  private async show(shown: boolean): Promise<void> {
    const before = this.isShown;
    // One at a time, as answers may arrive out of order.
    if (!this.isSaving) {
      this.isSaving = true;
      this.isShown = shown;
      this.refused = '';
      this.app.redraw();
      try {
        this.isShown = await api.showPresence(shown);
      } catch (error) {
        this.isShown = before;
        this.refused = error instanceof Refused ? error.message : t.app.failed;
      }
      this.isSaving = false;
    }
    this.app.redraw();
  }

  view(): VNode {
    const title = h('h2', t.people.title);
    const data = { key: 'players', attrs: { 'aria-label': t.people.title } };
    if (this.isShown === null) return h('section.panel', data, [title, h('p.quiet', this.problem || t.app.loading)]);
    return h('section.panel', data, [
      title,
      toggle(t.people.shown, t.people.shownNote, this.isShown, shown => void this.show(shown)),
      h('p.answer.bad', { key: 'refused', attrs: { role: 'alert', 'data-test': 'shown-refused' } }, this.refused),
      h('div', [h('h3.panel-part', t.people.blocked), h('p.quiet', t.people.blockedNote)]),
      this.blocked.length === 0
        ? null
        : h(
            'ul.sessions',
            this.blocked.map(name =>
              h('li.session', { key: name, attrs: { 'data-test': 'blocked' } }, [
                h('div.account-what', name),
                button({
                  label: t.people.unblock,
                  name: t.people.unblockOf(name),
                  kind: 'quiet',
                  testId: 'unblock',
                  onClick: () => void this.change(() => api.unblock(name)),
                }),
              ]),
            ),
          ),
      nameForm({
        id: 'block',
        label: t.people.name,
        submit: t.people.block,
        value: this.name,
        problem: this.problem,
        onInput: name => {
          this.name = name;
          this.app.redraw();
        },
        onSubmit: name => void this.change(() => api.block(name)),
        onMissing: () => {
          this.problem = t.people.missing;
          this.app.redraw();
        },
      }),
    ]);
  }
}
