//! En passant.

use super::*;

const UNDO: &str = "4k3/8/8/8/3P*p3/8/3P4/1N2K3 w e7e4 Pd4=d2";

#[test]
fn the_right_lasts_for_one_turn() {
    let game = played("e4 a6 e5 d5");
    assert!(allows(&game, "e5d6"));
    let after = play(game, "e5d6");
    assert!(!after.men.occupied().contains(Square::D5));
    assert!(!allows(&play(game, "a3 a5"), "e5d6"));
}

#[test]
fn capturing_a_pawn_that_annihilated_brings_its_traveling_self_back() {
    let game = play(at(UNDO), "d2//d4");
    assert!(
        game.men.occupied().without(Square::E4) == squares(&[Square::E8, Square::B1, Square::E1])
    );
    let after = play(game, "e4d3");
    assert!(after.men.traveling(Color::White).contains(Square::D4));
    assert!(!after.men.occupied().contains(Square::D2));
}

#[test]
fn that_wins_if_nobody_can_meet_it_any_more() {
    let after = play(at(UNDO), "d2//d4 e4d3");
    assert_eq!(
        after.outcome(),
        Some(Outcome::win(Color::Black, Reason::Grammar))
    );
    let other = at(&UNDO.replace("/3P4/", "/2PP4/"));
    assert_eq!(play(other, "d2//d4 e4d3").outcome(), None);
}

#[test]
fn an_exploding_pawn_may_not_undo_an_annihilation() {
    let game = at("4k3/8/4p3/8/3P*4/8/3P4/1N2K3 w e7e6 Pd4=d2");
    let game = play(game, "d2//d4");
    assert!(refusal(&game, "e4/d3").contains("it was a resonator"));
    assert!(allows(&game, "e4/e3"));
}
