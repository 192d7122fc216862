//! `manifold perft`: the number of action sequences of a given length.

use std::io::{self, BufWriter, Write};

use manifold_rules::position::{Bounds, Rules};
use manifold_rules::{perft, with_game};

use super::{BoundsArguments, Line, refuse_unlisted};
use crate::failure::Failure;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    line: Line,
    /// How many actions
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=99))]
    depth: u32,
    #[command(flatten)]
    bounds: BoundsArguments,
    /// Print a count for each first action before the total
    #[arg(long)]
    divide: bool,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let bounds = arguments.bounds.bounds();
    with_game!(arguments.line.game, |P, variant| {
        count::<P>(&arguments, variant, bounds)
    })
}

fn count<P: Rules>(
    arguments: &Arguments,
    variant: P::Variant,
    bounds: Bounds,
) -> Result<(), Failure> {
    let game = arguments.line.replay::<P>(variant)?;
    refuse_unlisted(&game)?;
    let over = game.outcome().is_some();
    let mut out = BufWriter::new(io::stdout().lock());
    let total = match arguments.depth {
        0 => 1,
        _ if over => 0,
        depth if arguments.divide => {
            let mut counts: Vec<(String, u64)> = perft::divide(game.position(), depth, bounds)
                .into_iter()
                .map(|(action, count)| (action.to_string(), count))
                .collect();
            counts.sort_unstable();
            for (action, count) in &counts {
                writeln!(out, "{action} {count}")?;
            }
            counts.iter().map(|(_, count)| count).sum()
        }
        depth => perft::perft(game.position(), depth, bounds),
    };
    writeln!(out, "{total}")?;
    out.flush()?;
    Ok(())
}
