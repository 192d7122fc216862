//! Pawn geometry.

use manifold_rules::board::{Bitboard, Color, Square, pawns};

/// The files beside these.
pub(crate) fn adjacent_files(files: Bitboard) -> Bitboard {
    pawns::west(files) | pawns::east(files)
}

/// The squares in front of a pawn, on its file and the two beside it: without enemy pawns there it is passed.
pub(crate) fn passed_span(color: Color, square: Square) -> Bitboard {
    let file = Bitboard::from_file(square.file());
    let rank = square.rank().to_u32();
    let ahead = match color {
        Color::White => u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0),
        Color::Black => (1u64 << (8 * rank)) - 1,
    };
    (file | adjacent_files(file)) & Bitboard(ahead)
}

/// The squares that two pawns attack.
#[inline]
pub(super) fn attacked_twice(color: Color, squares: Bitboard) -> Bitboard {
    let (west, east) = pawns::attacks_by_side(color, squares);
    west & east
}

/// All squares that pawns could ever attack.
pub(super) fn attack_spans(color: Color, squares: Bitboard) -> Bitboard {
    let mut all = squares.0;
    match color {
        Color::White => {
            all |= all << 8;
            all |= all << 16;
            all |= all << 32;
        }
        Color::Black => {
            all |= all >> 8;
            all |= all >> 16;
            all |= all >> 32;
        }
    }
    pawns::attacks(color, Bitboard(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_passed_span_is_three_files_wide() {
        assert_eq!(passed_span(Color::White, Square::E6).count(), 6);
        assert_eq!(passed_span(Color::Black, Square::A2).count(), 2);
        assert!(passed_span(Color::White, Square::H8).is_empty());
        assert!(passed_span(Color::Black, Square::A1).is_empty());
    }
}
