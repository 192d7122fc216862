/** The view of Hidden960 as the server tells it. */
import type { Color, Role, Square } from '../../api/types';

export interface PieceView {
  square: Square;
  color: Color;
  /** Nothing as long as the square is hidden. */
  role: Role | null;
  threatened: boolean;
  attackers: Square[];
  unmoved: boolean;
  /** What the actor can choose for this hidden square now. */
  choices: Role[];
}

export interface CastlingPossibility {
  color: Color;
  king: Square;
  rook: Square;
  name: 'O-O' | 'O-O-O';
  now: boolean;
}

export interface View {
  variant: string;
  turn: Color;
  duty: { actor: Color; must_reveal: Square[]; out_of_turn: boolean; together: Square[] };
  full_move: number;
  men: PieceView[];
  checked_kings: Square[];
  pools: Record<Color, Role[]>;
  castling: CastlingPossibility[];
  /** The squares that `unreveal` would hide again. */
  unreveal: Square[];
}
