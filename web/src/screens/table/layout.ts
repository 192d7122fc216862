/** The layout of a table: the parts, each in its place. */
import { h, type VNode } from 'snabbdom';
import type { Color, State } from '../../api/types';
import { marked, type Game } from '../../games/game';
import type { GameScreen, Prompt } from '../../games/screen';
import { t } from '../../text';
import { copy } from '../../ui/clipboard';
import type { Explorer } from '../archive/explorer';
import type { App } from '../../ui/page';
import { afterGame } from './after';
import { analysisView, type Analysis } from './analysis';
import { buttons } from './buttons';
import type { Chat, Rights } from './chat';
import { chatView } from './chat-view';
import type { Clocks } from './clocks';
import type { Conditional } from './conditional';
import { questionDialog, type Question } from './dialogs';
import { entry } from './entry';
import type { OfEvent } from './event';
import { keepsKeyboard } from './keyboard';
import type { LiveGame, TableMessage } from './live';
import { moveList, steps, type Steps } from './moves';
import { offersLine } from './offers';
import { playerBar } from './players';
import { promptLine, usualPrompt } from './prompt';
import type { Replay } from './replay';
import { endOf } from './result';
import type { Study } from './study';
import { studyView } from './study-view';
import { freeSeat, shareLink } from './waiting';

export interface TableProps {
  app: App;
  state: State;
  game: Game;
  screen: GameScreen;
  live: LiveGame;
  replay: Replay;
  analysis: Analysis;
  study: Study;
  explorer: Explorer;
  conditional: Conditional;
  event: OfEvent;
  chat: Chat;
  rights: Rights;
  clocks: Clocks;
  orientation: Color;
  isDrawerOpen: boolean;
  /** The question that is open over the table. */
  question: Question | null;
  /** Why the last action was refused, or an empty string. */
  refusal: string;
  /** The last action of somebody else in a sentence, or an empty string. */
  told: string;
  /** Whether an intermediate step towards the current position is shown. */
  isStaged: boolean;
  /** The sentence about a pending premove. */
  premove: string | null;
  steps: Steps;
  send: (message: TableMessage) => void;
  onAsk: (question: Question | null) => void;
  onBack: () => void;
  onDrawer: () => void;
  /** Opens the study board. */
  onTry: () => void;
  onFlip: () => void;
  onTyped: (text: string) => void;
  /** The field for typed moves was edited. */
  onEdited: () => void;
  /** The board is touched, or something on it chosen with the keyboard. */
  onBoard: () => void;
}

export function tableView(props: TableProps): VNode {
  const { state, game, screen, live, replay, chat, rights, clocks, orientation, isDrawerOpen, question, send } = props;
  const top: Color = orientation === 'white' ? 'black' : 'white';
  const isPlaying = state.status === 'live' && live.isPlayer;
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
        // There is a section between the players and the moves, as after the game.
        'data-beside': isCorrespondence(state) || state.event !== undefined,
        'data-event': state.event !== undefined,
        // While a turn is shown step by step, its final position is not shown yet.
        'data-n': props.isStaged ? state.n - 1 : state.n,
      },
      class: { 'drawer-open': isDrawerOpen },
      hook: keepsKeyboard,
    },
    [
      h('h1.visually-hidden', game.about.title),
      sentence(props),
      h('div.board-area', { key: 'board', on: { pointerdown: props.onBoard, click: props.onBoard } }, [screen.board()]),
      playerBar(state, top, clocks.left(top), 'top', props.app.go),
      playerBar(state, orientation, clocks.left(orientation), 'bottom', props.app.go),
      instrument &&
        h('section.instrument', { key: 'instrument', attrs: { 'aria-label': game.about.instrument ?? '' } }, [
          instrument,
        ]),
      besideTheGame(props),
      moveList({
        ...props.steps,
        moves: state.moves,
        current: replay.current,
        undoes: move => screen.undoes?.(move) ?? false,
        notation: (move, index) => replay.notation(move, index),
        watching: live.watching,
        chat: rights.reads ? { chat, view: () => chatView({ app: props.app, state, chat, rights }) } : null,
      }),
      h('div.actions', { key: 'actions' }, [
        offersLine(state.offers, state.seat, (answer, what) => send({ t: answer, what })),
        isPlaying
          ? entry({
              hint: game.about.notationHint,
              mayAct: live.mayAct,
              onTyped: props.onTyped,
              onEdited: props.onEdited,
            })
          : null,
        h('div.tools', { key: 'tools' }, isPlaying ? screen.tools() : []),
        buttons({
          state,
          isTakingBack: live.isTakingBack,
          isDrawerOpen,
          send,
          onFlip: props.onFlip,
          onDrawer: props.onDrawer,
          onAsk: props.onAsk,
        }),
        h('div.bar-steps', { key: 'bar-steps' }, [steps(props.steps)]),
      ]),
      question &&
        questionDialog({
          question,
          game,
          rules: screen.rules?.() ?? [],
          isBoth: state.seat === 'both',
          address: location.href,
          go: props.app.go,
          onClose: () => props.onAsk(null),
          onYes: what => {
            send(what === 'draw' ? { t: 'offer', what } : { t: what });
            props.onAsk(null);
          },
        }),
      props.event.dialog(),
    ],
  );
}

