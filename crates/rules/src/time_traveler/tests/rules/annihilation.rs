//! Annihilations.

use super::*;

#[test]
fn both_men_vanish() {
    let game = played("e4 e5 Nf3/e5 Nc6/e5 d4/e5 b8//c6");
    assert!(!game.men.occupied().contains(Square::B8));
    assert!(!game.men.occupied().contains(Square::C6));
    assert!(check::is_resolved(&game.men, Color::Black));
}

#[test]
fn only_the_same_kind_annihilates() {
    let game = played("e4 e5 Nf3/e5 a6");
    assert!(refusal(&game, "d1//f3").contains("same kind"));
    assert!(allows(&game, "g1//f3"));
}

#[test]
fn a_traveled_man_does_not_annihilate() {
    let game = played("e4 e5 Nf3/e5 a6");
    assert!(refusal(&game, "e5//f3").contains("has traveled already"));
}

#[test]
fn it_is_written_with_two_strokes_and_needs_a_traveling_man() {
    let game = played("e4 e5 Nf3/e5 a6");
    assert!(refusal(&game, "g1f3").contains("play g1//f3"));
    assert!(refusal(&game, "g1//h3").contains("no traveling man of yours"));
    assert!(refusal(&game, "b1//f3").contains("cannot go to f3"));
}

#[test]
fn a_pawn_annihilates_straight_ahead_by_one_step_or_two() {
    let game = played("e4 e5 d4/e5 a6");
    assert!(allows(&game, "d2//d4"));
    assert!(!allows(&game, "c2//d4") && !allows(&game, "e4//d4"));
    let game = played("e4 e5 d4/e5 a6 d3 a5");
    assert!(allows(&game, "d3//d4"));
    let blocked = played("e4 e5 d4/e5 a6 Bd3 a5");
    assert!(!allows(&blocked, "d2//d4"));
}

#[test]
fn castling_does_not_annihilate() {
    let game = at("1n2k3/8/8/8/n*7/8/8/4K1K*R w K Kg1=e1 Na4=b8");
    assert!(refusal(&game, "e1g1").contains("something stands on g1"));
}
