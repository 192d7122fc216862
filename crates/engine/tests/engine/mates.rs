//! Forced wins: the claims of the suites are true, and the engine finds the wins.
//!
//! The suites are in `tests/suites`; a naive solver that is independent of the engine has proven them all, and made all
//! except that of chess (`examples/suites`). Here all are proven again. The figures for one second per position come
//! from `cargo run --release -p manifold-engine --example suites -- measure`.

use std::num::NonZero;
use std::thread;

use manifold_engine::{Compiled, InformationSet, Limits, MATE, SearchOptions, think};
use manifold_rules::chess::Chess;
use manifold_rules::dmchess::DmChess;
use manifold_rules::hidden960::Hidden960;
use manifold_rules::hyperspace::Hyperspace;
use manifold_rules::position::{Bounded, Bounds, Position, Turns};
use manifold_rules::time_traveler::TimeTraveler;

use crate::solver::{Provable, Solver};
use crate::suite::{self, Puzzle};
use crate::{Chance, any_action};

fn puzzles<P: Provable>(game: &str) -> Vec<Puzzle<P>> {
    suite::read(suite::text_of(game)).unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// Every suite has a hundred positions, and a fair number of each length.
#[test]
fn suites_are_large_and_varied() {
    fn holds<P: Provable>(game: &str, least: [usize; 4]) {
        let all = puzzles::<P>(game);
        assert!(all.len() >= 100, "{game}");
        for (length, least) in (1..).zip(least) {
            let count = all.iter().filter(|puzzle| puzzle.length == length).count();
            assert!(count >= least, "{game}: {count} of length {length}");
        }
        let mut texts: Vec<String> = all.iter().map(Puzzle::line).collect();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), all.len(), "{game}: the same position twice");
    }
    holds::<Hyperspace>("hyperspace", [30, 30, 30, 20]);
    holds::<TimeTraveler>("time-traveler", [30, 40, 30, 10]);
    holds::<Hidden960>("hidden960", [30, 30, 30, 20]);
    holds::<DmChess>("dmchess", [30, 40, 30, 0]);
}

/// Proves every win of a suite, and that there is no shorter one.
fn prove_again<P: Provable>(game: &str) {
    for puzzle in puzzles::<P>(game) {
        let Puzzle {
            length,
            key,
            ref position,
        } = puzzle;
        let line = puzzle.line();
        let mut solver = Solver::exhaustive(400_000_000);
        assert_eq!(solver.wins_with(position, key, length), Ok(true), "{line}");
        if length > 1 {
            assert_eq!(solver.key(position, length - 1), Ok(None), "{line}");
        }
    }
}

#[test]
fn the_solver_proves_all_wins_again() {
    prove_again::<Hyperspace>("hyperspace");
    prove_again::<TimeTraveler>("time-traveler");
    prove_again::<Hidden960>("hidden960");
    prove_again::<DmChess>("dmchess");
}

#[test]
fn the_solver_proves_the_mates_of_chess() {
    prove_again::<Chess>("chess");
}

/// The solver tries only one of the phase-outs that return too late to matter. This test tries all of them, and all
/// squares of return, for every win in one or two, and for other actions where that takes less than a second.
#[test]
fn short_wins_of_hyperspace_chess_are_the_same_if_every_phase_out_is_tried() {
    let (mut chance, mut phase_outs, mut asked) = (Chance(11), 0, Vec::new());
    let puzzles = puzzles::<Hyperspace>("hyperspace");
    for puzzle in puzzles.iter().filter(|puzzle| puzzle.length <= 2) {
        let Puzzle {
            length,
            key,
            ref position,
        } = *puzzle;
        let mut literal = Solver::literal(u64::MAX);
        let won = literal.wins_with(position, key, length);
        assert_eq!(won, Ok(true), "{}", puzzle.line());
        assert!(length == 1 || literal.key(position, 1) == Ok(None));
        let all = position.legal_actions();
        phase_outs += all.len() as u64 - position.count_legal_within(Bounds { max_delay: 0 });
        asked.extend((0..20).map(|_| (puzzle, all[chance.below(all.len())])));
    }
    let is_compared = |&&(puzzle, action): &&(&Puzzle<Hyperspace>, _)| {
        let position = &puzzle.position;
        let Ok(wins) = Solver::literal(200_000).wins_with(position, action, 2) else {
            return false;
        };
        let reduced = Solver::exhaustive(200_000).wins_with(position, action, 2);
        assert_eq!(reduced, Ok(wins), "{action} in {}", puzzle.line());
        true
    };
    // On all processors: no other test takes as long, and the rest would wait for it.
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let compared: usize = thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|thread| {
                let part = asked.iter().skip(thread).step_by(threads);
                scope.spawn(move || part.filter(is_compared).count())
            })
            .collect();
        let of_part = parts.into_iter().map(|part| part.join());
        of_part.map(|count| count.expect("all agree")).sum()
    });
    assert!(
        phase_outs > 100_000 && compared > 800,
        "{phase_outs}, {compared}"
    );
}

/// How many of the wins of a length the engine finds within a node limit, and out of how many.
fn found<P: Provable + Compiled>(
    game: &str,
    length: u32,
    nodes: u64,
    most: usize,
) -> (usize, usize) {
    let options = SearchOptions {
        limits: Limits::nodes(nodes),
        ..SearchOptions::default()
    };
    let mut count = (0, 0);
    for puzzle in puzzles::<P>(game)
        .into_iter()
        .filter(|puzzle| puzzle.length == length)
        .take(most)
    {
        let known = InformationSet::at(&puzzle.position, puzzle.position.actor());
        let result = think(&known, &options).expect("there is something to do");
        let wins = result.action == puzzle.key
            || [
                Solver::forcing(1_000_000, 8),
                Solver::exhaustive(20_000_000),
            ]
            .iter_mut()
            .any(|solver| solver.wins_with(&puzzle.position, result.action, length) == Ok(true));
        count.0 += usize::from(wins);
        count.1 += 1;
    }
    count
}

