/** The types of the server's view of Time Traveler's Chess. */
import type { Color, LegalAction, Options, Role, Schemas, Square } from '../../api/types';

/** All kinds of pieces, the weakest first. */
export const ROLES: readonly Role[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

export type SentView = Schemas['TimeTravelerView'];

/** A position as it is drawn. */
export interface View extends Omit<SentView, keyof Schemas['TimeTravelerMen']> {
  men: Man[];
}

/** The stage of a piece in its own history. */
export type Stage = 'untraveled' | 'traveling' | 'traveled';

export interface Man {
  square: Square;
  color: Color;
  role: Role;
  stage: Stage;
  /** Its starting square, if it is untraveled. */
  start: Square | null;
  /** Whether it is an untraveled piece that may still annihilate with a traveling one. */
  resonator: boolean;
}

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
  /** By the letter of what explodes and its square: `Ng3`. */
  supports: ReadonlyMap<string, Square[]>;
  all: LegalAction[];
}

const cache = new WeakMap<Options, Indexed>();

/** Indexes the options by piece, kind and square. Cached per list. */
export function indexOptions(options: Options): Indexed {
  const known = cache.get(options);
  if (known) return known;
  const indexed: Indexed = {
    moves: new Map(),
    targets: new Map(),
    explosions: new Map(),
    supports: options.supports ?? new Map(),
    all: options.actions,
  };
  for (const option of options.actions) {
    if (option.kind === 'explosion') {
      const { square, to, role } = option;
      if (!square || !to || !role) continue;
      const squares = within(indexed.explosions, role, () => new Map<Square, Explosion[]>());
      within(squares, square, () => []).push({ role, square, to, option });
    } else if (option.from && option.to) {
      const from = within(indexed.moves, option.from, () => new Map<Square, LegalAction[]>());
      within(from, option.to, () => []).push(option);
    }
  }
  for (const [from, to] of indexed.moves) indexed.targets.set(from, [...to.keys()]);
  cache.set(options, indexed);
  return indexed;
}

function within<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
