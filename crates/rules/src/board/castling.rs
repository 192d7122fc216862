//! Castling rights, and the squares that matter for castling.

use super::{Bitboard, Board, CastlingSide, Color, File, Role, Square, attacks};

/// Castling rights: the rooks that have never moved and whose king has never moved.
///
/// King and rook may stand anywhere on their first rank (Chess960). A rook is in the set only as
/// long as its king has not moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Castling(Bitboard);

impl Castling {
    /// No castling rights.
    pub const NONE: Castling = Castling(Bitboard::EMPTY);

    /// The four corners of the standard array.
    pub const START: Castling = Castling(Bitboard(0x8100_0000_0000_0081));

    /// The rights given by these unmoved rooks.
    #[must_use]
    pub const fn from_rooks(rooks: Bitboard) -> Castling {
        Castling(rooks)
    }

    /// The rooks with castling rights.
    #[inline]
    #[must_use]
    pub const fn rooks(self) -> Bitboard {
        self.0
    }

    /// Removes the right of a rook on `square`, if it has one.
    #[inline]
    pub fn discard_rook(&mut self, square: Square) {
        self.0.discard(square);
    }

    /// Removes all rights of `color`, whose king has moved.
    #[inline]
    pub fn discard_color(&mut self, color: Color) {
        self.0 &= !Bitboard::from_rank(color.backrank());
    }

    /// Adds the right given by a rook on `square`.
    pub fn add_rook(&mut self, square: Square) {
        self.0.add(square);
    }

    /// The side to which a king castles with a rook.
    #[inline]
    #[must_use]
    pub fn side(king: Square, rook: Square) -> CastlingSide {
        CastlingSide::from_king_side(rook > king)
    }

    /// The target squares of king and rook: g and f, or c and d, on the king's rank.
    #[inline]
    #[must_use]
    pub fn targets(king: Square, rook: Square) -> (Square, Square) {
        let (king_file, rook_file) = if rook > king {
            (File::G, File::F)
        } else {
            (File::C, File::D)
        };
        (
            Square::from_coords(king_file, king.rank()),
            Square::from_coords(rook_file, king.rank()),
        )
    }

    /// Squares that must be empty except for king and rook: those between them, and all that either
    /// crosses or lands on.
    #[must_use]
    pub fn must_be_empty(king: Square, rook: Square) -> Bitboard {
        let (king_to, rook_to) = Castling::targets(king, rook);
        (attacks::between(king, rook)
            | attacks::between(king, king_to)
            | attacks::between(rook, rook_to)
            | Bitboard::from(king_to)
            | Bitboard::from(rook_to))
        .without(king)
        .without(rook)
    }

    /// Squares on which the king must not be attacked: where it starts, passes and lands.
    #[must_use]
    pub fn king_way(king: Square, rook: Square) -> Bitboard {
        let (king_to, _) = Castling::targets(king, rook);
        attacks::between(king, king_to).with(king).with(king_to)
    }

    /// The rooks with which the king of `color` on `king` can castle now, under the conditions of FIDE and
    /// Chess960. The squares on the king's path are tested for attacks with king and rook removed from their
    /// squares.
    #[must_use]
    pub fn possible(self, board: &Board, color: Color, king: Square) -> Bitboard {
        let mut possible = Bitboard::EMPTY;
        let rooks = self.0 & board.of(color, Role::Rook) & Bitboard::from_rank(color.backrank());
        for rook in rooks {
            let occupied = board.occupied();
            if (Castling::must_be_empty(king, rook) & occupied).any() {
                continue;
            }
            // The king's own square is tested with all men in place; on its path, neither king nor
            // rook blocks attacks.
            let (king_to, _) = Castling::targets(king, rook);
            let enemy = color.other();
            let without_both = occupied.without(king).without(rook);
            let safe = !board.is_attacked(king, enemy, occupied)
                && attacks::between(king, king_to)
                    .with(king_to)
                    .into_iter()
                    .all(|square| !board.is_attacked(square, enemy, without_both));
            if safe {
                possible.add(rook);
            }
        }
        possible
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standard_king_crosses_f_and_lands_on_g() {
        assert_eq!(
            Castling::targets(Square::E1, Square::H1),
            (Square::G1, Square::F1)
        );
        assert_eq!(
            Castling::must_be_empty(Square::E1, Square::A1),
            Bitboard::EMPTY
                .with(Square::B1)
                .with(Square::C1)
                .with(Square::D1)
        );
        assert_eq!(
            Castling::king_way(Square::E8, Square::A8),
            Bitboard::EMPTY
                .with(Square::E8)
                .with(Square::D8)
                .with(Square::C8)
        );
    }

    #[test]
    fn a_king_move_takes_away_both_rights_of_its_colour_only() {
        let mut castling = Castling::START;
        castling.discard_color(Color::White);
        assert_eq!(
            castling.rooks(),
            Bitboard::EMPTY.with(Square::A8).with(Square::H8)
        );
    }
}
