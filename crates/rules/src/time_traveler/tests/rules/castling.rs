//! Castling.

use super::*;
use crate::time_traveler::Action;
use crate::viewer::Viewer;

const BOTH: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq";

#[test]
fn king_and_rook_go_as_in_chess() {
    let game = at(BOTH);
    assert!(allows(&game, "e1g1") && allows(&game, "e1c1"));
    let after = play(game, "O-O");
    assert_eq!(after.men.board().role_at(Square::F1), Some(Role::Rook));
    assert!(after.castling.rooks() == squares(&[Square::A8, Square::H8]));
    assert!(allows(&after, "e8c8"));
    assert!(!allows(&after, "e8g8"), "the rook on f1 attacks f8");
}

#[test]
fn a_rook_that_has_left_may_not_castle() {
    let game = play(at(BOTH), "a1b1 a8b8 b1a1 b8a8");
    assert!(refusal(&game, "e1c1").contains("has moved"));
    assert!(allows(&game, "e1g1"));
}

#[test]
fn a_king_that_has_left_may_not_castle() {
    let game = play(at(BOTH), "e1e2 e8e7 e2e1 e7e8");
    assert!(refusal(&game, "e1g1").contains("has moved"));
}

#[test]
fn a_rook_that_was_captured_may_not_castle() {
    let game = play(at(BOTH), "a1a8");
    assert_eq!(game.castling.rooks(), squares(&[Square::H1, Square::H8]));
}

#[test]
fn a_rook_captured_by_an_explosion_may_not_castle() {
    let game = at("r3k2r/8/8/8/8/8/8/1N2K2R w Kkq");
    let after = play(game, "Nb6/a8");
    assert_eq!(after.castling.rooks(), squares(&[Square::H1, Square::H8]));
}

#[test]
fn the_way_must_be_empty() {
    assert!(refusal(&TimeTraveler::start(Default::default()), "e1g1").contains("something stands"));
    let game = at("4k3/8/8/8/8/8/8/Rn2K2R w KQ b8b1");
    assert!(refusal(&game, "e1c1").contains("something stands on b1"));
}

#[test]
fn not_out_of_check_and_not_through_it() {
    let game = at("4k3/4r3/8/8/8/8/8/4K2R w K a8e7");
    assert!(refusal(&game, "e1g1").contains("in check cannot castle"));
    let game = at("4k3/5r2/8/8/8/8/8/4K2R w K a8f7");
    assert!(refusal(&game, "e1g1").contains("across f1"));
    let game = at("4k3/6r1/8/8/8/8/8/4K2R w K a8g7");
    assert!(refusal(&game, "e1g1").contains("in check"));
    let game = at("1r2k3/8/8/8/8/8/8/R3K3 w Q a8b8");
    assert!(allows(&game, "e1c1"), "b1 may be attacked");
}

#[test]
fn an_unresolved_opponent_does_not_keep_the_king_from_castling() {
    let game = at("1n2k3/5r2/8/3n*4/8/8/8/4K2R w K a8f7 Nd5=b8");
    assert!(allows(&game, "e1g1"));
}

#[test]
fn a_traveled_king_does_not_castle() {
    let game = at("4k3/8/8/8/8/8/8/4K'2R w Ka3=e1");
    assert!(!allows(&game, "e1g1"));
}

#[test]
fn castling_is_no_rival_of_a_move_of_the_king() {
    let game = at("4k3/8/8/8/8/K*7/5K'2/4K2R w K Ka3=e1");
    assert!(allows(&game, "e1g1") && allows(&game, "f2g1"));
    let written = |text: &str| game.notation(text.parse().expect("an action"), Viewer::Referee);
    assert_eq!(
        (written("e1g1"), written("f2g1")),
        ("O-O".to_owned(), "Kg1".to_owned())
    );
    assert_eq!(written("f2f1"), "Kff1");
    for text in ["f2g1", "e1g1", "f2f1"] {
        let action: Action = text.parse().expect("an action");
        assert_eq!(game.read(&written(text)).ok(), Some(action));
    }
}