fn finds_at_least<P: Provable + Compiled>(
    game: &str,
    length: u32,
    nodes: u64,
    most: usize,
    least: usize,
) {
    let (found, all) = found::<P>(game, length, nodes, most);
    assert!(found >= least, "{game}: {found} of {all} in {length}");
}

#[test]
fn wins_on_the_spot_are_found() {
    finds_at_least::<Hyperspace>("hyperspace", 1, 500, 30, 30);
    finds_at_least::<TimeTraveler>("time-traveler", 1, 500, 30, 30);
    // In one of the positions of Hidden960 two reveals come before the mating move.
    finds_at_least::<Hidden960>("hidden960", 1, 500, 30, 29);
    finds_at_least::<DmChess>("dmchess", 1, 500, 30, 30);
}

#[test]
fn wins_on_the_next_turn_are_found() {
    finds_at_least::<Hyperspace>("hyperspace", 2, 60_000, 30, 30);
    finds_at_least::<TimeTraveler>("time-traveler", 2, 60_000, 40, 40);
    finds_at_least::<Hidden960>("hidden960", 2, 60_000, 30, 28);
    finds_at_least::<DmChess>("dmchess", 2, 6_000, 40, 40);
}

#[test]
fn wins_in_three_are_found_where_no_action_is_left_out() {
    finds_at_least::<DmChess>("dmchess", 3, 20_000, 30, 29);
}

/// The node limits are at least four times what the search needs, except for two mates in four that it finds only much later.
#[test]
fn well_known_mates_of_chess_are_found() {
    finds_at_least::<Chess>("chess", 2, 2_000, usize::MAX, 13);
    finds_at_least::<Chess>("chess", 3, 8_000, usize::MAX, 10);
    finds_at_least::<Chess>("chess", 4, 128_000, usize::MAX, 6);
}

/// Random continuations of the positions of a suite.
fn aside<P: Provable>(game: &str, count: usize) -> Vec<P> {
    let mut chance = Chance(3);
    let mut all = Vec::new();
    for puzzle in puzzles::<P>(game).into_iter().cycle().take(count) {
        let mut position = puzzle.position;
        for _ in 0..=chance.below(3) {
            if let Some(action) = any_action(&position, &mut chance) {
                position.play_unchecked(action);
            }
        }
        if position.outcome().is_none() {
            all.push(position);
        }
    }
    all
}

#[test]
fn with_few_men_a_win_in_two_is_announced_exactly_where_there_is_one() {
    let options = SearchOptions {
        limits: Limits::nodes(8_000),
        ..SearchOptions::default()
    };
    let [mut won, mut open] = [0, 0];
    for position in aside::<DmChess>("dmchess", 60) {
        let known = InformationSet::at(&position, position.actor());
        let result = think(&known, &options).expect("there is something to do");
        let mut solver = Solver::exhaustive(300_000);
        if result.score >= MATE - 3 {
            let turns = if result.score >= MATE - 1 { 1 } else { 2 };
            let proven = solver.wins_with(&position, result.action, turns);
            assert_ne!(proven, Ok(false), "{}", position.to_text());
            won += 1;
        } else if let Ok(key) = solver.key(&position, 2) {
            assert_eq!(key, None, "{}", position.to_text());
            open += 1;
        }
    }
    assert!(won >= 8 && open >= 8, "{won} won, {open} open");
}

/// Whether every action of the actor leaves the opponent an immediate win.
fn is_lost_at_once<P: Provable>(position: &P) -> bool {
    let mut solver = Solver::exhaustive(u64::MAX);
    position.legal_actions().into_iter().all(|action| {
        let mut child = position.clone();
        child.play_unchecked(action);
        match child.outcome() {
            Some(outcome) => outcome.winner == Some(!position.actor()),
            None => {
                child.actor() != position.actor() && matches!(solver.key(&child, 1), Ok(Some(_)))
            }
        }
    })
}

#[test]
fn what_is_announced_after_a_short_look_is_so() {
    fn holds<P: Provable + Compiled>(game: &str, count: usize, least: [u32; 2]) {
        let [mut won, mut lost] = [0, 0];
        for (index, position) in aside::<P>(game, count).into_iter().enumerate() {
            let options = SearchOptions {
                limits: Limits::nodes([60, 250, 1_000, 4_000][index % 4]),
                ..SearchOptions::default()
            };
            let known = InformationSet::at(&position, position.actor());
            let result = think(&known, &options).expect("there is something to do");
            if result.score >= MATE - 3 {
                let turns = if result.score >= MATE - 1 { 1 } else { 2 };
                let proven = Solver::exhaustive(300_000).wins_with(&position, result.action, turns);
                assert_ne!(proven, Ok(false), "{game}: {}", position.to_text());
                won += 1;
            } else if result.score <= 2 - MATE {
                assert!(is_lost_at_once(&position), "{game}: {}", position.to_text());
                lost += 1;
            }
        }
        assert!(
            won >= least[0] && lost >= least[1],
            "{game}: {won} won, {lost} lost"
        );
    }
    holds::<Chess>("chess", 240, [10, 0]);
    holds::<TimeTraveler>("time-traveler", 600, [150, 15]);
    holds::<Hidden960>("hidden960", 240, [15, 1]);
    holds::<DmChess>("dmchess", 120, [5, 0]);
}
