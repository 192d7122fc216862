//! Experiments with the parameters of the search.
//!
//! `cargo run --release -p manifold-arena --example search -- match GAME NODES GAMES SEED [NAME=VALUE...] [against NAME=VALUE...]`
//! `cargo run --release -p manifold-arena --example search -- depth GAME NODES POSITIONS [NAME=VALUE...]`
//! `cargo run --release -p manifold-arena --example search -- nodes GAME DEPTH POSITIONS [NAME=VALUE...]`
//! `cargo run --release -p manifold-arena --example search -- spsa GAME NODES PAIRS SEED NAME=STEP...`
//! `cargo run --release -p manifold-arena --example search -- factorial GAME NODES PAIRS SEED NAME=VALUE...`
//!
//! A `match` is played in one process, with a fixed number of nodes, so that neither the machine nor its load matters. Parameters that
//! are not named have the game's values: `late_percent=0` alone shows the value of that rule. `depth` reports how
//! deep the search gets, and how often the first action causes a cutoff; `nodes` how many nodes it needs to reach a depth, in the start
//! position and in others. `spsa` lets the game's own values drift towards those that win: in each pair of games all are changed at once,
//! up or down at random by their step; one player has these values and the other the opposite ones (Spall, *Multivariate Stochastic
//! Approximation Using a Simultaneous Perturbation Gradient Approximation*, 1992). `factorial` measures many values with the same games:
//! in each pair every value is given to one of the players at random, and the mean score difference of the players who had it is its
//! effect among the others (Box, Hunter and Hunter, *Statistics for Experimenters*). So thirty values take no more games than one.

use std::convert::Infallible;
use std::env;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use manifold_arena::statistics::Estimate;
use manifold_arena::transcript::Transcript;
use manifold_arena::{
    Contest, EnginePlayer, GameSettings, Player, SearchLimit, Tally, contest, opening,
    usual_longest, usual_plies,
};
use manifold_engine::baseline::BaselineGame;
use manifold_engine::with_parameters;
use manifold_engine::{InformationSet, Level, Limits, Parameters, Random, SearchOptions, think};
use manifold_rules::position::Bounds;
use manifold_rules::variant::VariantId;
use manifold_rules::with_game;

const USAGE: &str = "search match GAME NODES GAMES SEED [NAME=VALUE...] [against NAME=VALUE...], search depth|nodes GAME NODES|DEPTH POSITIONS [NAME=VALUE...], search spsa GAME NODES PAIRS SEED NAME=STEP..., or search factorial GAME NODES PAIRS SEED NAME=VALUE...";

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if run(&words).is_none() {
        eprintln!("{USAGE}");
    }
}

fn run(words: &[&str]) -> Option<()> {
    let (what, [game, numbers @ ..]) = words.split_first()? else {
        return None;
    };
    let id: VariantId = game.parse().ok()?;
    with_game!(id, |P, variant| experiment::<P>(what, id, variant, numbers))
}

fn experiment<P: Transcript + BaselineGame>(
    what: &str,
    id: VariantId,
    variant: P::Variant,
    words: &[&str],
) -> Option<()> {
    match (what, words) {
        ("match", [limit, games, seed, settings @ ..]) => {
            let (limit, games) = (limit.parse().ok()?, games.parse().ok()?);
            matches::<P>(id, variant, limit, games, seed.parse().ok()?, settings)
        }
        ("depth", [limit, positions, settings @ ..]) => {
            let positions = positions.parse().ok()?;
            depths::<P>(id, variant, limit.parse().ok()?, positions, settings)
        }
        ("nodes", [depth, positions, settings @ ..]) => {
            let positions = positions.parse().ok()?;
            nodes::<P>(id, variant, depth.parse().ok()?, positions, settings)
        }
        ("spsa", [limit, pairs, seed, steps @ ..]) => {
            let (limit, pairs) = (limit.parse().ok()?, pairs.parse().ok()?);
            spsa::<P>(id, variant, limit, pairs, seed.parse().ok()?, steps)
        }
        ("factorial", [limit, pairs, seed, values @ ..]) => {
            let (limit, pairs) = (limit.parse().ok()?, pairs.parse().ok()?);
            factorial::<P>(id, variant, limit, pairs, seed.parse().ok()?, values)
        }
        _ => None,
    }
}

/// The game's parameters with these settings.
fn parameters<P: BaselineGame>(settings: &[&str]) -> Option<&'static Parameters> {
    let mut parameters = *P::PARAMETERS;
    for (name, value) in named(settings)? {
        parameters.set(name, value);
    }
    Some(Box::leak(Box::new(parameters)))
}

