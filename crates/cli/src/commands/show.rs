//! `manifold show`: a position as one viewer may see it.

use std::io::{self, Write};

use manifold_rules::viewer::Viewer;

use super::Line;
use crate::draw::{draw, ending};
use crate::failure::Failure;
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    line: Line,
    /// The viewer: white, black, spectator or referee
    #[arg(long, default_value = "referee")]
    viewer: Viewer,
    /// Print the view as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    look: terminal::Look,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let game = arguments.line.replay()?;
    let position = game.position();
    let view = position.view(arguments.viewer);
    let mut out = io::stdout();
    if arguments.json {
        let text = serde_json::to_string_pretty(&view)
            .map_err(|error| Failure::World(error.to_string()))?;
        writeln!(out, "{text}")?;
        return Ok(());
    }
    let mut style = arguments.look.style();
    if let Viewer::Player(color) = arguments.viewer {
        style.bottom = color;
    }
    let outcome = game.outcome();
    write!(
        out,
        "{}",
        draw(&position, outcome, arguments.viewer, &style)
    )?;
    if let Some(outcome) = outcome {
        writeln!(out, "{}", ending(outcome, &style))?;
    }
    writeln!(out, "\n{view}")?;
    Ok(())
}
