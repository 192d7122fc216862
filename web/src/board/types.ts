import type { VNode } from 'snabbdom';
import type { Color, Role, Square } from '../api/types';

/** A piece as a board draws it. */
export interface BoardPiece {
  square: Square;
  color: Color;
  /** `hidden` is a grey tile with a soft question mark. */
  role: Role | 'hidden';
  /** Further CSS classes, separated by spaces: `traveling`, `traveled`, `del-3`, … */
  look?: string;
}

/** Something drawn on a square, above the pieces. */
export interface Mark {
  square: Square;
  /** CSS classes of the game's own style sheet: `ghost`, `portal going`, … */
  kind: string;
  /** Its content: a short text or a node. */
  content?: string | VNode;
  key?: string;
}

export interface Arrow {
  from: Square;
  to?: Square;
  brush?: 'green' | 'red' | 'blue' | 'yellow' | 'accent';
}

/** A move made before the player's turn. */
export interface PremoveProps {
  /** The side that may premove. */
  color: Color;
  current: { from: Square; to: Square } | null;
  onSet: (from: Square, to: Square) => void;
  onUnset: () => void;
}

export interface BoardProps {
  /** Stable name: each name has one chessground instance. */
  id: string;
  pieces: readonly BoardPiece[];
  orientation: Color;
  /** Display only: no input, no keyboard grid. */
  viewOnly?: boolean;
  coordinates?: boolean;
  /** The side whose pieces can be picked up. */
  movable?: Color | 'both' | null;
  /** Legal targets of each piece that can move. A piece without targets can be selected if it is `movable`. */
  targets?: ReadonlyMap<Square, readonly Square[]>;
  /** The selected square. Give it to control the selection; leave it out and the board keeps its own. */
  selected?: Square | null;
  last?: readonly Square[];
  /** Kings in check. */
  checks?: readonly Square[];
  /** Premoves, for the player who waits: any own piece to any square. */
  premove?: PremoveProps;
  /** Squares that may be chosen now (a step of a draft). */
  lit?: readonly Square[];
  /** More classes on squares, drawn below the pieces: `square -> "class class"`. */
  squares?: ReadonlyMap<Square, string>;
  marks?: readonly Mark[];
  arrows?: readonly Arrow[];
  /** What screen readers add to the name of a square. Default: the piece on it. */
  label?: (square: Square) => string;
  /** Name of the whole board for screen readers. */
  title?: string;
  /** A move by drag, tap-tap or keyboard, from `targets`. */
  onMove?: (from: Square, to: Square) => void;
  /** Any square was tapped or chosen by keyboard; called before anything else happens. */
  onSquare?: (square: Square) => void;
  /** The user has changed the selection. */
  onSelected?: (square: Square | null) => void;
  /**
   * A piece was dropped outside this board, on an element that carries `data-drop` (or inside one).
   * The pointer's place is given in client pixels.
   */
  onDropOutside?: (from: Square, target: HTMLElement, x: number, y: number) => void;
  /**
   * While a piece is dragged: the `data-drop` element under the pointer, or `null`. Called on changes, and on every
   * move of the pointer over such an element.
   */
  onDragOver?: (from: Square, target: HTMLElement | null, x: number, y: number) => void;
  /** Anything laid over the board: pickers. */
  over?: (VNode | null)[];
}
