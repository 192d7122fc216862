//! Output to the terminal, and its capabilities.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use clap::ValueEnum;
use manifold_rules::board::Color;

use crate::draw::Style;
use crate::whole_number::whole_number;

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// If standard output is a terminal and NO_COLOR is not set
    Auto,
    Always,
    Never,
}

/// Prints a text and a newline. The program exits if the output is closed or cannot be written: every action is on disk by then.
pub(crate) fn print(text: &str) {
    let mut out = io::stdout().lock();
    let written = writeln!(out, "{text}").and_then(|()| out.flush());
    match written {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            print_to_stderr(format_args!("manifold: {error}"));
            std::process::exit(1);
        }
    }
}

/// Prints a line to standard error. Errors are ignored: the exit status, or the work in progress, matters more.
pub(crate) fn print_to_stderr(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Wraps a text into lines of at most `width` columns.
pub(crate) fn wrap(text: &str, width: usize) -> String {
    textwrap::fill(text, width.max(20))
}

/// The options of every command that draws.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Look {
    /// Use letters instead of chess symbols
    #[arg(long)]
    ascii: bool,
    /// When to use colours
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    color: ColorChoice,
    /// Width to draw for, in columns (default: the terminal's)
    #[arg(long, value_name = "COLUMNS", value_parser = whole_number(0..=u16::MAX))]
    width: Option<u16>,
}

impl Look {
    /// The style to draw in, with White at the bottom.
    pub(crate) fn style(&self) -> Style {
        let color = match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                std::io::stdout().is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                    && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
            }
        };
        Style {
            unicode: !self.ascii,
            color,
            bottom: Color::White,
            width: self.columns(),
            focus: 1,
            highlights: Default::default(),
        }
    }

    /// The current width of the terminal in columns; people resize it.
    pub(crate) fn columns(&self) -> usize {
        let known = self
            .width
            .or_else(|| terminal_size::terminal_size().map(|(terminal_size::Width(w), _)| w));
        usize::from(known.unwrap_or(80))
    }
}
