/** The view of Hyperspace Chess as the server tells it. */
import type { Color, Role, Square } from '../../api/types';

export interface View {
  variant: string;
  turn: Color;
  turn_number: number;
  men: { square: Square; color: Color; role: Role }[];
  en_passant: Square | null;
  check: Square | null;
  checkers: Square[];
  /** The departure board, in the order in which they left. */
  hyperspace: Traveler[];
  conflict: { player: Color; from: Square; delay: number } | null;
  withdrawn: Square | null;
}

export interface Traveler {
  color: Color;
  role: Role;
  bishop_of: 'light' | 'dark' | null;
  count_down: number;
  returns_on_turn: number;
  shares_turn: boolean;
  /** Where it returns, if the viewer may know. */
  square: Square | null;
}
