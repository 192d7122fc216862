//! Pawn geometry.

use manifold_rules::board::{Bitboard, Color, Square, pawns};

/// The files adjacent to these.
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

/// The squares that are attacked by two pawns.
#[inline]
pub(super) fn attacked_twice(color: Color, squares: Bitboard) -> Bitboard {
    let (west, east) = pawns::attacks_by_side(color, squares);
    west & east
}

/// All squares that pawns could ever attack.
#[inline]
pub(super) fn attack_spans(color: Color, squares: Bitboard) -> Bitboard {
    pawns::attacks(color, squares | in_front(color, squares))
}

/// All squares in front of pawns, on their files.
#[inline]
fn in_front(color: Color, squares: Bitboard) -> Bitboard {
    let mut all = squares.0;
    match color {
        Color::White => {
            all |= all << 8;
            all |= all << 16;
            all |= all << 32;
            Bitboard(all << 8)
        }
        Color::Black => {
            all |= all >> 8;
            all |= all >> 16;
            all |= all >> 32;
            Bitboard(all >> 8)
        }
    }
}

/// The passed pawns of `color`; of doubled pawns, only the one in front.
#[inline]
pub(crate) fn passed_pawns(color: Color, own: Bitboard, enemies: Bitboard) -> Bitboard {
    let other = color.other();
    let stopped = in_front(other, enemies) | attack_spans(other, enemies);
    own & !(stopped | in_front(other, own))
}

#[cfg(test)]
mod tests {
    use manifold_rules::board::Rank;

    use super::*;

    #[test]
    fn the_passed_span_is_three_files_wide() {
        assert_eq!(passed_span(Color::White, Square::E6).count(), 6);
        assert_eq!(passed_span(Color::Black, Square::A2).count(), 2);
        assert!(passed_span(Color::White, Square::H8).is_empty());
        assert!(passed_span(Color::Black, Square::A1).is_empty());
    }

    #[test]
    fn a_pawn_is_passed_if_nothing_is_in_its_span_and_no_own_pawn_before_it() {
        let mut random = crate::random::Random::new(7);
        for _ in 0..2_000 {
            // About one square in eight each.
            let mut drawn = || Bitboard(random.number() & random.number() & random.number());
            let (white, black) = (drawn(), drawn());
            let inner = !(Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth));
            let pawns = [white & inner, black & inner & !white];
            for color in Color::ALL {
                let [own, enemies] = color.fold_wb(pawns, [pawns[1], pawns[0]]);
                let passed = passed_pawns(color, own, enemies);
                assert!(own.is_superset(passed));
                for square in own {
                    let span = passed_span(color, square);
                    let ahead = span & Bitboard::from_file(square.file()) & own;
                    let expected = (span & enemies).is_empty() && ahead.is_empty();
                    assert_eq!(passed.contains(square), expected, "{square} of {own:?}");
                }
            }
        }
    }
}
