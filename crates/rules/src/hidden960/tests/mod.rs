//! Tests of the rules by name, and of everything at once over random games and positions.

mod agreement;
mod ends;
mod forced;
mod io;
mod moves;
mod oracles;
mod plain;
mod properties;
mod reveals;

use super::{Action, Hidden960, Refusal, Variant};
use crate::board::zobrist::scramble;
use crate::position::{Bounds, Position, Turns};

/// Reads a position of the default variant.
fn at(text: &str) -> Hidden960 {
    Hidden960::from_text(Variant::Free, text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Reads a position of `hidden960:960`.
fn at_960(text: &str) -> Hidden960 {
    Hidden960::from_text(Variant::Chess960, text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn action(text: &str) -> Action {
    text.parse().unwrap_or_else(|e| panic!("{e}"))
}

/// The position after some legal actions.
fn after(mut position: Hidden960, actions: &str) -> Hidden960 {
    for word in actions.split_whitespace() {
        position
            .play(action(word))
            .unwrap_or_else(|refusal| panic!("{word}: {refusal}"));
    }
    position
}

fn from_start(actions: &str) -> Hidden960 {
    after(Hidden960::start(Variant::Free), actions)
}

/// All legal actions, sorted and joined.
fn legal(position: &Hidden960) -> String {
    let mut all: Vec<String> = position
        .legal_actions()
        .iter()
        .map(Action::to_string)
        .collect();
    all.sort();
    all.join(" ")
}

fn refusal(position: &Hidden960, word: &str) -> Refusal {
    position
        .check(action(word))
        .expect_err("the action is legal")
}

fn is_legal(position: &Hidden960, word: &str) -> bool {
    position.is_legal(action(word))
}

/// A random action, mostly a move, so that games stay long in the phase with hidden squares.
fn random_action(position: &Hidden960, random: &mut fastrand::Rng) -> Option<Action> {
    let all = position.legal_actions();
    let moves: Vec<Action> = all
        .iter()
        .copied()
        .filter(|action| matches!(action, Action::Move(_)))
        .collect();
    if moves.is_empty() || random.usize(..100) < 12 {
        random.choice(&all).copied()
    } else {
        random.choice(&moves).copied()
    }
}

/// Calls `visit` with every position of random games of both variants.
fn over_random_games(seed: u64, games: u64, mut visit: impl FnMut(&Hidden960)) {
    for game in 0..games {
        let mut random = fastrand::Rng::with_seed(scramble(seed) ^ scramble(game));
        let variant = if game % 2 == 0 {
            Variant::Free
        } else {
            Variant::Chess960
        };
        let mut position = Hidden960::start(variant);
        for _ in 0..160 {
            visit(&position);
            let Some(action) = random_action(&position, &mut random) else {
                break;
            };
            position.play_unchecked(action);
        }
    }
}
