//! `manifold moves`: every legal action of the actor, one per line, sorted bytewise.

use std::io::{self, BufWriter, Write};

use super::{BoundsArguments, Line, refuse_unlisted};
use crate::failure::Failure;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    line: Line,
    #[command(flatten)]
    bounds: BoundsArguments,
    /// Print a JSON array instead of lines
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let moves = moves(&arguments)?;
    let mut out = BufWriter::new(io::stdout().lock());
    if arguments.json {
        serde_json::to_writer(&mut out, &moves).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        for action in moves {
            writeln!(out, "{action}")?;
        }
    }
    out.flush()?;
    Ok(())
}

fn moves(arguments: &Arguments) -> Result<Vec<String>, Failure> {
    let game = arguments.line.replay()?;
    refuse_unlisted(&game)?;
    if game.outcome().is_some() {
        return Ok(Vec::new());
    }
    let mut moves: Vec<String> = game
        .position()
        .legal_actions_within(arguments.bounds.bounds())
        .iter()
        .map(ToString::to_string)
        .collect();
    moves.sort_unstable();
    Ok(moves)
}
