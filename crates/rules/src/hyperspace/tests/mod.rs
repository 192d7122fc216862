//! The rules of Hyperspace Chess, one by one, and properties of random games.

mod castling_and_en_passant;
mod draws;
mod king_safety;
mod notation;
mod open_referee;
mod phase_out;
mod plain_chess;
mod properties;
mod returns;
mod secrecy;
mod text;

use super::{Action, Hyperspace, Refusal, Variant};
use crate::position::{Bounded, Bounds, Position};
use crate::viewer::Viewer;

/// A position under the strict referee.
fn at(text: &str) -> Hyperspace {
    at_of(Variant::Strict, text)
}

/// A position under the open referee.
fn open_at(text: &str) -> Hyperspace {
    at_of(Variant::Open, text)
}

fn at_of(variant: Variant, text: &str) -> Hyperspace {
    Hyperspace::from_text(variant, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn act(text: &str) -> Action {
    text.parse().expect(text)
}

/// Plays actions from the start position.
fn played(variant: Variant, actions: &str) -> Hyperspace {
    after(&Hyperspace::start(variant), actions)
}

fn after(position: &Hyperspace, actions: &str) -> Hyperspace {
    let mut position = position.clone();
    for text in actions.split_whitespace() {
        position
            .play(act(text))
            .unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
    position
}

fn legal(position: &Hyperspace, action: &str) -> bool {
    position.is_legal(act(action))
}

fn refusal(position: &Hyperspace, action: &str) -> Refusal {
    position
        .check(act(action))
        .expect_err("the action should be refused")
}

/// Legal actions without phase-outs, sorted.
fn moves(position: &Hyperspace) -> Vec<String> {
    listed(position, 0)
}

fn listed(position: &Hyperspace, max_delay: u8) -> Vec<String> {
    let mut all: Vec<String> = position
        .legal_actions_within(Bounds { max_delay })
        .iter()
        .map(ToString::to_string)
        .collect();
    all.sort_unstable();
    all
}

/// The first field of the position text: the men on the board.
fn board(position: &Hyperspace) -> String {
    position
        .to_text()
        .split(' ')
        .next()
        .unwrap_or_default()
        .to_owned()
}

fn away(position: &Hyperspace) -> String {
    position
        .to_text()
        .split(' ')
        .nth(6)
        .unwrap_or_default()
        .to_owned()
}

/// A random legal action. Phase-outs, with a short delay, are included two times out of five.
fn random_action(position: &Hyperspace, random: &mut fastrand::Rng) -> Option<Action> {
    let max_delay = if random.usize(..5) < 2 { 2 } else { 0 };
    let mut all = position.legal_actions_within(Bounds { max_delay });
    if all.is_empty() {
        all = position.legal_actions_within(Bounds { max_delay: 2 });
    }
    random.choice(&all).copied()
}

/// A random element of a list that is not empty.
fn pick<T: Copy>(random: &mut fastrand::Rng, all: &[T]) -> T {
    all[random.usize(..all.len())]
}

/// Plays a random game and shows every position to `visit`. Under the open referee conflicts are
/// sometimes amended or cancelled.
fn random_game(
    variant: Variant,
    seed: u64,
    length: usize,
    mut visit: impl FnMut(&Hyperspace, &mut fastrand::Rng),
) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = Hyperspace::start(variant);
    for _ in 0..length {
        visit(&position, &mut random);
        let settling = ["cancel", "amend:1", "amend:2", "amend:3", "amend:50"];
        let settling = act(pick(&mut random, &settling));
        if random.usize(..2) == 0 && position.is_legal(settling) {
            position.play_unchecked(settling);
            continue;
        }
        let Some(action) = random_action(&position, &mut random) else {
            return;
        };
        position.play(action).expect("a listed action is legal");
    }
    visit(&position, &mut random);
}

const VARIANTS: [Variant; 3] = [Variant::Strict, Variant::Open, Variant::OpenTouchMove];

const VIEWERS: [Viewer; 4] = [
    Viewer::Player(crate::board::Color::White),
    Viewer::Player(crate::board::Color::Black),
    Viewer::Spectator,
    Viewer::Referee,
];