/// Parses parameters in the form `NAME=NUMBER`. Prints a message if a name is unknown.
fn named<'a, T: FromStr>(settings: &[&'a str]) -> Option<Vec<(&'a str, T)>> {
    let numbers = settings.iter().map(|setting| {
        let (name, number) = setting.split_once('=')?;
        if Parameters::COMMON.get(name).is_none() {
            eprintln!("there is no parameter of the name {name}");
            return None;
        }
        Some((name, number.parse().ok()?))
    });
    numbers.collect()
}

fn matches<P: Transcript + BaselineGame>(
    id: VariantId,
    variant: P::Variant,
    nodes: u64,
    games: u64,
    seed: u64,
    settings: &[&str],
) -> Option<()> {
    let mut sides = settings.split(|word| *word == "against");
    let both = [
        parameters::<P>(sides.next().unwrap_or(&[]))?,
        parameters::<P>(sides.next().unwrap_or(&[]))?,
    ];
    let tally = played::<P>(id, variant, (nodes, games.div_ceil(2), seed), both);
    let pairs = &tally.pairs;
    let estimate = Estimate::of(pairs)?;
    let [low, high] = estimate.elo_interval;
    println!(
        "{id} {nodes} nodes, {}: +{} ={} -{}, {:.1}%, Elo {:+.0} ({low:+.0} to {high:+.0}), {} plies a game",
        settings.join(" "),
        pairs.wins(),
        pairs.draws(),
        pairs.losses(),
        100.0 * estimate.score,
        estimate.elo,
        tally.plies / (2 * pairs.total()).max(1),
    );
    Some(())
}

/// Plays a number of pairs of games between two players with these parameters.
fn played<P: Transcript + BaselineGame>(
    id: VariantId,
    variant: P::Variant,
    (nodes, pairs, seed): (u64, u64, u64),
    both: [&'static Parameters; 2],
) -> Tally {
    let plan = Contest {
        pairs,
        settings: GameSettings {
            limit: SearchLimit::Nodes(nodes),
            bounds: Bounds::default(),
            longest: usual_longest(id),
        },
        opening_plies: usual_plies(id),
        seed,
        concurrency: 1,
        sprt: None,
    };
    let make = |index: usize| {
        let player = EnginePlayer::<P>::new(Level::FULL).with_parameters(both[index]);
        Ok::<Box<dyn Player<P>>, Infallible>(Box::new(player))
    };
    let stop = AtomicBool::new(false);
    let Ok(tally) = contest(&plan, variant, make, &stop, |_, _| {});
    tally
}

/// Plays one pair of games between two players. Returns the wins of the first minus its losses.
fn won_in_pair<P: Transcript + BaselineGame>(
    id: VariantId,
    variant: P::Variant,
    (nodes, seed): (u64, u64),
    both: [Parameters; 2],
) -> f64 {
    let both = both.map(|parameters| &*Box::leak(Box::new(parameters)));
    let tally = played::<P>(id, variant, (nodes, 1, seed), both);
    tally.pairs.wins() as f64 - tally.pairs.losses() as f64
}

/// The exponents with which the steps and the learning rate decay, as recommended by Spall.
const STEP_DECAY: f64 = 0.101;
const RATE_DECAY: f64 = 0.602;
/// The learning rate of the last pair: how far it moves a value, in steps, per game of difference in wins.
const LAST_RATE: f64 = 0.005;

/// A value that is tuned.
struct Tuned<'a> {
    name: &'a str,
    value: f64,
    /// The step of the last pair.
    step: f64,
}

fn spsa<P: Transcript + BaselineGame>(
    id: VariantId,
    variant: P::Variant,
    nodes: u64,
    pairs: u64,
    seed: u64,
    steps: &[&str],
) -> Option<()> {
    let mut tuned = named(steps)?
        .into_iter()
        .map(|(name, step)| {
            let value = P::PARAMETERS.get(name).map(f64::from)?;
            Some(Tuned { name, value, step })
        })
        .collect::<Option<Vec<_>>>()?;
    let mut random = Random::new(seed);
    let (all, delay) = (pairs as f64, pairs as f64 / 10.0);
    for number in 1..=pairs {
        let left = all / number as f64;
        let step = left.powf(STEP_DECAY);
        let rate = LAST_RATE * ((delay + all) / (delay + number as f64)).powf(RATE_DECAY) / step;
        let signs: Vec<f64> = tuned
            .iter()
            .map(|_| if random.below(2) == 0 { 1.0 } else { -1.0 })
            .collect();
        let mut both = [*P::PARAMETERS; 2];
        for (one, sign) in tuned.iter().zip(&signs) {
            for (parameters, sign) in both.iter_mut().zip([*sign, -sign]) {
                let value = one.value + sign * step * one.step;
                // Randomised rounding, so that fractions of a step count as well.
                let rounded = (value + random.below(1_000) as f64 / 1_000.0).floor() as i32;
                parameters.set(one.name, rounded);
            }
        }
        let won = won_in_pair::<P>(id, variant, (nodes, seed ^ (number << 20)), both);
        for (one, sign) in tuned.iter_mut().zip(&signs) {
            one.value += rate * one.step * won * sign;
        }
        if number % 250 == 0 || number == pairs {
            let values: Vec<String> = tuned
                .iter()
                .map(|one| format!("{}={:.1}", one.name, one.value))
                .collect();
            println!("{number} pairs: {}", values.join(" "));
        }
    }
    Some(())
}

