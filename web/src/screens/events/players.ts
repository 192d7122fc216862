/** The players, and their requests: byes, appointments. */
import { h, type VNode } from 'snabbdom';
import type { Command, EventDetail, EventPlayer } from '../../api/events';
import { e } from '../../text/events';
import { momentText } from '../../text/format';
import { button } from '../../ui/controls';
import { field, part, personLink } from './common';
import { isAhead, whoCanPlay } from './arrivals';
import { fromLocal, toLocal } from './times';
import { boardsOf, isArranged, isOver, planned } from './facts';

export function playersView(detail: EventDetail, go: (path: string) => void, me: string | null): VNode {
  const { entries, settings } = detail;
  const asksCheckIn = settings.checkInMinutes != null;
  const state = (entry: EventPlayer): string =>
    [
      entry.withdrawn ? e.players.withdrawn : '',
      entry.paused && !entry.withdrawn && !isOver(detail) ? e.players.paused : '',
      asksCheckIn && !entry.withdrawn && detail.phase === 'open'
        ? entry.checkedIn
          ? e.players.checkedIn
          : e.players.notYet
        : '',
      ...entry.byes.map(bye => e.players.bye(bye.round, bye.bye)),
    ]
      .filter(Boolean)
      .join(', ');
  return part(e.players.title, 'players', [
    entries.length === 0
      ? h('p.quiet', e.players.none)
      : h('div.wide-table', [
          h('table.listing.entries', { attrs: { 'data-test': 'entries' } }, [
            h('thead', [
              h(
                'tr',
                [e.players.number, e.players.name, e.players.rating, e.players.state].map(title =>
                  h('th', { attrs: { scope: 'col' } }, title),
                ),
              ),
            ]),
            h(
              'tbody',
              entries.map(entry =>
                h('tr', { key: entry.id, class: { own: entry.id === me, gone: entry.withdrawn } }, [
                  h('td', String(entry.number)),
                  h('th', { attrs: { scope: 'row' } }, [personLink(go, entry)]),
                  h('td', entry.rating === null ? '–' : String(entry.rating)),
                  h('td.state', state(entry)),
                ]),
              ),
            ),
          ]),
        ]),
  ]);
}

type Send = (command: Command, done: string) => void;

/** The byes that a player requests in a Swiss event. */
export class Byes {
  private round: number | null = null;
  private kind: 'half' | 'zero' = 'half';

  constructor(
    private readonly redraw: () => void,
    private readonly send: Send,
  ) {}

  view(detail: EventDetail, me: string | null, isBusy: boolean): VNode | null {
    const entry = detail.entries.find(one => one.id === me);
    if (!entry || entry.withdrawn || isOver(detail) || detail.settings.format.kind !== 'swiss') return null;
    const next = (detail.rounds.at(-1)?.number ?? 0) + 1;
    const last = planned(detail) ?? detail.settings.format.rounds ?? Math.max(next, 5);
    const rounds = Array.from({ length: Math.max(0, last - next + 1) }, (_, index) => next + index).filter(
      round => !entry.byes.some(bye => bye.round === round),
    );
    const own = entry.byes;
    if (rounds.length === 0 && own.length === 0) return null;
    const round = this.round !== null && rounds.includes(this.round) ? this.round : rounds[0];
    const mayHalf = (entry.halfPointByes ?? 0) < detail.settings.halfPointByes && round !== last;
    const kind = mayHalf ? this.kind : 'zero';
    const select = (
      id: string,
      label: string,
      values: [string, string][],
      value: string,
      put: (to: string) => void,
    ): VNode =>
      field(
        id,
        label,
        h(
          'select',
          {
            attrs: { id },
            on: {
              change: (event: Event) => {
                put((event.target as HTMLSelectElement).value);
                this.redraw();
              },
            },
          },
          values.map(([name, text]) =>
            h('option', { key: name, attrs: { value: name }, props: { selected: name === value } }, text),
          ),
        ),
      );
    return h('details.panel.fold', { key: 'byes', attrs: { 'data-test': 'byes', open: own.length > 0 } }, [
      h('summary', e.byes.title),
      h('p.quiet', e.byes.note(detail.settings.halfPointByes)),
      own.length
        ? h(
            'ul.desk-players',
            own.map(bye =>
              h('li.desk-player', { key: bye.round }, [
                h('span.desk-player-name', e.byes.own(bye.round, bye.bye)),
                button({
                  label: e.byes.takeBack,
                  name: e.byes.takeBackOf(bye.round),
                  kind: 'quiet',
                  disabled: isBusy,
                  onClick: () => this.send({ type: 'setBye', round: bye.round, bye: null }, e.done.byeTaken),
                }),
              ]),
            ),
          )
        : null,
      round === undefined
        ? null
        : h('div.desk-form', [
            select(
              'bye-round',
              e.byes.round,
              rounds.map(one => [String(one), String(one)]),
              String(round),
              value => (this.round = Number(value)),
            ),
            select(
              'bye-kind',
              e.byes.title,
              [...(mayHalf ? [['half', e.byes.half] as [string, string]] : []), ['zero', e.byes.zero]],
              kind,
              value => (this.kind = value === 'half' ? 'half' : 'zero'),
            ),
            button({
              label: e.byes.ask,
              testId: 'ask-bye',
              disabled: isBusy,
              onClick: () => this.send({ type: 'setBye', round, bye: kind }, e.done.bye),
            }),
          ]),
    ]);
  }
}

