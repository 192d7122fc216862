/** The pages of the hall's screen: boards, players without a game, standings. */
import { h, type VNode } from 'snabbdom';
import type { Board, EventDetail, EventPlayer, Side, StandingLine } from '../../api/events';
import { e, pointsText, resultName, resultSign } from '../../text/events';
import { accountName } from '../names';
import { absentOf, lastRound } from './facts';

export type Shown = 'pairings' | 'standings' | 'both';

/** A page of the screen, and what it is called. */
export interface HallPart {
  title: string;
  view: () => VNode;
}

/** Rows on a page of the screen, few enough to be legible from five metres away. */
const ROWS = 9;

/** The pages that are shown in turn. */
export function hallParts(detail: EventDetail, shown: Shown): HallPart[] {
  if (detail.phase === 'open') return entryParts(detail);
  return [
    ...(shown === 'standings' ? [] : pairingParts(detail)),
    ...(shown === 'pairings'
      ? []
      : slices(detail.standings).map(part => ({
          title: e.hall.standings,
          view: () => table(e.hall.standings, part.map(standing)),
        }))),
  ];
}

/** Before the start: the players, and those who have yet to check in. */
function entryParts({ entries, settings }: EventDetail): HallPart[] {
  const asksCheckIn = settings.checkInMinutes != null;
  const isMissing = (entry: EventPlayer): boolean => asksCheckIn && !entry.checkedIn;
  const there = entries.filter(entry => !entry.withdrawn);
  return slices(there).map(part => ({
    title: e.players.title,
    view: () =>
      table(
        e.players.title,
        part.map(entry =>
          h('tr', { key: entry.id }, [
            h('td.hall-number', String(entry.number)),
            h('td.hall-name', { class: { absent: isMissing(entry) } }, [
              named(accountName(entry), isMissing(entry) ? e.players.notYet : ''),
            ]),
          ]),
        ),
      ),
  }));
}

/** A name, and a note about the player. */
function named(name: string, note: string): VNode {
  return h('div.hall-cell', [h('span.hall-player', name), note ? h('span.hall-note', note) : null]);
}

/** A row of the screen. */
type Row = () => VNode;

/** The boards, followed by the players without a game; for an arena the games in progress. */
function pairingParts(detail: EventDetail): HallPart[] {
  const round = lastRound(detail);
  if (!round) return [];
  const isArena = detail.settings.format.kind === 'arena';
  const boards: Row[] = isArena
    ? detail.rounds
        .flatMap(one => one.boards.filter(board => board.result === null))
        .map(board => () => hallBoard(board, board.board))
    : round.boards.map((board, index) => () => hallBoard(board, index + 1));
  const gone = new Set(detail.entries.filter(entry => entry.withdrawn).map(entry => entry.id));
  const byes: Row[] = isArena
    ? []
    : round.byes
        .filter(bye => !gone.has(bye.player.id))
        .map(
          bye => () =>
            h('tr.hall-bye', { key: `bye-${bye.player.id}` }, [
              h('td.hall-number', ''),
              h('td.hall-name', { attrs: { colspan: 3 } }, [
                named(accountName(bye.player), e.rounds.byeKind[bye.kind]),
              ]),
            ]),
        );
  const title = isArena ? e.rounds.arena : `${e.hall.pairings}: ${e.rounds.title(round.number).toLowerCase()}`;
  return slices([...boards, ...byes]).map(part => ({
    title,
    view: () =>
      table(
        title,
        part.map(row => row()),
      ),
  }));
}

function table(title: string, rows: VNode[]): VNode {
  return h('table.hall-table', { attrs: { 'aria-label': title } }, [h('tbody', rows)]);
}

function standing({ rank, player, points, provisional }: StandingLine): VNode {
  return h('tr', { key: player.id }, [
    h('td.hall-number', String(rank)),
    h('td.hall-name', accountName(player)),
    h('td.hall-result', pointsText(points) + (provisional ? '*' : '')),
  ]);
}

function slices<T>(all: readonly T[]): T[][] {
  const pages = Math.ceil(all.length / ROWS);
  // Pages of about the same length are calmer than a last one with a single line.
  const each = Math.ceil(all.length / Math.max(1, pages));
  return Array.from({ length: pages }, (_, page) => all.slice(page * each, (page + 1) * each));
}

function hallBoard(board: Board, number: number): VNode {
  const absent = absentOf(board);
  const player = (side: Side): VNode =>
    h('td.hall-name', { class: { absent: absent.includes(side) } }, [
      named(accountName(board[side]), absent.includes(side) ? e.hall.absent : ''),
    ]);
  return h('tr', { key: board.game }, [
    h('td.hall-number', String(number)),
    player('white'),
    h('td.hall-result', { attrs: board.result ? { title: resultName[board.result] } : {} }, [
      board.result ? resultSign[board.result] : '–',
    ]),
    player('black'),
  ]);
}
