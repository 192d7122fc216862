/** The types of the server's view of DMChess. */
import type { Color, LegalAction, Options, Role, Schemas, Square } from '../../api/types';
import { roleOf } from '../../text/words';

export type SentView = Schemas['DmChessView'];
export type Placing = Schemas['Placing'];

/** A position as it is drawn. */
export interface View extends Omit<SentView, 'dimensions' | 'portals' | 'shift'> {
  dimensions: Dimension[];
  portals: Portal[];
  shift: Omit<SentView['shift'], 'coming'> & { coming: Portal[] };
}

export interface Man {
  square: Square;
  color: Color;
  role: Role;
  /** Its dimensional energy level, 1 to 8. */
  level: number;
  former_pawn: boolean;
  /** The numbers of the dimensions in which it has promoted. */
  promoted_in: number[];
  /** The energy square that last gave it energy and cannot be the next to do so. */
  last_energy: string | null;
  /** Whether it is a king or rook that may still castle. */
  unmoved: boolean;
  /** Whether it is a king that is attacked. */
  in_check: boolean;
}

export interface EnergySquare {
  square: Square;
  /** The number of the ply on which it gives energy again; `null` if it does on the next one. */
  charged_on_ply: number | null;
}

export interface Portal {
  square: Square;
  /** How many dimensions it reaches, 1 to 7. */
  reach: number;
}

/** One of the eight boards. */
export interface Dimension {
  number: number;
  men: Man[];
  energy: EnergySquare[];
  imbalance: number;
  kings: Record<Color, number>;
  kings_in_check: Record<Color, number>;
  controller: Color | null;
}

/** A place as this client writes it: dimension, then square, such as `3e4`. */
export type Place = string;

/** A place in parts. */
export interface At {
  dimension: number;
  square: Square;
}

/** Reads a place: `d3e4`, or `3e4`. */
export function at(text: string): At | null {
  const parts = /^d?([1-8])([a-h][1-8])$/.exec(text);
  return parts?.[1] && parts[2] ? { dimension: Number(parts[1]), square: parts[2] } : null;
}

/** A place as this client writes it: `3e4`. */
export function placeOf(dimension: number, square: Square): Place {
  return `${dimension}${square}`;
}

/** Places gathered by dimension. */
export function byDimension(places: readonly string[]): Map<number, Square[]> {
  const map = new Map<number, Square[]>();
  for (const text of places) {
    const place = at(text);
    if (!place) continue;
    const squares = map.get(place.dimension);
    if (squares) squares.push(place.square);
    else map.set(place.dimension, [place.square]);
  }
  return map;
}

/** The options, indexed by place of departure, then by place of arrival. */
export type Indexed = Map<Place, Map<Place, LegalAction[]>>;

const cache = new WeakMap<Options, Indexed>();

/** Indexes the options, which may be thousands, by `from` and `to`. Cached per list. */
export function indexOptions(options: Options): Indexed {
  const known = cache.get(options);
  if (known) return known;
  const indexed: Indexed = new Map();
  for (const option of options.actions) {
    const from = option.from ? at(option.from) : null;
    const to = option.to ? at(option.to) : null;
    if (!from || !to) continue;
    const origin = placeOf(from.dimension, from.square);
    const target = placeOf(to.dimension, to.square);
    let targets = indexed.get(origin);
    if (!targets) {
      targets = new Map<Place, LegalAction[]>();
      indexed.set(origin, targets);
    }
    const ways = targets.get(target);
    if (ways) ways.push(option);
    else targets.set(target, [option]);
  }
  cache.set(options, indexed);
  return indexed;
}

const calm = new WeakMap<readonly Dimension[], Dimension[]>();

/** The dimensions without the marks of attacked kings. Cached, so that nothing is redrawn. */
export function withoutChecks(dimensions: readonly Dimension[]): Dimension[] {
  const known = calm.get(dimensions);
  if (known) return known;
  const all = dimensions.map(one => ({
    ...one,
    kings_in_check: { white: 0, black: 0 },
    men: one.men.map(man => ({ ...man, in_check: false })),
  }));
  calm.set(dimensions, all);
  return all;
}

/** The dimensions in their clusters. */
export const CLUSTERS: readonly (readonly number[])[] = [
  [1, 2, 3],
  [4, 5, 6],
  [7, 8],
];

/** An action or notation in parts: `Qd2e4-d5f6=N`. */
export interface Edan {
  role: Role;
  from: At;
  to: At;
  promotion: Role | null;
  castles: boolean;
  rest: string;
}

export function readEdan(text: string): Edan | null {
  const parts = /^([PNBRQK])d([1-8])([a-h][1-8])-d([1-8])([a-h][1-8])(?:=([QRBN]))?(.*)$/.exec(text);
  if (!parts) return null;
  const [, letter = '', fromD, from = '', toD, to = '', promoted, rest = ''] = parts;
  const role = roleOf(letter);
  if (!role) return null;
  return {
    role,
    from: { dimension: Number(fromD), square: from },
    to: { dimension: Number(toD), square: to },
    promotion: roleOf(promoted ?? '') ?? null,
    // No other king move goes from the e-file to a corner.
    castles: role === 'king' && from[0] === 'e' && /^[ah]/.test(to) && from[1] === to[1],
    rest,
  };
}

/** The boards after a sent action: for display only, until the server's answer arrives. */
export function afterAction(dimensions: Dimension[], action: string): Dimension[] {
  const edan = readEdan(action);
  if (!edan) return dimensions;
  const all = dimensions.map(one => ({ ...one, men: [...one.men] }));
  const take = (place: At): Man | undefined => {
    const men = all[place.dimension - 1]?.men ?? [];
    const index = men.findIndex(one => one.square === place.square);
    return index < 0 ? undefined : men.splice(index, 1)[0];
  };
  const put = (dimension: number, one: Man): void => {
    all[dimension - 1]?.men.push(one);
  };
  const mover = take(edan.from);
  const there = take(edan.to);
  if (!mover) return dimensions;
  if (edan.castles && there) {
    const rank = edan.from.square.slice(1);
    const kingSide = edan.to.square.startsWith('h');
    put(edan.to.dimension, { ...mover, square: `${kingSide ? 'g' : 'c'}${rank}` });
    put(edan.to.dimension, { ...there, square: `${kingSide ? 'f' : 'd'}${rank}` });
  } else {
    put(edan.to.dimension, { ...mover, square: edan.to.square, role: edan.promotion ?? mover.role });
  }
  return all;
}
