//! Moves: what differs from chess, the king in the pool, kings side by side, and castling.

use super::*;
use crate::board::{Bitboard, Color, Role, Square};

#[test]
fn while_the_king_is_in_the_pool_there_is_no_check() {
    let position = at("3r3k/8/8/8/8/8/3N4/3??3 w KQ - - 0 40 -");
    assert!(!position.is_check());
    // The knight may leave the file: e1 stays safe.
    assert!(is_legal(&position, "d2c4"));
}

#[test]
fn a_move_that_exposes_all_hidden_squares_is_illegal_with_the_king_in_the_pool() {
    let position = at("3r3k/8/8/b7/8/8/3N4/3??3 w KQ - - 0 40 -");
    assert_eq!(
        refusal(&position, "d2c4"),
        Refusal::ExposesTheKing {
            hidden: Bitboard::EMPTY.with(Square::D1).with(Square::E1)
        }
    );
    assert!(!legal(&position).contains("d2"));
    // One square that stays safe is enough,
    let three = at("3r3k/8/8/b7/8/8/3N4/2???3 w KQN - - 0 40 -");
    assert!(is_legal(&three, "d2c4"));
    // and so is a king that is not among the hidden men.
    let elsewhere = at("3r3k/8/8/b7/8/8/3N3K/3??3 w QN - - 0 40 -");
    assert!(is_legal(&elsewhere, "d2c4"));
}

#[test]
fn a_capture_that_removes_one_of_the_attackers_does_not_expose_all() {
    let position = at("3r3k/8/8/8/8/2b1p3/3P4/3??3 w KQ - - 0 40 -");
    assert!(matches!(
        refusal(&position, "d2e3"),
        Refusal::ExposesTheKing { .. }
    ));
    assert!(is_legal(&position, "d2c3"));
}

#[test]
fn a_capture_en_passant_can_expose_all_by_taking_two_men_away() {
    let text = "b3r2k/8/8/3pP3/8/8/8/4?2? w KQ - d6 0 40 -";
    let position = at(text);
    assert!(matches!(
        refusal(&position, "e5d6"),
        Refusal::ExposesTheKing { .. }
    ));
    assert!(is_legal(&position, "e5e6"));
    // The en passant capture is illegal, so its square does not distinguish positions.
    let without = at(&text.replace("d6", "-"));
    assert_eq!(position.repetition_key(), without.repetition_key());
    // Without the bishop the capture is legal, and then it does.
    let legal = at(&text.replace("b3r2k", "4r2k"));
    assert!(is_legal(&legal, "e5d6"));
    let without = at(&text.replace("b3r2k", "4r2k").replace("d6", "-"));
    assert_ne!(legal.repetition_key(), without.repetition_key());
}

#[test]
fn the_right_to_capture_en_passant_survives_reveals_of_the_turn_but_no_move() {
    let position = from_start("e2e4 a7a6 e4e5 d7d5 d1=Q e1=K");
    assert!(is_legal(&position, "e5d6"));
    let missed = after(position, "a2a3 a6a5");
    assert!(matches!(
        refusal(&missed, "e5d6"),
        Refusal::CannotReach { .. }
    ));
}

#[test]
fn a_move_must_not_leave_the_own_king_attacked() {
    let position = at("4r2k/8/8/8/8/8/4N3/??2K3 w QN - - 0 40 -");
    assert_eq!(
        refusal(&position, "e2c3"),
        Refusal::KingAttacked {
            king: Square::E1,
            attacker: Role::Rook,
            by: Square::E8
        }
    );
    assert!(is_legal(&position, "e1f1"));
}

#[test]
fn a_reveal_may_check_a_player_who_is_not_on_the_move_and_answers_next_turn() {
    let position = at("4k3/8/8/8/8/8/7K/4??2 w RN - - 0 40 -");
    let check = after(position, "e1=R+f1=N");
    assert!(check.gives_check);
    assert_eq!(check.turn(), Color::White);
    assert_eq!(refusal(&check, "e1e8"), Refusal::KingTarget(Square::E8));
    assert!(!legal(&check).contains("e1e8"));
    assert!(is_legal(&check, "e1e7"));
    let answer = after(check, "f1g3");
    assert!(answer.is_check());
    assert!(matches!(
        refusal(&answer, "e8e7"),
        Refusal::KingAttacked { .. }
    ));
    assert!(is_legal(&answer, "e8d7"));
}

