//! The men that resonate.

use super::*;
use crate::time_traveler::resonator;

#[test]
fn bishops_resonate_on_one_colour_of_squares_only() {
    let game = TimeTraveler::start(Default::default());
    let bishops = game.men.board().of(Color::White, Role::Bishop);
    let dark = resonator::resonating(&game.men, Color::White, Role::Bishop, Square::D4);
    assert_eq!(dark & bishops, squares(&[Square::C1]));
    let light = resonator::resonating(&game.men, Color::White, Role::Bishop, Square::D5);
    assert_eq!(light & bishops, squares(&[Square::F1]));
}

#[test]
fn pawns_resonate_with_all_pieces_but_the_king() {
    let game = TimeTraveler::start(Default::default());
    let pawns = game.men.board().of(Color::White, Role::Pawn);
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let resonating = resonator::resonating(&game.men, Color::White, role, Square::D4);
        assert_eq!(resonating & pawns, pawns);
    }
    let kings = resonator::resonating(&game.men, Color::White, Role::King, Square::D4);
    assert_eq!(kings, squares(&[Square::E1]));
}

#[test]
fn pieces_resonate_with_their_own_kind_only() {
    let game = TimeTraveler::start(Default::default());
    let rooks = resonator::resonating(&game.men, Color::Black, Role::Rook, Square::D4);
    assert!(rooks.contains(Square::A8) && !rooks.contains(Square::D8));
}

#[test]
fn a_pawn_resonates_with_a_pawn_less_far_aside_than_ahead() {
    let game = TimeTraveler::start(Default::default());
    let resonating = resonator::resonating(&game.men, Color::White, Role::Pawn, Square::D4);
    assert_eq!(resonating, squares(&[Square::C2, Square::D2, Square::E2]));
}

#[test]
fn what_stands_in_the_way_does_not_matter() {
    let game = played("Nf6/e8");
    let resonators = resonator::resonators(&game.men, Color::White);
    assert!(resonators.contains(Square::G1) && resonators.contains(Square::A2));
    assert!(!resonators.contains(Square::A1));
}

#[test]
fn traveled_men_do_not_resonate() {
    let game = played("e4 e5 Nf3/e5");
    assert!(!resonator::resonators(&game.men, Color::White).contains(Square::E5));
}
