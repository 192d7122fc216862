//! `manifold show`: a position as one viewer may see it.

use std::io::{self, Write};

use manifold_rules::viewer::Viewer;
use manifold_rules::with_game;

use super::Line;
use crate::draw::TerminalGame;
use crate::failure::Failure;
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    line: Line,
    /// Who looks: white, black, spectator or referee
    #[arg(long, default_value = "referee")]
    viewer: Viewer,
    /// Print the view as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    look: terminal::Look,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    writeln!(io::stdout(), "{}", text(&arguments)?)?;
    Ok(())
}

fn text(arguments: &Arguments) -> Result<String, Failure> {
    with_game!(arguments.line.game, |P, variant| show::<P>(
        arguments, variant
    ))
}

fn show<P: TerminalGame>(arguments: &Arguments, variant: P::Variant) -> Result<String, Failure> {
    let game = arguments.line.replay::<P>(variant)?;
    let view = game.position().view(arguments.viewer);
    if arguments.json {
        return serde_json::to_string_pretty(&view)
            .map_err(|error| Failure::World(error.to_string()));
    }
    let mut style = arguments.look.style();
    if let Viewer::Player(color) = arguments.viewer {
        style.bottom = color;
    }
    Ok(format!("{}\n{view}", P::draw(&view, &style)))
}
