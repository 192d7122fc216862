/** One event: its state, what the viewer does next, and all its parts. */
import { h, type VNode } from 'snabbdom';
import { events, type Command, type EventDetail, type Round } from '../../api/events';
import { t } from '../../text';
import { d } from '../../text/desk';
import { e } from '../../text/events';
import { button, link } from '../../ui/controls';
import { staysNear } from '../../ui/near';
import type { App, Page } from '../../ui/page';
import { withBack } from '../../ui/paths';
import { tellsMore } from '../../ui/scroll';
import { play } from '../../ui/sound';
import { arbiterView } from './arbiter';
import { attention } from './attention';
import { arenaView, roundView } from './boards';
import { bracketView } from './bracket-view';
import { accentOf, choice, eventPath, factsOf, refused } from './common';
import { crosstableView } from './crosstable';
import { Desk } from './desk';
import { appealsOf, isArbiter, isArranged, isOver, isStaff, lastRound, ownBoard, withdrawalOf } from './facts';
import { AppealForm, DecideForm } from './appeal';
import { AskForm } from './ask';
import { Forms } from './forms';
import type { DeskHost, Form } from './host';
import { ruledAnew } from './rule';
import { LiveEvent } from './live';
import { nextOf, type Deed } from './next';
import { Arrangements, Byes, playersView } from './players';
import { Positions } from './positions';
import { regulationsView } from './regulations';
import { rulingsView } from './rulings';
import { standingsView, type Opened } from './standings';
import { Sums } from './sums';

const SECOND_MS = 1000;
/** With more rounds than this, the round is chosen from a list. */
const MANY = 12;

const TABS = [
  'now',
  'players',
  'rounds',
  'crosstable',
  'bracket',
  'rulings',
  'regulations',
  'desk',
  'arbiter',
] as const;
type Tab = (typeof TABS)[number];

export function eventPage(app: App, id: string): Page {
  return new EventPage(app, id);
}

class EventPage implements Page, DeskHost {
  private readonly live: LiveEvent;
  private readonly forms: Forms;
  private readonly positions: Positions;
  private readonly desk: Desk;
  private readonly sums: Sums;
  private readonly byes: Byes;
  private readonly arrangements: Arrangements;
  private readonly timer: number;
  private readonly keyboard = staysNear(() => this.isBusy);
  private tab: Tab;
  private opened: Opened | null = null;
  /** The round that is shown among all rounds; `null`: the last one. */
  private round: number | null = null;

  constructor(
    private readonly app: App,
    id: string,
  ) {
    const asked = new URLSearchParams(location.search).get('show');
    this.tab = TABS.find(one => one === asked) ?? 'now';
    this.positions = new Positions(() => app.redraw());
    this.sums = new Sums(id, () => app.redraw());
    this.live = new LiveEvent(id, {
      taken: (before, detail) => this.taken(before, detail),
      changed: () => app.redraw(),
    });
    this.forms = new Forms(app, this.live);
    this.desk = new Desk(this);
    const send = (command: Command, done: string): void => this.send(command, done);
    this.byes = new Byes(() => app.redraw(), send);
    this.arrangements = new Arrangements(send);
    this.timer = window.setInterval(() => app.redraw(), SECOND_MS);
  }

  destroy(): void {
    clearInterval(this.timer);
    this.live.destroy();
    this.positions.destroy();
    this.desk.destroy();
  }

  get title(): string {
    return this.live.detail?.name ?? e.title;
  }

  // --- what forms and desks need

  get detail(): EventDetail {
    return this.live.detail as EventDetail;
  }

  get now(): number {
    return this.live.now;
  }

  get refusal(): string {
    return this.forms.refusal;
  }

  get lacksFactor(): boolean {
    return this.forms.lacksFactor;
  }

  get isBusy(): boolean {
    return this.live.isBusy;
  }

  private get me(): string | null {
    return this.app.me?.account ? this.app.me.id : null;
  }

  redraw(): void {
    this.app.redraw();
  }

  go(path: string): void {
    this.app.go(path);
  }

  open(form: Form): void {
    this.forms.open(form);
  }

  close(): void {
    this.forms.close();
  }

