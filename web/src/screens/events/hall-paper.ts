/** The printed hall view: everything at once instead of turning pages. */
import { h, type VNode } from 'snabbdom';
import type { EventDetail, Round } from '../../api/events';
import { e, pointsText, resultName, resultSign, valueText } from '../../text/events';
import { momentText } from '../../text/format';
import { accountName } from '../names';
import { factsOf } from './common';
import type { Shown } from './hall-screen';

/** The pairings and results of these rounds, and the standings. */
export function paper(detail: EventDetail, rounds: readonly Round[], now: number, shown: Shown): VNode {
  const head = (title: string): VNode =>
    h('div.paper-head', [
      h('h1', detail.name),
      h('p', factsOf(detail)),
      h('h2', title),
      h('p', e.hall.printed(momentText(now))),
    ]);
  return h('div.paper', { attrs: { 'aria-hidden': 'true', 'data-test': 'paper' } }, [
    rounds.length && shown !== 'standings' ? h('section', { key: 'pairings' }, pairingsOf(rounds, head)) : null,
    detail.standings.length && shown !== 'pairings'
      ? h('section', { key: 'standings' }, [head(e.hall.standings), standings(detail)])
      : null,
  ]);
}

/** One round under the title of the page, or several with a title each. */
function pairingsOf(rounds: readonly Round[], head: (title: string) => VNode): (VNode | null)[] {
  const [only, ...others] = rounds;
  if (only && others.length === 0)
    return [head(`${e.hall.pairings}: ${e.rounds.title(only.number).toLowerCase()}`), ...pairings(only)];
  return [
    head(e.hall.pairings),
    ...rounds.flatMap(round => [h('h3', e.rounds.title(round.number)), ...pairings(round)]),
  ];
}

function heads(titles: readonly string[]): VNode {
  return h(
    'thead',
    h(
      'tr',
      titles.map(title => h('th', title)),
    ),
  );
}

function pairings({ boards, byes }: Round): (VNode | null)[] {
  return [
    h('table', [
      heads([e.players.number, e.side.white, '', e.side.black]),
      h(
        'tbody',
        boards.map((board, index) =>
          h('tr', { key: board.game }, [
            h('td', String(index + 1)),
            h('td', accountName(board.white)),
            h(
              'td.hall-result',
              { attrs: board.result ? { title: resultName[board.result] } : {} },
              board.result ? resultSign[board.result] : '–',
            ),
            h('td', accountName(board.black)),
          ]),
        ),
      ),
    ]),
    byes.length
      ? h(
          'p',
          `${e.rounds.byes}: ${byes.map(bye => `${accountName(bye.player)} (${e.rounds.byeKind[bye.kind]})`).join(', ')}`,
        )
      : null,
  ];
}

function standings({ standings, tieBreaks }: EventDetail): VNode {
  return h('table', [
    heads([e.standings.rank, e.standings.player, e.standings.points, ...tieBreaks]),
    h(
      'tbody',
      standings.map(line =>
        h('tr', { key: line.player.id }, [
          h('td', String(line.rank)),
          h('td', accountName(line.player)),
          h('td', pointsText(line.points) + (line.provisional ? '*' : '')),
          ...line.tieBreaks.map(value => h('td', valueText(value))),
        ]),
      ),
    ),
  ]);
}
