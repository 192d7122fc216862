/** The director's desk: a queue of what needs a decision, then the players, pairs, pairing by hand, and roles. */
import { h, type VNode } from 'snabbdom';
import type { Board, Command, EventPlayer } from '../../api/events';
import { api } from '../../api/http';
import { d } from '../../text/desk';
import { e } from '../../text/events';
import { button, link } from '../../ui/controls';
import { attention, type Deed, type Item } from './attention';
import { choice, part, personLink } from './common';
import { AskForm } from './ask';
import { whereOf } from './form';
import type { DeskHost } from './host';
import { RuleForm } from './rule';
import { CorrectForm } from './correct';
import { hasRoundToCome, isArranged, isOver, takesBack, takesEntries, withdrawalOf } from './facts';
import { AnyGame, gameDeeds } from './game-deeds';
import { HandPairing } from './hand';
import { NameField } from './name-field';

/** The minimum to which a clock is set, in milliseconds. */
const LEAST_MS = 1000;

type Role = 'nameDirector' | 'nameChiefArbiter' | 'nameDeputy';

export class Desk {
  private readonly entry: NameField;
  private readonly official: NameField;
  private readonly hand: HandPairing;
  private readonly anyGame: AnyGame;
  private naming: Role | null = null;
  private pair: [string, string] = ['', ''];

  constructor(private readonly host: DeskHost) {
    const redraw = (): void => host.redraw();
    this.entry = new NameField('desk-enter', redraw);
    this.official = new NameField('desk-official', redraw);
    this.anyGame = new AnyGame(host);
    this.hand = new HandPairing(redraw, (command, done, onDone) => host.send(command, done, onDone));
  }

  destroy(): void {
    this.entry.destroy();
    this.official.destroy();
  }

  view(): VNode[] {
    const { detail } = this.host;
    const isSwiss = detail.settings.format.kind === 'swiss';
    const { you } = detail;
    // Players decide nothing here (Regulations, section 1), and are shown nothing to decide.
    if (you.player)
      return [
        part(d.plays.title, 'plays', [h('p', d.plays.note(you.organiser))]),
        part(d.roles.title, 'roles', this.roles()),
      ];
    if (isOver(detail))
      return [
        part(d.attention, 'attention', [h('p.quiet', d.over)]),
        part(d.players.title, 'desk-players', this.players()),
        part(d.roles.title, 'roles', this.roles()),
      ];
    return [
      part(d.attention, 'attention', this.queue()),
      part(d.players.title, 'desk-players', this.players()),
      ...(you.director ? [part(d.anyGame.title, 'any-game', this.anyGame.view(detail))] : []),
      ...(isSwiss && you.director ? [part(d.hand.title, 'hand', this.hand.view(detail, this.host.isBusy))] : []),
      ...(isSwiss ? [part(d.forbidden.title, 'forbidden', this.forbidden())] : []),
      part(d.roles.title, 'roles', this.roles()),
    ];
  }

  // --- what needs a decision

  private queue(): VNode[] {
    const { detail, now } = this.host;
    const items = attention(detail, now);
    return [
      h('p.quiet', items.length ? d.lead : d.quiet),
      h(
        'ol.queue',
        { attrs: { role: 'list' } },
        items.map(item => this.item(item)),
      ),
    ];
  }