#[test]
fn kings_may_come_to_stand_side_by_side_and_the_player_on_the_move_ends_it() {
    let position = at("2!!!3/8/3K4/8/8/8/8/Q7 w krn - - 0 40 -");
    let beside = after(position, "d6d7");
    assert_eq!(beside.actor(), Color::Black);
    // On d8 the king could go nowhere, on e8 it can.
    assert_eq!(refusal(&beside, "d8=K"), Refusal::NoMoveAfterwards);
    assert!(is_legal(&beside, "e8=K"));
    let touching = after(beside, "d8=N c8=R+e8=K");
    assert!(touching.is_check());
    let moves = legal(&touching);
    assert!(!moves.is_empty());
    for word in moves.split(' ') {
        assert!(word.starts_with("e8"), "{word} does not end the contact");
        let square = action(word);
        let next = after(touching, word);
        assert!(!next.generator().kings_touch(), "{square}");
    }
    assert_eq!(refusal(&touching, "e8d7"), Refusal::KingTarget(Square::D7));
    assert!(matches!(
        refusal(&touching, "c8c7"),
        Refusal::KingAttacked { .. }
    ));
}

#[test]
fn a_pawn_on_the_last_rank_must_become_a_piece_other_than_king() {
    let position = at("8/P6k/8/8/8/8/8/4K3 w - - - 0 40 -");
    assert_eq!(
        refusal(&position, "a7a8"),
        Refusal::PromotionMissing(Square::A8)
    );
    for letter in ["q", "r", "b", "n"] {
        assert!(is_legal(&position, &format!("a7a8{letter}")));
    }
    assert_eq!(refusal(&position, "e1e2q"), Refusal::NoPromotion);
}

#[test]
fn a_promoted_piece_threatens_hidden_squares_and_a_promoted_rook_never_castles() {
    let position = at("2!!!1k1/P7/8/8/8/8/8/4K3 w qbn - - 0 40 -");
    let rook = after(position, "a7a8r");
    assert_eq!(rook.threatened(Color::Black), Bitboard::from(Square::C8));
    assert!(rook.unmoved().is_empty());
}

#[test]
fn castling_is_king_takes_rook_and_both_sides_end_as_in_chess960() {
    let position = at("r3k2r/8/8/8/8/8/8/R3K2R w - a1e1h1a8e8h8 - 0 9 -");
    let short = after(position, "e1h1");
    assert_eq!(short.board().king_of(Color::White), Some(Square::G1));
    assert_eq!(short.board().role_at(Square::F1), Some(Role::Rook));
    let long = after(position, "e1a1");
    assert_eq!(long.board().king_of(Color::White), Some(Square::C1));
    assert_eq!(long.board().role_at(Square::D1), Some(Role::Rook));
    assert_eq!(
        long.unmoved() & Bitboard::from_rank(crate::board::Rank::First),
        Bitboard::from(Square::H1),
        "king and rook have moved"
    );
}

#[test]
fn revealing_is_not_moving_in_whatever_order_king_and_rook_appear() {
    let rook_first = from_start("h1=R g2g3 a7a6 f1=B f1g2 a6a5 g1=N g1f3 a5a4 e1=K");
    assert!(is_legal(&rook_first, "e1h1"));
    let king_first = from_start("e1=K g2g3 a7a6 f1=B f1g2 a6a5 g1=N g1f3 a5a4 h1=R");
    assert!(is_legal(&king_first, "e1h1"));
    let hidden_rook = from_start("e1=K g2g3 a7a6 f1=B f1g2 a6a5 g1=N g1f3 a5a4");
    assert_eq!(
        refusal(&hidden_rook, "e1h1"),
        Refusal::OwnManThere(Square::H1)
    );
}

#[test]
fn a_king_or_rook_that_has_moved_may_not_castle() {
    let moved_rook = at("4k3/8/8/8/8/8/8/R3K2R w - e1h1 - 0 9 -");
    assert_eq!(
        refusal(&moved_rook, "e1a1"),
        Refusal::RookHasMoved(Square::A1)
    );
    assert!(is_legal(&moved_rook, "e1h1"));
    let moved_king = at("4k3/8/8/8/8/8/8/R3K2R w - a1h1 - 0 9 -");
    assert_eq!(refusal(&moved_king, "e1h1"), Refusal::KingHasMoved);
    let there_and_back = after(
        at("4k3/8/8/8/8/8/8/R3K2R w - a1e1h1 - 0 9 -"),
        "h1h2 e8e7 h2h1 e7e8",
    );
    assert_eq!(
        refusal(&there_and_back, "e1h1"),
        Refusal::RookHasMoved(Square::H1)
    );
    assert!(is_legal(&there_and_back, "e1a1"));
}

#[test]
fn a_captured_rook_takes_its_right_along() {
    let position = at("4k2r/8/8/8/8/8/8/4K2R b - e1h1e8h8 - 0 9 -");
    let taken = after(position, "h8h1");
    assert_eq!(
        taken.unmoved(),
        Bitboard::EMPTY.with(Square::E1).with(Square::E8)
    );
}

