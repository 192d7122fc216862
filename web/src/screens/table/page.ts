/** The table: one game, live or finished. The logic is here, the view in `layout.ts`. */
import { h, type VNode } from 'snabbdom';
import { readOptions } from '../../api/options';
import type { ChatLine, Color, Move, State } from '../../api/types';
import { findGame } from '../../games';
import type { Game } from '../../games/game';
import type { GameScreen, Host, Premove, Scene } from '../../games/screen';
import { isOffered } from '../../rematch';
import { t } from '../../text';
import { button } from '../../ui/controls';
import { isShortcut } from '../../ui/keys';
import { reloadButton } from '../../ui/lazy';
import type { App, Page } from '../../ui/page';
import { settings } from '../../ui/settings';
import { play } from '../../ui/sound';
import { COUNTED, Explorer } from '../archive/explorer';
import { Analysis } from './analysis';
import { Chat, rightsOf, type Rights } from './chat';
import { Clocks } from './clocks';
import { Conditional } from './conditional';
import type { Question } from './dialogs';
import { giveBack, leaveEntry, typedAction } from './entry';
import { OfEvent } from './event';
import { pressed, scrolls } from './keys';
import { tableView } from './layout';
import { LiveGame, type TableMessage } from './live';
import type { Steps } from './moves';
import { newsOf } from './news';
import { Premoves } from './premoves';
import { Replay } from './replay';
import { shownMoves } from './rows';
import { sceneOf } from './scene';
import { Staging } from './staging';
import { Study } from './study';
import { othersNews, Told } from './told';

export function tablePage(app: App, id: string): Page {
  return new TablePage(app, id);
}

class TablePage implements Page, Host {
  private readonly live: LiveGame;
  private readonly replay: Replay;
  private readonly analysis: Analysis;
  private readonly chat: Chat;
  private readonly study: Study;
  private readonly explorer: Explorer;
  private readonly conditional: Conditional;
  private readonly clocks: Clocks;
  private readonly event: OfEvent;
  private readonly premoves: Premoves;
  private readonly told = new Told();
  private readonly staging = new Staging(() => this.staged());
  private readonly steps: Steps = {
    onShow: position => this.replay.show(position),
    onStep: by => this.replay.step(by),
  };
  /** What the stepping keys do on the study board: they only take back the last move. */
  private readonly triedSteps: Steps = {
    onShow: () => {},
    onStep: by => {
      if (by < 0) this.study.back();
    },
  };
  private game: Game | null = null;
  private screen: GameScreen | null = null;
  private orientation: Color = 'white';
  /** Whether the player has flipped the board: then the seat no longer decides. */
  private isTurned = false;
  private isDrawerOpen = false;
  private question: Question | null = null;
  /** Why the last action was refused, for the line above the board. */
  private refusal = '';
  /** The prompt of the game's screen at that time: once it asks for something else, the refusal is outdated. */
  private askedThen: string | null = null;
  /** The number of the game's last action when the study board was opened. */
  private triedAfter = 0;
  /** The typed action that is being judged. */
  private typedText = '';
  /** Whether this page has gone on to the rematch. */
  private isLeaving = false;

