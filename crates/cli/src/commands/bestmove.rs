//! `manifold bestmove`: the one action that the engine chooses for the player who must act.

use std::io::{self, Write};
use std::time::Duration;

use manifold_engine::{Level, Limits, SearchOptions};

use super::{BoundsArguments, Line};
use crate::failure::Failure;
use crate::opponent::{Chooser, choose};
use crate::whole_number::whole_number;

/// The default thinking time.
const MOVETIME: Duration = Duration::from_secs(1);

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    line: Line,
    /// Stop after N nodes; the same seed then always gives the same answer
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Stop after this many milliseconds (1000 unless another limit is given)
    #[arg(long, value_name = "MS", value_parser = whole_number(1..=u64::MAX))]
    movetime: Option<u64>,
    /// Seed for random choices
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole_number(0..=u64::MAX))]
    seed: u64,
    /// Playing strength, 1 to 8
    #[arg(long, value_name = "L", default_value_t = Level::FULL.number(),
          value_parser = whole_number(1_u8..=8))]
    level: u8,
    #[command(flatten)]
    bounds: BoundsArguments,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let game = arguments.line.replay()?;
    if let Some(outcome) = game.outcome() {
        return Err(Failure::Input(format!("the game is over: {outcome}")));
    }
    let time = arguments.movetime.map(Duration::from_millis);
    let order = SearchOptions {
        level: Level::new(arguments.level).unwrap_or_default(),
        limits: Limits {
            nodes: arguments.nodes,
            time: time.or(arguments.nodes.is_none().then_some(MOVETIME)),
            ..Limits::default()
        },
        seed: arguments.seed,
        bounds: arguments.bounds.bounds(),
        ..SearchOptions::default()
    };
    let action = choose(Chooser::Engine, &game, &order)
        .ok_or_else(|| Failure::World("the engine has found nothing to do".to_owned()))?;
    writeln!(io::stdout().lock(), "{action}")?;
    Ok(())
}
