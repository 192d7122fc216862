//! `manifold bench`: a fixed workload. The node count shows whether the search has changed, the time how fast it is.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use manifold_engine::baseline::{Baseline, BaselineGame};
use manifold_engine::{InformationSet, Limits, SearchOptions, think};
use manifold_rules::game::Game;
use manifold_rules::perft::perft_without_bulk;
use manifold_rules::position::Bounds;
use manifold_rules::variant::VariantId;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::per_game::{EngineGame, PerGame, per_game};
use crate::whole_number::whole_number;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Measure only this game
    #[arg(value_name = "GAME")]
    only: Option<String>,
    /// Search this many plies deeper than usual; negative for shallower
    #[arg(long, value_name = "PLIES", default_value_t = 0, allow_negative_numbers = true,
          value_parser = whole_number(-3_i32..=10))]
    deeper: i32,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// The measurements: the game, the depth of the search, and the depth of perft, which takes a few milliseconds.
const COURSES: [(&str, u32, u32); 5] = [
    ("chess", 9, 4),
    ("hyperspace", 6, 2),
    ("time-traveler", 5, 2),
    ("hidden960", 6, 2),
    ("dmchess", 4, 2),
];

/// The plies at which the positions of each game are taken.
const PLIES: [u32; 4] = [0, 8, 20, 36];

/// The figures of one game.
struct Measured {
    name: &'static str,
    depth: u32,
    nodes: u64,
    time: Duration,
    /// The actions made by perft, and the time it took.
    perft: (u64, Duration),
}

fn rate(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64().max(1e-9)
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let courses: Vec<_> = COURSES
        .into_iter()
        .filter(|(name, ..)| arguments.only.as_deref().is_none_or(|only| only == *name))
        .collect();
    if courses.is_empty() {
        let names = COURSES.map(|(name, ..)| name).join(", ");
        return Err(Failure::Input(format!("bench knows {names}")));
    }
    let mut out = io::stdout().lock();
    let mut all = Vec::new();
    if !arguments.json {
        writeln!(
            out,
            "game           depth       nodes   seconds  knodes/s  perft/search"
        )?;
    }
    for (name, depth, perft_depth) in courses {
        let depth = depth.saturating_add_signed(arguments.deeper).max(1);
        let game: VariantId = name
            .parse()
            .map_err(|error| Failure::Input(format!("{error}")))?;
        let measured = per_game(
            game,
            Course {
                name,
                depth,
                perft_depth,
            },
        );
        if !arguments.json {
            writeln!(
                out,
                "{:<14} {:>5} {:>11} {:>9.2} {:>9.0} {:>13.1}",
                measured.name,
                measured.depth,
                measured.nodes,
                measured.time.as_secs_f64(),
                rate(measured.nodes, measured.time) / 1e3,
                rate(measured.perft.0, measured.perft.1) / rate(measured.nodes, measured.time)
            )?;
        }
        all.push(measured);
    }
    let total: u64 = all.iter().map(|measured| measured.nodes).sum();
    if arguments.json {
        let games: Vec<Value> = all.iter().map(in_json).collect();
        writeln!(out, "{}", json!({ "games": games, "nodes": total }))?;
    } else {
        writeln!(out, "nodes searched: {total}")?;
    }
    Ok(())
}

/// One measurement to be made.
struct Course {
    name: &'static str,
    depth: u32,
    perft_depth: u32,
}

impl PerGame for Course {
    type Output = Measured;

    fn run<P: EngineGame>(self, variant: P::Variant) -> Measured {
        measure::<P>(&self, variant)
    }
}

fn in_json(measured: &Measured) -> Value {
    json!({
        "game": measured.name,
        "depth": measured.depth,
        "nodes": measured.nodes,
        "seconds": measured.time.as_secs_f64(),
        "nodes_per_second": rate(measured.nodes, measured.time).round(),
        "perft_per_second": rate(measured.perft.0, measured.perft.1).round(),
    })
}

fn measure<P: BaselineGame>(course: &Course, variant: P::Variant) -> Measured {
    let bounds = Bounds::default();
    let mut measured = Measured {
        name: course.name,
        depth: course.depth,
        nodes: 0,
        time: Duration::ZERO,
        perft: (0, Duration::ZERO),
    };
    for game in games::<P>(variant, bounds) {
        let order = SearchOptions {
            limits: Limits {
                depth: Some(course.depth),
                ..Limits::default()
            },
            bounds,
            // With several lines, no action is chosen before the search.
            multi_pv: 2,
            ..SearchOptions::default()
        };
        let seat = InformationSet::of(&game, game.position().actor());
        let began = Instant::now();
        measured.nodes += think(&seat, &order).map_or(0, |result| result.nodes);
        measured.time += began.elapsed();
        // Not bulk counted: every action is made.
        let bounds = Bounds {
            max_delay: bounds.max_delay.min(1),
        };
        let began = Instant::now();
        measured.perft.0 += perft_without_bulk(game.position(), course.perft_depth, bounds);
        measured.perft.1 += began.elapsed();
    }
    measured
}

/// Games between the baseline opponents, which never change, so that the positions stay the same when the engine does.
fn games<P: BaselineGame>(variant: P::Variant, bounds: Bounds) -> Vec<Game<P>> {
    PLIES
        .into_iter()
        .filter_map(|plies| (0..50).find_map(|seed| game_of::<P>(variant, plies, bounds, seed)))
        .collect()
}

fn game_of<P: BaselineGame>(
    variant: P::Variant,
    plies: u32,
    bounds: Bounds,
    seed: u64,
) -> Option<Game<P>> {
    let mut game = Game::<P>::new(variant);
    while game.position().ply() < plies || !game.position().is_settled() {
        let position = game.position();
        // Random at first, so that positions differ, then greedy for material.
        let baseline = if position.ply() < 6 && position.ply().is_multiple_of(2) {
            Baseline::Random
        } else {
            Baseline::Greedy
        };
        let order = SearchOptions {
            limits: Limits::nodes(u64::MAX),
            seed: seed * 1_000 + u64::from(position.ply()),
            bounds,
            ..SearchOptions::default()
        };
        let action = baseline.choose(&InformationSet::of(&game, position.actor()), &order)?;
        game.play(action).ok()?;
    }
    game.outcome().is_none().then_some(game)
}
