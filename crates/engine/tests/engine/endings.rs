//! Won endings are won.

use manifold_engine::{Compiled, Limits, SearchOptions};
use manifold_rules::board::Color;
use manifold_rules::chess::Chess;
use manifold_rules::game::Game;
use manifold_rules::hyperspace::Hyperspace;
use manifold_rules::position::Bounds;

use crate::search;

/// Nodes for each action.
const NODES: u64 = 8_000;

/// In chess, and in Hyperspace Chess without phase-outs.
fn is_won_by_white(fen: &str) {
    is_won_by_white_in::<Chess>(fen);
    is_won_by_white_in::<Hyperspace>(&format!("{fen} -"));
}

fn is_won_by_white_in<P: Compiled>(text: &str) {
    let start = P::from_text(Default::default(), text).expect(text);
    let mut game = Game::from_position(start);
    let bounds = Bounds { max_delay: 0 };
    while game.outcome().is_none() {
        let options = SearchOptions {
            limits: Limits::nodes(NODES),
            bounds,
            ..SearchOptions::default()
        };
        let action = search(&game, &options).expect("the game goes on").action;
        game.play(action).expect("a legal action");
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    assert_eq!(winner, Some(Color::White), "{text}: {:?}", game.outcome());
}

#[test]
fn a_bare_king_is_mated_by_a_queen() {
    is_won_by_white("8/8/4k3/8/8/8/8/3QK3 w - - 0 1");
}

#[test]
fn a_bare_king_is_mated_by_a_rook() {
    is_won_by_white("8/8/8/4k3/8/8/8/R3K3 w - - 0 1");
    is_won_by_white("8/3k4/8/8/8/8/8/K6R w - - 0 1");
}

#[test]
fn a_bare_king_is_mated_by_two_bishops() {
    is_won_by_white("3k4/8/8/8/8/8/8/2B1KB2 w - - 0 1");
}

#[test]
fn a_bare_king_is_mated_by_bishop_and_knight() {
    is_won_by_white("8/8/8/3k4/8/8/8/1N2KB2 w - - 0 1");
}

#[test]
fn a_bare_king_leaves_the_wrong_corner_for_bishop_and_knight() {
    is_won_by_white("8/8/8/3k4/8/8/8/2B1K1N1 w - - 0 1");
    is_won_by_white("7k/8/8/8/8/8/8/KBN5 w - - 0 1");
    is_won_by_white("k7/8/8/8/8/8/8/2B1KN2 w - - 0 1");
}

/// As above, but both sides know from the bitbase what is won: the pawn must promote against the best defence.
#[test]
fn a_pawn_is_promoted_whenever_that_wins() {
    for fen in [
        // With the opposition, or on the way to it.
        "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1",
        "8/8/8/1k6/8/1K6/1P6/8 b - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        // The pawn runs, or the king leads it.
        "8/8/8/P4k2/8/8/8/7K b - - 0 1",
        "3k4/8/K7/P7/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/2k5/6P1/7K w - - 0 1",
        "2k5/8/8/8/8/8/1P6/1K6 w - - 0 1",
    ] {
        is_won_by_white_in::<Chess>(fen);
    }
}
