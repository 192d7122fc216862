/** The table: one game, live or finished. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../api/http';
import { Connection } from '../api/socket';
import type { Color, Frame, MoveRecord, State } from '../api/types';
import { gameModule } from '../games';
import type { GameScreen, Host, Premove, Prompt, Scene } from '../games/screen';
import { t } from '../text';
import { button } from '../ui/controls';
import type { App, Page } from '../ui/page';
import { play } from '../ui/sound';
import { afterGame } from './table/after';
import { Ahead } from './table/ahead';
import { Clocks } from './table/clock';
import { entry } from './table/entry';
import { buttons, offersLine, resignDialog, waiting } from './table/buttons';
import { moveList, steps } from './table/moves';
import { playerBar } from './table/players';
import { Replay } from './table/replay';
import { movesAfter } from './table/rows';

/** How long the line may be down before anybody is told. */
const SILENT_MS = 1200;

export function tablePage(app: App, id: string): Page {
  return new Table(app, id);
}

export class Table implements Page, Host {
  state: State | null = null;
  private screen: GameScreen | null = null;
  private connection: Connection | null = null;
  private orientation: Color = 'white';
  private turned = false;
  private pending: { id: string; action: string } | null = null;
  /** Actions that were sent and whose answer has not come, by id. */
  private downSince: number | null = null;
  private problem = '';
  private gone = false;
  private started = false;
  private left = false;
  watching = 0;
  /** The sentence under the board after a refusal. */
  refusal = '';
  asking: 'resign' | 'abort' | 'keys' | null = null;
  drawerOpen = false;
  readonly replay: Replay;
  readonly clocks: Clocks;
  private readonly ahead: Ahead;

  constructor(
    readonly app: App,
    readonly id: string,
  ) {
    this.replay = new Replay(this);
    this.ahead = new Ahead(this);
    this.clocks = new Clocks(app, () => this.state);
    void this.enter();
  }

  get title(): string {
    const { state } = this;
    if (!state) return '';
    const turn = state.status === 'live' && this.mayAct ? `${t.table.yourTurn} ` : '';
    return `${turn}${t.game[state.game]}`;
  }

  // Host: what the game's screen asks for.

  get scene(): Scene {
    const state = this.state as State;
    const shown = this.replay.shown;
    return {
      variant: state.variant,
      view: shown ? shown.view : state.view,
      options: shown || this.pending ? null : state.options,
      actor: shown ? null : state.actor,
      seat: state.seat,
      last: shown ? (shown.last ?? []) : state.last,
      orientation: this.orientation,
      pending: shown ? null : (this.pending?.action ?? null),
      premove: this.ahead.color && !shown ? { color: this.ahead.color, move: this.ahead.move } : null,
      lastMove: this.replay.lastMove,
      commitments: state.commitments,
      history: state.moves
        .slice(0, this.replay.current)
        .map(move => ({ color: move.color, action: move.public ?? move.notation })),
    };
  }

  redraw(): void {
    this.app.redraw();
  }

  act(action: string): void {
    const { state, connection } = this;
    if (!state || !connection || this.pending) return;
    this.refusal = '';
    this.pending = { action, id: connection.send({ t: 'act', n: state.n, action }) };
    this.redraw();
  }

  premove(move: Premove | null): void {
    this.ahead.set(move);
  }

  say(text: string): void {
    this.app.say(text);
  }

  // What the parts of the table ask for.

  get game(): GameScreen | null {
    return this.screen;
  }

  get mayAct(): boolean {
    const { state } = this;
    // A player may hold options out of turn: to settle a conflict.
    return state?.status === 'live' && state.options !== null && (state.seat === 'both' || state.seat === state.actor);
  }

  /** Whether an action is on its way. */
  get isSending(): boolean {
    return this.pending !== null;
  }

  get isPlayer(): boolean {
    return this.state !== null && this.state.seat !== 'spectator';
  }

  get bottom(): Color {
    return this.orientation;
  }

  get isDown(): boolean {
    return this.downSince !== null && performance.now() - this.downSince > SILENT_MS;
  }

  flip(): void {
    this.orientation = this.orientation === 'white' ? 'black' : 'white';
    this.turned = true;
    this.redraw();
  }

  send(message: Parameters<Connection['send']>[0]): void {
    this.refusal = '';
    this.connection?.send(message);
  }