/** Before the game: the link or the free seat. After it: the result and what to do next. */
function besideTheGame(props: TableProps): VNode | null {
  const { app, state, game, screen, live, replay, analysis, study, explorer, send } = props;
  const note = (words: string): void => app.note(words);
  if (state.event && state.status !== 'over') return props.event.view(state);
  if (state.status === 'waiting')
    return live.isPlayer
      ? shareLink(
          state,
          game.about,
          location.href,
          () => void copy(location.href, note),
          () => send({ t: 'abort' }),
        )
      : freeSeat(state, game.about, () => void live.join());
  if (isCorrespondence(state) && !state.can.conditional)
    return h('p.conditional.quiet', { key: 'no-conditional', attrs: { 'data-test': 'no-conditional' } }, [
      t.conditional.none(game.about.title),
    ]);
  if (state.status === 'live' && state.can.conditional) return props.conditional.view(state, study, props.onTry);
  if (state.status !== 'over') return null;
  const reportable = others(state);
  return afterGame({
    state,
    sentence: endOf(state, replay.beforeLast, screen),
    ratings: live.ratings,
    hasProof: game.verify !== undefined,
    isAnalysing: analysis.isBusy,
    analysis: study.isOpen
      ? null
      : analysisView(analysis.of(replay.current), replay.actor, () => {
          replay.step(-1);
          void analysis.ask(replay.current);
        }),
    study: study.isOpen ? studyView({ study, explorer, actions: [] }) : null,
    event: props.event.view(state),
    onTry: props.onTry,
    go: app.go,
    onRematch: () => send({ t: 'offer', what: 'rematch' }),
    // The server analyses positions of the game, not those of the study board.
    onAnalyse: study.isOpen ? null : () => void analysis.ask(replay.current),
    onShare: () => void copy(location.href, note, () => props.onAsk('link')),
    onReport: app.me?.account && reportable.length ? () => app.report({ players: reportable, game: state.id }) : null,
  });
}

/** Whether the viewer is one of two people in a correspondence game. */
function isCorrespondence({ status, clock, seat, players }: State): boolean {
  const isBetweenTwo = players.white.kind === 'person' && players.black.kind === 'person';
  return status === 'live' && clock?.correspondence === true && isBetweenTwo && (seat === 'white' || seat === 'black');
}

/** The names of the people who play, other than the viewer. */
function others({ players, seat }: State): string[] {
  return (['white', 'black'] as const)
    .filter(color => players[color].kind === 'person' && seat !== 'both' && seat !== color)
    .map(color => players[color].name);
}

/** The line above the board. */
function sentence(props: TableProps): VNode {
  const { state, screen, live, replay, study, refusal, told, premove, onBack } = props;
  const isShown = replay.isShown && !study.isOpen;
  const isSent = live.sent !== null;
  // Before the game the screen has nothing to ask for.
  const ofScreen = isShown || isSent || state.status === 'waiting' ? null : screen.prompt();
  const ofPremove = isShown ? null : premove;
  const own: Prompt | null = ofPremove && ofScreen?.tone !== 'warning' ? { text: ofPremove, tone: 'draft' } : ofScreen;
  const usual = study.isOpen
    ? study.actor
      ? t.study.toMove(t.color[study.actor])
      : t.study.title
    : isShown
      ? replay.caption
      : live.isSlow
        ? live.isDown
          ? t.table.waits
          : t.table.sending
        : usualPrompt(state, live.mayAct, endOf(state, replay.beforeLast, screen));
  const ofEvent = isShown || study.isOpen ? null : props.event.sentence(state);
  const isTold = state.status === 'live' && !isShown && !study.isOpen && !isSent && !refusal && own?.tone !== 'draft';
  return promptLine({
    told: isTold && ofEvent === null ? told : '',
    text: refusal || (ofEvent?.text ?? own?.text ?? usual),
    spoken: ofEvent?.spoken ?? null,
    tone: refusal ? 'refusal' : ofEvent === null ? (own?.tone ?? null) : 'warning',
    isDraft: own?.tone === 'draft',
    noConnection: live.isDown ? t.table.noConnection(state.clock?.running === state.seat) : null,
    onBack,
  });
}
