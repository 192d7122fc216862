//! `manifold perft`: the number of action sequences of a given length.

use std::io::{self, BufWriter, Write};

use manifold_rules::game::{Game, Listing};
use manifold_rules::{perft, with_game};

use super::{Line, ListingArguments, refuse_unlisted};
use crate::failure::Failure;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    line: Line,
    /// How many actions
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=99))]
    depth: u32,
    #[command(flatten)]
    listing: ListingArguments,
    /// Print a count for each first action before the total
    #[arg(long)]
    divide: bool,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let listing = arguments.listing.listing();
    with_game!(arguments.line.game, |G, variant| {
        count::<G>(&arguments, variant, listing)
    })
}

fn count<G: Game>(
    arguments: &Arguments,
    variant: G::Variant,
    listing: Listing,
) -> Result<(), Failure> {
    let game = arguments.line.replay::<G>(variant)?;
    refuse_unlisted(&game)?;
    let over = game.outcome().is_some();
    let mut out = BufWriter::new(io::stdout().lock());
    let total = match arguments.depth {
        0 => 1,
        _ if over => 0,
        depth if arguments.divide => {
            let mut counts: Vec<(String, u64)> = perft::divide(game.position(), depth, listing)
                .into_iter()
                .map(|(action, count)| (action.to_string(), count))
                .collect();
            counts.sort_unstable();
            for (action, count) in &counts {
                writeln!(out, "{action} {count}")?;
            }
            counts.iter().map(|(_, count)| count).sum()
        }
        depth => perft::perft(game.position(), depth, listing),
    };
    writeln!(out, "{total}")?;
    out.flush()?;
    Ok(())
}
