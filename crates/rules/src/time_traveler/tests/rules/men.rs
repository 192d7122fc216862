//! How men of each stage move and are captured.

use super::*;

#[test]
fn a_traveling_man_never_moves() {
    let game = played("e4 e5 Nf3/e5 a6");
    assert!(refusal(&game, "f3g5").contains("traveling men stay"));
    assert!(allows(&game, "e5c4"), "the traveled one does");
}

#[test]
fn a_traveling_man_blocks_both_colours() {
    let game = at("4k3/8/8/8/r3N*2r/8/8/1N2K2R w Ne4=b1g1");
    let rook = game.men.targets(Square::H4);
    assert!(rook.contains(Square::E4) && !rook.contains(Square::D4));
    let game = at("4k3/8/8/8/R3N*2R/8/8/1N2K3 w a1a4,h1h4 Ne4=b1g1");
    assert!(refusal(&game, "a4e4").contains("your own knight"));
    assert!(!allows(&game, "a4f4"));
}

#[test]
fn men_of_all_three_stages_and_kings_can_be_captured() {
    let game = played("Nf6/e8");
    assert!(allows(&game, "g7f6"), "traveling");
    assert!(allows(&game, "d8e8"), "traveled");
    let game = played("e4 d5");
    assert!(allows(&game, "e4d5"), "untraveled");
    assert!(
        allows(&TimeTraveler::start(Default::default()), "Nf6/e8"),
        "a king"
    );
}

#[test]
fn promotion_keeps_the_stage() {
    let game = at("8/P3k3/P'7/8/8/8/8/4K3 w a2a7 Pa5=a2");
    let mut game = game;
    game.play_unchecked("a7a8n".parse().expect("a move"));
    assert!(game.men.untraveled(Color::White).contains(Square::A8));
    game.play_unchecked("e7e6".parse().expect("a move"));
    game.play_unchecked("a6a7".parse().expect("a move"));
    game.play_unchecked("e6e5".parse().expect("a move"));
    let mut other = game;
    other.men.clear(Square::A8);
    other.play_unchecked("a7a8q".parse().expect("a move"));
    assert!(other.men.traveled(Color::White).contains(Square::A8));
}

#[test]
fn a_pawn_must_say_what_it_becomes_and_others_must_not() {
    let game = at("8/P3k3/8/8/8/8/8/4K3 w a2a7");
    assert!(refusal(&game, "a7a8").contains("must become"));
    assert!(refusal(&game, "e1e2q").contains("nothing is promoted"));
    assert!(allows(&game, "a7a8r"));
}

#[test]
fn one_moves_only_men_that_are_there_and_ones_own() {
    let game = TimeTraveler::start(Default::default());
    assert_eq!(refusal(&game, "e4e5"), "there is no man on e4");
    assert!(refusal(&game, "e7e5").contains("white's turn"));
    assert!(refusal(&game, "e2e5").contains("cannot go to e5"));
}
