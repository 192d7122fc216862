/** Rulings and appeals, each like a short letter, interleaved with calls, evidence and opened seals. */
import { h, type VNode } from 'snabbdom';
import {
  events,
  type Annulment,
  type Appeal,
  type EventDetail,
  type Evidence,
  type Call,
  type Ruling,
  type Seal,
} from '../../api/events';
import { e, leftText, nearMomentText, outcomeText, timeText, whenText } from '../../text/events';
import { button, link } from '../../ui/controls';
import { part } from './common';
import { whereOf } from './form';
import { figureOf, isOverdue, placeOf } from './facts';

export interface RulingsProps {
  detail: EventDetail;
  go: (path: string) => void;
  now: number;
  onAppeal: (ruling: Ruling) => void;
  onDecide: (ruling: Ruling) => void;
  onRuleAnew: (ruling: Ruling) => void;
}

/** The history, the latest first. */
export function rulingsView(props: RulingsProps): VNode {
  const { detail } = props;
  const answered = new Set(detail.rulings.map(ruling => ruling.call));
  const calls = detail.calls.filter(call => !answered.has(call.n));
  const all = [
    ...detail.rulings.map(ruling => ({ at: ruling.at, view: () => rulingLetter(props, ruling) })),
    ...calls.map(call => ({ at: call.at, view: () => callLetter(props, call) })),
    ...detail.evidence.map(evidence => ({ at: evidence.at, view: () => evidenceLetter(props, evidence) })),
    ...detail.seals.map(seal => ({ at: seal.at, view: () => sealLetter(props, seal) })),
    ...[detail.annulment].flatMap(one => (one ? { at: one.at, view: () => annulmentLetter(one, props) } : [])),
  ].sort((a, b) => b.at - a.at);
  return part(e.rulings.title, 'rulings', [
    all.length === 0
      ? h('p.quiet', e.rulings.none)
      : h(
          'ol.letters',
          { attrs: { role: 'list' } },
          all.map(one => one.view()),
        ),
    props.detail.historyFrom > 1
      ? h('p.quiet', [
          `${e.rulings.earlier} `,
          h('a', { attrs: { href: events.fileUrl(props.detail.id, 'log') } }, e.rulings.log),
        ])
      : null,
  ]);
}

function callLetter({ detail, go, now }: RulingsProps, call: Call): VNode {
  return h('li.letter', { key: call.n, attrs: { 'data-test': `call-${call.n}` } }, [
    h('p.letter-head', [gameLink(detail, go, call.game)]),
    h('p', e.rulings.call(call.player.name, whenText(call.at, now)) + (call.open ? ` ${e.rulings.callOpen}` : '')),
    call.text === null ? null : h('blockquote.told', call.text),
  ]);
}

function evidenceLetter({ detail, go, now }: RulingsProps, evidence: Evidence): VNode {
  return h('li.letter', { key: `evidence-${evidence.n}`, attrs: { 'data-test': 'evidence' } }, [
    h('p.letter-head', [gameLink(detail, go, evidence.game), h('span.tag', e.rulings.evidence)]),
    ...evidenceLines(evidence, now),
  ]);
}

/** The author and time of evidence, and its text as far as the visitor may read it. */
export function evidenceLines({ by, at, text }: Evidence, now: number): VNode[] {
  const found = text === null ? null : figureOf(text);
  const name = by?.name ?? e.rulings.house;
  const when = whenText(at, now);
  return [
    h('p', found ? e.rulings.asked(name, when) : e.rulings.added(name, when)),
    text === null
      ? h('p.quiet', e.rulings.evidenceSealed)
      : found
        ? h('blockquote.told', [
            h('strong', found.figure),
            ` ${e.rulings.toAct}`,
            h('small', [e.rulings.effort(found.depth, found.nodes), found.line ? e.rulings.line(found.line) : '']),
          ])
        : h('blockquote.told', text),
  ];
}

function sealLetter({ detail, go, now }: RulingsProps, { game, by, at }: Seal): VNode {
  return h('li.letter', { key: `seal-${game}-${by.id}`, attrs: { 'data-test': 'seal' } }, [
    h('p.letter-head', [gameLink(detail, go, game), h('span.tag', e.rulings.sealTag)]),
    h('p', e.rulings.seal(by.name, whenText(at, now))),
    h('p.quiet', e.rulings.sealNote(by.name)),
  ]);
}

