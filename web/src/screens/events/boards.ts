/** A round: its boards, and the players who sit it out. */
import { h, type VNode } from 'snabbdom';
import { events, type Board, type EventDetail, type Person, type Round } from '../../api/events';
import { e, inText, leftText, resultName, resultSign } from '../../text/events';
import { momentText } from '../../text/format';
import { link } from '../../ui/controls';
import { accountName } from '../names';
import { personLink } from './common';
import { absentOf, sideOf, whiteOutAt } from './facts';
import type { Positions } from './positions';

export interface BoardsProps {
  detail: EventDetail;
  go: (path: string) => void;
  me: string | null;
  now: number;
  positions: Positions;
}

/** The games in progress of an arena, where a round is just a batch of pairings. */
export function arenaView(props: BoardsProps): VNode {
  const { rounds } = props.detail;
  const live = rounds.flatMap(round =>
    round.boards.filter(one => one.result === null).map(board => ({ round, board })),
  );
  return h('div.round', { key: 'arena', attrs: { 'data-test': 'arena' } }, [
    h('h2', e.rounds.arena),
    live.length === 0
      ? h('p.quiet', e.rounds.arenaNone)
      : h(
          'ol.boards',
          live
            .sort((a, b) => Number(sideOf(b.board, props.me) !== null) - Number(sideOf(a.board, props.me) !== null))
            .map(({ round, board }) => boardCard(props, round, board, board.board)),
        ),
  ]);
}

export function roundView(props: BoardsProps, round: Round): VNode {
  const { detail, now, me } = props;
  const boards = [...round.boards.entries()];
  // The viewer's own board comes first.
  boards.sort(([, a], [, b]) => Number(sideOf(b, me) !== null) - Number(sideOf(a, me) !== null));
  return h('div.round', { key: `round-${round.number}`, attrs: { 'data-test': `round-${round.number}` } }, [
    h('div.round-head', [
      h('h2', e.rounds.title(round.number)),
      round.started === null && round.startsAt > now ? h('span.tag', inText(round.startsAt - now)) : null,
    ]),
    round.orderedBy === 'byHand' ? h('p.quiet', e.rounds.byHand) : null,
    round.orderedBy === 'provisional' ? h('p.quiet', e.rounds.byOrder) : null,
    h(
      'ol.boards',
      boards.map(([index, board]) => boardCard(props, round, board, index + 1)),
    ),
    round.byes.length ? byesLine(props, round) : null,
    boards.some(([, board]) => board.startedAt !== null)
      ? h('p.quiet', [
          h(
            'a',
            {
              attrs: {
                href: events.fileUrl(detail.id, `pgn?round=${round.number}`),
                download: '',
                'data-test': `pgn-${round.number}`,
              },
            },
            e.rounds.pgn(round.number),
          ),
        ])
      : null,
    detail.phase === 'running' && boards.length === 0 ? h('p.quiet', e.rounds.none) : null,
  ]);
}

function boardCard({ detail, go, me, now, positions }: BoardsProps, round: Round, board: Board, number: number): VNode {
  const own = sideOf(board, me);
  const orientation = own === 'black' ? 'black' : 'white';
  const words = `${e.rounds.board(number)}: ${accountName(board.white)} ${e.rounds.versus} ${accountName(board.black)}`;
  return h(
    'li.board-card',
    {
      key: board.game,
      class: { own: own !== null },
      attrs: { 'data-test': `board-${round.number}-${number}`, value: number },
    },
    [
      positions.view(board.game, orientation),
      h('div.board-card-text', [
        link(go, `/g/${board.game}`, '.board-card-link', [
          h('span.board-number', { attrs: { 'aria-hidden': 'true' } }, String(number)),
          h('span.visually-hidden', words),
        ]),
        player(go, board, 'white'),
        player(go, board, 'black'),
        h(
          'small.board-state',
          [e.rounds.terms[board.terms], boardState(board, now, whiteOutAt(detail, board))].filter(Boolean).join(' · '),
        ),
      ]),
      h('strong.board-result', { attrs: board.result ? { title: resultName[board.result] } : {} }, [
        board.result
          ? h('span', [
              h('span', { attrs: { 'aria-hidden': 'true' } }, resultSign[board.result]),
              h('span.visually-hidden', resultName[board.result]),
            ])
          : null,
      ]),
    ],
  );
}

function player(go: (path: string) => void, board: Board, side: 'white' | 'black'): VNode {
  return h('span.board-player', [
    h(`span.side.${side}`, { attrs: { 'aria-hidden': 'true' } }),
    personLink(go, board[side]),
  ]);
}

/** The state of a board, in words. */
export function boardState(board: Board, now: number, whiteOut: number | null = null): string {
  if (board.result !== null)
    return [
      board.provisional ? e.rounds.provisional : board.final ? e.rounds.final : '',
      board.replayOf ? e.rounds.replay : '',
    ]
      .filter(Boolean)
      .join(' · ');
  if (board.clocksStopped) return e.rounds.stopped;
  const absent = absentOf(board);
  if (absent.length)
    return absent
      .map(side =>
        side === 'white' && whiteOut !== null && whiteOut <= now
          ? e.rounds.outOfTime(side)
          : board.defaultAt !== null && board.defaultAt > now
            ? e.rounds.absentLeft(side, leftText(board.defaultAt - now))
            : e.rounds.absent(side),
      )
      .join(' · ');
  if (board.live) return [e.rounds.live, board.replayOf ? e.rounds.replay : ''].filter(Boolean).join(' · ');
  return board.appointment ? e.rounds.appointment(momentText(board.appointment)) : e.rounds.notStarted;
}

function byesLine({ go }: BoardsProps, { byes }: Round): VNode {
  const one = ({ player, kind }: { player: Person; kind: 'pairing' | 'half' | 'zero' }): VNode =>
    h('li', { key: player.id }, [personLink(go, player), ` (${e.rounds.byeKind[kind]})`]);
  return h('div.byes', [h('span.quiet', e.rounds.byes), h('ul', byes.map(one))]);
}
