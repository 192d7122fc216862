//! Tactical wins of plain chess: `tests/suites/chess-tactics.txt` has the winning action and the position. Every other action is worse by
//! at least a pawn according to Stockfish 15.1.

use manifold_engine::{InformationSet, Limits, SearchOptions, think};
use manifold_rules::chess::{Action, Chess};
use manifold_rules::position::{Position, Turns};

/// The node limit is at least four times what the search needs, except for Fischer's queen sacrifice and for the pawn ending of Lasker and
/// Reichhelm.
#[test]
fn the_action_that_wins_is_found() {
    let options = SearchOptions {
        limits: Limits::nodes(64_000),
        ..SearchOptions::default()
    };
    let lines = include_str!("../suites/chess-tactics.txt").lines();
    let mut missed = Vec::new();
    let mut all = 0;
    for line in lines.filter(|line| !line.starts_with('#')) {
        let (key, position) = line.split_once(' ').expect("an action and a position");
        let key: Action = key.parse().expect("an action");
        let position = Chess::from_text(Default::default(), position).expect("a position");
        let known = InformationSet::at(&position, position.actor());
        let result = think(&known, &options).expect("there is something to do");
        all += 1;
        if result.action != key {
            missed.push(line);
        }
    }
    assert!(all >= 14 && missed.len() <= 1, "{missed:#?}");
}
