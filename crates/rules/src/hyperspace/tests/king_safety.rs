//! A turn is judged as a whole: after the action and the return the player's own king is not attacked.

use super::*;

#[test]
fn a_pinned_piece_may_not_leave() {
    let position = at("4r1k1/8/8/8/8/8/4N3/4K2B w - - 0 1 -");
    assert_eq!(
        refusal(&position, "e2^1@e2").to_string(),
        "after this turn your king on e1 would be attacked by the rook on e8"
    );
    assert!(legal(&position, "h1^1@h1"));
}

#[test]
fn a_piece_pinned_on_a_line_along_which_it_could_move_may_not_leave_either() {
    let position = at("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1 -");
    assert!(legal(&position, "e2e5"));
    assert!(!legal(&position, "e2^1@e5"));
}

#[test]
fn a_pinned_piece_may_leave_if_the_returning_one_covers_the_king() {
    let position = at("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1 B1d@e5");
    assert!(legal(&position, "e2^1@a1"));
    assert!(legal(&position, "e2c3"), "nor is it bound to its line");
    let position = at("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1 B1d@d4");
    assert!(!legal(&position, "e2^1@a1"));
    assert!(!legal(&position, "e2c3"));
}

#[test]
fn a_pinned_piece_may_leave_to_make_room_for_a_return_to_its_own_square() {
    let position = at("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1 Q1@e2");
    assert!(legal(&position, "e2^1@a1"));
    assert!(legal(&position, "e1d1/r"));
}

#[test]
fn a_phase_out_does_not_answer_a_check() {
    let position = at("4r1k1/8/8/8/8/8/8/R3K2B w - - 0 1 -");
    assert!(position.is_check());
    assert!(
        !listed(&position, 2)
            .iter()
            .any(|action| action.contains('^'))
    );
    assert!(!legal(&position, "a1^1@e5"));
}

#[test]
fn a_returning_piece_may_block_a_check_whatever_else_is_done() {
    let position = at("4r1k1/8/8/8/8/8/8/R3K2B w - - 0 1 N1@e5");
    assert!(position.is_check());
    for action in ["a1^1@a1", "h1^99@h1", "a1a8", "h1c6", "e1d1", "e1e2"] {
        assert!(legal(&position, action), "{action}");
    }
    assert_eq!(
        board(&after(&position, "a1a2")),
        "4r1k1/8/8/4N3/8/8/R7/4K2B"
    );
}

#[test]
fn a_return_to_the_square_of_the_checking_piece_does_not_answer_the_check() {
    let position = at("4r1k1/8/8/8/8/8/8/R3K2B w - - 0 1 N1@e8");
    assert!(!legal(&position, "a1a2"));
    assert!(legal(&position, "e1d1"));
}

#[test]
fn a_return_cannot_answer_the_check_of_a_knight() {
    let position = at("6k1/8/8/8/8/5n2/8/R3K3 w - - 0 1 Q1@f3");
    assert!(!legal(&position, "a1a2"));
}

#[test]
fn a_move_may_expose_the_king_if_the_return_covers_it() {
    let position = at("4r1k1/8/8/8/8/8/3N4/3K4 w - - 0 1 Q1@e4");
    assert!(legal(&position, "d1e1"), "into the check of the rook");
    let position = at("4r1k1/8/8/8/8/8/3N4/3K4 w - - 0 1 Q1@d4");
    assert!(!legal(&position, "d1e1"));
}

#[test]
fn a_return_that_is_removed_covers_nothing() {
    // The queen collides with the pawn on e4: whichever stays there covers the king.
    let position = at("4r1k1/8/8/8/8/8/4P3/4K3 w - - 0 1 Q1@e4");
    assert!(legal(&position, "e2e4/r") && legal(&position, "e2e4/o"));
    // The queen is lost on an enemy pawn, so the bishop's diagonal to e1 stays open.
    let position = at("6k1/8/8/8/7b/8/3p4/3K4 w - - 0 1 Q1@d2");
    assert!(legal(&position, "d1c2"));
    assert!(!legal(&position, "d1e1"));
}

