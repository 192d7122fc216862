//! Chess: draws, single replies, and what an engine remembers from one decision to the next.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use manifold_engine::{Engine, InformationSet, Limits, SearchOptions};
use manifold_rules::board::Color;
use manifold_rules::chess::{Chess, Variant};
use manifold_rules::game::Game;
use manifold_rules::position::{Position, Turns};

use crate::search;

/// A game of chess from this position.
fn chess(fen: &str) -> Game<Chess> {
    let position = Chess::from_text(Variant::Standard, fen);
    Game::from_position(position.unwrap_or_else(|error| panic!("{fen}: {error}")))
}

fn nodes(most: u64) -> SearchOptions<'static> {
    SearchOptions {
        limits: Limits::nodes(most),
        ..SearchOptions::default()
    }
}

#[test]
fn without_time_for_a_single_action_the_root_ordering_decides() {
    let stop = AtomicBool::new(true);
    let game = chess("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    let choices: BTreeSet<String> = (0..20)
        .filter_map(|seed| {
            let options = SearchOptions {
                seed,
                stop: Some(&stop),
                ..SearchOptions::default()
            };
            search(&game, &options)
        })
        .map(|result| format!("{} {}", result.action, result.score))
        .collect();
    assert_eq!(choices.len(), 1, "{choices:?}");
}

#[test]
fn a_single_action_is_searched_unless_time_is_short() {
    let game = chess("7k/8/8/8/8/8/8/5q1K w - - 0 1");
    assert_eq!(game.position().count_legal(), 1);
    let searched = search(&game, &nodes(2_000)).expect("the king can move");
    assert!(searched.depth > 0 && searched.score < -300);
    let time = SearchOptions {
        limits: Limits::time(Duration::from_secs(60)),
        ..SearchOptions::default()
    };
    let timed = search(&game, &time).expect("the king can move");
    assert_eq!((timed.action, timed.depth), (searched.action, 0));
}

#[test]
fn a_draw_by_repetition_or_the_fifty_move_rule_is_seen_at_the_last_ply() {
    let at_depth_one = |game: &Game<Chess>| {
        let options = SearchOptions {
            limits: Limits {
                depth: Some(1),
                ..Limits::default()
            },
            ..SearchOptions::default()
        };
        search(game, &options).expect("Black can move")
    };
    // Black is a queen down, and can repeat the position.
    let mut game = chess("6k1/8/8/8/8/8/5PPP/3Q2K1 w - - 0 1");
    for text in ["d1e1", "g8f8", "e1d1"] {
        game.play(text.parse().expect("a move")).expect("legal");
    }
    let result = at_depth_one(&game);
    assert_eq!(
        (result.action.to_string().as_str(), result.score),
        ("f8g8", 0)
    );
    // The hundredth quiet ply.
    let quiet = |count| chess(&format!("6k1/8/8/8/8/8/5PPP/3Q2K1 b - - {count} 90"));
    assert_eq!(at_depth_one(&quiet(99)).score, 0);
    assert!(at_depth_one(&quiet(9)).score < -300);
}

#[test]
fn what_was_a_draw_by_the_fifty_move_rule_is_none_after_a_capture() {
    let late = chess("8/8/8/3k4/8/8/3K4/Q7 w - - 97 100");
    let early = chess("8/8/8/3k4/8/8/3K4/Q7 w - - 0 100");
    let mut engine = Engine::new();
    let mut score = |game: &Game<Chess>| {
        let known = InformationSet::of(game, Color::White);
        let options = nodes(5_000);
        let result = engine.think_with(&known, &options, &mut |_| {});
        result.expect("White can move").score
    };
    assert_eq!(score(&late), 0);
    assert!(score(&early) > 500);
}

#[test]
fn an_engine_that_changes_sides_remembers_where_nothing_is_hidden() {
    let ask = |engine: &mut Engine<Chess>, game: &Game<Chess>, limits| {
        let known = InformationSet::of(game, game.position().actor());
        // A fixed size: a higher limit would otherwise need a larger table, which would be empty.
        let options = SearchOptions {
            limits,
            hash_mib: Some(16),
            ..SearchOptions::default()
        };
        let result = engine.think_with(&known, &options, &mut |_| {});
        result.expect("the game goes on")
    };
    let mut nodes = [0, 0];
    for text in [
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
        "rnbqk2r/ppp1bppp/4pn2/3p2B1/2PP4/2N5/PP2PPPP/R2QKBNR w KQkq - 4 5",
        "8/5pk1/4p1p1/3pP2p/1p1P3P/1P3KP1/2r2P2/4R3 w - - 0 40",
    ] {
        let mut game = chess(text);
        let mut used = Engine::new();
        let white = ask(&mut used, &game, Limits::nodes(40_000));
        game.play(white.action).expect("legal");
        let depth = Limits {
            depth: Some(white.depth - 1),
            ..Limits::default()
        };
        nodes[0] += ask(&mut used, &game, depth).nodes;
        nodes[1] += ask(&mut Engine::new(), &game, depth).nodes;
    }
    let [again, fresh] = nodes;
    assert!(2 * again < fresh, "{again} and {fresh} nodes");
}