  /** Something typed in the notation field. */
  typed(text: string): void {
    const { state } = this;
    if (!state?.options || this.pending) return;
    const plain = (word: string): string => word.replace(/[+#!?]+$/g, '').replace(/\s+/g, '');
    const found =
      state.options.actions.find(one => one.action === text) ??
      state.options.actions.find(one => plain(one.notation ?? one.action) === plain(text));
    this.act(found?.action ?? this.screen?.read(plain(text)) ?? text.trim());
  }

  private async enter(): Promise<void> {
    try {
      const state = await api.state(this.id);
      if (this.gone) return;
      this.take(state, false);
      await this.load(state);
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : t.app.failed;
      this.redraw();
      return;
    }
    if (this.gone) return;
    this.connection = new Connection(this.id, {
      frame: frame => this.frame(frame),
      connected: up => this.connected(up),
      have: () => this.state?.n ?? null,
      refused: problem => {
        this.problem = problem.detail ?? problem.title;
        this.redraw();
      },
    });
  }

  async join(): Promise<void> {
    try {
      await api.join(this.id);
      const state = await api.state(this.id);
      this.take(state, false);
      // The old line is a spectator's.
      this.connection?.reopen();
    } catch (error) {
      this.refusal = error instanceof Refused ? error.message : t.app.failed;
    }
    this.redraw();
  }

  private async load(state: State): Promise<void> {
    const module = await gameModule(state.game);
    if (this.gone) return;
    this.screen = module.screen(this);
    this.redraw();
  }

  private connected(up: boolean): void {
    if (up) this.downSince = null;
    else if (this.downSince === null) {
      this.downSince = performance.now();
      window.setTimeout(() => this.redraw(), SILENT_MS + 50);
    }
    this.redraw();
  }

  private frame(frame: Frame): void {
    switch (frame.t) {
      case 'state':
        this.take(frame.state, true);
        break;
      case 'event': {
        const before = this.state;
        if (!before) break;
        const moves = frame.state?.moves ?? movesAfter(before.moves, frame);
        if (frame.state) this.take({ ...frame.state, moves }, true);
        // One of several that were missed: the state comes with the last.
        else this.state = { ...before, moves };
        break;
      }
      case 'resumed':
        if (this.state) {
          this.state.clock = frame.clock;
          this.clocks.take();
        }
        break;
      case 'ack':
        if (this.pending?.id === frame.id && (this.state?.n ?? 0) >= frame.n) this.pending = null;
        break;
      case 'refused':
        if (frame.problem.code === 'stale') {
          void this.retry(frame.id);
          break;
        }
        if (this.pending?.id === frame.id) {
          this.pending = null;
          this.ahead.drop();
        }
        this.refusal = frame.problem.detail ?? frame.problem.title;
        this.say(this.refusal);
        this.screen?.update();
        break;
      case 'presence':
        this.watching = frame.watching;
        for (const color of ['white', 'black'] as const) {
          const player = this.state?.players[color];
          if (player) player.online = frame[color];
        }
        if (this.state && frame.claim !== undefined) {
          const mine = frame.claim !== null && frame.claim === this.state.seat;
          this.state.can.claim_win = this.state.can.claim_draw = mine;
        }
        break;
      case 'pong':
        break;
    }
    this.redraw();
  }

  /** Something else has happened meanwhile (an offer): the action is sent again if it is still meant. */
  private async retry(id: string | null): Promise<void> {
    const { pending } = this;
    const before = this.state?.moves.length;
    this.pending = null;
    // A move ahead follows the action that is sent again: it must not take its place.
    const ahead = this.ahead.move;
    this.ahead.drop();
    await this.refetch();
    if (!pending || pending.id !== id || !this.mayAct || this.state?.moves.length !== before) return;
    this.act(pending.action);
    this.ahead.set(ahead);
  }

  private async refetch(): Promise<void> {
    try {
      this.take(await api.state(this.id), true);
    } catch {
      // The socket comes back with the state.
    }
    this.redraw();
  }

  /** A new state. `lively`: it happened now, so it is heard and said. */
  private take(state: State, lively: boolean): void {
    const before = this.state;
    if (!state.moves) state.moves = before?.moves ?? [];
    this.state = state;
    if (this.pending && (before === null || state.n > before.n)) this.pending = null;
    if (!this.turned && (before === null || before.seat !== state.seat)) {
      this.orientation = state.seat === 'black' ? 'black' : 'white';
    }
    if (state.n !== before?.n) this.refusal = '';
    this.clocks.take();
    this.replay.take(state);
    this.screen?.update();
    if (state.status !== 'live') this.ahead.drop();
    if (lively) this.announce(before, state);
    this.ahead.try();
    if (before?.status === 'waiting' && state.status === 'live') play('notify');
    if (state.rematch_id && before && !before.rematch_id && this.isPlayer && !this.left) {
      this.left = true;
      this.app.go(`/g/${state.rematch_id}`);
    }
  }

  private announce(before: State | null, state: State): void {
    const fresh = state.moves.filter(move => move.n > (before?.moves.at(-1)?.n ?? 0));
    const move = fresh.at(-1);
    if (move && before) {
      play(soundOf(move));
      const words = this.screen?.describe(move) ?? move.notation;
      this.say(this.mayAct ? `${words} ${t.table.yourTurn}` : words);
    }
    if (state.status === 'over' && before?.status !== 'over') {
      play('end');
      this.asking = null;
      if (state.outcome) this.say(state.outcome.text);
    }
    const offer = (['draw', 'takeback', 'rematch'] as const).find(
      what => state.offers[what] && state.offers[what] !== before?.offers[what] && state.offers[what] !== state.seat,
    );
    if (offer && this.isPlayer && state.seat !== 'both') {
      play('notify');
      this.say(t.table.offered[offer]);
    }
  }

  onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.key === 'Escape') {
      if (this.asking) this.asking = null;
      else if (this.screen?.back()) this.redraw();
      else if (this.ahead.move) this.ahead.set(null);
      else if (target.matches('input')) target.blur();
      this.redraw();
      return;
    }
    if (target.matches('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.replay.isShown && this.screen?.onKey(event)) {
      event.preventDefault();
      return;
    }
    const keys: Record<string, () => void> = {
      ArrowLeft: () => this.replay.step(-1),
      ArrowRight: () => this.replay.step(1),
      ArrowUp: () => this.replay.first(),
      ArrowDown: () => this.replay.show(null),
      f: () => this.flip(),
      '?': () => {
        this.asking = 'keys';
        this.redraw();
      },
      '/': () => document.querySelector<HTMLElement>('#notation')?.focus(),
    };
    const action = keys[event.key];
    if (!action) return;
    action();
    event.preventDefault();
  }

  destroy(): void {
    this.gone = true;
    this.connection?.close();
    this.clocks.destroy();
    this.screen?.destroy();
  }

  view(): VNode {
    const { state, screen } = this;
    if (this.problem) {
      return h('main.page.narrow', { attrs: { id: 'main', tabindex: -1 } }, [
        h('h1', t.table.notHere),
        h('p', this.problem),
        button({ label: t.notFound.home, kind: 'primary', onClick: () => this.app.go('/') }),
      ]);
    }
    if (!state || !screen) return h('main.page', { attrs: { id: 'main', tabindex: -1 } }, h('p.quiet', t.app.loading));
    if (!this.started) {
      this.started = true;
      screen.update();
    }
    const top: Color = this.orientation === 'white' ? 'black' : 'white';
    return h(
      'main.table',
      {
        key: `table-${this.id}`,
        attrs: {
          id: 'main',
          tabindex: -1,
          'data-game': state.game,
          'data-status': state.status,
          'data-seat': state.seat,
          'data-n': state.n,
        },
        class: { 'drawer-open': this.drawerOpen },
      },
      [
        h('h1.visually-hidden', t.game[state.game]),
        this.promptLine(),
        h('div.board-area', { key: 'board' }, [screen.board()]),
        playerBar(this, top, 'top'),
        playerBar(this, this.orientation, 'bottom'),
        h('section.instrument', { key: 'instrument', attrs: { 'aria-label': t.table.instrument[state.game] } }, [
          screen.instrument(),
        ]),
        state.status === 'over' ? afterGame(this) : waiting(this),
        moveList(this),
        h('div.actions', { key: 'actions' }, [
          offersLine(this),
          entry(this),
          h('div.tools', { key: 'tools' }, this.isPlayer && state.status === 'live' ? screen.tools() : []),
          buttons(this),
          h('div.bar-steps', { key: 'bar-steps' }, [steps(this)]),
        ]),
        resignDialog(this),
      ],
    );
  }

  private promptLine(): VNode {
    const state = this.state as State;
    const shown = this.replay.isShown;
    const ahead = shown ? null : this.ahead.prompt;
    const ofScreen = shown || this.pending ? null : (this.screen?.prompt() ?? null);
    const own: Prompt | null = ahead && ofScreen?.tone !== 'warning' ? { text: ahead, tone: 'draft' } : ofScreen;
    const usual = (): string => {
      if (shown) return this.replay.caption;
      if (this.pending && this.isDown) return t.table.waits;
      if (state.status === 'waiting') return t.table.waiting;
      if (state.status === 'over') return state.outcome?.text ?? t.home.over;
      if (state.seat === 'both' || state.seat === 'spectator')
        return state.actor ? t.table.toMove(t.color[state.actor]) : '';
      if (this.mayAct) return t.table.yourTurn;
      const other = state.actor ? state.players[state.actor] : null;
      return other?.kind === 'engine' ? t.table.thinking : t.table.theirTurn;
    };
    const canBack = own?.tone === 'draft';
    return h(
      'div.prompt',
      { key: 'prompt', class: own ? { [own.tone]: true } : {}, attrs: { 'data-test': 'prompt' } },
      [
        this.isDown
          ? h(
              'span.connection',
              { key: 'down', attrs: { role: 'status', 'data-test': 'reconnecting' } },
              t.table.reconnecting,
            )
          : null,
        h('p', { key: 'text', attrs: { 'aria-live': 'polite' } }, this.refusal || own?.text || usual()),
        canBack
          ? button({
              label: t.table.back,
              icon: 'undo',
              kind: 'quiet',
              key: 'back',
              onClick: () => {
                if (ahead) this.ahead.set(null);
                else this.screen?.back();
                this.redraw();
              },
            })
          : null,
      ],
    );
  }
}

function soundOf(move: MoveRecord): Parameters<typeof play>[0] {
  const { notation } = move;
  if (/[+#]/.test(notation)) return 'check';
  if (/&[QRBN]@[a-h]/.test(notation)) return 'return';
  if (/\^/.test(notation)) return 'away';
  if (/^[a-h][18]=/.test(notation)) return 'reveal';
  if (/x/.test(notation)) return 'capture';
  return 'move';
}
