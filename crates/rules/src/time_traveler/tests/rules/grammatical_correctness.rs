//! Grammatical correctness.

use super::*;

#[test]
fn whoever_loses_a_traveling_man_has_lost() {
    let game = played("Nf6/e8 g7f6");
    assert_eq!(
        game.outcome(),
        Some(Outcome::win(Color::Black, Reason::Grammar))
    );
    assert!(game.legal_actions().is_empty());
    assert_eq!(refusal(&game, "e2e4"), "the game is over");
}

#[test]
fn capturing_the_last_resonator_wins() {
    let game = at("4k3/8/8/2N*5/8/8/4n3/K5N1 b e1a1,b8e2 Nc5=g1");
    let after = play(game, "e2g1");
    assert_eq!(
        after.outcome(),
        Some(Outcome::win(Color::Black, Reason::Grammar))
    );
}

#[test]
fn capturing_a_resonator_that_can_be_replaced_does_not() {
    let game = at("4k3/8/8/2N*5/8/8/4n3/KN4N1 b e1a1,b8e2 Nc5=g1");
    let after = play(game, "e2g1");
    assert_eq!(after.outcome(), None);
}

#[test]
fn two_traveling_men_need_two_different_resonators() {
    let white = at("4k3/8/8/2N*2N*2/8/8/8/K5N1 w e1a1 Nc5=g1,Nf5=b1");
    assert_eq!(
        white.outcome(),
        Some(Outcome::win(Color::Black, Reason::Grammar))
    );
}

#[test]
fn a_move_that_leaves_the_own_position_incorrect_is_illegal() {
    let game = at("4k3/8/8/8/3P*4/8/3P4/4K3 w Pd4=d2");
    assert!(allows(&game, "d2d3"));
    assert!(allows(&game, "d2//d4"));
    let game = at("4k3/8/8/2pP*4/3P4/8/8/4K3 w d2d4,c7c5 Pd5=d2");
    assert!(refusal(&game, "d4c5").contains("could not all be annihilated"));
}

#[test]
fn a_needed_pawn_may_promote_only_to_what_is_needed() {
    let game = at("7k/3P4/8/8/3N*4/8/8/4K3 w e8h8,d2d7 Nd4=d2");
    assert!(allows(&game, "d7d8n"));
    for other in ["d7d8q", "d7d8r", "d7d8b"] {
        assert!(refusal(&game, other).contains("incorrect"));
    }
}

#[test]
fn an_explosion_that_cannot_be_resolved_is_illegal() {
    // The pawn on e2 supports an explosion on e3, but the traveling pawn there would have to be met by another pawn.
    let game = at("4k3/8/8/4N*3/8/8/4P3/4K3 w Ne5=b1");
    assert!(refusal(&game, "e3/e4").contains("incorrect"));
}

#[test]
fn winning_by_grammar_is_legal_though_the_king_could_be_taken_next() {
    let game = at("4k3/6p1/5N*2/8/8/8/4R3/1N2K3 b h1e2 Nf6=b1");
    assert!(!game.is_check(), "White is unresolved");
    let after = play(game, "g7f6");
    assert!(check::is_in_check(&after.men, Color::Black, None));
    assert_eq!(
        after.outcome(),
        Some(Outcome::win(Color::Black, Reason::Grammar))
    );
}

#[test]
fn nothing_is_indispensable_any_more_when_grammar_is_lost() {
    let game = at("4k3/8/5N*2/8/8/8/8/rN2K3 b a8a1 Nf6=b1");
    assert_eq!(game.indispensable(Color::White), Square::B1.into());
    let after = play(game, "a1b1");
    assert_eq!(
        after.outcome(),
        Some(Outcome::win(Color::Black, Reason::Grammar))
    );
    assert!(after.indispensable(Color::White).is_empty());
}
