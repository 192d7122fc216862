//! Entering hyperspace.

use super::*;
use crate::board::Square;
use crate::position::{Bounded, Secret};

#[test]
fn the_start_position_has_the_known_number_of_actions() {
    let start = Hyperspace::start(Variant::Strict);
    assert_eq!(start.count_legal_within(Bounds { max_delay: 0 }), 20);
    assert_eq!(start.count_legal_within(Bounds { max_delay: 1 }), 404);
    assert_eq!(start.count_legal_within(Bounds { max_delay: 8 }), 3_092);
    // 20 moves, and 99 delays for five pieces to 64 squares and two bishops to 32.
    assert_eq!(start.count_legal(), 20 + 99 * (5 * 64 + 2 * 32));
}

#[test]
fn queens_rooks_bishops_and_knights_may_leave_pawns_and_kings_may_not() {
    let start = Hyperspace::start(Variant::Strict);
    for action in ["d1^1@a5", "a1^1@a5", "c1^1@a5", "b1^1@a5"] {
        assert!(legal(&start, action), "{action}");
    }
    for (action, words) in [
        ("e1^1@a5", "a king cannot enter hyperspace"),
        ("e2^1@a5", "a pawn cannot enter hyperspace"),
        ("e4^1@a5", "no man on e4"),
        ("d8^1@a5", "is your opponent's"),
    ] {
        let refusal = refusal(&start, action).to_string();
        assert!(refusal.contains(words), "{refusal}");
    }
}

#[test]
fn a_piece_may_be_told_to_return_to_any_square_its_own_and_occupied_ones_included() {
    let start = Hyperspace::start(Variant::Strict);
    for from in ["d1", "a1", "b1"] {
        for to in Square::ALL {
            assert!(legal(&start, &format!("{from}^1@{to}")));
        }
    }
}

#[test]
fn a_bishop_may_only_be_told_to_return_to_its_own_colour() {
    let start = Hyperspace::start(Variant::Strict);
    for to in Square::ALL {
        assert_eq!(legal(&start, &format!("c1^1@{to}")), to.is_dark(), "{to}");
    }
    assert_eq!(
        refusal(&start, "c1^1@e4").to_string(),
        "a bishop from c1 must return on a dark square, and e4 is light"
    );
}

#[test]
fn a_promoted_piece_may_leave() {
    let position = at("4k3/P7/8/8/8/8/8/4K3 w - - 0 1 -");
    let position = after(&position, "a7a8b e8e7");
    assert!(legal(&position, "a8^1@h1"));
    assert!(!legal(&position, "a8^1@g1"));
}

#[test]
fn a_piece_that_has_left_neither_blocks_nor_attacks_nor_can_be_captured() {
    let position = at("4k3/8/8/8/8/8/8/R3KN1r w - - 0 1 -");
    assert!(!legal(&position, "f1^1@f1"), "it would not block any more");
    let position = at("4k3/R7/8/8/8/8/8/4K2B w - - 0 1 -");
    let position = after(&position, "a7^1@e4");
    assert_eq!(board(&position), "4k3/8/8/8/8/8/8/4K2B");
    assert!(
        legal(&position, "e8e7"),
        "the rook attacks nothing any more"
    );
    assert!(!position.is_check());
}

#[test]
fn a_piece_leaves_for_1_to_99_turns() {
    let start = Hyperspace::start(Variant::Strict);
    assert!(legal(&start, "b1^1@c3"));
    assert!(legal(&start, "b1^99@c3"));
    assert!("b1^0@c3".parse::<Action>().is_err());
    assert!("b1^100@c3".parse::<Action>().is_err());
    let position = played(Variant::Strict, "b1^99@c3");
    assert_eq!(away(&position), "N100@c3");
}

#[test]
fn a_piece_that_leaves_on_turn_5_with_delay_1_is_away_for_turn_6_and_returns_at_the_end_of_turn_7()
{
    let mut position = played(Variant::Strict, "a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6");
    position = after(&position, "b1^1@e4");
    assert_eq!(away(&position), "N2@e4");
    assert_eq!(
        position.view(Viewer::Spectator).hyperspace[0].returns_on_turn,
        7
    );
    position = after(&position, "e7e6");
    assert_eq!(
        position.view(Viewer::Spectator).hyperspace[0].returns_on_turn,
        7
    );
    position = after(&position, "h2h3");
    assert_eq!(away(&position), "N1@e4");
    position = after(&position, "f7f6");
    assert_eq!(position.ply() / 2 + 1, 7);
    position = after(&position, "g2g3");
    assert_eq!(away(&position), "-");
    assert!(board(&position).contains("/4N3/"));
}

#[test]
fn the_count_down_of_black_runs_with_the_turns_of_black() {
    let position = played(Variant::Strict, "a2a3 b8^1@c6 a3a4");
    assert_eq!(away(&position), "n2@c6");
    assert_eq!(
        position.view(Viewer::Spectator).hyperspace[0].returns_on_turn,
        3
    );
    let position = after(&position, "a7a6");
    assert_eq!(away(&position), "n1@c6");
    let position = after(&position, "a1a2 a6a5");
    assert_eq!(away(&position), "-");
}

#[test]
fn two_pieces_of_a_player_may_not_return_on_one_turn() {
    let position = played(Variant::Strict, "b1^3@c3 e7e5");
    assert_eq!(away(&position), "N4@c3");
    assert_eq!(
        refusal(&position, "g1^2@f3").to_string(),
        "with a delay of 2 it would return on turn 5, and your knight returns then: the nearest free \
         delay is 1"
    );
    assert!(legal(&position, "g1^1@f3"));
    assert!(legal(&position, "g1^3@f3"));
    assert!(!listed(&position, 3).contains(&"g1^2@f3".to_owned()));
    // Each player has a separate schedule.
    let position = played(Variant::Strict, "b1^3@c3");
    assert!(legal(&position, "b8^3@c6"));
}

#[test]
fn a_return_turn_is_free_again_when_the_other_piece_has_come_and_gone() {
    let position = played(Variant::Strict, "b1^1@c3 e7e5 e2e3 d7d5 e3e4 d5d4");
    assert_eq!(away(&position), "-");
    assert!(legal(&position, "g1^1@f3"));
}

#[test]
fn a_player_may_have_any_number_of_pieces_away() {
    let position = played(
        Variant::Strict,
        "a1^8@a1 a8^8@a8 b1^8@b1 b8^8@b8 c1^8@c1 c8^8@c8 d1^8@d1 d8^8@d8 f1^8@f1 f8^8@f8 \
         g1^8@g1 g8^8@g8 h1^8@h1 h8^8@h8",
    );
    assert_eq!(position.away(crate::board::Color::White).count(), 7);
    assert_eq!(board(&position), "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3");
}
