/** The event's part of a game's page: the link to the event, being present, calling a director, rulings and appeals. */
import './table.css';
import { h, type VNode } from 'snabbdom';
import type { Board, Command, EventDetail, Ruling, Side } from '../../api/events';
import type { State } from '../../api/types';
import { e, inText, leftText, outcomeText } from '../../text/events';
import { momentText } from '../../text/format';
import { button, dialog, link } from '../../ui/controls';
import type { App } from '../../ui/page';
import { play } from '../../ui/sound';
import { eventPath, refused, textField } from './common';
import { absentOf, isArranged, placeOf, sideOf } from './facts';
import { AppealForm } from './appeal';
import { Forms } from './forms';
import type { Form, FormHost } from './host';
import { LiveEvent } from './live';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** Calls that a player has in a game. */
const CALLS = 2;
const CALL_MOST = 1000;

/** The line above the board. */
export interface Sentence {
  text: string;
  /** The same for screen readers, if it counts down. */
  spoken: string | null;
}

type OfEvent = NonNullable<State['event']>;

export class EventPanel implements FormHost {
  /** `null` for spectators, who need only the link to the event. */
  private readonly live: LiveEvent | null;
  private readonly timer: number = 0;
  private readonly forms: Forms;

  constructor(
    private readonly app: App,
    private readonly event: OfEvent,
    private readonly game: string,
    isPlayer: boolean,
  ) {
    this.live = isPlayer
      ? new LiveEvent(event.id, {
          taken: (before, detail) => this.taken(before, detail),
          changed: () => app.redraw(),
        })
      : null;
    this.forms = new Forms(app, this.live);
    if (isPlayer) this.timer = window.setInterval(() => app.redraw(), SECOND_MS);
  }

  destroy(): void {
    clearInterval(this.timer);
    this.live?.destroy();
  }

  // --- what forms need

  get detail(): EventDetail {
    return this.live?.detail as EventDetail;
  }

  get lacksFactor(): boolean {
    return this.forms.lacksFactor;
  }

  get refusal(): string {
    return this.forms.refusal;
  }

  get isBusy(): boolean {
    return this.live?.isBusy ?? false;
  }

  redraw(): void {
    this.app.redraw();
  }

  close(): void {
    this.forms.close();
  }

  send(command: Command, done: string, onDone?: () => void): void {
    this.forms.send(command, done, onDone);
  }

  private taken(before: EventDetail | null, detail: EventDetail): void {
    this.app.redraw();
    const seal = detail.seals.filter(one => one.game === this.game).at(-1);
    if (before && seal && detail.seals.length > before.seals.length) this.app.say(e.table.seal(seal.by.name));
    const known = before?.rulings.filter(ruling => ruling.game === this.game).length ?? 0;
    const rulings = detail.rulings.filter(ruling => ruling.game === this.game);
    const last = rulings.at(-1);
    if (!before || !last || rulings.length <= known) return;
    play('notify');
    this.app.say(`${e.table.ruling}: ${outcomeText(last.outcome)}.`);
  }

  private get board(): Board | null {
    const detail = this.live?.detail;
    return detail ? (placeOf(detail, this.game)?.board ?? null) : null;
  }

  private get me(): string | null {
    return this.app.me?.account ? this.app.me.id : null;
  }

  /** The line above the board, if the event has something to say. */
  sentence(state: State): Sentence | null {
    const { board } = this;
    const detail = this.live?.detail;
    if (!board || !detail || !this.live || state.status === 'over') return null;
    if (board.goesOnAt !== null)
      return counting(board.goesOnAt - this.live.now, left => e.table.goesOn(leftText(left)));
    if (board.clocksStopped) {
      const call = detail.calls.find(one => one.game === this.game && one.open);
      if (!call) return { text: e.rounds.stopped, spoken: null };
      const stopped = e.table.stopped(call.player.name);
      if (call.clocksUntil === null) return { text: stopped, spoken: null };
      return counting(call.clocksUntil - this.live.now, left => `${stopped} ${e.table.stoppedLeft(leftText(left))}`);
    }
    if (isArranged(detail) && !board.live && board.result === null)
      return {
        text: board.appointment === null ? e.table.toArrange : e.table.appointed(momentText(board.appointment)),
        spoken: null,
      };
    const round = placeOf(detail, this.game)?.round;
    if (!board.live && board.result === null && round && round.startsAt > this.live.now)
      return counting(round.startsAt - this.live.now, left => e.table.starts(inText(left)));
    return null;
  }

