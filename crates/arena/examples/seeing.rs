//! The value of secret squares: a player that sees all of them plays against one that does not.
//!
//! `cargo run --release -p manifold-arena --example seeing -- NODES GAMES SEED [VARIANT]`
//!
//! Both are the same engine with the same number of nodes, so neither the machine nor its load matters, and both begin every decision
//! with empty tables. The cheat analyses a copy of the game in which the opponent has resigned, as players analyse finished games: the
//! engine has no other way to learn a secret of a game in progress. VARIANT defaults to `hyperspace`.

use std::env;

use manifold_arena::statistics::{Estimate, GameResult, Pairs};
use manifold_arena::{opening, usual_plies};
use manifold_engine::{FinishedGame, InformationSet, Limits, SearchOptions, analyse, think};
use manifold_rules::board::Color;
use manifold_rules::game::Game;
use manifold_rules::hyperspace::{Action, Hyperspace};
use manifold_rules::position::{Bounds, Position, Turns};
use manifold_rules::variant::VariantId;

const USAGE: &str = "seeing NODES GAMES SEED [hyperspace|hyperspace:open]";
/// A game of this many plies is a draw.
const LONGEST: u32 = 300;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if run(&words).is_none() {
        eprintln!("{USAGE}");
    }
}

fn run(words: &[&str]) -> Option<()> {
    let (nodes, games, seed, id) = match words {
        [nodes, games, seed] => (nodes, games, seed, "hyperspace"),
        [nodes, games, seed, id] => (nodes, games, seed, *id),
        _ => return None,
    };
    let (nodes, games, seed): (u64, u64, u64) =
        (nodes.parse().ok()?, games.parse().ok()?, seed.parse().ok()?);
    let id: VariantId = id.parse().ok()?;
    let VariantId::Hyperspace(variant) = id else {
        return None;
    };
    let mut pairs = Pairs::default();
    for number in 0..games.div_ceil(2) {
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(number);
        let start = opening::<Hyperspace>(variant, usual_plies(id), Bounds::default(), seed);
        pairs.add(Color::ALL.map(|cheat| play(&start, cheat, nodes, seed)));
    }
    let estimate = Estimate::of(&pairs)?;
    let [low, high] = estimate.elo_interval;
    println!(
        "{id} {nodes} nodes, seeing all squares: +{} ={} -{}, {:.1}%, Elo {:+.0} ({low:+.0} to {high:+.0})",
        pairs.wins(),
        pairs.draws(),
        pairs.losses(),
        100.0 * estimate.score,
        estimate.elo,
    );
    Some(())
}

/// Plays a game on from its opening. Returns the result of the player who sees everything.
fn play(start: &Game<Hyperspace>, cheat: Color, nodes: u64, seed: u64) -> GameResult {
    let mut game = start.clone();
    while game.outcome().is_none() && game.position().ply() < LONGEST {
        let options = SearchOptions {
            limits: Limits::nodes(nodes),
            seed,
            ..SearchOptions::default()
        };
        let actor = game.position().actor();
        let chosen = if actor == cheat {
            seeing(&game, &options)
        } else {
            think(&InformationSet::of(&game, actor), &options).map(|result| result.action)
        };
        let played = chosen.is_some_and(|action| game.play(action).is_ok());
        assert!(played, "the engine plays legal actions");
    }
    match game.outcome().and_then(|outcome| outcome.winner) {
        Some(winner) if winner == cheat => GameResult::Win,
        Some(_) => GameResult::Loss,
        None => GameResult::Draw,
    }
}

/// The choice of a player who sees everything.
fn seeing(game: &Game<Hyperspace>, options: &SearchOptions) -> Option<Action> {
    let actions = game.actions().len();
    let mut over = game.clone();
    over.resign(game.position().actor().other());
    let over = FinishedGame::of(&over)?;
    analyse(&over, actions, options, &mut |_| {}).map(|result| result.action)
}
