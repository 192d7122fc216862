//! Measures the engine: speed, time to depth, and quick matches against two simple opponents.
//!
//! `cargo run --release -p manifold-engine --example measure -- speed`
//! `cargo run --release -p manifold-engine --example measure -- match GAMES NODES [GAME]`
//! `cargo run --release -p manifold-engine --example measure -- cancel POSITIONS [GAME]`
//!
//! `cancel` stops the engine in the middle of a search and measures how long it takes to answer, in positions of random
//! games of up to 150 actions. In a match colours alternate, games that last too long count as draws, and all results
//! are determined by the seeds of the games.

use std::env;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use manifold_engine::{Compiled, InformationSet, Limits, Random, Scope, SearchOptions, think};
use manifold_rules::board::Color;
use manifold_rules::game::Game;
use manifold_rules::hidden960::Hidden960;
use manifold_rules::hyperspace::Hyperspace;
use manifold_rules::in_every_game;
use manifold_rules::position::{Bounds, Position, Variant};

/// Plies after which a game counts as drawn.
const LONGEST: u32 = 300;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["speed"] => speed(),
        ["match", games, nodes, only @ ..] => {
            let (Ok(games), Ok(nodes)) = (games.parse(), nodes.parse()) else {
                return eprintln!("two numbers, please: games and nodes");
            };
            matches(games, nodes, only.first().copied());
        }
        ["cancel", positions, only @ ..] => {
            let Ok(positions) = positions.parse() else {
                return eprintln!("a number, please: positions");
            };
            cancels(positions, only.first().copied());
        }
        _ => eprintln!(
            "measure speed, measure match GAMES NODES [GAME], or measure cancel POSITIONS [GAME]"
        ),
    }
}

fn speed() {
    println!("plain chess (Hyperspace Chess without phase-outs), from the start:");
    to_depth::<Hyperspace>(Default::default(), 0, 11);
    println!("Hyperspace Chess:");
    to_depth::<Hyperspace>(Default::default(), 8, 9);
    println!("Time Traveler's Chess:");
    to_depth::<manifold_rules::time_traveler::TimeTraveler>(Default::default(), 8, 6);
    println!("Hidden960:");
    to_depth::<Hidden960>(Default::default(), 8, 7);
    println!("DMChess:");
    to_depth::<manifold_rules::dmchess::DmChess>(Default::default(), 8, 5);
}

fn to_depth<P: Compiled>(variant: P::Variant, max_delay: u8, deepest: u32) {
    let known = InformationSet::of(&Game::<P>::new(variant), Color::White);
    for depth in 1..=deepest {
        let options = SearchOptions {
            limits: Limits {
                nodes: None,
                time: Some(Duration::from_secs(20)),
                depth: Some(depth),
                clock: None,
                mate: None,
            },
            bounds: Bounds { max_delay },
            ..SearchOptions::default()
        };
        let began = Instant::now();
        let Some(result) = think(&known, &options) else {
            return;
        };
        let took = began.elapsed();
        let speed = result.nodes as f64 / took.as_secs_f64() / 1_000.0;
        let line: Vec<String> = result.pv.iter().map(ToString::to_string).collect();
        println!(
            "  depth {:>2}  {:>9} nodes  {:>8.3} s  {:>6.0} knodes/s  {:>5}  {}",
            result.depth,
            result.nodes,
            took.as_secs_f64(),
            speed,
            result.score,
            line.join(" ")
        );
    }
}

fn matches(games: u64, nodes: u64, only: Option<&str>) {
    in_every_game!(|P, variant| {
        if only.is_none_or(|only| only == variant.id()) {
            duel::<P>(variant, games, nodes, "random", random_action);
            duel::<P>(variant, games, nodes, "greedy", greedy_action);
        }
    });
}

type Opponent<P> = fn(&P, &mut Random) -> Option<<P as Position>::Action>;

fn duel<P: Compiled>(
    variant: P::Variant,
    games: u64,
    nodes: u64,
    name: &str,
    opponent: Opponent<P>,
) {
    let began = Instant::now();
    let [mut won, mut drawn, mut lost] = [0, 0, 0];
    for seed in 0..games {
        let me = Color::from_white(seed % 2 == 0);
        match play::<P>(variant, nodes, seed, me, opponent) {
            Some(winner) if winner == me => won += 1,
            Some(_) => lost += 1,
            None => drawn += 1,
        }
    }
    println!(
        "{:<15} {nodes} nodes against {name}: {won} won, {drawn} drawn, {lost} lost ({:.0} s)",
        variant.id(),
        began.elapsed().as_secs_f64()
    );
}

/// The winner, if there is one.
fn play<P: Compiled>(
    variant: P::Variant,
    nodes: u64,
    seed: u64,
    me: Color,
    opponent: Opponent<P>,
) -> Option<Color> {
    let mut game = Game::<P>::new(variant);
    let mut random = Random::new(seed);
    while game.outcome().is_none() && game.position().ply() < LONGEST {
        let actor = game.position().actor();
        let action = if actor == me || game.position().unlisted().is_some() {
            let options = SearchOptions {
                limits: Limits::nodes(nodes),
                seed: random.number(),
                ..SearchOptions::default()
            };
            think(&InformationSet::of(&game, actor), &options)?.action
        } else {
            opponent(game.position(), &mut random)?
        };
        game.play(action).expect("players act by the rules");
    }
    game.outcome()?.winner
}