  send(command: Command, done: string, onDone?: () => void): void {
    this.forms.send(command, done, onDone);
  }

  evidence(game: string): void {
    // It belongs to the ruling on the game that can still be changed.
    const rulings = this.live.detail?.rulings.filter(one => one.game === game) ?? [];
    const open = rulings.filter(one => ['open', 'appealed', 'remitted'].includes(one.state)).at(-1);
    void this.live
      .run(() => events.evidence(this.live.id, game, open?.n ?? null))
      .then(isDone => {
        if (isDone) this.app.note(d.act.evidenceDone);
      });
  }

  // --- events

  private taken(before: EventDetail | null, detail: EventDetail): void {
    this.app.redraw();
    if (!before) return;
    for (const round of detail.rounds)
      for (const board of round.boards)
        if (board.result !== null && placeKnown(before, board.game)?.result === null) this.positions.forget(board.game);
    const { me } = this;
    const own = ownBoard(detail, me);
    const known = ownBoard(before, me);
    if (own && own.board.result === null && own.board.game !== known?.board.game) {
      play('notify');
      this.app.say(e.pairedYou);
    } else if (lastRound(detail)?.number !== lastRound(before)?.number) {
      this.app.say(e.paired(lastRound(detail)?.number ?? 0));
    }
    if (
      detail.you.director &&
      detail.calls.filter(call => call.open).length > before.calls.filter(call => call.open).length
    ) {
      play('notify');
      this.app.say(e.rulings.callOpen);
    }
  }

  private show(tab: Tab): void {
    this.tab = tab;
    const path = eventPath(this.live.id);
    history.replaceState(null, '', tab === 'now' ? path : `${path}?show=${tab}`);
    this.redraw();
  }

  private act(deed: Deed): void {
    switch (deed.kind) {
      case 'enter':
        return this.send({ type: 'enter' }, e.done.enter);
      case 'checkIn':
        return this.send({ type: 'checkIn' }, e.done.checkIn);
      case 'playAgain':
        return this.send({ type: 'reinstate' }, isArranged(this.detail) ? e.done.playAgainArranged : e.done.playAgain);
      case 'signIn':
        return this.app.go(withBack('/sign-in', location));
      case 'board':
        return this.app.go(`/g/${deed.game}`);
      case 'arrive':
        return this.send({ type: 'arrive', game: deed.game }, e.do.here);
    }
  }

  // --- view

  view(): VNode {
    const { detail, problem } = this.live;
    if (problem)
      return h('main.page.narrow', { key: 'event-problem', attrs: { id: 'main', tabindex: -1 } }, [
        h('h1', e.title),
        h('p', { attrs: { role: 'alert' } }, problem),
        h('div.row', [link(this.app.go, '/events', '.button.primary', [e.title])]),
      ]);
    if (!detail)
      return h('main.page', { key: 'event', attrs: { id: 'main', tabindex: -1 } }, h('p.quiet', t.app.loading));
    const attrs = { id: 'main', tabindex: -1, 'data-phase': detail.phase };
    return h('main.page.event', { key: 'event', attrs, hook: this.keyboard }, [
      this.head(detail),
      this.tabs(detail),
      h('div.event-parts', { key: `tab-${this.tab}`, class: { now: this.tab === 'now' } }, this.parts(detail)),
      this.refused(),
      this.forms.shown?.view() ?? null,
    ]);
  }

