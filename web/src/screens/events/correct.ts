/** Correcting a player's name or rating. */
import { h, type VNode } from 'snabbdom';
import type { EventPlayer } from '../../api/events';
import { d } from '../../text/desk';
import { button, dialog } from '../../ui/controls';
import { field, numberField, refused } from './common';
import type { Form, FormHost } from './host';

export class CorrectForm implements Form {
  private name: string;
  private rating: number | null;

  constructor(
    private readonly host: FormHost,
    private readonly entry: EventPlayer,
  ) {
    this.name = entry.name;
    this.rating = entry.rating;
  }

  view(): VNode {
    const { host, entry } = this;
    return dialog(d.players.correctTitle(entry.name), () => host.close(), [
      field(
        'correct-name',
        d.players.name,
        h('input', {
          attrs: { id: 'correct-name', type: 'text', maxlength: 33, autocomplete: 'off', 'data-first': '' },
          props: { value: this.name },
          on: { input: (event: Event) => (this.name = (event.target as HTMLInputElement).value) },
        }),
      ),
      numberField(
        'correct-rating',
        d.players.rating,
        this.rating,
        { min: 0, max: 4000 },
        value => {
          this.rating = value;
          host.redraw();
        },
        d.players.noRating,
      ),
      ...refused(host),
      h('div.row.end', [
        button({ label: d.rule.cancel, onClick: () => host.close() }),
        button({
          label: d.players.save,
          kind: 'primary',
          testId: 'correct-send',
          disabled: host.isBusy,
          onClick: () =>
            host.send(
              { type: 'correctEntry', player: entry.username ?? '', name: this.name.trim(), rating: this.rating },
              d.players.done,
            ),
        }),
      ]),
    ]);
  }
}
