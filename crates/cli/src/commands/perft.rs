//! `manifold perft`: the number of action sequences of a given length.

use std::io::{self, BufWriter, Write};

use super::{BoundsArguments, Line, refuse_unlisted};
use crate::failure::Failure;
use crate::whole_number::whole_number;

/// The longest sequences that can be counted, in actions: longer counts would never finish.
const MOST_DEPTH: u32 = 99;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    line: Line,
    /// The length of the sequences, in actions
    #[arg(value_name = "DEPTH", value_parser = whole_number(0..=MOST_DEPTH))]
    depth: u32,
    #[command(flatten)]
    bounds: BoundsArguments,
    /// Print the count for each first action before the total
    #[arg(long)]
    divide: bool,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let bounds = arguments.bounds.bounds();
    let game = arguments.line.replay()?;
    refuse_unlisted(&game)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let total = match arguments.depth {
        0 => 1,
        _ if game.outcome().is_some() => 0,
        depth if arguments.divide => {
            let mut counts: Vec<(String, u64)> = game
                .position()
                .divide(depth, bounds)
                .into_iter()
                .map(|(action, count)| (action.to_string(), count))
                .collect();
            counts.sort_unstable();
            for (action, count) in &counts {
                writeln!(out, "{action} {count}")?;
            }
            counts.iter().map(|(_, count)| count).sum()
        }
        depth => game.position().perft(depth, bounds),
    };
    writeln!(out, "{total}")?;
    out.flush()?;
    Ok(())
}