  /** The bar with the link to the event and the player's requests. */
  view(state: State): VNode {
    const { event, board, live } = this;
    const detail = live?.detail;
    const side = board && sideOf(board, this.me);
    const isLive = state.status === 'live' && board?.live === true && board.result === null;
    const isAwaited = side !== null && board !== null && board.goesOnAt !== null && !board.arrived[side];
    const late = lateOf(state, board);
    const isAbsent =
      side !== null && board !== null && absentOf(board).includes(side) && (isLive || late === e.opposite[side]);
    const calls = detail?.calls.filter(one => one.game === this.game && one.player.id === this.me) ?? [];
    const left = CALLS - calls.length;
    const ruling = detail?.rulings.filter(one => one.game === this.game).at(-1);
    const instead = detail?.rounds.flatMap(round => round.boards).find(one => one.replayOf === this.game);
    const seals = detail?.seals.filter(one => one.game === this.game) ?? [];
    return h(
      'section.event-panel',
      { key: 'event', attrs: { 'aria-label': e.table.title, 'data-test': 'event-panel' } },
      [
        h('div.event-bar', [
          link(this.app.go, eventPath(event.id), '.event-link', [
            h('strong', event.name),
            h('small', e.table.of(event.round, event.board)),
          ]),
          isAbsent || isAwaited
            ? button({
                label: e.table.here,
                title:
                  board.defaultAt === null || !live
                    ? e.table.here
                    : e.table.hereUntil(leftText(board.defaultAt - live.now)),
                kind: 'primary',
                icon: 'check',
                testId: 'here',
                disabled: this.isBusy,
                onClick: () => this.send({ type: 'arrive', game: this.game }, e.table.hereDone),
              })
            : null,
          detail && side && isLive
            ? button({
                label: e.table.callShort,
                name: e.table.call,
                title: left > 0 ? e.table.call : e.table.noCalls,
                icon: 'bell',
                testId: 'call',
                disabled: left <= 0 || calls.some(call => call.open) || this.isBusy,
                onClick: () => this.forms.open(new CallForm(this, this.game, left, longestCall(detail))),
              })
            : null,
        ]),
        live && side && board.defaultAt !== null && (isAbsent || late)
          ? h(
              'p.event-told',
              { attrs: { 'data-test': 'here-until' } },
              untilDefault(late, side, isAbsent, leftText(board.defaultAt - live.now)),
            )
          : null,
        ...seals.map(({ by }) =>
          h('p.event-seal', { key: `seal-${by.id}`, attrs: { 'data-test': 'seal' } }, e.table.seal(by.name)),
        ),
        instead ? this.replaced(instead) : null,
        ...(this.forms.isSender || !live?.refusal ? [] : refused(live)),
        ruling ? this.ruled(ruling) : null,
      ],
    );
  }

  /** The game is replayed: the link to the new game. */
  private replaced({ game }: Board): VNode {
    return h('div.event-ruling', { key: 'replaced', attrs: { 'data-test': 'replaced' } }, [
      h('p', e.table.replaced),
      h('div.row', [link(this.app.go, `/g/${game}`, '.button.primary', [e.table.toReplay])]),
    ]);
  }

  /** The last ruling about the game, and the appeal. */
  private ruled(ruling: Ruling): VNode {
    const { live, event } = this;
    const now = live?.now ?? 0;
    const mayAppeal = ruling.you.appeal && ruling.appealBy > now;
    return h('div.event-ruling', { attrs: { 'data-test': 'ruled' } }, [
      h('p', [h('strong', `${e.table.ruling}: `), `${outcomeText(ruling.outcome)}.`]),
      mayAppeal ? h('p.quiet', e.table.appealUntil(leftText(ruling.appealBy - now))) : null,
      h('div.row', [
        link(this.app.go, `${eventPath(event.id)}?show=rulings`, '.button.plain', [e.table.toRulings]),
        mayAppeal
          ? button({
              label: e.table.appeal,
              kind: 'primary',
              testId: 'appeal-open',
              onClick: () => this.forms.open(new AppealForm(this, ruling.n)),
            })
          : null,
      ]),
    ]);
  }

  /** The form that lies over the table, if one is open. */
  dialog(): VNode | null {
    return this.forms.shown?.view() ?? null;
  }

  /** Closes the form. Returns whether there was one. */
  back(): boolean {
    if (!this.forms.shown) return false;
    this.close();
    return true;
  }
}

/** The side whose time ran out before its player came, while the event waits for the end of the default time. */
function lateOf({ status, outcome }: State, board: Board | null): Side | null {
  if (status !== 'over' || outcome?.reason !== 'time' || !outcome.winner || !board) return null;
  const late = e.opposite[outcome.winner];
  return absentOf(board).includes(late) ? late : null;
}

/** What a player does until the default time is over, and what happens then. */
function untilDefault(late: Side | null, side: Side, isAbsent: boolean, left: string): string {
  const { youAreOut, theyAreOut, bothAway, hereUntil } = e.table;
  if (late === null) return hereUntil(left);
  if (late === side) return youAreOut;
  return isAbsent ? bothAway(late, left) : theyAreOut(late, left);
}

/** A sentence with the time left, in milliseconds. The spoken form has whole minutes, as it is announced again on every change. */
export function counting(left: number, sentence: (left: number) => string): Sentence {
  return { text: sentence(left), spoken: sentence(Math.ceil(left / MINUTE_MS) * MINUTE_MS) };
}

/** The maximum time for which a call stops the clocks, in minutes. */
function longestCall({ settings }: EventDetail): number {
  return settings.format.kind === 'arena' ? 2 : 10;
}

/** The form in which a player calls a director. */
class CallForm implements Form {
  private text = '';

  constructor(
    private readonly host: FormHost,
    private readonly game: string,
    private readonly left: number,
    private readonly minutes: number,
  ) {}

  view(): VNode {
    const { host, text } = this;
    return dialog(e.table.call, () => host.close(), [
      h(
        'form.form',
        {
          on: {
            submit: (event: Event) => {
              event.preventDefault();
              if (text.trim()) host.send({ type: 'call', game: this.game, text: text.trim() }, e.table.called);
            },
          },
        },
        [
          textField({
            id: 'call-text',
            label: e.table.callText,
            note: e.table.callHint,
            value: text,
            most: CALL_MOST,
            rows: 3,
            isFirst: true,
            onInput: value => {
              this.text = value;
              host.redraw();
            },
          }),
          h('p.quiet', e.table.callNote(this.left, this.minutes)),
          ...refused(host),
          h('div.row.end', [
            button({ label: e.table.keep, onClick: () => host.close() }),
            h(
              'button.button.primary',
              { attrs: { type: 'submit', disabled: host.isBusy || text.trim() === '', 'data-test': 'call-send' } },
              e.table.send,
            ),
          ]),
        ],
      ),
    ]);
  }
}