#[test]
fn a_king_may_not_step_back_along_the_line_of_a_check_that_a_return_elsewhere_leaves_open() {
    let position = at("4r1k1/8/8/8/8/8/4K3/8 w - - 0 1 Q1@a1");
    assert!(!legal(&position, "e2e1"));
    let position = at("4r1k1/8/8/8/8/8/4K3/8 w - - 0 1 Q1@e2");
    assert!(
        legal(&position, "e2e1"),
        "the queen returns to the square that the king has left"
    );
}

#[test]
fn kings_may_not_stand_side_by_side_even_with_a_return() {
    let position = at("8/8/8/8/8/4k3/8/4K3 w - - 0 1 Q1@e5");
    assert!(!legal(&position, "e1e2"));
}

#[test]
fn only_the_return_is_left_when_no_action_is_legal_and_the_return_ends_the_check() {
    let position = at("1r4k1/8/4b3/8/8/8/8/K6r w - - 4 1 Q1@e1");
    assert!(position.is_check());
    assert_eq!(listed(&position, 99), ["--"]);
    assert_eq!(position.count_legal(), 1);
    assert_eq!(position.outcome(), None);
    assert_eq!(
        after(&position, "--").to_text(),
        "1r4k1/8/4b3/8/8/8/8/K3Q2r b - - 5 1 -"
    );
}

#[test]
fn a_return_that_does_not_end_the_check_is_mate() {
    let position = at("1r4k1/8/4b3/8/8/8/8/K6r w - - 4 1 Q1@e2");
    assert_eq!(position.count_legal(), 0);
    assert!(!legal(&position, "--"));
    assert_eq!(
        position.outcome().expect("mate").to_string(),
        "black-wins checkmate"
    );
}

#[test]
fn without_check_a_piece_that_is_due_always_saves_from_stalemate() {
    // Even if the piece is lost on its return.
    let position = at("6k1/8/8/8/8/6q1/8/7K w - - 4 1 N1@g3");
    assert_eq!(listed(&position, 99), ["--"]);
    assert_eq!(
        after(&position, "--").to_text(),
        "6k1/8/8/8/8/6q1/8/7K b - - 0 1 -"
    );
}

#[test]
fn a_return_only_turn_can_collide() {
    let position = at("6k1/8/8/8/p7/P5q1/8/7K w - - 4 1 N1@a3");
    assert_eq!(listed(&position, 99), ["--/o", "--/r"]);
    assert!(matches!(
        refusal(&position, "--"),
        Refusal::ChoiceMissing { .. }
    ));
    assert_eq!(board(&after(&position, "--/r")), "6k1/8/8/8/p7/N5q1/8/7K");
    assert_eq!(board(&after(&position, "--/o")), "6k1/8/8/8/p7/P5q1/8/7K");
}

#[test]
fn it_is_stalemate_even_if_pieces_return_in_later_turns() {
    let position = at("6k1/8/8/8/8/6q1/8/7K w - - 4 1 N2@a1");
    assert_eq!(
        position.outcome().expect("stalemate").to_string(),
        "draw stalemate"
    );
    assert_eq!(refusal(&position, "--"), Refusal::NothingReturns);
}

#[test]
fn a_return_only_turn_is_refused_as_long_as_anything_else_is_legal() {
    let position = at("4k3/8/8/8/8/8/8/4K3 w - - 0 1 N1@a1");
    assert_eq!(refusal(&position, "--"), Refusal::NotForced);
    // A phase-out counts, with any delay: here only the rook can do anything.
    let position = at("6k1/8/8/8/8/p7/Pp4q1/RB5K w - - 0 1 N1@a5");
    assert!(position.is_check());
    let position = at("6k1/8/8/8/8/pp4q1/P7/RB5K w - - 0 1 N1@a5");
    assert!(!legal(&position, "--"));
    assert!(!listed(&position, 0).contains(&"--".to_owned()));
}

#[test]
fn mate_is_not_mate_while_a_piece_that_is_due_can_block() {
    let position = at("4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1 N1@d1");
    assert_eq!(position.outcome(), None);
    assert!(legal(&position, "h2h3"));
    let position = at("4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1 N2@d1");
    assert!(position.outcome().is_some());
}