  private item({ key, urgency, place, sentence, text, deeds }: Item): VNode {
    const { detail } = this.host;
    const where = place ? whereOf(detail, place.board.game) : '';
    const mayRule = detail.you.director;
    return h(
      'li.queue-item',
      { key, class: { urgent: urgency <= 1 }, attrs: { 'data-test': `item-${key.split('-')[0] ?? ''}` } },
      [
        h('div.queue-words', [
          place ? link(path => this.host.go(path), `/g/${place.board.game}`, '.letter-game', [where]) : null,
          h('p', sentence),
          text === null ? null : h('blockquote.told', text),
        ]),
        h('div.row', [
          ...deeds.flatMap(deed => {
            if (deed.kind !== 'show' && !mayRule) return [];
            return [
              button({
                key: deed.label,
                label: deed.label,
                ...(where ? { name: `${deed.label}: ${where}` } : {}),
                kind: deed.kind === 'rule' && deed.isPrimary ? 'primary' : 'plain',
                ...(deed.kind === 'do'
                  ? { testId: deed.test }
                  : deed.kind === 'play'
                    ? { testId: 'play-after-all' }
                    : {}),
                disabled: deed.kind !== 'show' && this.host.isBusy,
                onClick: () => this.does(deed),
              }),
            ];
          }),
          place && mayRule ? this.more(place.board, where) : null,
        ]),
      ],
    );
  }

  private does(deed: Deed): void {
    switch (deed.kind) {
      case 'rule':
        return this.host.open(new RuleForm(this.host, deed.preset));
      case 'do':
        return this.host.send(deed.command, deed.done);
      case 'play':
        return void this.playAfterAll(deed.game);
      case 'show':
        document.querySelector(`[data-test=${deed.part === 'players' ? 'desk-players' : deed.part}]`)?.scrollIntoView();
    }
  }

  /** Replaces a forfeit by a ruling: the game resumes from where it stood, with its clocks as they were. */
  private async playAfterAll(game: string): Promise<void> {
    const state = await api.state(game).catch(() => null);
    const { clock, moves } = state ?? {};
    // Without a clock to read from, the form asks how the game goes on.
    if (!clock)
      return this.host.open(new RuleForm(this.host, { game, outcome: 'resume', reasons: d.reasons.playAfterAll }));
    const outcome = {
      kind: 'resume' as const,
      from: moves?.at(-1)?.n ?? 1,
      whiteMs: Math.max(LEAST_MS, Math.round(clock.white_ms)),
      blackMs: Math.max(LEAST_MS, Math.round(clock.black_ms)),
    };
    const command: Command = { type: 'rule', game, ground: 'absence', outcome, reasons: d.reasons.playAfterAll };
    this.host.send(command, d.act.playedAfterAll);
  }

  /** The rarely needed controls of a game, folded away. */
  private more(board: Board, where: string): VNode {
    return h('details.more', { key: `more-${board.game}` }, [
      h('summary', { attrs: { 'aria-label': `${d.act.more}: ${where}` } }, '…'),
      h('div.row', gameDeeds(this.host, board)),
    ]);
  }

  // --- players

  private players(): VNode[] {
    const { host } = this;
    const { detail } = host;
    const mayEnter = takesEntries(detail);
    return [
      mayEnter ? h('p.quiet', d.players.addNote(detail.phase === 'running')) : h('span'),
      mayEnter
        ? h(
            'form.desk-form',
            {
              attrs: { 'data-test': 'desk-enter' },
              on: {
                submit: (event: Event) => {
                  event.preventDefault();
                  const name = this.entry.value;
                  if (!name || host.isBusy) return;
                  host.send({ type: 'enter', player: name }, d.players.entered(name), () => this.entry.clear(name));
                },
              },
            },
            [
              this.entry.view(d.players.add),
              h('button.button.plain', { attrs: { type: 'submit', disabled: host.isBusy } }, d.players.enter),
            ],
          )
        : h('span'),
      detail.entries.length === 0
        ? h('p.quiet', e.players.none)
        : h(
            'ul.desk-players',
            detail.entries.map(entry => this.player(entry)),
          ),
    ];
  }

