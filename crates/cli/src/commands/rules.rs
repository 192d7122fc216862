//! `manifold rules`: the rules of a game for players.

use std::io::{self, IsTerminal, Write};

use manifold_rules::catalogue::GameId;
use manifold_rules::with_game;

use crate::draw::TerminalGame;
use crate::failure::Failure;

/// Longer lines are hard to read, however wide the terminal is.
const WIDEST: usize = 90;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The game, such as hyperspace
    game: GameId,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    print_rules(rules(arguments.game))
}

fn rules(game: GameId) -> &'static str {
    with_game!(game, |G, _variant| <G as TerminalGame>::RULES)
}

/// Prints Markdown: as it is into a file or a pipe, laid out on a terminal.
pub(crate) fn print_rules(markdown: &str) -> Result<(), Failure> {
    let mut out = io::stdout();
    if !out.is_terminal() {
        out.write_all(markdown.as_bytes())?;
        return Ok(());
    }
    let width = terminal_size::terminal_size().map_or(80, |(columns, _)| usize::from(columns.0));
    let skin = match std::env::var_os("NO_COLOR") {
        Some(_) => termimad::MadSkin::no_style(),
        None => termimad::MadSkin::default(),
    };
    let text = skin.text(markdown, Some(width.min(WIDEST)));
    write!(out, "{text}")?;
    Ok(())
}