  constructor(
    private readonly app: App,
    id: string,
  ) {
    this.live = new LiveGame(id, {
      taken: (before, state, isNews) => this.taken(before, state, isNews),
      clocksTold: () => this.clocks.take(),
      refused: sentence => {
        giveBack(this.typedText);
        this.typedText = '';
        this.screen?.update();
        this.refuse(sentence);
      },
      declined: what => {
        this.app.note(t.table.declined[what]);
        this.say(t.table.declined[what]);
      },
      said: line => this.said(line),
      answered: (id, problem) => this.chat.answered(id, problem),
      opened: () => void this.chat.load(),
      ended: () => this.ended(),
      dropped: () => this.premoves.drop(),
      connected: () => this.say(t.table.connected),
      changed: () => this.redraw(),
    });
    this.replay = new Replay(id, {
      stops: () => shownMoves(this.live.state?.moves ?? [], move => this.undoes(move)).map(one => one.index),
      moved: () => {
        // Stepping through the game closes the study board.
        if (this.study.isOpen) this.study.close();
        this.screen?.update();
        this.say(this.replay.caption);
        this.redraw();
      },
      changed: () => this.redraw(),
      failed: () => this.app.note(t.app.failed),
    });
    this.premoves = new Premoves({
      isFree: () => this.live.mayAct && !this.live.isSending && !this.staging.shown,
      moves: () => this.live.state?.moves ?? [],
      make: move => {
        if (this.replay.isShown) this.replay.show(null);
        return this.screen?.premoved?.(move) ?? 'impossible';
      },
      name: move => this.screen?.namePremove?.(move) ?? `${move.from}–${move.to}`,
      say: words => this.say(words),
      refuse: words => this.refuse(words),
    });
    this.chat = new Chat(id, words => this.live.say(words), {
      changed: () => this.redraw(),
      unseen: words => {
        this.app.note(words);
        this.say(words);
      },
    });
    this.analysis = new Analysis(id, () => this.redraw());
    this.study = new Study({
      changed: () => this.studied(),
      say: words => this.say(words),
    });
    this.explorer = new Explorer(app, false, one => this.study.play(one.action));
    this.conditional = new Conditional(id, () => this.redraw());
    this.event = new OfEvent(app);
    this.clocks = new Clocks(
      () => this.live.state,
      () => this.redraw(),
    );
    void this.live.open(state => this.load(state));
  }

  private async load(state: State): Promise<void> {
    const game = findGame(state.game);
    if (!game) {
      this.live.problem = t.table.unknownGame;
      this.redraw();
      return;
    }
    const code = await game.screen().catch(() => null);
    if (!code) {
      this.live.problem = t.app.notLoaded;
      this.redraw();
      return;
    }
    this.game = game;
    this.screen = code.createScreen(this);
    this.told.take(null, state, this.screen);
    this.screen.update();
    this.redraw();
  }

  get title(): string {
    const { state, mayAct, problem } = this.live;
    if (!state || problem) return '';
    const title = findGame(state.game)?.about.title ?? '';
    return state.status === 'live' && mayAct ? `${t.table.yourTurn} ${title}` : title;
  }

  destroy(): void {
    const { state } = this.live;
    if (state && isOffered(state) && this.app.me?.account === false) this.app.awaitRematch(state.id);
    this.live.close();
    this.staging.destroy();
    this.explorer.destroy();
    this.conditional.destroy();
    this.replay.destroy();
    this.event.destroy();
    this.clocks.destroy();
    this.screen?.destroy();
  }

  // --- Host: what the game's screen asks for

  get scene(): Scene {
    const scene = sceneOf(this.live.state as State, this.replay, {
      step: this.staging.shown,
      orientation: this.orientation,
      sent: this.live.sent,
      isSlow: this.live.isSlow,
      premoveColor: this.premoveColor,
      premove: this.premoves.move,
    });
    return this.study.scene(scene);
  }

  /** The side that may premove now. */
  private get premoveColor(): Color | null {
    const { state, mayAct, isSending } = this.live;
    if (
      this.study.isOpen ||
      !settings.premoves ||
      state?.status !== 'live' ||
      (mayAct && !isSending && !this.staging.shown)
    )
      return null;
    return state.seat === 'white' || state.seat === 'black' ? state.seat : null;
  }

  redraw(): void {
    this.app.redraw();
  }

  act(action: string): void {
    if (this.study.isOpen) return this.study.play(action);
    if (this.live.isSending) return;
    this.refusal = '';
    // A player who acts must not be sent to an earlier position that is still being fetched, while a clock runs.
    this.replay.stay();
    this.live.act(action);
  }

  premove(move: Premove | null): void {
    this.premoves.set(move);
    this.redraw();
  }

  say(words: string): void {
    this.app.say(words);
  }

  explain(): void {
    this.ask('rules');
  }

  // --- events

