//! A forced win of Hyperspace Chess is announced only if it holds against every square on which the
//! opponent's pieces may come back.

use manifold_engine::{InformationSet, Limits, MATE, SearchOptions, SearchResult, is_mate, think};
use manifold_rules::hyperspace::Hyperspace;
use manifold_rules::position::{Position, Turns};

use crate::solver::Solver;
use crate::suite::{self, Puzzle};

fn position(text: &str) -> Hyperspace {
    Hyperspace::from_text(Default::default(), text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn decided(position: &Hyperspace, nodes: u64, seed: u64) -> SearchResult<Hyperspace> {
    let options = SearchOptions {
        limits: Limits::nodes(nodes),
        seed,
        ..SearchOptions::default()
    };
    think(&InformationSet::at(position, position.actor()), &options)
        .expect("there is something to do")
}

/// The rook mates on the back rank unless the opponent's returns between it and the king. For either side.
const BACK_RANK: [(&str, [&str; 2]); 2] = [
    ("e1e8", ["7k/6pp/8/8/8/8/6PP/4R1K1 w - - 0 30 r", "@a5"]),
    ("e8e1", ["4r1k1/6pp/8/8/8/8/6PP/7K b - - 0 30 R", "@a4"]),
];

#[test]
fn a_win_on_the_spot_that_some_square_refutes_is_not_announced_whoever_has_it() {
    for (_, [men, square]) in BACK_RANK {
        let position = position(&format!("{men}1{square}"));
        for seed in 0..8 {
            // With few nodes only one determinization is searched, in which usually nothing refutes the win.
            for nodes in [500, 5_000] {
                let result = decided(&position, nodes, seed);
                assert!(!is_mate(result.score), "{}", result.score);
            }
        }
    }
}

#[test]
fn an_uncertain_win_on_the_spot_is_worth_what_it_is_likely_to_be() {
    for (mate, [men, square]) in BACK_RANK {
        let result = decided(&position(&format!("{men}1{square}")), 5_000, 1);
        assert_eq!(result.action.to_string(), mate);
        assert!(result.score > 1_500, "{}", result.score);
    }
}

#[test]
fn a_win_on_the_spot_is_announced_if_nobody_is_back_in_time() {
    for (mate, [men, square]) in BACK_RANK {
        let result = decided(&position(&format!("{men}2{square}")), 500, 1);
        assert_eq!(result.action.to_string(), mate);
        assert_eq!(result.score, MATE - 1);
    }
}

#[test]
fn a_win_on_the_spot_is_announced_if_the_saving_square_is_of_the_other_colour() {
    // A bishop that returns between the rook and the king: f8 is dark, f1 is light.
    let sides = [
        (
            "e1e8",
            "6kn/5ppp/8/8/8/8/6PP/4R1K1 w - - 0 30 b",
            ["1l@a6", "1d@a5"],
        ),
        (
            "e8e1",
            "4r1k1/6pp/8/8/8/8/5PPP/6KN b - - 0 30 B",
            ["1d@a3", "1l@a4"],
        ),
    ];
    for (mate, men, [cannot, can]) in sides {
        let safe = position(&format!("{men}{cannot}"));
        let result = decided(&safe, 500, 1);
        assert_eq!(result.action.to_string(), mate);
        assert_eq!(result.score, MATE - 1);
        assert_eq!(
            Solver::exhaustive(100_000).wins_with(&safe, result.action, 1),
            Ok(true)
        );
        let unsafe_one = position(&format!("{men}{can}"));
        assert!(!is_mate(decided(&unsafe_one, 500, 1).score));
    }
}

#[test]
fn every_short_win_that_is_announced_holds_against_every_square() {
    let all: Vec<Puzzle<Hyperspace>> =
        suite::read(suite::text_of("hyperspace")).expect("the suite can be read");
    let mut announced = 0;
    for puzzle in all.iter().filter(|puzzle| puzzle.length <= 3) {
        let result = decided(&puzzle.position, 6_000, 3);
        let turns = (MATE - result.score + 1) as u32 / 2;
        if !is_mate(result.score) || result.score < 0 || turns > 2 {
            continue;
        }
        announced += 1;
        assert_eq!(
            Solver::exhaustive(20_000_000).wins_with(&puzzle.position, result.action, turns),
            Ok(true),
            "{}: {} {}",
            puzzle.line(),
            result.action,
            result.score
        );
    }
    assert!(announced > 40, "{announced}");
}
