//! `manifold status`: who must act, or how the game ended.

use std::io::{self, Write};

use manifold_rules::board::{Color, color_name};
use manifold_rules::outcome::Outcome;
use manifold_rules::position::Position;
use manifold_rules::with_game;
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
    let (actor, outcome) = status(&arguments.line)?;
    let mut out = io::stdout();
    match outcome {
        _ if arguments.json => {
            let actor = outcome.is_none().then(|| color_name(actor));
            writeln!(out, "{}", json!({ "actor": actor, "outcome": outcome }))?;
        }
        Some(outcome) => writeln!(out, "{outcome}")?,
        None => writeln!(out, "ongoing {}", color_name(actor))?,
    }
    Ok(())
}

fn status(line: &Line) -> Result<(Color, Option<Outcome>), Failure> {
    with_game!(line.game, |P, variant| {
        let game = line.replay::<P>(variant)?;
        Ok((game.position().actor(), game.outcome()))
    })
}