  private taken(before: State | null, state: State, isNews: boolean): void {
    if (!this.isTurned && before?.seat !== state.seat) this.orientation = state.seat === 'black' ? 'black' : 'white';
    if (state.n !== before?.n) this.refusal = this.typedText = '';
    this.clocks.take();
    // The study board starts from a position that is no longer current.
    if (this.study.isOpen && lastOf(state) !== this.triedAfter) this.study.close();
    this.conditional.take(state);
    this.event.take(state);
    this.replay.take(state);
    if (state.status !== 'over') this.analysis.forget();
    if (state.moves.at(-1)?.n !== before?.moves.at(-1)?.n) this.stage(before, state);
    const told = this.screen ? this.told.take(before, state, this.screen) : null;
    this.screen?.update();
    if (state.status !== 'live') this.premoves.drop();
    this.premoves.take();
    if (state.status === 'over' && before?.status !== 'over') {
      this.app.lobby.isOver(state.id);
      this.question = null;
      // Now players can also read what spectators have said.
      if (before) void this.chat.load();
    }
    if (isNews) {
      const { sounds, sentences } = newsOf(before, state, {
        screen: this.screen,
        mayAct: this.live.mayAct,
        told,
      });
      for (const sound of sounds) play(sound);
      for (const sentence of sentences) this.say(sentence);
    }
    this.premoves.try();
    if (before?.status === 'waiting' && state.status === 'live') play('notify');
    if (state.rematch_id && before && !before.rematch_id && this.live.isPlayer && !this.isLeaving) {
      this.isLeaving = true;
      this.app.go(`/g/${state.rematch_id}`);
    }
  }

  /** The game no longer exists: stops everything. */
  private ended(): void {
    this.question = null;
    this.clocks.destroy();
    this.staging.destroy();
    this.redraw();
  }

  /** A chat line has arrived, perhaps by this player from another window. */
  private said(line: ChatLine): void {
    const { state } = this.live;
    if (!state || !this.rights(state).reads) return;
    const isOwn = line.color === null ? line.name === this.app.me?.name : line.color === state.seat;
    this.chat.told(line, isOwn);
  }

  private rights(state: State): Rights {
    return rightsOf(state, this.app.me?.account === true);
  }

  /** Plays a turn of somebody else step by step. */
  private stage(before: State | null, state: State): void {
    const news = othersNews(before, state);
    const isSeen = news !== null && news.before !== null && !this.replay.isShown;
    this.staging.play(isSeen ? (this.screen?.steps?.(news.move, news.before, state.view) ?? []) : []);
  }

  /** Opens the study board at the position that is shown. */
  private try(): void {
    const { state } = this.live;
    if (!state) return;
    // Conditional moves start from the current position, whichever one was shown.
    if (state.status === 'live') this.replay.show(null);
    const { current } = this.replay;
    this.premoves.drop();
    this.triedAfter = lastOf(state);
    this.study.open({
      variant: state.variant,
      start: state.start,
      // After the end everything is open, and actions include what they hid.
      actions: state.moves.slice(0, current).map((move, index) => this.replay.full(move, index + 1)),
    });
  }

  /** Another position is shown on the study board. */
  private studied(): void {
    const { state } = this.live;
    const { played } = this.study;
    if (state?.status === 'over' && this.study.isOpen && !this.explorer.shows(state.variant, played))
      this.explorer.show(state.variant, played.slice(0, COUNTED), state.start);
    this.screen?.update();
    this.redraw();
  }

  /** Shows the next step of a staged turn. */
  private staged(): void {
    this.screen?.update();
    if (!this.staging.shown) this.premoves.try();
    this.redraw();
  }

  /** Says above the board why an action was refused, until something else is begun. */
  private refuse(sentence: string): void {
    this.refusal = sentence;
    this.askedThen = this.asked;
  }

  /** What the game's screen asks for. */
  private get asked(): string | null {
    return this.screen?.prompt()?.text ?? null;
  }

  /** Clears the refusal, as something else is begun. */
  private forgive(): void {
    if (this.refusal === '') return;
    this.refusal = '';
    this.redraw();
  }

