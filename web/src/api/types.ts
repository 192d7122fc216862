/** What the server says and hears: the API version 1. Nothing here knows a rule. */

export type Color = 'white' | 'black';
export type Role = 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king';
/** A square such as `e4`. */
export type Square = string;
/** A place of DMChess such as `3e4`: dimension, then square. */
export type Place = string;
export type GameId = 'hyperspace' | 'time-traveler' | 'hidden960' | 'dmchess';
export type Seat = Color | 'both' | 'spectator';

/** RFC 9457: why something was refused, in a sentence for people (`detail`). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail?: string;
  field?: string;
  code?: string;
}

export interface Variant {
  id: string;
  name: string;
  description?: string;
}

export interface GameEntry {
  id: GameId;
  title: string;
  variants: Variant[];
}

export interface ClockPreset {
  id: string;
  name: string;
  seconds?: number;
  increment?: number;
}

export interface Catalogue {
  games: GameEntry[];
  clocks: ClockPreset[];
  levels: number[];
}

export interface Me {
  id: string;
  name: string;
}

export type Opponent = { kind: 'engine'; level: number } | { kind: 'link' } | { kind: 'same-board' };

export type ClockChoice =
  | null
  | { kind: 'preset'; id: string }
  | { kind: 'custom'; seconds: number; increment: number; delay?: number }
  | { kind: 'correspondence'; days: number };

export interface NewGame {
  game: string;
  opponent: Opponent;
  color: Color | 'random';
  clock: ClockChoice;
  takebacks: boolean;
}

export interface Player {
  name: string;
  kind: 'person' | 'engine';
  level?: number | null;
  online?: boolean;
}

export interface Clock {
  white_ms: number;
  black_ms: number;
  running: Color | null;
  preset?: string | null;
  increment_ms?: number;
  delay_ms?: number;
  lag_ms?: number;
  /** The server's time of these figures, in milliseconds since 1970. */
  at: number;
}

export interface Outcome {
  winner: Color | null;
  reason: string;
  /** A sentence: "White wins by checkmate." */
  text: string;
}

export interface MoveRecord {
  n: number;
  ply?: number;
  number: number;
  color: Color;
  /** As this viewer may see it. */
  notation: string;
  public?: string;
  at?: number;
}

/** One legal action, in machine notation and in parts. */
export interface ActionOption {
  action: string;
  kind: string;
  notation: string;
  from?: string;
  to?: string;
  promotion?: Role | null;
  /** Reveals, explosions: the square and what stands or appears there. */
  square?: Square;
  role?: Role;
  target?: Square | null;
  [field: string]: unknown;
}

/** Hyperspace Chess: phase-outs of one man, as a product instead of a list. */
export interface PhaseOuts {
  from: Square;
  role: Role;
  /** Collision suffix: empty, `/r` or `/o`. */
  suffix: string;
  delays: number[];
  squares: Square[];
}

/** Hyperspace Chess: an own return at the end of this turn. */
export interface Due {
  role: Role;
  square: Square;
  collides_with?: unknown;
}

export interface Options {
  actions: ActionOption[];
  phase_outs?: PhaseOuts[];
  due?: Due[];
  placing?: unknown;
}

export interface Offers {
  draw: Color | null;
  takeback: Color | null;
  rematch: Color | null;
}

export interface Can {
  takeback: boolean;
  draw: boolean;
  resign: boolean;
  abort: boolean;
  claim_win: boolean;
  claim_draw: boolean;
}

export interface Commitment {
  [field: string]: unknown;
}

/** Everything one seat may know of a game. `V` is the view of the game's own rules. */
export interface State<V = unknown> {
  id: string;
  game: GameId;
  variant: string;
  variant_name?: string;
  seat: Seat;
  n: number;
  players: Record<Color, Player | null>;
  clock: Clock | null;
  status: 'waiting' | 'live' | 'over';
  outcome: Outcome | null;
  actor: Color | null;
  view: V;
  options: Options | null;
  offers: Offers;
  can: Can;
  rematch_id?: string | null;
  last: string[];
  moves: MoveRecord[];
  commitments?: Commitment[];
}

export interface GameEvent {
  kind: string;
  color?: Color;
  notation?: string;
  action?: string;
  at?: number;
  [field: string]: unknown;
}

export type Frame =
  | { t: 'state'; n: number; state: State }
  | { t: 'event'; n: number; event: GameEvent; state: Omit<State, 'moves'> & { moves?: MoveRecord[] } }
  | { t: 'ack'; id: string; n: number }
  | { t: 'refused'; id: string; problem: Problem }
  | { t: 'presence'; white: boolean; black: boolean; watching: number }
  | { t: 'pong'; id: string; lag_ms?: number };

export interface GameCard {
  id: string;
  game: GameId;
  variant_name: string;
  white: Player | null;
  black: Player | null;
  status: State['status'];
  outcome: Outcome | null;
  turn_number: number;
  clock?: unknown;
  updated_at?: number | string;
  watching?: number;
}

/** One position of a finished game. */
export interface Ply<V = unknown> {
  n: number;
  notation: string | null;
  actor: Color | null;
  view: V;
  text?: string;
  last?: string[];
}

export interface AnalysisLine {
  action: string;
  notation: string;
  score: { cp: number } | { mate: number };
  line: string[];
}

export interface Analysis {
  lines: AnalysisLine[];
  depth: number;
  nodes: number;
}

/** The answer of `/explore`: a study board without a game. */
export interface Explored<V = unknown> {
  view: V;
  options: Options | null;
  outcome: Outcome | null;
  notation: string[];
  actor?: Color | null;
  last?: string[];
}
