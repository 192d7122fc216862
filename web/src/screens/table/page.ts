/** The table: one game, live or finished. It owns the state and hands each part plain data and callbacks. */
import { h, type VNode } from 'snabbdom';
import { readOptions } from '../../api/options';
import type { Message } from '../../api/socket';
import type { Color, State } from '../../api/types';
import { findGame } from '../../games';
import { marked, type Game } from '../../games/game';
import type { GameScreen, Host, Premove, Prompt, Scene } from '../../games/screen';
import { t } from '../../text';
import { copy } from '../../ui/clipboard';
import { button } from '../../ui/controls';
import type { App, Page } from '../../ui/page';
import { settings } from '../../ui/settings';
import { play } from '../../ui/sound';
import { afterGame } from './after';
import { Analysis, analysisView } from './analysis';
import { buttons } from './buttons';
import { Clocks } from './clocks';
import { questionDialog, type Question } from './dialogs';
import { entry, giveBack, typedAction } from './entry';
import { pressed } from './keys';
import { LiveGame } from './live';
import { moveList, steps, type Steps } from './moves';
import { newsOf } from './news';
import { offersLine } from './offers';
import { playerBar } from './players';
import { Premoves } from './premoves';
import { promptLine, usualPrompt } from './prompt';
import { Replay } from './replay';
import { endOf } from './result';
import { sceneOf } from './scene';
import { freeSeat, shareLink } from './waiting';

export function tablePage(app: App, id: string): Page {
  return new TablePage(app, id);
}

/** What is there once the game has been fetched and its code is loaded. */
interface Loaded {
  state: State;
  game: Game;
  screen: GameScreen;
}