  private send(message: TableMessage): void {
    this.refusal = '';
    this.live.send(message);
  }

  /** Something typed in the notation field. */
  private typed(text: string): void {
    const { state, isSending } = this.live;
    const options = readOptions(state?.options ?? null);
    if (!options || isSending) return giveBack(text);
    this.typedText = text;
    this.act(typedAction(text, options, plain => this.screen?.read(plain) ?? null));
  }

  /** Whether an action only takes back the one before it. */
  private undoes(move: Move): boolean {
    return this.screen?.undoes?.(move) ?? false;
  }

  private flip(): void {
    this.orientation = this.orientation === 'white' ? 'black' : 'white';
    this.isTurned = true;
    this.redraw();
  }

  /** One step back in what has been begun. */
  private back(): void {
    if (this.study.isOpen && !this.screen?.back()) this.study.back();
    else if (this.premoves.prompt && !this.replay.isShown) this.premove(null);
    else this.screen?.back();
    this.redraw();
  }

  private ask(question: Question | null): void {
    this.question = question;
    this.redraw();
  }

  onKey(event: KeyboardEvent): void {
    if (this.live.problem) return;
    const target = event.target as HTMLElement;
    if (event.key === 'Escape') {
      this.forgive();
      if (this.question) this.question = null;
      else if (this.event.back()) return;
      else if (this.study.isOpen) this.back();
      else if (!this.screen?.back()) {
        if (this.premoves.move) this.premove(null);
        else if (target.matches('input')) target.blur();
      }
      this.redraw();
      return;
    }
    if (target.matches('input, select, textarea') || isShortcut(event)) return;
    if (!this.replay.isShown && this.screen?.onKey(event)) {
      event.preventDefault();
      return;
    }
    if (scrolls(event.key, target)) return;
    const isUsed = pressed(event.key, {
      ...(this.study.line.length > 0 ? this.triedSteps : this.steps),
      onFlip: () => this.flip(),
      onHelp: () => this.ask('keys'),
      onRules: () => this.explain(),
      onType: () => document.querySelector<HTMLElement>('#notation')?.focus(),
    });
    if (isUsed) event.preventDefault();
  }

  // --- view

  view(): VNode {
    const { problem, state } = this.live;
    const { game, screen } = this;
    if (problem) return this.failure(problem);
    if (!state || !game || !screen)
      return h('main.page', { attrs: { id: 'main', tabindex: -1 } }, h('p.quiet', t.app.loading));
    const { app, live, replay, analysis, study, explorer, conditional, clocks, orientation, isDrawerOpen, question } =
      this;
    if (this.askedThen !== this.asked) this.refusal = '';
    return tableView({
      app,
      state,
      game,
      screen,
      live,
      replay,
      analysis,
      study,
      explorer,
      conditional,
      event: this.event,
      chat: this.chat,
      rights: this.rights(state),
      clocks,
      orientation,
      isDrawerOpen,
      question,
      refusal: this.refusal,
      told: this.told.text,
      isStaged: this.staging.shown !== null,
      premove: this.premoves.prompt,
      steps: this.steps,
      send: message => this.send(message),
      onAsk: what => this.ask(what),
      onBack: () => this.back(),
      onDrawer: () => {
        this.isDrawerOpen = !this.isDrawerOpen;
        this.redraw();
      },
      onTry: () => this.try(),
      onFlip: () => this.flip(),
      onTyped: text => this.typed(text),
      onEdited: () => this.forgive(),
      onBoard: () => {
        leaveEntry();
        this.forgive();
      },
    });
  }

  private failure(problem: string): VNode {
    return h('main.page.narrow', { attrs: { id: 'main', tabindex: -1 } }, [
      h('h1', t.table.notHere),
      h('p', problem),
      problem === t.app.notLoaded ? reloadButton() : null,
      button({ label: t.notFound.home, kind: 'primary', onClick: () => this.app.go('/') }),
    ]);
  }
}

/** The number of the last action; 0 if there is none. */
function lastOf({ moves }: State): number {
  return moves.at(-1)?.n ?? 0;
}
