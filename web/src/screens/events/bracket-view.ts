/** The view of the bracket: a column for each stage; for screen readers, nested lists. */
import './bracket.css';
import { h, type VNode } from 'snabbdom';
import type { Board, EventDetail, Person } from '../../api/events';
import { e, pointsText, resultName, resultSign } from '../../text/events';
import { link } from '../../ui/controls';
import { accountName } from '../names';
import { boardState } from './boards';
import { bracket, winnerOf, type BracketStage, type Tie } from './bracket';
import { personLink } from './common';
import { sideOf } from './facts';

interface BracketProps {
  detail: EventDetail;
  go: (path: string) => void;
  me: string | null;
  now: number;
}

export function bracketView(props: BracketProps): VNode {
  const stages = bracket(props.detail);
  return h(
    'section.panel.event-part.bracket-part',
    { key: 'bracket', attrs: { 'aria-label': e.bracket.title, 'data-test': 'bracket' } },
    [
      h('h2', e.bracket.title),
      stages.length === 0
        ? h('p.quiet', e.bracket.none)
        : h('div.wide-table', { attrs: { tabindex: 0, role: 'region', 'aria-label': e.bracket.title } }, [
            h(
              'ol.bracket',
              { attrs: { role: 'list' } },
              stages.flatMap(stagesOf).map(stage => stageView(props, stage)),
            ),
          ]),
    ],
  );
}

function stagesOf({ ties, third }: BracketStage): { name: string; test: string; ties: Tie[] }[] {
  return [
    { name: e.bracket.stage(ties.length), test: `stage-${ties.length}`, ties },
    ...(third ? [{ name: e.bracket.third, test: 'third', ties: [third] }] : []),
  ];
}

function stageView(props: BracketProps, { name, test, ties }: ReturnType<typeof stagesOf>[0]): VNode {
  return h('li.bracket-stage', { key: test, class: { third: test === 'third' }, attrs: { 'data-test': test } }, [
    h('h3', name),
    h(
      'ol.bracket-ties',
      { attrs: { role: 'list', 'aria-label': name } },
      ties.map((tie, index) => tieView(props, tie, `tie-${index}`)),
    ),
  ]);
}

function tieView(props: BracketProps, tie: Tie, key: string): VNode {
  const { sides, games, isFree, winner } = tie;
  const isOwn = sides.some(one => one !== null && one.id === props.me);
  return h('li.tie', { key, class: { own: isOwn } }, [
    h('div.tie-box', [
      ...([0, 1] as const).filter(side => !isFree || side === winner).map(side => sideView(props, tie, side)),
      games.length
        ? h('div.tie-games', [
            h('span.visually-hidden', e.bracket.games),
            ...games.map(game => gameView(props, game, sides[0])),
          ])
        : null,
      h('span.visually-hidden', outcomeOf(tie)),
    ]),
    isFree && winner !== null ? h('small.quiet', { attrs: { 'aria-hidden': 'true' } }, e.bracket.free) : null,
  ]);
}

function sideView({ go }: BracketProps, { sides, score, winner, games, isProvisional }: Tie, side: 0 | 1): VNode {
  const person = sides[side];
  return h('div.tie-side', { class: { won: winner === side, lost: winner !== null && winner !== side } }, [
    person ? personLink(go, person) : h('span.quiet', '–'),
    person && games.some(game => game.result !== null)
      ? h('strong.tie-score', pointsText(score[side]) + (isProvisional ? '*' : ''))
      : null,
  ]);
}

/** A game, from the side of the upper player. */
function gameView({ go, now }: BracketProps, board: Board, above: Person | null): VNode {
  const { game, result, white, black, terms } = board;
  const isTurned = above !== null && sideOf(board, above.id) === 'black';
  const sign = result === null ? e.bracket.live : resultSign[result];
  const words = [
    `${accountName(white)} ${e.rounds.versus} ${accountName(black)}`,
    result === null ? boardState(board, now) : resultName[result],
    e.rounds.terms[terms],
  ]
    .filter(Boolean)
    .join(', ');
  return link(go, `/g/${game}`, '.tie-game', [
    h('span', { attrs: { 'aria-hidden': 'true', title: words } }, isTurned ? turned(sign) : sign),
    h('span.visually-hidden', words),
  ]);
}

/** A result from the other side: `1–0` becomes `0–1`. */
function turned(sign: string): string {
  const [first, second, between] = [sign.at(0), sign.at(-1), sign.slice(1, -1)];
  return first !== undefined && second !== undefined && sign.length > 2 ? `${second}${between}${first}` : sign;
}

/** The state of a match, for screen readers. */
function outcomeOf(tie: Tie): string {
  const winner = winnerOf(tie);
  if (winner) return tie.isFree ? e.bracket.goesOnFree(winner.name) : e.bracket.goesOn(winner.name);
  return tie.isDecided ? e.bracket.nobody : '';
}