  private head(detail: EventDetail): VNode {
    const { me, now } = this;
    const next = nextOf(detail, { id: me }, now);
    const entry = detail.entries.find(one => one.id === me);
    const labels: Record<Deed['kind'], string> = {
      enter: e.do.enter,
      checkIn: e.do.checkIn,
      playAgain: e.do.playAgain,
      signIn: e.do.signIn,
      board: e.do.toBoard,
      arrive: e.do.here,
    };
    return h('div.event-head', { key: 'head', attrs: accentOf(detail.variant) }, [
      h('p.event-facts', factsOf(detail)),
      h('h1', detail.name),
      // Screen readers get changes that happen by themselves from the live region.
      h('p.event-next', { class: { urgent: next.isUrgent }, attrs: { 'data-test': 'next' } }, next.sentence),
      this.live.isDown ? h('p.connection', { attrs: { role: 'status' } }, e.connection) : null,
      h('div.row', [
        ...next.deeds.map((deed, index) =>
          button({
            key: deed.kind,
            label: labels[deed.kind],
            kind: index === 0 ? 'primary' : 'plain',
            testId: `next-${deed.kind}`,
            disabled: this.live.isBusy,
            onClick: () => this.act(deed),
          }),
        ),
        entry && !entry.withdrawn && !isOver(detail)
          ? button({
              key: 'withdraw',
              label: e.do.withdraw,
              kind: 'quiet',
              testId: 'withdraw',
              onClick: () => this.askWithdraw(detail),
            })
          : null,
        link(this.app.go, `${eventPath(detail.id)}/hall`, '.button.quiet', [e.do.hall]),
        detail.you.organiser && detail.phase === 'open'
          ? link(this.app.go, `${eventPath(detail.id)}/settings`, '.button.quiet', [e.do.settings])
          : null,
        detail.you.organiser && detail.phase === 'open'
          ? button({
              key: 'cancel',
              label: e.do.cancel,
              kind: 'quiet',
              testId: 'cancel',
              onClick: () => this.askCancel(),
            })
          : null,
      ]),
    ]);
  }

  /** Why a command from the page was refused, kept in view wherever its button is. */
  private refused(): VNode {
    const { live, forms } = this;
    const isTold = live.refusal !== '' && !forms.isSender;
    return h('div.event-refusal', { key: 'refused', class: { told: isTold }, attrs: { 'data-test': 'refused' } }, [
      ...(forms.isSender ? [] : refused(live)),
      isTold
        ? button({
            label: e.standings.close,
            icon: 'cross',
            iconOnly: true,
            kind: 'quiet',
            onClick: () => {
              live.refuse('');
              this.redraw();
            },
          })
        : null,
    ]);
  }

  private askWithdraw(detail: EventDetail): void {
    this.open(
      new AskForm(this, {
        title: e.do.withdrawAsk,
        note: e.do.withdrawNote[withdrawalOf(detail)],
        yes: e.do.withdraw,
        no: e.do.keep,
        done: e.done.withdraw,
        command: () => ({ type: 'withdraw' }),
      }),
    );
  }

  private askCancel(): void {
    this.open(
      new AskForm(this, {
        title: e.do.cancelAsk,
        note: e.do.cancelNote,
        yes: e.do.cancel,
        no: d.act.keep,
        done: d.players.done,
        command: () => ({ type: 'cancel' }),
      }),
    );
  }

