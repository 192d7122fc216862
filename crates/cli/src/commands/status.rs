//! `manifold status`: who must act, or how the game ended.

use std::io::{self, Write};

use manifold_rules::board::color_name;
use serde_json::json;

use super::Line;
use crate::failure::Failure;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    line: Line,
    /// Print a JSON object: the actor, and the outcome if the game is over
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let game = arguments.line.replay()?;
    let actor = color_name(game.position().actor());
    let outcome = game.outcome();
    let mut out = io::stdout();
    match outcome {
        _ if arguments.json => {
            let actor = outcome.is_none().then_some(actor);
            writeln!(out, "{}", json!({ "actor": actor, "outcome": outcome }))?;
        }
        Some(outcome) => writeln!(out, "{outcome}")?,
        None => writeln!(out, "ongoing {actor}")?,
    }
    Ok(())
}
