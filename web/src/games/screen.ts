/**
 * The interface of a game's screen to the rest of the client.
 *
 * The table, the replay and the lessons each own a {@link Scene} and a {@link Host}; a {@link GameScreen}
 * draws the scene and turns clicks, drags and keys into actions. It knows no rule: what is possible comes from
 * `scene.options`.
 */
import type { VNode } from 'snabbdom';
import type { Color, Move, Options, Schemas, Seat } from '../api/types';
import type { Sound } from '../ui/sound';

/** The scene to draw: of the same shape for a live game, a replayed position and a lesson. */
export interface Scene<V = unknown, P extends Premove = Premove> {
  /** Identifier of the variant, such as `hyperspace:open`. */
  variant: string;
  view: V;
  /** The options of this seat, or `null`: then the board is display only. */
  options: Options | null;
  /** The side to act, or `null` if the game is over. */
  actor: Color | null;
  seat: Seat;
  /** Squares or places of the last action. */
  last: readonly string[];
  orientation: Color;
  /** The action that was sent and is not acknowledged yet: show it as made. */
  pending: string | null;
  /** The answer is slow or the connection is down: the player is shown that the action is still being sent. */
  isSending?: boolean;
  /** The side that may premove now, and the premove that waits. Squares, or places of DMChess. */
  premove?: { color: Color; move: P | null } | null;
  /** The public actions from the start to this position, if they are known, in machine notation. */
  history?: readonly { color: Color; action: string }[];
  /** The last action in the game's notation, as this viewer may read it, and who made it. */
  lastMove?: { color: Color; notation: string } | null;
  /** How the game ended, if the position is its last one: no more warnings are needed. */
  end?: Schemas['EndReason'] | null;
  /** Hyperspace Chess: what was published when pieces left. */
  commitments?: Schemas['Commitment'][];
}

/** A move made before the player's turn, and tried when the turn comes. A game may extend it. */
export interface Premove {
  from: string;
  to: string;
}

/** The requests of a screen to the page that shows it. */
export interface Host<V = unknown, P extends Premove = Premove> {
  /** The current scene. Read it at every draw; never keep it. */
  readonly scene: Scene<V, P>;
  /** Schedules a redraw (coalesced to one frame). */
  redraw(): void;
  /** Sends a complete action in machine notation. */
  act(action: string): void;
  /** Keeps a premove, or drops the one that is kept. Only while `scene.premove` allows it. */
  premove?(move: P | null): void;
  /** Announces something to screen readers. */
  say(text: string): void;
  /** Shows the rules behind the instrument. Omitted where they cannot be shown. */
  explain?(): void;
}

/** An intermediate position on the way to another one. */
export interface Shown {
  view: unknown;
  /** Squares or places to be marked. */
  last: readonly string[];
}

/** A word or sign of the instrument, and the rule behind it. */
export type Rule = readonly [sign: string, meaning: string];

/** The line above the board: what is chosen and what comes next. */
export interface Prompt {
  text: string;
  /** `draft`: an action is unfinished (Escape is offered). `warning`: something forces the player's hand. */
  tone: 'calm' | 'draft' | 'warning';
}

/** The end of a game that was decided on the board. */
export interface Ending {
  reason: Schemas['EndReason'];
  /** The view of the position before the last action. */
  before: unknown;
  /** The last action as everybody knows it, in machine notation. */
  action: string;
  by: Color;
}

export interface GameScreen {
  /** The board or boards with everything on them. Must fill the square (DMChess: the area) it is given. */
  board(): VNode;
  /** The game's instrument, if it has one: a section beside the board, or a strip under it on a phone. */
  instrument(): VNode | null;
  /** The meaning of the words and signs of the instrument. */
  rules?(): readonly Rule[];
  /** The line above the board, or `null` for the table's own ("Your turn.", "Black to move."). */
  prompt(): Prompt | null;
  /** Buttons of this game that belong below the moves (Unreveal, …). Always the same buttons: disabled, not removed. */
  tools(): VNode[];
  /** A key that nothing else has handled, and no shortcut of the browser. True if this screen handled it. */
  onKey(event: KeyboardEvent): boolean;
  /** One step back in the draft (Escape, a tap elsewhere). True if there was a step. */
  back(): boolean;
  /** The scene has changed: drops drafts that are no longer possible. */
  update(): void;
  /**
   * The turn has come for a premove: makes it (a pawn promotes to a queen; any other choice is put to the
   * player) or says that it is not possible. `later` if something else must be done first.
   */
  premoved?(move: Premove): 'made' | 'impossible' | 'later';
  /** The name of a premove. Default: its squares with a dash between. */
  namePremove?(move: Premove): string;
  /** A move in words, for screen readers: "White: knight from g1 to f3." */
  describe(move: Pick<Move, 'color' | 'notation'>): string;
  /**
   * Another player's action in a sentence: who, what, and why it matters. `before` is the view before it, `null` if
   * that is not known.
   */
  tell(move: Pick<Move, 'color' | 'notation' | 'public'>, before: unknown): string;
  /** The steps on the way from one position to the next, if there are several. */
  steps?(move: Pick<Move, 'color' | 'notation' | 'public'>, before: unknown, after: unknown): readonly Shown[];
  /** How the game ended, in a sentence, if this screen can say more than the bare reason. */
  endOf?(ending: Ending): string | null;
  /** Whether an action only takes back the one before it in the same turn: lists show neither. */
  undoes?(move: Pick<Move, 'public'>): boolean;
  /** The sound of a move that has one of its own in this game. */
  sound?(notation: string): Sound | null;
  /** Converts typed text to an action in machine notation, or returns `null` to leave it to the server. */
  read(text: string): string | null;
  destroy(): void;
}
