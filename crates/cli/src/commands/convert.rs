//! `manifold convert`: converts records to another format.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use manifold_rules::board::color_name;
use manifold_rules::record::{LeftOut, Pgn, RecordError};
use manifold_rules::variant::{AnyAction, AnyGame, AnyPosition, AnyRecord};
use manifold_rules::viewer::Viewer;
use serde_json::{Value, json};

use crate::counted::counted;
use crate::failure::Failure;
use crate::files;
use crate::terminal::print_to_stderr;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A file of games in PGN, or - for standard input
    file: PathBuf,
    /// The format to write
    #[arg(long, value_enum, default_value = "pgn", value_name = "FORM")]
    to: Form,
    /// The viewer from whose view unfinished games are written: white, black, spectator or referee
    #[arg(long, default_value = "referee")]
    viewer: Viewer,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// PGN, normalised: tags in order, moves numbered and checked
    Pgn,
    /// One line per game: its identifier and the actions in machine notation
    Moves,
    /// A JSON array of games
    Json,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let games = files::read_records(&arguments.file)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let mut broken = 0_usize;
    let mut array = Vec::new();
    let mut left_out = Vec::new();
    for (i, game) in games.into_iter().enumerate() {
        match game.and_then(|game| Ok((convert(&game, &arguments)?, game.left_out))) {
            Ok((converted, of_game)) => {
                left_out.push(of_game);
                match converted {
                    Converted::Text(text) => out.write_all(text.as_bytes())?,
                    Converted::Json(value) => array.push(value),
                }
            }
            Err(error) => {
                broken += 1;
                print_to_stderr(format_args!(
                    "manifold: game {}: {}",
                    i + 1,
                    files::in_file(&arguments.file, &error)
                ));
            }
        }
    }
    if arguments.to == Form::Json {
        serde_json::to_writer_pretty(&mut out, &array).map_err(io::Error::from)?;
        writeln!(out)?;
    }
    out.flush()?;
    if let Some(things) = left_out_in_words(&left_out) {
        let file = arguments.file.display();
        print_to_stderr(format_args!("manifold: {file}: left out: {things}"));
    }
    match broken {
        0 => Ok(()),
        n => Err(Failure::Input(format!(
            "{} could not be converted",
            counted(n, "game")
        ))),
    }
}

/// What is left out of games, in words; `None` if nothing is.
pub(super) fn left_out_in_words(left_out: &[LeftOut]) -> Option<String> {
    let total = |number: fn(&LeftOut) -> usize| left_out.iter().map(number).sum::<usize>();
    let things: Vec<String> = [
        (total(|one| one.variations), "variation", ""),
        (total(|one| one.glyphs), "annotation glyph", ""),
        (
            total(|one| one.clocks),
            "comment",
            " with an unreadable clock",
        ),
        (total(|one| one.comments), "comment", " outside the moves"),
    ]
    .into_iter()
    .filter(|(number, ..)| *number > 0)
    .map(|(number, thing, which)| format!("{}{which}", counted(number, thing)))
    .collect();
    (!things.is_empty()).then(|| things.join(", "))
}

enum Converted {
    Text(String),
    Json(Value),
}

fn convert(pgn: &Pgn, arguments: &Arguments) -> Result<Converted, RecordError> {
    let record = AnyRecord::replay(pgn)?;
    let viewer = match record.game.outcome() {
        Some(_) => Viewer::Referee,
        None => arguments.viewer,
    };
    Ok(match arguments.to {
        Form::Pgn => Converted::Text(format!("{}\n", record.to_pgn(viewer))),
        Form::Moves if !begins_as_usual(&record.game) => {
            return Err(RecordError {
                line: pgn.line,
                word: None,
                problem: "the game begins at a position of its own, which a line of moves cannot say; convert it to json"
                    .to_owned(),
            });
        }
        Form::Moves => Converted::Text(format!("{}\n", line(&record.game, viewer))),
        Form::Json => Converted::Json(json(&record, viewer)),
    })
}

/// Whether a game begins at the default starting position of its variant.
fn begins_as_usual(game: &AnyGame) -> bool {
    let text = |position: AnyPosition| position.view(Viewer::Referee).to_string();
    text(game.start()) == text(AnyPosition::start(game.variant()))
}

/// An action in machine notation, or only the public part of it if `viewer` may not know all of it.
fn machine(position: &AnyPosition, action: AnyAction, viewer: Viewer) -> String {
    match position.public(action) {
        Some(public) if !viewer.knows_secrets_of(position.player_of(action)) => public.to_string(),
        _ => action.to_string(),
    }
}

fn line(game: &AnyGame, viewer: Viewer) -> String {
    let actions: Vec<String> = game
        .steps()
        .map(|(position, action)| machine(&position, action, viewer))
        .collect();
    format!("{} {}", game.variant(), actions.join(" "))
}

fn json(record: &AnyRecord, viewer: Viewer) -> Value {
    let mut tags: serde_json::Map<String, Value> = record
        .tags
        .iter()
        .map(|(name, value)| (name.to_owned(), value.into()))
        .collect();
    if let Some(text) = tags.get_mut("FEN") {
        *text = record.game.start().view(viewer).to_string().into();
    }
    let clock = |i: usize| {
        let clock = record.notes.get(i)?.clock?;
        Some(clock.as_secs_f64())
    };
    let played: Vec<Value> = record
        .game
        .steps()
        .enumerate()
        .map(|(i, (position, action))| {
            json!({
                "player": color_name(position.player_of(action)),
                "action": machine(&position, action, viewer),
                "notation": position.notation(action, viewer),
                "clock": clock(i),
            })
        })
        .collect();
    json!({
        "game": record.game.variant().id(),
        "tags": tags,
        "actions": played,
        "outcome": record.game.outcome(),
    })
}
