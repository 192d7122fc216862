/** The types of the API, version 1. Nothing here knows a rule. */

export type Color = 'white' | 'black';
export type Role = 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king';
/** A square such as `e4`. */
export type Square = string;
/** A place of DMChess such as `3e4`: dimension, then square. */
export type Place = string;
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
  /** The game without options, such as `hidden960`. */
  id: string;
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
  variant: string;
  opponent: Opponent;
  color: Color | 'random';
  clock: ClockChoice;
  takebacks: boolean;
}

export interface Player {
  name: string;
  kind: 'person' | 'engine' | 'free';
  level?: number | null;
  online?: boolean;
}

export interface Clock {
  white_ms: number;
  black_ms: number;
  running: Color | null;
  /** The time control for people, such as `Blitz 5+3`. */
  preset?: string;
  correspondence?: boolean;
  increment_ms?: number;
  /** What is left of the running clock's delay: it counts down only after that. */
  delay_ms?: number;
  /** Lag given back for each player's last action. */
  lag_ms?: Record<Color, number>;
  /** The server's time at which these figures hold, in milliseconds since 1970. */
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
  /** `move`, `castle`, `explosion`, `annihilation`, `reveal`, `reveal-pair`, `unreveal`, `return-only`, `amend`, `cancel`, … */
  kind: string;
  /** In the game's notation; left out where it is the same as `action`. */
  notation?: string;
  from?: string;
  to?: string;
  promotion?: Role | null;
  /** Reveals, explosions: the square and what stands or appears there. */
  square?: Square;
  role?: Role;
  /** Hidden960: both reveals of a pair. */
  reveals?: { square: Square; role: Role }[];
  /** Hyperspace Chess: which piece stays at collisions. */
  suffix?: string;
  [field: string]: unknown;
}

/** Hyperspace Chess: phase-outs of one piece, as delays times squares instead of a list. */
export interface PhaseOuts {
  from: Square;
  role: Role;
  /** Collision suffix: empty, `/r` or `/o`. */
  suffix: string;
  delays: number[];
  squares: Square[];
}

/** Hyperspace Chess: a return of the player's own at the end of this turn. */
export interface Due {
  role: Role;
  square: Square;
  /** The player's own piece that stands there before the turn. */
  collides_with?: Role;
}

export interface Options {
  actions: ActionOption[];
  phase_outs?: PhaseOuts[];
  due?: Due[];
  /** DMChess: where kings can be placed. */
  placing?: { kings: number; squares: Square[]; home: string };
  /** Time Traveler’s Chess: who supports each explosion, once for each kind and square. */
  supports?: { role: Role; square: Square; men: Square[] }[];
}

export interface Offers {
  draw: Color | null;
  takeback: Color | null;
  rematch: Color | null;
}

export type Offerable = 'draw' | 'takeback' | 'rematch' | 'reset';

export interface Can {
  takeback: boolean;
  /** Two players at one screen: start over. */
  reset?: boolean;
  draw: boolean;
  rematch?: boolean;
  join?: boolean;
  resign: boolean;
  abort: boolean;
  claim_win: boolean;
  claim_draw: boolean;
}

/** Hyperspace Chess: what was published when a piece left. */
export interface Commitment {
  n: number;
  color: Color;
  public: string;
  commitment: string;
}

/** Everything one seat may know of a game. `V` is the view of the game's own rules. */
export interface State<V = unknown> {
  id: string;
  /** The game without options, such as `hidden960`. */
  game: string;
  /** The game with its options, such as `hidden960:960`. */
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
  turn_number?: number;
  takebacks?: boolean;
  last: string[];
  moves: MoveRecord[];
  commitments?: Commitment[];
}

export interface GameEvent {
  /** `joined`, `action`, `offer`, `declined`, `takeback`, `resigned`, `draw`, `flagged`, `claimed`, `aborted`, `rematch`. */
  kind: string;
  color?: Color;
  notation?: string;
  /** What everybody knows of an action. */
  action?: string;
  number?: number;
  ply?: number;
  /** Actions that are left after a take-back. */
  keep?: number;
  at?: number;
  [field: string]: unknown;
}

export type Frame =
  | { t: 'state'; n: number; state: State }
  /** `state` is left out if a later event follows at once. */
  | { t: 'event'; n: number; event: GameEvent; state: (Omit<State, 'moves'> & { moves?: MoveRecord[] }) | null }
  /** Nothing was missed. */
  | { t: 'resumed'; n: number; clock: Clock | null }
  | { t: 'ack'; id: string; n: number }
  | { t: 'refused'; id: string | null; problem: Problem }
  | { t: 'presence'; white: boolean; black: boolean; watching: number; claim?: Color | null }
  | { t: 'pong'; id: string | null; lag_ms?: number };

export interface GameCard {
  id: string;
  variant?: string;
  seat?: Seat;
  /** The game without options. */
  game: string;
  variant_name: string;
  white: Player | null;
  black: Player | null;
  status: State['status'];
  outcome: { winner: Color | null; reason: string } | null;
  actor?: Color | null;
  turn_number: number;
  /** The time control for people. */
  clock?: string | null;
  updated_at?: number | string;
  watching?: number;
}

/** One position of a finished game. */
export interface Ply<V = unknown> {
  /** The number of actions before it. */
  n: number;
  notation: string | null;
  action?: string | null;
  actor: Color | null;
  view: V;
  text?: string;
  last?: string[];
}

/** A departure of Hyperspace Chess with its commitment. */
export interface Verified {
  n: number;
  turn: number;
  color: Color;
  role: Role;
  from: Square;
  square: Square;
  commitment: string;
  salt: string;
  /** The text whose SHA-256 is the commitment. */
  text: string;
  holds: boolean;
  /** Whether the action was taken back later. */
  taken_back: boolean;
}

export interface Verification {
  holds: boolean;
  departures: Verified[];
}

export interface AnalysisLine {
  action: string;
  notation: string;
  /** Hundredths of a pawn for the player who acts, or plies to a win by force (negative: to a loss). */
  score: { cp: number } | { mate: number };
  line: string[];
}

export interface Analysis {
  lines: AnalysisLine[];
  depth: number;
  nodes: number;
}

/** The answer of `/explore`: a position without a game. */
export interface Explored<V = unknown> {
  view: V;
  options: Options | null;
  outcome: Outcome | null;
  notation: string[];
  actor?: Color | null;
  last?: string[];
}