  private player(entry: EventPlayer): VNode {
    const { host } = this;
    const { detail } = host;
    const { withdrawn, leftWillingly, checkedIn, paused, byes } = entry;
    const name = entry.username ?? '';
    const next = (detail.rounds.at(-1)?.number ?? 0) + 1;
    const isSwiss = detail.settings.format.kind === 'swiss';
    const hasRound = hasRoundToCome(detail);
    const [bye] = byes;
    const asksCheckIn = detail.settings.checkInMinutes != null && !isOver(detail);
    const act = (label: string, full: string, command: (player: string) => Command, test: string): VNode =>
      button({
        label,
        name: `${label}: ${full}`,
        kind: 'quiet',
        key: test,
        testId: test,
        disabled: host.isBusy,
        onClick: () => host.send(command(name), d.players.done),
      });
    const mayBye = isSwiss && hasRound && !isOver(detail);
    return h('li.desk-player', { key: entry.id, attrs: { 'data-test': `desk-${entry.name}` } }, [
      h('span.desk-player-name', [
        `${entry.number}. `,
        personLink(path => host.go(path), entry),
        withdrawn ? h('span.tag.away', e.players.withdrawn) : null,
        paused && !withdrawn ? h('span.tag.away', e.players.paused) : null,
        asksCheckIn && !withdrawn ? h('span.tag', checkedIn ? e.players.checkedIn : e.players.notYet) : null,
        ...byes.map(one => h('span.tag', { key: one.round }, e.players.bye(one.round, one.bye))),
      ]),
      withdrawn && !leftWillingly && takesBack(detail, host.now) && detail.phase === 'running'
        ? h('span.desk-player-acts', [
            button({
              label: d.act.reinstate,
              name: isArranged(detail) ? d.act.reinstateArranged(entry.name) : d.act.reinstateOf(entry.name),
              kind: 'quiet',
              key: 'reinstate',
              testId: 'reinstate',
              disabled: host.isBusy,
              onClick: () => host.send({ type: 'reinstate', player: name }, d.players.done),
            }),
          ])
        : null,
      withdrawn || isOver(detail)
        ? null
        : h('span.desk-player-acts', [
            (asksCheckIn && !checkedIn) || (paused && !isOver(detail))
              ? act(d.act.checkIn, entry.name, player => ({ type: 'checkIn', player }), 'check-in')
              : null,
            mayBye && bye
              ? act(
                  d.act.takeBack,
                  d.act.takeBackOf(entry.name, bye.round),
                  player => ({ type: 'setBye', player, round: bye.round, bye: null }),
                  'bye-back',
                )
              : null,
            mayBye && !bye
              ? act(
                  d.act.half,
                  d.act.halfOf(entry.name, next),
                  player => ({ type: 'setBye', player, round: next, bye: 'half' }),
                  'bye-half',
                )
              : null,
            mayBye && !bye
              ? act(
                  d.act.zero,
                  d.act.zeroOf(entry.name, next),
                  player => ({ type: 'setBye', player, round: next, bye: 'zero' }),
                  'bye-zero',
                )
              : null,
            button({
              label: d.act.correct,
              name: d.act.correctOf(entry.name),
              kind: 'quiet',
              key: 'correct',
              testId: 'correct',
              onClick: () => host.open(new CorrectForm(host, entry)),
            }),
            button({
              label: d.act.withdraw,
              name: d.act.withdrawOf(entry.name),
              kind: 'quiet',
              key: 'withdraw',
              onClick: () =>
                host.open(
                  new AskForm(host, {
                    title: d.act.withdrawAsk(entry.name),
                    note: d.act.withdrawNote[withdrawalOf(detail)],
                    yes: d.act.withdraw,
                    no: d.act.keep,
                    done: d.players.done,
                    command: () => ({ type: 'withdraw', player: name }),
                  }),
                ),
            }),
          ]),
    ]);
  }

  // --- pairs