function annulmentLetter({ by, at, reasons }: Annulment, { detail, now }: RulingsProps): VNode {
  const isDeputy = by.id === detail.roles.deputy.id;
  return h('li.letter', { key: 'annulment', attrs: { 'data-test': 'annulment' } }, [
    h('p.letter-head', [h('span', e.rulings.event), h('span.tag', e.rulings.annulledTag)]),
    h('p', e.rulings.annulled(by.name, isDeputy, whenText(at, now))),
    h('blockquote.told', reasons),
  ]);
}

/** One ruling with its appeals and the decision. */
export function rulingLetter(props: RulingsProps, ruling: Ruling): VNode {
  const { detail, go, now } = props;
  const { n, by, at, ground, outcome, reasons, call, appeals, decision } = ruling;
  const called = call === null ? undefined : detail.calls.find(one => one.n === call);
  return h('li.letter', { key: n, attrs: { 'data-test': `ruling-${n}` } }, [
    h('p.letter-head', [
      gameLink(detail, go, ruling.game),
      h('span.tag', { attrs: { 'data-test': 'ruling-state' } }, stateOf(ruling, now)),
    ]),
    called ? h('p', e.rulings.onCall(called.player.name, whenText(called.at, now))) : null,
    called?.text == null ? null : h('blockquote.told', called.text),
    h('p', [
      `${e.rulings.ruled(by.name, whenText(at, now))}: `,
      h('strong', `${outcomeText(outcome)}.`),
      ` ${e.rulings.ground(ground)}.`,
    ]),
    h('blockquote.told', reasons),
    ...appeals.map(appeal => appealLines(appeal, now)),
    decision ? decisionLines(ruling, now) : null,
    standing(ruling, now),
    actions(props, ruling),
  ]);
}

function gameLink(detail: EventDetail, go: (path: string) => void, game: string): VNode {
  const place = placeOf(detail, game);
  return link(go, `/g/${game}`, '.letter-game', [place ? whereOf(detail, game) : e.rulings.game]);
}

function appealLines({ n, player, at, text }: Appeal, now: number): VNode {
  return h('div.letter-answer', { key: `appeal-${n}` }, [
    h('p', e.rulings.appealed(player.name, whenText(at, now))),
    text === null ? h('p.quiet', e.rulings.sealed) : h('blockquote.told', text),
  ]);
}

function decisionLines({ decision }: Ruling, now: number): VNode | null {
  if (!decision) return null;
  const { by, at, kind, outcome, reasons, to } = decision;
  return h('div.letter-answer', { key: 'decision', attrs: { 'data-test': 'decision' } }, [
    h('p', [
      e.rulings.decided(by.name, whenText(at, now), kind),
      outcome ? h('strong', ` ${outcomeText(outcome)}.`) : null,
      to ? ` ${e.rulings.remittedTo(to.name)}` : null,
    ]),
    h('blockquote.told', reasons),
  ]);
}

/** The steps that are still possible. */
function standing(ruling: Ruling, now: number): VNode | null {
  const { state, appealBy, waitingSince } = ruling;
  if (waitingSince !== null && isOverdue(ruling, now))
    return h('p', { attrs: { 'data-test': 'overdue' } }, e.rulings.overdue(nearMomentText(waitingSince, now)));
  switch (state) {
    case 'open':
      return h('p.quiet', [
        appealBy > now ? e.rulings.until(timeText(appealBy), leftText(appealBy - now)) : e.rulings.over,
      ]);
    case 'appealed':
      return h('p.quiet', e.rulings.waits);
    case 'superseded':
      return h('p.quiet', e.rulings.superseded);
    case 'confirmed':
    case 'varied':
      return h('p.quiet', e.rulings.final);
    case 'remitted':
      return null;
  }
}

function stateOf({ state, appealBy }: Ruling, now: number): string {
  if (state === 'open' && appealBy < now) return e.rulings.states.stands;
  return e.rulings.states[state];
}

function actions({ onAppeal, onDecide, onRuleAnew, now }: RulingsProps, ruling: Ruling): VNode | null {
  const mayAppeal = ruling.you.appeal && ruling.appealBy > now;
  if (!mayAppeal && !ruling.you.decide && !ruling.you.rule) return null;
  return h('div.row', { key: 'actions' }, [
    mayAppeal
      ? button({ label: e.rulings.appeal, kind: 'primary', testId: 'appeal-open', onClick: () => onAppeal(ruling) })
      : null,
    ruling.you.decide
      ? button({ label: e.rulings.decide, kind: 'primary', testId: 'decide-open', onClick: () => onDecide(ruling) })
      : null,
    ruling.you.rule
      ? button({ label: e.rulings.ruleAnew, kind: 'plain', testId: 'rule-anew', onClick: () => onRuleAnew(ruling) })
      : null,
  ]);
}
