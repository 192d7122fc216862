//! `manifold rules`: the players' rules of a game.

use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

use manifold_rules::variant::{AnyPosition, VariantId};

use crate::draw::terminal;
use crate::failure::Failure;
use crate::markdown::lay_out;

/// The most columns: longer lines are hard to read, however wide the terminal is.
const WIDEST: usize = 90;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The game, such as hyperspace
    game: VariantId,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    print_rules(terminal(&AnyPosition::start(arguments.game)).rules())
}

/// Prints Markdown: unchanged to a file or a pipe, laid out and in a pager on a terminal.
pub(crate) fn print_rules(markdown: &str) -> Result<(), Failure> {
    let mut out = io::stdout();
    if !out.is_terminal() {
        out.write_all(markdown.as_bytes())?;
        return Ok(());
    }
    let width = terminal_size::terminal_size().map_or(80, |(columns, _)| usize::from(columns.0));
    let styled = std::env::var_os("NO_COLOR").is_none();
    let text = lay_out(markdown, width.min(WIDEST), styled);
    if !page(&text) {
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}

/// Shows a text in the pager (`PAGER`, or `less`); false if there is none.
fn page(text: &str) -> bool {
    let pager = std::env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
    let mut words = pager.split_whitespace();
    let Some(program) = words.next() else {
        // An empty PAGER means no pager.
        return false;
    };
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // F: just print a text that fits on the screen; R: show colours; X: keep the text on the screen after quitting.
        command.env("LESS", "FRX");
    }
    let Ok(mut child) = command.spawn() else {
        return false;
    };
    if let Some(mut input) = child.stdin.take() {
        // The user may quit the pager before the end.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().is_ok_and(|status| status.success())
}
