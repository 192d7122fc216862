//! `manifold replay`: step through a recorded game.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use manifold_rules::variant::AnyRecord;
use manifold_rules::viewer::Viewer;

use crate::counted::counted;
use crate::draw::{Style, draw, ending, strong};
use crate::failure::Failure;
use crate::files;
use crate::terminal;
use crate::whole_number::whole_number;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A file with the record, or - for standard input
    file: PathBuf,
    /// The number of the game in the file
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number(1..=usize::MAX))]
    game: usize,
    /// Print only the position after this many actions
    #[arg(long, value_name = "ACTIONS", value_parser = whole_number(0..=usize::MAX))]
    at: Option<usize>,
    /// The viewer: white, black, spectator or referee
    #[arg(long, default_value = "referee")]
    viewer: Viewer,
    #[command(flatten)]
    look: terminal::Look,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let pgn = files::read_record(&arguments.file, arguments.game)?;
    let record =
        AnyRecord::replay(&pgn).map_err(|error| files::in_file(&arguments.file, &error))?;
    replay(&record, &arguments)
}

fn replay(record: &AnyRecord, arguments: &Arguments) -> Result<(), Failure> {
    let mut style = arguments.look.style();
    if let Viewer::Player(color) = arguments.viewer {
        style.bottom = color;
    }
    let viewer = match record.game.outcome() {
        // A finished game has no secrets: all squares are published.
        Some(_) => Viewer::Referee,
        None => arguments.viewer,
    };
    let last = record.game.len();
    let mut out = io::stdout();
    if let Some(at) = arguments.at {
        if at > last {
            return Err(Failure::Input(format!(
                "{}: the game has {}: there is no position after {at}",
                arguments.file.display(),
                counted(last, "action")
            )));
        }
        write!(out, "{}", frame(record, at, viewer, &style))?;
        return Ok(());
    }
    let interactive = io::stdin().is_terminal() && out.is_terminal();
    if !interactive {
        for at in 0..=last {
            writeln!(out, "{}", frame(record, at, viewer, &style))?;
        }
        return Ok(());
    }
    let mut at = 0;
    loop {
        write!(out, "\n{}", frame(record, at, viewer, &style))?;
        write!(
            out,
            "[Enter] next · b back · NUMBER go there · f flip · q quit > "
        )?;
        out.flush()?;
        let mut line = String::new();
        if io::stdin().read_line(&mut line)? == 0 {
            return Ok(());
        }
        match line.trim() {
            "" | "n" => at = (at + 1).min(last),
            "b" | "p" => at = at.saturating_sub(1),
            "f" => style.bottom = style.bottom.other(),
            "q" | "quit" => return Ok(()),
            number => match number.parse::<usize>() {
                Ok(number) if number <= last => at = number,
                _ => writeln!(
                    out,
                    "Type a number from 0 to {last}, b, f, q, or just Enter."
                )?,
            },
        }
    }
}

/// The position after `at` actions, with the action that led to it and its comment.
fn frame(record: &AnyRecord, at: usize, viewer: Viewer, style: &Style) -> String {
    let before = at
        .checked_sub(1)
        .and_then(|last| record.game.steps().nth(last));
    let mut caption = "The start".to_owned();
    let mut comment = "";
    if let Some((position, action)) = before {
        let dots = position.turn().fold_wb(".", "...");
        let shown = position.notation(action, viewer);
        caption = format!("{}{dots} {shown}", position.ply() / 2 + 1);
        if let Some(note) = record.notes.get(at - 1) {
            comment = note.text_for(&shown, &position.notation(action, Viewer::Referee));
        }
    }
    let total = record.game.len();
    let mut text = format!("{} ({at} of {total})\n", strong(&caption, style));
    if !comment.is_empty() {
        text.push_str(comment);
        text.push('\n');
    }
    let outcome = record.game.outcome().filter(|_| at == total);
    text.push_str(&draw(
        &record.game.after(at).position(),
        outcome,
        viewer,
        style,
    ));
    if let Some(outcome) = outcome {
        text.push_str(&ending(outcome, style));
        text.push('\n');
    }
    text
}
