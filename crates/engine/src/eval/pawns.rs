//! Pawn geometry.

use manifold_rules::board::{Bitboard, Color, Square};

/// The files beside these.
pub(crate) fn adjacent_files(files: Bitboard) -> Bitboard {
    Bitboard(files.0 << 1 & 0xfefe_fefe_fefe_fefe | files.0 >> 1 & 0x7f7f_7f7f_7f7f_7f7f)
}

/// The squares in front of a pawn, on its file and the two beside it: without enemy pawns there it is passed.
pub(crate) fn passed_span(color: Color, square: Square) -> Bitboard {
    let file = Bitboard::from_file(square.file()).0;
    let beside = (file << 1 & 0xfefe_fefe_fefe_fefe) | (file >> 1 & 0x7f7f_7f7f_7f7f_7f7f);
    let rank = square.rank().to_u32();
    let ahead = match color {
        Color::White => u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0),
        Color::Black => (1u64 << (8 * rank)) - 1,
    };
    Bitboard((file | beside) & ahead)
}

/// The squares that pawns of `color` on these squares attack.
#[inline]
pub(crate) fn pawn_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let [left, right] = pawn_attacks_aside(color, pawns);
    left | right
}

/// The squares that two pawns attack.
#[inline]
pub(super) fn pawn_attacks_twice(color: Color, pawns: Bitboard) -> Bitboard {
    let [left, right] = pawn_attacks_aside(color, pawns);
    left & right
}

/// What pawns attack to either side.
#[inline]
fn pawn_attacks_aside(color: Color, pawns: Bitboard) -> [Bitboard; 2] {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let ahead = match color {
        Color::White => pawns.0 << 8,
        Color::Black => pawns.0 >> 8,
    };
    [(ahead & NOT_A) >> 1, (ahead & NOT_H) << 1].map(Bitboard)
}

/// All squares that pawns could ever attack.
pub(super) fn attack_spans(color: Color, pawns: Bitboard) -> Bitboard {
    let mut all = pawns.0;
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
    pawn_attacks(color, Bitboard(all))
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
