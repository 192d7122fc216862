/** What the server says of a position of Time Traveler's Chess. */
import type { LegalAction, Options, Role, Schemas, Square } from '../../api/types';

/** All kinds of pieces, the weakest first. */
export const ROLES: readonly Role[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

export type View = Schemas['TimeTravelerView'];
export type Man = Schemas['TimeTravelerMan'];
export type Stage = Schemas['Stage'];
export type Side = Schemas['TimeTravelerSide'];
export type Thread = Schemas['Thread'];
export type Approach = Schemas['Approach'];

/** An explosion in parts. */
export interface Explosion {
  role: Role;
  square: Square;
  to: Square;
  option: LegalAction;
}

/** The options, indexed for lookup. */
export interface Indexed {
  /** Moves and annihilations by where they start. */
  moves: Map<Square, Map<Square, LegalAction[]>>;
  targets: Map<Square, Square[]>;
  /** Explosions by what explodes, then where. */
  explosions: Map<Role, Map<Square, Explosion[]>>;
  supports: Map<string, Square[]>;
  all: LegalAction[];
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
      const from = within(indexed.moves, option.from, () => new Map<Square, LegalAction[]>());
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
