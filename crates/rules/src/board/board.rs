//! The men on one board.

use super::{Bitboard, Color, Piece, Role, Square, attacks, color_index};

/// The men on one 8x8 board, as bitboards by role and by colour.
///
/// A square can have a colour and no role: a man that is not known yet (a hidden square of
/// Hidden960). It blocks, attacks nothing and cannot move.
///
/// ```
/// use manifold_rules::board::{Board, Color, Role, Square};
///
/// let board = Board::start();
/// assert_eq!(board.piece_at(Square::E1), Some(Color::White.king()));
/// assert_eq!(board.of(Color::Black, Role::Pawn).count(), 8);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    roles: [Bitboard; 6],
    colors: [Bitboard; 2],
}

const fn role_index(role: Role) -> usize {
    role as usize - 1
}

impl Board {
    /// A board with nothing on it.
    pub const EMPTY: Board = Board {
        roles: [Bitboard::EMPTY; 6],
        colors: [Bitboard::EMPTY; 2],
    };

    /// The standard array of chess.
    #[must_use]
    pub const fn start() -> Board {
        Board {
            roles: [
                Bitboard(0x00ff_0000_0000_ff00),
                Bitboard(0x4200_0000_0000_0042),
                Bitboard(0x2400_0000_0000_0024),
                Bitboard(0x8100_0000_0000_0081),
                Bitboard(0x0800_0000_0000_0008),
                Bitboard(0x1000_0000_0000_0010),
            ],
            colors: [Bitboard(0xffff), Bitboard(0xffff_0000_0000_0000)],
        }
    }