#[test]
fn no_square_on_the_way_of_castling_may_be_hidden_or_taken() {
    let hidden = at("4k3/8/8/8/8/8/8/R??1K2R w BN a1e1h1 - 0 9 -");
    assert_eq!(
        refusal(&hidden, "e1a1"),
        Refusal::CastlingPastHidden(Square::B1)
    );
    assert!(is_legal(&hidden, "e1h1"));
    let taken = at("4k3/8/8/8/8/8/8/RN2K1NR w - a1e1h1 - 0 9 -");
    assert_eq!(
        refusal(&taken, "e1a1"),
        Refusal::CastlingBlocked(Square::B1)
    );
    assert_eq!(
        refusal(&taken, "e1h1"),
        Refusal::CastlingBlocked(Square::G1)
    );
}

#[test]
fn the_squares_where_king_and_rook_land_count_even_beyond_the_rook() {
    // King b1 and rook c1: both end to the right of the rook, on g1 and f1.
    let free = at("4k3/8/8/8/8/8/8/1KR5 w - b1c1 - 0 9 -");
    assert!(is_legal(&free, "b1c1"));
    let landing = at("4k3/8/8/8/8/8/8/1KR3N1 w - b1c1 - 0 9 -");
    assert_eq!(
        refusal(&landing, "b1c1"),
        Refusal::CastlingBlocked(Square::G1)
    );
    let crossing = at("4k3/8/8/8/8/8/8/1KR1??2 w BN b1c1 - 0 9 -");
    assert_eq!(
        refusal(&crossing, "b1c1"),
        Refusal::CastlingPastHidden(Square::E1)
    );
}

#[test]
fn any_arrangement_castles_to_the_side_on_which_the_rook_stands() {
    // Both rooks to the right of the king: the nearer one first, the other once the way is free.
    let both = at("4k3/8/8/8/8/8/8/K1R4R w - a1c1h1 - 0 9 -");
    assert!(is_legal(&both, "a1c1"));
    assert_eq!(refusal(&both, "a1h1"), Refusal::CastlingBlocked(Square::C1));
    let gone = after(both, "c1c7 e8d8 c7g7 d8e8");
    assert!(is_legal(&gone, "a1h1"));
    // The king in the corner, the rook to its left.
    let corner = at("4k3/8/8/8/8/8/8/6RK w - g1h1 - 0 9 -");
    let castled = after(corner, "h1g1");
    assert_eq!(castled.board().king_of(Color::White), Some(Square::C1));
    assert_eq!(castled.board().role_at(Square::D1), Some(Role::Rook));
    // King or rook may end where it stood or where the other stood.
    let crossed = at("4k3/8/8/8/8/8/8/5RK1 w - f1g1 - 0 9 -");
    assert!(is_legal(&crossed, "g1f1"));
    let same = after(at("4k3/8/8/8/8/8/8/6KR w - g1h1 - 0 9 -"), "g1h1");
    assert_eq!(same.board().king_of(Color::White), Some(Square::G1));
    assert_eq!(same.board().role_at(Square::F1), Some(Role::Rook));
    assert!(same.unmoved().is_empty());
}

#[test]
fn the_king_castles_neither_out_of_check_nor_over_or_onto_an_attacked_square() {
    let check = at("k3r3/8/8/8/8/8/8/4K2R w - e1h1 - 0 9 -");
    assert_eq!(refusal(&check, "e1h1"), Refusal::CastlingInCheck);
    let over = at("k4r2/8/8/8/8/8/8/4K2R w - e1h1 - 0 9 -");
    assert_eq!(
        refusal(&over, "e1h1"),
        Refusal::CastlingThroughAttack(Square::F1)
    );
    let onto = at("k5r1/8/8/8/8/8/8/4K2R w - e1h1 - 0 9 -");
    assert_eq!(
        refusal(&onto, "e1h1"),
        Refusal::CastlingThroughAttack(Square::G1)
    );
    // Only the king's path counts: the rook may be attacked and cross attacked squares.
    let rook = at("kr5r/8/8/8/8/8/8/R3K2R w - a1e1h1 - 0 9 -");
    assert!(is_legal(&rook, "e1a1") && is_legal(&rook, "e1h1"));
}

#[test]
fn the_castling_rook_hides_nothing_from_the_king() {
    // The rook on b1 shields c1 from the queen on a1, but is removed from its square for the test.
    let position = at("4k3/8/8/8/8/8/8/qRK5 w - b1c1 - 0 9 -");
    assert_eq!(
        refusal(&position, "c1b1"),
        Refusal::CastlingThroughAttack(Square::C1)
    );
}