/// A value that is measured together with others.
struct Factor<'a> {
    name: &'a str,
    value: i32,
    /// For each pair of games: the share of wins of the player with the value, minus that of the other player.
    results: Vec<f64>,
}

/// Elo per point of score difference per game, if the players are nearly equal.
const ELO_OF_A_POINT: f64 = 1_600.0 / std::f64::consts::LN_10;

impl Factor<'_> {
    /// The effect of the value, and half the width of its 95 % interval, in Elo.
    fn worth(&self) -> [f64; 2] {
        let count = self.results.len() as f64;
        let mean = self.results.iter().sum::<f64>() / count;
        let squares = self.results.iter().map(|result| (result - mean).powi(2));
        let error = (squares.sum::<f64>() / (count * (count - 1.0))).sqrt();
        // Half of the difference is the score above 50 %.
        [mean, 1.96 * error].map(|value| value / 2.0 * ELO_OF_A_POINT)
    }
}

fn factorial<P: Transcript + BaselineGame>(
    id: VariantId,
    variant: P::Variant,
    nodes: u64,
    pairs: u64,
    seed: u64,
    values: &[&str],
) -> Option<()> {
    let mut factors: Vec<Factor> = named(values)?
        .into_iter()
        .map(|(name, value)| Factor {
            name,
            value,
            results: Vec::new(),
        })
        .collect();
    let mut random = Random::new(seed);
    for number in 1..=pairs {
        let mut both = [*P::PARAMETERS; 2];
        let owners: Vec<usize> = factors.iter().map(|_| random.below(2) as usize).collect();
        for (factor, owner) in factors.iter().zip(&owners) {
            both[*owner].set(factor.name, factor.value);
        }
        let won = won_in_pair::<P>(id, variant, (nodes, seed ^ (number << 20)), both) / 2.0;
        for (factor, owner) in factors.iter_mut().zip(owners) {
            factor.results.push(if owner == 0 { won } else { -won });
        }
        if number % 100 == 0 || number == pairs {
            println!("{number} pairs:");
            for factor in &factors {
                let [elo, error] = factor.worth();
                println!(
                    "  {}={}: {elo:+.0} ± {error:.0} Elo",
                    factor.name, factor.value
                );
            }
        }
    }
    Some(())
}

fn depths<P: Transcript + BaselineGame>(
    id: VariantId,
    variant: P::Variant,
    nodes: u64,
    positions: u64,
    settings: &[&str],
) -> Option<()> {
    let parameters = parameters::<P>(settings)?;
    let options = SearchOptions {
        limits: Limits::nodes(nodes),
        ..SearchOptions::default()
    };
    let (mut depth, mut cutoffs, mut first) = (0, 0, 0);
    for number in 0..positions {
        let plies = 8 + 4 * (number as u32 % 8);
        let game = opening::<P>(variant, plies, Bounds::default(), number);
        let known = InformationSet::of(&game, game.position().actor());
        let result = with_parameters(parameters, || think(&known, &options))?;
        depth += result.depth;
        cutoffs += result.cutoffs[0];
        first += result.cutoffs[1];
    }
    println!(
        "{id} {nodes} nodes, {}: depth {:.2}, first action cuts off {:.1}%",
        settings.join(" "),
        f64::from(depth) / positions as f64,
        100.0 * first as f64 / (cutoffs as f64).max(1.0),
    );
    Some(())
}

fn nodes<P: Transcript + BaselineGame>(
    id: VariantId,
    variant: P::Variant,
    depth: u32,
    positions: u64,
    settings: &[&str],
) -> Option<()> {
    let parameters = parameters::<P>(settings)?;
    let options = SearchOptions {
        limits: Limits {
            depth: Some(depth),
            ..Limits::default()
        },
        ..SearchOptions::default()
    };
    let mut counts = Vec::new();
    for number in 0..positions {
        // The first position is the start position.
        let plies = 4 * number as u32;
        let game = opening::<P>(variant, plies, Bounds::default(), number);
        let known = InformationSet::of(&game, game.position().actor());
        let result = with_parameters(parameters, || think(&known, &options))?;
        counts.push(result.nodes);
    }
    let all: u64 = counts.iter().sum();
    println!(
        "{id} to depth {depth}, {}: {all} nodes {counts:?}",
        settings.join(" ")
    );
    Some(())
}
