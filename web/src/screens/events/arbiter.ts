/** The arbiter's desk: pending appeals with everything needed to decide them, and the orders that only an arbiter may give. */
import { h, type VNode } from 'snabbdom';
import { d } from '../../text/desk';
import { nearMomentText } from '../../text/events';
import { button } from '../../ui/controls';
import { part } from './common';
import { AppealForm, DecideForm } from './appeal';
import { AskForm } from './ask';
import { appealsOf, isOver, isOverdue, mayOrder, placeOf } from './facts';
import { sealButton } from './game-deeds';
import type { DeskHost } from './host';
import { ruledAnew } from './rule';
import { evidenceLines, rulingLetter } from './rulings';

export function arbiterView(host: DeskHost): VNode[] {
  const { detail, now } = host;
  const appeals = appealsOf(detail, now);
  const letters = appeals.map(ruling =>
    h('div.queue-item.urgent', { key: ruling.n }, [
      h('ol.letters', { attrs: { role: 'list' } }, [
        rulingLetter(
          {
            detail,
            go: path => host.go(path),
            now,
            onAppeal: one => host.open(new AppealForm(host, one.n)),
            onDecide: one => host.open(new DecideForm(host, one)),
            onRuleAnew: one => host.open(ruledAnew(host, one)),
          },
          ruling,
        ),
      ]),
      // If the decision is overdue, the letter says so.
      ruling.waitingSince === null || isOverdue(ruling, now)
        ? null
        : h('p', { attrs: { 'data-test': 'decide-since' } }, d.arbiter.since(nearMomentText(ruling.waitingSince, now))),
      ...detail.evidence
        .filter(one => one.game === ruling.game)
        .map(one =>
          h('div.letter-answer', { key: `evidence-${one.n}`, attrs: { 'data-test': 'evidence' } }, [
            ...evidenceLines(one, now),
          ]),
        ),
      placeOf(detail, ruling.game)?.board.you.openSeal ? h('div.row', [sealButton(host, ruling.game)]) : null,
      ruling.you.decide || ruling.you.rule ? null : h('p.quiet', d.arbiter.own),
    ]),
  );
  return [
    part(d.arbiter.title, 'arbiter', [
      h('p.quiet', appeals.length ? d.arbiter.lead : d.arbiter.none),
      h('div.queue', letters),
    ]),
    ...(detail.presides && !isOver(detail) ? [orders(host)] : []),
  ];
}

function orders(host: DeskHost): VNode {
  const { detail } = host;
  const next = detail.rounds.length + 1;
  return part(d.arbiter.next, 'orders', [
    h('p.quiet', d.arbiter.order),
    h('div.row', [
      button({
        label: d.act.order,
        testId: 'order',
        disabled: !mayOrder(detail) || host.isBusy,
        onClick: () =>
          host.open(
            new AskForm(host, {
              title: d.act.orderAsk,
              note: d.act.orderNote,
              yes: d.act.order,
              no: d.act.keep,
              done: d.players.done,
              command: () => ({ type: 'orderPairing', round: next }),
            }),
          ),
      }),
      detail.phase === 'running'
        ? button({
            label: d.act.annul,
            kind: 'quiet',
            testId: 'annul',
            onClick: () =>
              host.open(
                new AskForm(host, {
                  title: d.act.annulAsk,
                  note: d.act.annulNote,
                  yes: d.act.annul,
                  no: d.act.keep,
                  done: d.players.done,
                  asksReasons: true,
                  command: reasons => ({ type: 'annul', reasons }),
                }),
              ),
          })
        : null,
    ]),
    mayOrder(detail) ? null : h('p.quiet', d.arbiter.orderNot),
  ]);
}