fn cancels(positions: u64, only: Option<&str>) {
    println!("time from the wish to stop to the answer, in milliseconds:");
    in_every_game!(|P, variant| {
        if only.is_none_or(|only| only == variant.id()) {
            cancel::<P>(variant, positions);
        }
    });
}

fn cancel<P: Compiled>(variant: P::Variant, positions: u64) {
    const MOST: u64 = 150;
    for pause in [1, 10, 40, 150].map(Duration::from_millis) {
        let mut walls = Vec::new();
        let mut works = Vec::new();
        let mut most_actions = 0;
        for seed in 0..positions {
            let game = by_chance::<P>(variant, seed, seed * 37 % MOST);
            if game.outcome().is_none() {
                let bounds = Bounds::default();
                most_actions = most_actions.max(game.position().count_legal_within(bounds));
                if let Some((wall, work)) = stop_after(&game, pause) {
                    walls.push(wall);
                    works.extend(work);
                }
            }
        }
        println!(
            "{:<15} after {:>3} ms, up to {most_actions} actions: {}; of the processor's time {}",
            variant.id(),
            pause.as_millis(),
            spread(walls),
            spread(works)
        );
    }
}

fn spread(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let part = |percent: usize| {
        let place = times.len().saturating_sub(1) * percent / 100;
        times.get(place).copied().unwrap_or(f64::NAN)
    };
    let count = times.len();
    format!(
        "median {:.2}, 95 % {:.2}, most {:.2} ({count})",
        part(50),
        part(95),
        part(100)
    )
}

/// The latency from the request to stop to the answer, in milliseconds: of wall time, and of CPU time where the system
/// reports it. `None` if the answer came before the request.
fn stop_after<P: Compiled>(game: &Game<P>, pause: Duration) -> Option<(f64, Option<f64>)> {
    let known = InformationSet::of(game, game.position().actor());
    let stop = AtomicBool::new(false);
    let endless = SearchOptions {
        stop: Some(&stop),
        ..SearchOptions::default()
    };
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let thinking = scope.spawn(|| {
            let own = fs::read_link("/proc/thread-self").ok();
            let statistics = own.map(|own| Path::new("/proc").join(own).join("schedstat"));
            let _ = sender.send(statistics.clone());
            let _ = think(&known, &endless);
            (Instant::now(), statistics.and_then(|path| work_of(&path)))
        });
        let statistics = receiver.recv().ok()?;
        thread::sleep(pause);
        let before = statistics.and_then(|path| work_of(&path));
        let wish = Instant::now();
        stop.store(true, Ordering::Relaxed);
        let (end, after) = thinking.join().ok()?;
        let work = before.zip(after).map(|(before, after)| after - before);
        (end > wish).then(|| ((end - wish).as_secs_f64() * 1_000.0, work))
    })
}

/// CPU time of a thread in milliseconds, a few milliseconds old at most.
fn work_of(statistics: &Path) -> Option<f64> {
    let text = fs::read_to_string(statistics).ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e6)
}

/// A random game. The engine chooses actions that are not listed.
fn by_chance<P: Compiled>(variant: P::Variant, seed: u64, length: u64) -> Game<P> {
    let mut game = Game::<P>::new(variant);
    let mut random = Random::new(seed);
    while game.outcome().is_none() && u64::from(game.position().ply()) < length
        || game.position().unlisted().is_some()
    {
        let position = game.position();
        let action = if position.unlisted().is_some() {
            let options = SearchOptions {
                limits: Limits::nodes(1),
                seed,
                ..SearchOptions::default()
            };
            think(&InformationSet::of(&game, position.actor()), &options)
                .map(|result| result.action)
        } else {
            random_action(position, &mut random)
        };
        let Some(action) = action else { break };
        game.play(action).expect("players act by the rules");
    }
    game
}

/// A random candidate.
fn random_action<P: Compiled>(position: &P, random: &mut Random) -> Option<P::Action> {
    let mut all = Vec::new();
    position.candidates(Scope::Root(Bounds::default()), &mut all);
    all.get(random.below(all.len() as u64) as usize).copied()
}

/// A winning action, or else the one with the greatest gain.
fn greedy_action<P: Compiled>(position: &P, random: &mut Random) -> Option<P::Action> {
    let mut all = Vec::new();
    position.candidates(Scope::Root(Bounds::default()), &mut all);
    all.into_iter()
        .map(|action| {
            let mut after = position.clone();
            after.play_unchecked(action);
            let wins = after
                .outcome()
                .is_some_and(|outcome| outcome.winner == Some(position.actor()));
            let gain = if wins { 100_000 } else { position.gain(action) };
            (gain, random.below(1 << 20), action)
        })
        .max_by_key(|(gain, chance, _)| (*gain, *chance))
        .map(|(_, _, action)| action)
}