  private tabs(detail: EventDetail): VNode {
    const shown: [Tab, number][] = [
      ['now', 0],
      ...(isStaff(detail) ? [['desk', attention(detail, this.now).length] as [Tab, number]] : []),
      ...(isArbiter(detail) ? [['arbiter', appealsOf(detail, this.now).length] as [Tab, number]] : []),
      ['players', detail.players],
      ...(detail.rounds.length
        ? [
            ['rounds', 0] as [Tab, number],
            [detail.settings.format.kind === 'knock-out' ? 'bracket' : 'crosstable', 0] as [Tab, number],
          ]
        : []),
      ...(hasHistory(detail) ? [['rulings', detail.rulings.length] as [Tab, number]] : []),
      ['regulations', 0],
    ];
    return h('nav.event-tabs', { key: 'tabs', attrs: { 'aria-label': e.tabs.title }, hook: tellsMore }, [
      ...shown.map(([tab, count]) =>
        h(
          'a.event-tab',
          {
            key: tab,
            class: { on: tab === this.tab },
            attrs: {
              href: tab === 'now' ? eventPath(detail.id) : `${eventPath(detail.id)}?show=${tab}`,
              ...(tab === this.tab ? { 'aria-current': 'page' } : {}),
              'data-test': `tab-${tab}`,
            },
            on: {
              click: (event: MouseEvent) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
                event.preventDefault();
                this.show(tab);
              },
            },
          },
          [e.tabs[tab], count > 0 ? h('small.count', String(count)) : null],
        ),
      ),
    ]);
  }

  private parts(detail: EventDetail): (VNode | null)[] {
    const { me, now } = this;
    const { go } = this.app;
    switch (this.tab) {
      case 'now':
        return this.overview(detail);
      case 'players':
        return [playersView(detail, go, me)];
      case 'rounds':
        return [this.rounds(detail)];
      case 'crosstable':
        return [crosstableView(detail, me)];
      case 'bracket':
        return [bracketView({ detail, go, me, now })];
      case 'rulings':
        return [
          rulingsView({
            detail,
            go,
            now,
            onAppeal: ruling => this.open(new AppealForm(this, ruling.n)),
            onDecide: ruling => this.open(new DecideForm(this, ruling)),
            onRuleAnew: ruling => this.open(ruledAnew(this, ruling)),
          }),
        ];
      case 'regulations':
        return regulationsView(detail, go);
      case 'desk':
        return isStaff(detail) ? this.desk.view() : [];
      case 'arbiter':
        return isArbiter(detail) ? arbiterView(this) : [];
    }
  }

  /** The current round beside the standings; before the start, the players. */
  private overview(detail: EventDetail): (VNode | null)[] {
    const { me, now } = this;
    const round = lastRound(detail);
    const own = [this.arrangements.view(detail, me, now, this.isBusy), this.byes.view(detail, me, this.isBusy)];
    if (!round) return [h('div.event-column', own.filter(Boolean)), playersView(detail, this.app.go, me)];
    return [
      detail.settings.format.kind === 'knock-out' ? bracketView({ detail, go: this.app.go, me, now }) : null,
      h('div.event-column', [
        ...own,
        h('section.panel.event-part', { key: 'round', attrs: { 'aria-label': e.tabs.rounds, 'data-test': 'now' } }, [
          detail.settings.format.kind === 'arena'
            ? arenaView({ detail, go: this.app.go, me, now, positions: this.positions })
            : roundView({ detail, go: this.app.go, me, now, positions: this.positions }, round),
        ]),
      ]),
      standingsView({
        detail,
        go: this.app.go,
        me,
        opened: this.opened,
        sums: this.sums,
        onOpen: opened => {
          this.opened = opened;
          this.redraw();
        },
      }),
    ];
  }

  private showRound(number: number): void {
    this.round = number;
    this.redraw();
  }

  private rounds(detail: EventDetail): VNode {
    const { me, now } = this;
    const shown = detail.rounds.find(round => round.number === this.round) ?? lastRound(detail);
    const label = { 'aria-label': e.tabs.rounds, 'data-test': 'rounds' };
    return h('section.panel.event-part', { key: 'rounds', attrs: label }, [
      detail.rounds.length > MANY
        ? choice(
            'event-round',
            e.rounds.choose,
            detail.rounds.map(one => [String(one.number), e.rounds.title(one.number)] as const),
            String(shown?.number ?? ''),
            number => this.showRound(Number(number)),
          )
        : this.roundChoices(detail, shown),
      shown
        ? roundView({ detail, go: this.app.go, me, now, positions: this.positions }, shown)
        : h('p.quiet', detail.phase === 'open' ? e.rounds.noneOpen : e.rounds.none),
    ]);
  }

  private roundChoices(detail: EventDetail, shown: Round | undefined): VNode {
    return h(
      'div.choices',
      { attrs: { role: 'group', 'aria-label': e.rounds.choose } },
      detail.rounds.map(round =>
        h(
          'button.choice',
          {
            key: round.number,
            class: { on: round === shown },
            attrs: {
              type: 'button',
              'aria-pressed': String(round === shown),
              'aria-label': e.rounds.title(round.number),
            },
            on: { click: () => this.showRound(round.number) },
          },
          String(round.number),
        ),
      ),
    );
  }
}

/** Whether directors have done anything, or were asked to. */
function hasHistory({ rulings, calls, evidence, seals, annulment }: EventDetail): boolean {
  return annulment !== null || [rulings, calls, evidence, seals].some(one => one.length > 0);
}

function placeKnown(detail: EventDetail, game: string): { result: unknown } | undefined {
  return detail.rounds.flatMap(round => round.boards).find(board => board.game === game);
}
