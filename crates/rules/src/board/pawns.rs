//! Set-wise pawn moves: all pawns of a bitboard at once.

use super::{Bitboard, Color, Rank};

const NOT_A_FILE: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H_FILE: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// All squares one step ahead of `squares`.
///
/// ```
/// use manifold_rules::board::{Bitboard, Color, Rank, pawns};
///
/// let second = Bitboard::from_rank(Rank::Second);
/// assert_eq!(pawns::step(Color::White, second), Bitboard::from_rank(Rank::Third));
/// ```
#[inline]
#[must_use]
pub const fn step(color: Color, squares: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(squares.0 << 8),
        Color::Black => Bitboard(squares.0 >> 8),
    }
}

/// `squares` shifted by one file towards the a-file.
#[inline]
#[must_use]
pub const fn west(squares: Bitboard) -> Bitboard {
    Bitboard((squares.0 & NOT_A_FILE) >> 1)
}

/// `squares` shifted by one file towards the h-file.
#[inline]
#[must_use]
pub const fn east(squares: Bitboard) -> Bitboard {
    Bitboard((squares.0 & NOT_H_FILE) << 1)
}

/// The squares that pawns on `squares` attack: towards the a-file, and towards the h-file.
#[inline]
#[must_use]
pub const fn attacks_by_side(color: Color, squares: Bitboard) -> (Bitboard, Bitboard) {
    let ahead = step(color, squares);
    (west(ahead), east(ahead))
}

/// The squares that pawns on `squares` attack.
#[inline]
#[must_use]
pub const fn attacks(color: Color, squares: Bitboard) -> Bitboard {
    let (west, east) = attacks_by_side(color, squares);
    Bitboard(west.0 | east.0)
}

/// The `empty` squares to which pawns on `squares` advance by one step, and by two.
#[inline]
#[must_use]
pub fn advances(color: Color, squares: Bitboard, empty: Bitboard) -> (Bitboard, Bitboard) {
    let single = step(color, squares) & empty;
    (single, step(color, single & third_rank(color)) & empty)
}

/// The rank that a double step crosses.
#[inline]
#[must_use]
pub fn third_rank(color: Color) -> Bitboard {
    Bitboard::from_rank(color.relative_rank(Rank::Third))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Square, attacks as tables};

    #[test]
    fn sets_of_pawns_attack_what_single_pawns_attack() {
        for color in Color::ALL {
            for square in Square::ALL {
                assert_eq!(
                    attacks(color, Bitboard::from(square)),
                    tables::pawn_attacks(color, square)
                );
            }
        }
    }

    #[test]
    fn only_a_pawn_on_its_second_rank_advances_by_two() {
        let second = Bitboard::from_rank(Rank::Second);
        let (single, double) = advances(Color::White, second, Bitboard::FULL);
        assert_eq!(single, Bitboard::from_rank(Rank::Third));
        assert_eq!(double, Bitboard::from_rank(Rank::Fourth));
        let blocked = Bitboard::FULL.without(Square::E3);
        let (single, double) = advances(Color::White, second, blocked);
        assert!(!single.contains(Square::E3) && !double.contains(Square::E4));
        assert!(advances(Color::Black, second, Bitboard::FULL).1.is_empty());
    }
}
