//! Rights that a piece loses by leaving, being replaced, or returning.

use super::*;

const OPEN_LINES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 -";

#[test]
fn a_king_castles_with_a_rook_that_has_not_moved() {
    let position = at(OPEN_LINES);
    assert_eq!(board(&after(&position, "e1g1")), "r3k2r/8/8/8/8/8/8/R4RK1");
    assert_eq!(board(&after(&position, "e1c1")), "r3k2r/8/8/8/8/8/8/2KR3R");
    assert!(!legal(&position, "e1h1"), "castling has one spelling");
}

#[test]
fn a_rook_that_has_left_may_not_castle_nor_when_it_is_back_on_its_square() {
    let position = after(&at(OPEN_LINES), "h1^1@h1");
    assert!(position.to_text().contains(" Qkq "));
    let position = after(&position, "a8b8 a1b1 b8a8 b1a1 a8b8");
    assert_eq!(board(&position), "1r2k2r/8/8/8/8/8/8/R3K2R");
    assert_eq!(
        refusal(&position, "e1g1").to_string(),
        "the king or the rook of that side has moved or been away, so they cannot castle on the king's \
         side"
    );
}

#[test]
fn a_rook_that_another_piece_replaces_may_not_castle() {
    let position = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 R1@a1");
    let replaced = after(&position, "h1h2/r");
    assert!(replaced.to_text().contains(" kq "), "{replaced:?}");
    let kept = after(&position, "h1h2/o");
    assert!(kept.to_text().contains(" Qkq "), "{kept:?}");
}

#[test]
fn a_piece_lost_on_an_enemy_rook_takes_no_right_from_it() {
    let position = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 N1@a8");
    assert!(after(&position, "h1h2").to_text().contains(" Qkq "));
}

#[test]
fn a_captured_rook_may_not_castle() {
    let position = after(&at(OPEN_LINES), "a1a8");
    assert!(position.to_text().contains(" Kk "), "{position:?}");
}

#[test]
fn a_piece_may_leave_to_clear_the_way_for_castling() {
    let position = at("r3k2r/8/8/8/8/8/8/R3KB1R w KQkq - 0 1 -");
    assert!(!legal(&position, "e1g1"));
    let position = after(&position, "f1^5@b5 a8b8");
    assert!(legal(&position, "e1g1"));
}

#[test]
fn castling_is_judged_before_the_return_out_of_check() {
    // The knight returns to block the check, but only at the end of the turn: the king castles out of check.
    let position = at("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1 N1@e4");
    assert!(matches!(
        refusal(&position, "e1g1"),
        Refusal::CastlingAttacked { .. }
    ));
    assert!(legal(&position, "e1f1"));
}

#[test]
fn castling_is_judged_before_the_return_over_and_into_attacked_squares() {
    let position = at("5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1 N1@f4");
    assert!(!legal(&position, "e1g1"), "the king would pass f1");
    assert!(
        legal(&position, "e1f1"),
        "a step is judged after the return"
    );
    assert!(legal(&position, "e1c1"));
    let position = at("1k4r1/8/8/8/8/8/8/R3K2R w KQ - 0 1 N1@g4");
    assert!(!legal(&position, "e1g1"), "the king would land on g1");
}

#[test]
fn castling_is_judged_with_the_men_as_they_stand_before_the_return() {
    // The path must be empty of men on the board; a man that returns later is not there yet.
    let position = at("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 N1@b1");
    assert_eq!(board(&after(&position, "e1c1")), "4k3/8/8/8/8/8/8/1NKR3R");
}

#[test]
fn what_stands_in_the_way_is_named() {
    let position = at("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1 -");
    assert_eq!(
        refusal(&position, "e1c1").to_string(),
        "the king cannot castle while a man stands on b1"
    );
}

#[test]
fn a_double_step_gives_the_right_to_capture_en_passant() {
    let position = after(&at("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1 -"), "e2e4");
    assert!(legal(&position, "d4e3"));
    assert_eq!(board(&after(&position, "d4e3")), "4k3/8/8/8/8/4p3/8/4K3");
    let position = after(&position, "e8d8 e1d1");
    assert!(!legal(&position, "d4e3"), "for one turn only");
}

#[test]
fn a_return_to_the_square_that_the_pawn_has_passed_ends_the_right() {
    let position = after(&at("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1 N1@e3"), "e2e4");
    assert_eq!(position.to_text(), "4k3/8/8/8/3pP3/4N3/8/4K3 b - - 0 1 -");
    // The pawn may capture the knight normally.
    let position = after(&position, "d4e3");
    assert_eq!(board(&position), "4k3/8/8/8/4P3/4p3/8/4K3");
}

#[test]
fn a_return_that_replaces_the_pawn_ends_the_right_one_that_does_not_keeps_it() {
    let position = at("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1 N1@e4");
    assert!(!legal(&after(&position, "e2e4/r"), "d4e3"));
    assert!(legal(&after(&position, "e2e4/o"), "d4e3"));
}

#[test]
fn a_return_to_where_the_pawn_came_from_keeps_the_right() {
    let position = after(&at("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1 N1@e2"), "e2e4");
    assert_eq!(position.to_text(), "4k3/8/8/8/3pP3/8/4N3/4K3 b - e3 0 1 -");
    assert!(legal(&position, "d4e3"));
    assert_eq!(at(&position.to_text()), position);
}

#[test]
fn an_en_passant_capture_may_rely_on_the_return_to_cover_the_king() {
    // Both pawns leave the fifth rank at once.
    let covered = at("6k1/8/8/K2Pp2r/8/8/8/8 w - e6 0 1 N1@b5");
    assert!(legal(&covered, "d5e6"));
    let bare = at("6k1/8/8/K2Pp2r/8/8/8/8 w - e6 0 1 N2@b5");
    assert!(!legal(&bare, "d5e6"));
    // For repetition the right counts only if it can be used.
    let without = |text: &str| at(&text.replace(" e6 ", " - ")).repetition_key();
    assert_ne!(covered.repetition_key(), without(&covered.to_text()));
    assert_eq!(bare.repetition_key(), without(&bare.to_text()));
}

#[test]
fn the_right_to_capture_en_passant_ends_with_a_phase_out_and_with_a_return_only_turn() {
    let position = after(&at("4k3/8/8/3pP3/8/8/8/R3K3 w - d6 0 1 -"), "a1^1@a1");
    assert!(position.to_text().contains(" b - - "));
    let position = at("1r4k1/8/4b3/Pp6/1P6/8/8/K6r w - b6 4 1 Q1@e1");
    assert!(legal(&position, "a5b6"), "then -- is not possible");
}
