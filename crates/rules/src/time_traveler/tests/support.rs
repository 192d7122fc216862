//! The support of explosions.

use super::plain;
use super::random;
use crate::board::{Bitboard, Role, Square};
use crate::position::Position;
use crate::time_traveler::TimeTraveler;
use crate::time_traveler::support::Imagination;
use crate::time_traveler::text;

/// Compares all supports on all empty squares with a plain search, by squares and in sets.
fn agrees_with_the_plain_search(game: &TimeTraveler) {
    let table = plain::supports(game);
    let empty = !game.men.occupied();
    let imagination = Imagination::new(game);
    for role in Role::ALL {
        for square in empty {
            let expected = table[role as usize - 1][square.to_usize()];
            let found = game.men.identities(game.support(role, square));
            assert_eq!(
                found,
                expected,
                "{role:?} on {square}: {:?} instead of {:?} in {}",
                squares(game, found),
                squares(game, expected),
                text::write(game)
            );
        }
        // In sets: each man alone, and all of them.
        let untraveled = game.men.untraveled(game.turn);
        for supporters in untraveled
            .into_iter()
            .map(Bitboard::from)
            .chain([untraveled])
        {
            let identities = game.men.identities(supporters);
            let expected: Bitboard = empty
                .into_iter()
                .filter(|square| table[role as usize - 1][square.to_usize()] & identities != 0)
                .collect();
            assert_eq!(
                imagination.reach_of_any(supporters, role, empty),
                expected,
                "{role:?} by {supporters:?} in {}",
                text::write(game)
            );
        }
    }
}

fn squares(game: &TimeTraveler, identities: u16) -> Vec<Square> {
    game.men
        .squares_of(game.turn, identities)
        .into_iter()
        .collect()
}

#[test]
fn supports_are_those_of_a_plain_search_in_random_games() {
    for seed in 0..6 {
        random::walk(seed, 40, agrees_with_the_plain_search);
    }
}

#[test]
fn supports_are_those_of_a_plain_search_among_strewn_men() {
    for seed in 0..400 {
        agrees_with_the_plain_search(&random::jumble(seed));
    }
}

#[test]
#[ignore = "takes minutes"]
fn supports_are_those_of_a_plain_search_in_thousands_of_positions() {
    for seed in 0..150 {
        random::walk(1_000 + seed, 60, agrees_with_the_plain_search);
    }
    for seed in 0..20_000 {
        agrees_with_the_plain_search(&random::jumble(1_000 + seed));
    }
}

#[test]
fn a_pawn_that_en_passant_brings_back_is_captured_through_a_helper() {
    // After dxe3, which brings the pawn back to e4, the bishop leaves and the rook takes on e4.
    let text = "4k3/8/8/8/1rbp4/8/8/4K3 b - e3* h8b4,c8c4,d7d4 Pe4=e2 - - 0 9";
    let game = TimeTraveler::from_text(Default::default(), text).expect("a position");
    let rook = Bitboard::from(Square::B4);
    assert_eq!(game.support(Role::Rook, Square::E4), rook);
    agrees_with_the_plain_search(&game);
}
