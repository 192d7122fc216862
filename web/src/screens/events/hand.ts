/** Pairing a round by hand. */
import { h, type VNode } from 'snabbdom';
import type { Command, EventDetail } from '../../api/events';
import { d } from '../../text/desk';
import { button } from '../../ui/controls';
import { availableIn, checked, fitted, handRound, type Pairs } from './pairs';

export class HandPairing {
  private round: number | null = null;
  private pairs: Pairs = [];
  private bye = '';

  constructor(
    private readonly redraw: () => void,
    private readonly send: (command: Command, done: string, onDone: () => void) => void,
  ) {}

  private begin(detail: EventDetail): void {
    const now = handRound(detail);
    if (!now) return;
    this.round = now.number;
    this.pairs = now.pairs;
    this.bye = now.bye;
    this.redraw();
  }

  private close(): void {
    this.round = null;
    this.redraw();
  }

  view(detail: EventDetail, isBusy: boolean): VNode[] {
    const now = handRound(detail);
    if (!now) return [h('p.quiet', d.hand.notNow)];
    if (this.round !== now.number)
      return [
        h('p.quiet', detail.phase === 'open' ? `${d.hand.note} ${d.hand.noteFirst}` : d.hand.note),
        h('div.row', [
          button({
            label: `${d.hand.begin}: ${d.hand.round(now.number).toLowerCase()}`,
            testId: 'hand-begin',
            onClick: () => this.begin(detail),
          }),
        ]),
      ];
    const names = availableIn(detail, now.number).flatMap(({ username }) => (username ? [username] : []));
    // Players may enter or withdraw while the pairs are being made.
    const { pairs, bye } = fitted(this.pairs, this.bye, names);
    this.pairs = pairs;
    this.bye = bye;
    const { left, twice } = checked(pairs, bye, names);
    const isOdd = names.length % 2 === 1;
    const select = (id: string, label: string, value: string, put: (name: string) => void): VNode =>
      h(
        'select',
        {
          attrs: { id, 'aria-label': label },
          on: {
            change: (event: Event) => {
              put((event.target as HTMLSelectElement).value);
              this.redraw();
            },
          },
        },
        ['', ...names].map(name =>
          h(
            'option',
            { key: name, attrs: { value: name }, props: { selected: name === value } },
            name || d.hand.nobody,
          ),
        ),
      );
    return [
      h('p', [h('strong', d.hand.round(now.number))]),
      h(
        'ol.hand-boards',
        pairs.map((pair, index) =>
          h('li', { key: index }, [
            select(`hand-${index}-white`, d.hand.white(index + 1), pair[0], name => (pair[0] = name)),
            button({
              label: d.hand.swap,
              name: d.hand.swapOf(index + 1),
              icon: 'flip',
              iconOnly: true,
              kind: 'quiet',
              key: `swap-${index}`,
              onClick: () => {
                pair.reverse();
                this.redraw();
              },
            }),
            select(`hand-${index}-black`, d.hand.black(index + 1), pair[1], name => (pair[1] = name)),
          ]),
        ),
      ),
      isOdd
        ? h('label.field', [d.hand.bye, select('hand-bye', d.hand.bye, bye, name => (this.bye = name))])
        : h('span'),
      h('p.quiet', { attrs: { role: 'status' } }, [
        twice.length ? d.hand.twice(twice.join(', ')) : left.length ? d.hand.left(left.join(', ')) : d.hand.complete,
      ]),
      h('div.row', [
        button({
          label: d.hand.send,
          kind: 'primary',
          testId: 'hand-send',
          disabled: isBusy || left.length > 0 || twice.length > 0,
          onClick: () => {
            this.send(
              {
                type: 'pairByHand',
                round: now.number,
                pairs: pairs.map(([white, black]) => ({ white, black })),
                ...(bye ? { bye } : {}),
              },
              d.hand.sent,
              () => this.close(),
            );
          },
        }),
        button({ label: d.rule.cancel, kind: 'quiet', onClick: () => this.close() }),
      ]),
    ];
  }
}