    /// All squares with a man.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colors[0].0 | self.colors[1].0)
    }

    /// All squares with a man of `color`.
    #[inline]
    #[must_use]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.colors[color_index(color)]
    }

    /// All squares with a man of `role`, of either colour.
    #[inline]
    #[must_use]
    pub const fn by_role(&self, role: Role) -> Bitboard {
        self.roles[role_index(role)]
    }

    /// All squares with a man of that colour and role.
    #[inline]
    #[must_use]
    pub const fn of(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.by_color(color).0 & self.by_role(role).0)
    }

    /// Squares with a man whose role is not known.
    #[must_use]
    pub fn unknown(&self) -> Bitboard {
        self.roles
            .iter()
            .fold(self.occupied(), |unknown, role| unknown & !*role)
    }

    /// The colour of the man on `square`.
    #[inline]
    #[must_use]
    pub const fn color_at(&self, square: Square) -> Option<Color> {
        if self.colors[0].contains(square) {
            Some(Color::White)
        } else if self.colors[1].contains(square) {
            Some(Color::Black)
        } else {
            None
        }
    }

    /// The role of the man on `square`, if there is one and it is known.
    #[inline]
    #[must_use]
    pub const fn role_at(&self, square: Square) -> Option<Role> {
        // The role is computed from its three bits: branches on the contents of a square are
        // mispredicted.
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles;
        let odd = (pawns.0 | bishops.0 | queens.0) >> square.to_u32() & 1;
        let second = (knights.0 | bishops.0 | kings.0) >> square.to_u32() & 1;
        let high = (rooks.0 | queens.0 | kings.0) >> square.to_u32() & 1;
        let number = odd | second << 1 | high << 2;
        match number {
            1 => Some(Role::Pawn),
            2 => Some(Role::Knight),
            3 => Some(Role::Bishop),
            4 => Some(Role::Rook),
            5 => Some(Role::Queen),
            6 => Some(Role::King),
            _ => None,
        }
    }

    /// The man on `square`, if there is one and its role is known.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let role = self.role_at(square)?;
        Some(role.of(self.color_at(square)?))
    }

    /// The square of the king of `color`; `None` if it has none (or several).
    #[inline]
    #[must_use]
    pub fn king_of(&self, color: Color) -> Option<Square> {
        self.of(color, Role::King).single_square()
    }

    /// Puts `piece` on `square`, which must be empty.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.put_unknown(square, piece.color);
        self.roles[role_index(piece.role)].0 |= 1 << square.to_u32();
    }

    /// Puts a man of unknown role on `square`, which must be empty.
    #[inline]
    pub fn put_unknown(&mut self, square: Square, color: Color) {
        debug_assert!(!self.occupied().contains(square));
        self.colors[color_index(color)].0 |= 1 << square.to_u32();
    }

    /// Takes `piece` off `square`, where it must stand.
    #[inline]
    pub fn take(&mut self, square: Square, piece: Piece) {
        debug_assert_eq!(self.piece_at(square), Some(piece));
        self.roles[role_index(piece.role)].0 &= !(1 << square.to_u32());
        self.colors[color_index(piece.color)].0 &= !(1 << square.to_u32());
    }

    /// Moves `piece` from `from`, where it must stand, to `to`, which must be empty.
    #[inline]
    pub fn shift(&mut self, from: Square, to: Square, piece: Piece) {
        debug_assert_eq!(self.piece_at(from), Some(piece));
        debug_assert!(!self.occupied().contains(to));
        let both = 1 << from.to_u32() | 1 << to.to_u32();
        self.roles[role_index(piece.role)].0 ^= both;
        self.colors[color_index(piece.color)].0 ^= both;
    }

    /// Removes any man from `square`.
    #[inline]
    pub fn clear(&mut self, square: Square) {
        let others = !(1 << square.to_u32());
        for role in &mut self.roles {
            role.0 &= others;
        }
        for color in &mut self.colors {
            color.0 &= others;
        }
    }

    /// All men of `by` that attack `square` when `occupied` squares block.
    #[inline]
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let queens = self.by_role(Role::Queen);
        let diagonal = self.by_role(Role::Bishop) | queens;
        let straight = self.by_role(Role::Rook) | queens;
        self.by_color(by)
            & ((attacks::pawn_attacks(by.other(), square) & self.by_role(Role::Pawn))
                | (attacks::knight_attacks(square) & self.by_role(Role::Knight))
                | (attacks::king_attacks(square) & self.by_role(Role::King))
                | (attacks::bishop_attacks(square, occupied) & diagonal)
                | (attacks::rook_attacks(square, occupied) & straight))
    }

    /// Whether any man of `by` attacks `square` when `occupied` squares block.
    #[inline]
    #[must_use]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        self.attackers(square, by, occupied).any()
    }

    /// All squares that the men of `color` attack when `occupied` squares block.
    #[must_use]
    pub fn attacked_by(&self, color: Color, occupied: Bitboard) -> Bitboard {
        let mut attacked = Bitboard::EMPTY;
        for role in Role::ALL {
            for square in self.of(color, role) {
                attacked |= attacks::attacks(square, role.of(color), occupied);
            }
        }
        attacked
    }

    /// The board mirrored: ranks flipped, colours swapped.
    #[must_use]
    pub fn mirrored(&self) -> Board {
        Board {
            roles: self.roles.map(Bitboard::flip_vertical),
            colors: [
                self.colors[1].flip_vertical(),
                self.colors[0].flip_vertical(),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_array_is_that_of_chess() {
        let board = Board::start();
        let oracle = shakmaty::Board::new();
        for square in Square::ALL {
            assert_eq!(board.piece_at(square), oracle.piece_at(square));
        }
        assert_eq!(board.mirrored(), board);
    }

    #[test]
    fn attackers_agree_with_the_attacked_squares() {
        let board = Board::start();
        let attacked = board.attacked_by(Color::White, board.occupied());
        for square in Square::ALL {
            assert_eq!(
                attacked.contains(square),
                board.is_attacked(square, Color::White, board.occupied())
            );
        }
    }

    #[test]
    fn a_man_without_a_role_blocks_and_attacks_nothing() {
        let mut board = Board::EMPTY;
        board.put_unknown(Square::D1, Color::White);
        assert!(board.occupied().contains(Square::D1));
        assert_eq!(board.unknown(), Bitboard::from(Square::D1));
        assert!(board.attacked_by(Color::White, board.occupied()).is_empty());
    }
}