/** The games of an arranged round robin that a player has yet to play. */
export class Arrangements {
  private readonly times = new Map<string, string>();

  constructor(private readonly send: Send) {}

  view(detail: EventDetail, me: string | null, now: number, isBusy: boolean): VNode | null {
    const { format } = detail.settings;
    if (format.kind !== 'round-robin' || !isArranged(detail) || detail.phase !== 'running') return null;
    const open = detail.rounds
      .flatMap(round => boardsOf(round, me))
      .filter(({ board }) => board.result === null && !board.live);
    if (open.length === 0) return null;
    return part(
      e.arrange.title,
      'arrange',
      open.map(({ board, side, opponent }) => {
        const proposal = board.proposal ?? null;
        const { [side]: own = null, [e.opposite[side]]: theirs = null } = board.waitsUntil ?? {};
        const said = whoCanPlay(opponent.name, own, theirs, now);
        const isHere = isAhead(own, now);
        const isThere = isAhead(theirs, now);
        const id = `when-${board.game}`;
        const typed = this.times.get(board.game) ?? toLocal(now + 86_400_000);
        return h('div.arrange', { key: board.game, attrs: { 'data-test': `arrange-${opponent.name}` } }, [
          h('p', [h('strong', e.arrange.opponent(opponent.name, side))]),
          board.appointment ? h('p', e.arrange.appointed(momentText(board.appointment))) : null,
          proposal && !board.appointment
            ? h(
                'p',
                proposal.by === side
                  ? e.arrange.proposed(momentText(proposal.time))
                  : e.arrange.theirs(opponent.name, momentText(proposal.time)),
              )
            : null,
          said ? h('p', said) : null,
          h('div.desk-form', [
            proposal && proposal.by !== side && board.appointment !== proposal.time
              ? button({
                  label: e.arrange.agree(momentText(proposal.time)),
                  kind: 'primary',
                  testId: 'agree',
                  disabled: isBusy,
                  onClick: () =>
                    this.send({ type: 'agreeAppointment', game: board.game, time: proposal.time }, e.done.agreed),
                })
              : null,
            field(
              id,
              e.arrange.when,
              h('input', {
                attrs: { id, type: 'datetime-local', max: toLocal(format.arranged?.deadline ?? now) },
                props: { value: typed },
                on: { change: (event: Event) => this.times.set(board.game, (event.target as HTMLInputElement).value) },
              }),
            ),
            button({
              label: e.arrange.propose,
              testId: 'propose',
              disabled: isBusy,
              onClick: () => {
                const time = fromLocal(this.times.get(board.game) ?? typed);
                if (time !== null)
                  this.send({ type: 'proposeAppointment', game: board.game, time }, e.done.appointment);
              },
            }),
            button({
              label: e.arrange.now,
              title: e.arrange.nowNote,
              testId: 'play-now',
              kind: isThere ? 'primary' : 'plain',
              disabled: isBusy || isHere,
              onClick: () => this.send({ type: 'arrive', game: board.game }, e.arrange.nowNote),
            }),
          ]),
        ]);
      }),
    );
  }
}