  private forbidden(): VNode[] {
    const { host } = this;
    const { detail } = host;
    const options = [
      ['', d.hand.nobody] as const,
      ...detail.entries.filter(one => !one.withdrawn).map(one => [one.username ?? '', one.name] as const),
    ];
    const send = (one: string, other: string, forbidden: boolean, onDone?: () => void): void =>
      host.send({ type: 'forbidPair', one, other, forbidden }, d.players.done, onDone);
    // A pair is unordered: it is shown in the order of the list of players.
    const named = detail.forbidden.map(pair => detail.entries.filter(entry => pair.includes(entry.id)));
    return [
      h('p.quiet', d.forbidden.note),
      detail.forbidden.length === 0
        ? h('p.quiet', d.forbidden.none)
        : h(
            'ul.desk-players',
            named.map(([one, other]) =>
              h('li.desk-player', { key: `${one?.id ?? ''}${other?.id ?? ''}` }, [
                h('span.desk-player-name', d.forbidden.pair(one?.name ?? '', other?.name ?? '')),
                button({
                  label: d.forbidden.lift,
                  name: d.forbidden.liftOf(one?.name ?? '', other?.name ?? ''),
                  kind: 'quiet',
                  disabled: host.isBusy,
                  onClick: () => send(one?.username ?? '', other?.username ?? '', false),
                }),
              ]),
            ),
          ),
      h('div.desk-form', [
        choice('forbid-one', d.forbidden.first, options, this.pair[0], name => {
          this.pair = [name, this.pair[1]];
          host.redraw();
        }),
        choice('forbid-other', d.forbidden.second, options, this.pair[1], name => {
          this.pair = [this.pair[0], name];
          host.redraw();
        }),
        button({
          label: d.forbidden.add,
          testId: 'forbid',
          disabled: host.isBusy || !this.pair[0] || !this.pair[1] || this.pair[0] === this.pair[1],
          onClick: () => {
            const sent = this.pair;
            send(...sent, true, () => {
              if (this.pair === sent) this.pair = ['', ''];
            });
          },
        }),
      ]),
    ];
  }

  // --- roles

  private roles(): VNode[] {
    const { host } = this;
    const { roles, you } = host.detail;
    const mayName = you.organiser && !isOver(host.detail);
    const line = (role: Role, title: string, people: (VNode | string)[]): VNode =>
      h('li.desk-player', { key: role }, [
        h('span.desk-player-name', [h('strong', `${title}: `), ...people]),
        mayName
          ? button({
              label: role === 'nameDirector' ? d.roles.addDirector : d.roles.another,
              name: role === 'nameDirector' ? d.roles.addDirector : d.roles.anotherOf(title),
              kind: 'quiet',
              testId: role,
              onClick: () => {
                this.naming = role;
                this.official.clear();
              },
            })
          : null,
        this.naming === role ? this.namer(role, title) : null,
      ]);
    const go = (path: string): void => host.go(path);
    const directors = roles.directors.flatMap((one, index): (VNode | string)[] => [
      index ? ', ' : '',
      personLink(go, one),
      mayName && roles.directors.length > 1
        ? button({
            label: d.roles.remove,
            name: d.roles.removeOf(one.name),
            icon: 'cross',
            iconOnly: true,
            kind: 'quiet',
            key: `remove-${one.id}`,
            disabled: host.isBusy,
            onClick: () => host.send({ type: 'removeDirector', person: one.username ?? '' }, d.players.done),
          })
        : '',
    ]);
    return [
      h('ul.desk-players', [
        line('nameDirector', d.roles.directors, directors),
        line('nameChiefArbiter', d.roles.chiefArbiter, [personLink(go, roles.chiefArbiter)]),
        line('nameDeputy', d.roles.deputy, [personLink(go, roles.deputy)]),
      ]),
      you.organiser ? h('span') : h('p.quiet', d.roles.onlyOrganiser),
    ];
  }

  private namer(role: Role, title: string): VNode {
    const { host } = this;
    return h(
      'form.desk-form',
      {
        on: {
          submit: (event: Event) => {
            event.preventDefault();
            if (!this.official.value) return;
            host.send({ type: role, person: this.official.value }, d.players.done, () => {
              if (this.naming === role) this.naming = null;
            });
          },
        },
      },
      [
        this.official.view(`${title}: ${d.roles.username.toLowerCase()}`),
        h('button.button.plain', { attrs: { type: 'submit', disabled: host.isBusy } }, d.roles.name),
      ],
    );
  }
}