class TablePage implements Page, Host {
  private readonly live: LiveGame;
  private readonly replay: Replay;
  private readonly analysis: Analysis;
  private readonly clocks: Clocks;
  private readonly premoves: Premoves;
  private readonly steps: Steps = {
    onShow: position => this.replay.show(position),
    onStep: by => this.replay.step(by),
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
  /** What was typed and is being judged. */
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
        this.refusal = sentence;
        giveBack(this.typedText);
        this.typedText = '';
        this.say(sentence);
        this.screen?.update();
      },
      declined: what => {
        this.app.note(t.table.declined[what]);
        this.say(t.table.declined[what]);
      },
      dropped: () => this.premoves.drop(),
      changed: () => this.redraw(),
    });
    this.replay = new Replay(id, {
      moved: () => {
        this.screen?.update();
        this.say(this.replay.caption);
        this.redraw();
      },
      changed: () => this.redraw(),
      failed: () => this.app.note(t.app.failed),
    });
    this.premoves = new Premoves({
      isFree: () => this.live.mayAct && !this.live.isSending,
      make: move => {
        if (this.replay.isShown) this.replay.show(null);
        return this.screen?.premoved?.(move) ?? 'impossible';
      },
      name: move => this.screen?.namePremove?.(move) ?? `${move.from}–${move.to}`,
      say: words => this.say(words),
      refuse: words => (this.refusal = words),
    });
    this.analysis = new Analysis(id, () => this.redraw());
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
    const code = await game.screen();
    this.game = game;
    this.screen = code.createScreen(this);
    this.screen.update();
    this.redraw();
  }

  get title(): string {
    const { state, mayAct } = this.live;
    if (!state) return '';
    const title = findGame(state.game)?.about.title ?? '';
    return state.status === 'live' && mayAct ? `${t.table.yourTurn} ${title}` : title;
  }

  destroy(): void {
    this.live.close();
    this.clocks.destroy();
    this.screen?.destroy();
  }

  // --- Host: what the game's screen asks for

  get scene(): Scene {
    return sceneOf(this.live.state as State, this.replay, {
      orientation: this.orientation,
      sent: this.live.sent,
      premoveColor: this.premoveColor,
      premove: this.premoves.move,
    });
  }

  /** The side that may premove now. */
  private get premoveColor(): Color | null {
    const { state, mayAct, isSending } = this.live;
    if (!settings.premoves || state?.status !== 'live' || (mayAct && !isSending)) return null;
    return state.seat === 'white' || state.seat === 'black' ? state.seat : null;
  }

  redraw(): void {
    this.app.redraw();
  }

  act(action: string): void {
    if (this.live.isSending) return;
    this.refusal = '';
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

  // --- what happens

  private taken(before: State | null, state: State, isNews: boolean): void {
    if (!this.isTurned && before?.seat !== state.seat) this.orientation = state.seat === 'black' ? 'black' : 'white';
    if (state.n !== before?.n) this.refusal = this.typedText = '';
    this.clocks.take();
    this.replay.take(state);
    this.screen?.update();
    if (state.status !== 'live') this.premoves.drop();
    if (state.status === 'over' && before?.status !== 'over') this.question = null;
    if (isNews) {
      const { sounds, sentences } = newsOf(before, state, this.screen, this.live.mayAct);
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

  private send(message: Message): void {
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

  private flip(): void {
    this.orientation = this.orientation === 'white' ? 'black' : 'white';
    this.isTurned = true;
    this.redraw();
  }

  private ask(question: Question | null): void {
    this.question = question;
    this.redraw();
  }

  onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.key === 'Escape') {
      if (this.question) this.question = null;
      else if (!this.screen?.back()) {
        if (this.premoves.move) this.premove(null);
        else if (target.matches('input')) target.blur();
      }
      this.redraw();
      return;
    }
    if (target.matches('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.replay.isShown && this.screen?.onKey(event)) {
      event.preventDefault();
      return;
    }
    const isUsed = pressed(event.key, {
      ...this.steps,
      onFlip: () => this.flip(),
      onHelp: () => this.ask('keys'),
      onRules: () => this.explain(),
      onType: () => document.querySelector<HTMLElement>('#notation')?.focus(),
    });
    if (isUsed) event.preventDefault();
  }

  // --- what is seen

  view(): VNode {
    const { problem, state } = this.live;
    const { game, screen } = this;
    if (problem) return this.failure(problem);
    if (!state || !game || !screen)
      return h('main.page', { attrs: { id: 'main', tabindex: -1 } }, h('p.quiet', t.app.loading));
    return this.table({ state, game, screen });
  }

  private failure(problem: string): VNode {
    return h('main.page.narrow', { attrs: { id: 'main', tabindex: -1 } }, [
      h('h1', t.table.notHere),
      h('p', problem),
      button({ label: t.notFound.home, kind: 'primary', onClick: () => this.app.go('/') }),
    ]);
  }

  private table({ state, game, screen }: Loaded): VNode {
    const top: Color = this.orientation === 'white' ? 'black' : 'white';
    const isPlaying = state.status === 'live' && this.live.isPlayer;
    const instrument = screen.instrument();
    return h(
      'main.table',
      {
        key: `table-${state.id}`,
        attrs: {
          id: 'main',
          tabindex: -1,
          ...marked(game),
          'data-status': state.status,
          'data-seat': state.seat,
          'data-n': state.n,
        },
        class: { 'drawer-open': this.isDrawerOpen },
      },
      [
        h('h1.visually-hidden', game.about.title),
        this.promptLine({ state, game, screen }),
        h('div.board-area', { key: 'board' }, [screen.board()]),
        playerBar(state, top, this.clocks.left(top), 'top'),
        playerBar(state, this.orientation, this.clocks.left(this.orientation), 'bottom'),
        instrument &&
          h('section.instrument', { key: 'instrument', attrs: { 'aria-label': game.about.instrument ?? '' } }, [
            instrument,
          ]),
        this.besideTheGame({ state, game, screen }),
        moveList({
          ...this.steps,
          moves: state.moves,
          current: this.replay.current,
          undoes: move => screen.undoes?.(move) ?? false,
          notation: (move, index) => this.replay.notation(move, index),
          watching: this.live.watching,
        }),
        h('div.actions', { key: 'actions' }, [
          offersLine(state.offers, state.seat, (answer, what) => this.send({ t: answer, what })),
          isPlaying ? entry(game.about.notationHint, this.live.mayAct, text => this.typed(text)) : null,
          h('div.tools', { key: 'tools' }, isPlaying ? screen.tools() : []),
          buttons({
            state,
            isDrawerOpen: this.isDrawerOpen,
            send: message => this.send(message),
            onFlip: () => this.flip(),
            onDrawer: () => {
              this.isDrawerOpen = !this.isDrawerOpen;
              this.redraw();
            },
            onAsk: what => this.ask(what),
          }),
          h('div.bar-steps', { key: 'bar-steps' }, [steps(this.steps)]),
        ]),
        this.question &&
          questionDialog({
            question: this.question,
            game,
            rules: screen.rules?.() ?? [],
            isBoth: state.seat === 'both',
            go: this.app.go,
            onClose: () => this.ask(null),
            onYes: what => {
              this.send(what === 'draw' ? { t: 'offer', what } : { t: what });
              this.ask(null);
            },
          }),
      ],
    );
  }

  /** Before the game: the link or the free seat. After it: the result and what one can do now. */
  private besideTheGame({ state, game, screen }: Loaded): VNode | null {
    const share = (): void => void copy(location.href, words => this.app.note(words));
    if (state.status === 'waiting')
      return this.live.isPlayer
        ? shareLink(location.href, share, () => this.send({ t: 'abort' }))
        : freeSeat(() => void this.live.join());
    if (state.status !== 'over') return null;
    const { analysis, replay } = this;
    return afterGame({
      state,
      sentence: endOf(state, this.replay.beforeLast, screen),
      hasProof: game.verify !== undefined,
      isAnalysing: analysis.isBusy,
      analysis: analysisView(analysis.of(replay.current), replay.actor, () => {
        replay.step(-1);
        void analysis.ask(replay.current);
      }),
      go: this.app.go,
      onRematch: () => this.send({ t: 'offer', what: 'rematch' }),
      onAnalyse: () => void analysis.ask(replay.current),
      onShare: share,
    });
  }

  private promptLine({ state, screen }: Loaded): VNode {
    const { live, replay } = this;
    const isShown = replay.isShown;
    const isSent = live.sent !== null;
    const premove = isShown ? null : this.premoves.prompt;
    // Before the game nobody is asked for anything.
    const ofScreen = isShown || isSent || state.status === 'waiting' ? null : screen.prompt();
    const own: Prompt | null = premove && ofScreen?.tone !== 'warning' ? { text: premove, tone: 'draft' } : ofScreen;
    const usual = isShown
      ? replay.caption
      : isSent && live.isDown
        ? t.table.waits
        : usualPrompt(state, live.mayAct, endOf(state, this.replay.beforeLast, screen));
    return promptLine({
      text: this.refusal || (own?.text ?? usual),
      tone: own?.tone ?? null,
      isDown: live.isDown,
      onBack: () => {
        if (premove) this.premove(null);
        else screen.back();
        this.redraw();
      },
    });
  }
}
