/** Vacation from correspondence games. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../../api/http';
import type { OwnVacation } from '../../api/types';
import { t } from '../../text';
import { dayText } from '../../text/format';
import { button } from '../../ui/controls';
import type { App } from '../../ui/page';

export class Vacation {
  private own: OwnVacation | null = null;
  private days = 7;
  private problem = '';

  constructor(private readonly app: App) {
    void this.change(() => Promise.resolve());
  }

  private async change(act: () => Promise<unknown>): Promise<void> {
    this.problem = '';
    try {
      await act();
      this.own = await api.vacation();
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : t.app.failed;
    }
    this.app.redraw();
  }

  view(): VNode {
    const { own } = this;
    return h('section.panel', { key: 'vacation', attrs: { 'aria-label': t.vacation.title } }, [
      h('div', [
        h('h2', t.vacation.title),
        h('p.quiet', t.vacation.note),
        own ? h('p.quiet', { attrs: { 'data-test': 'days-left' } }, t.vacation.left(own.days_left)) : null,
      ]),
      own === null
        ? h('p.quiet', t.app.loading)
        : own.until === null
          ? this.form(own.days_left)
          : h('div.row', { key: 'lasts' }, [
              h('p', { attrs: { role: 'status' } }, t.vacation.until(dayText(own.until))),
              button({
                label: t.vacation.end,
                testId: 'vacation-end',
                onClick: () => void this.change(() => api.endVacation()),
              }),
            ]),
      h('p.answer.bad', { attrs: { role: 'alert' } }, this.problem),
    ]);
  }

  private form(most: number): VNode {
    return h(
      'form.row',
      {
        key: 'begin',
        on: {
          submit: (event: Event) => {
            event.preventDefault();
            void this.change(() => api.beginVacation(this.days));
          },
        },
      },
      [
        h('label.field.number', [
          t.vacation.days,
          h('input', {
            attrs: { type: 'number', min: 1, max: Math.max(1, most), step: 1, 'data-test': 'vacation-days' },
            props: { value: String(this.days) },
            on: { change: (event: Event) => (this.days = Number((event.target as HTMLInputElement).value)) },
          }),
        ]),
        h(
          'button.button.plain',
          { attrs: { type: 'submit', disabled: most === 0, 'data-test': 'vacation-begin' } },
          t.vacation.begin,
        ),
      ],
    );
  }
}
