/** What the server says of a position of Time Traveler's Chess. */
import type { ActionOption, Color, Options, Role, Square } from '../../api/types';

/** All kinds of pieces, the weakest first. */
export const ROLES: readonly Role[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

export type Stage = 'untraveled' | 'traveling' | 'traveled';

export interface PieceView {
  square: Square;
  color: Color;
  role: Role;
  stage: Stage;
  /** Where it started, if it is untraveled. */
  start: Square | null;
  resonator: boolean;
}

/** How near a candidate is: `null` if it has no route at present. */
export interface Approach {
  square: Square;
  moves: number | null;
}

/** One explosion and what has become of it. */
export interface Thread {
  role: Role;
  square: Square;
  open: boolean;
  candidates: Square[];
  approaches: Approach[];
  ready: number;
  endangered: boolean;
  needed: Square[];
  attackers: Square[];
  needed_attacked: Square[];
  supports: Square[];
}

export interface Side {
  color: Color;
  resolved: boolean;
  correct: boolean;
  has_king: boolean;
  indispensable: Square[];
  unspent: Square[];
  threads: Thread[];
}

export interface View {
  turn: Color;
  check: boolean;
  threatened: Square | null;
  en_passant: Square | null;
  men: PieceView[];
  sides: [Side, Side];
  move_number: number;
  text: string;
}

/** An explosion in parts. */
export interface Explosion {
  role: Role;
  square: Square;
  to: Square;
  option: ActionOption;
}

/** The options, indexed for lookup. */
export interface Indexed {
  /** Moves and annihilations by where they start. */
  moves: Map<Square, Map<Square, ActionOption[]>>;
  targets: Map<Square, Square[]>;
  /** Explosions by what explodes, then where. */
  explosions: Map<Role, Map<Square, Explosion[]>>;
  supports: Map<string, Square[]>;
  all: ActionOption[];
}

const cache = new WeakMap<Options, Indexed>();

/** The options by piece, kind and square. Worked out once for each list. */
export function indexOptions(options: Options): Indexed {
  const known = cache.get(options);
  if (known) return known;
  const indexed: Indexed = {
    moves: new Map(),
    targets: new Map(),
    explosions: new Map(),
    supports: new Map(),
    all: options.actions,
  };
  for (const option of options.actions) {
    if (option.kind === 'explosion') {
      const square = option.square ?? option.from;
      const to = option.to;
      const role = option.role;
      if (!square || !to || !role) continue;
      const squares = within(indexed.explosions, role, () => new Map<Square, Explosion[]>());
      within(squares, square, () => []).push({ role, square, to, option });
    } else if (option.from && option.to) {
      const from = within(indexed.moves, option.from, () => new Map<Square, ActionOption[]>());
      within(from, option.to, () => []).push(option);
    }
  }
  for (const [from, to] of indexed.moves) indexed.targets.set(from, [...to.keys()]);
  for (const support of options.supports ?? []) {
    indexed.supports.set(`${support.role}@${support.square}`, support.men);
  }
  cache.set(options, indexed);
  return indexed;
}

function within<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
