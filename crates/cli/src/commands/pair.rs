//! `manifold pair`: the next round of a tournament, a check of its past rounds, or the rounds of a round robin.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use manifold_pairing::rounds::{self, Difference};
use manifold_pairing::trf::{self, Report};
use manifold_pairing::{Board, PairingError, berger};
use manifold_rules::error::shorten;

use crate::failure::Failure;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A tournament file (TRF16 or TRF26), whose next round is paired
    #[arg(
        value_name = "FILE",
        required_unless_present = "round_robin",
        conflicts_with = "round_robin"
    )]
    file: Option<PathBuf>,
    /// Pair every past round again and compare; prints a line for each round that differs, with exit status 1
    #[arg(long, requires = "file", conflicts_with = "round_robin")]
    check: bool,
    /// Print all rounds of a round robin of this many players, 3 to 24 (Berger tables)
    #[arg(long, value_name = "PLAYERS")]
    round_robin: Option<String>,
    /// Make it a double round robin, in which everybody meets everybody twice
    #[arg(long, requires = "round_robin", conflicts_with = "file")]
    double: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(players) = &arguments.round_robin {
        return round_robin(players, arguments.double);
    }
    let Some(file) = &arguments.file else {
        return Err(Failure::Input("a file is missing".to_owned()));
    };
    let report = read(file)?;
    if let Some(unsupported) = &report.unsupported {
        return Err(Failure::Input(format!("{}: {unsupported}", file.display())));
    }
    if arguments.check {
        check(file, &report)
    } else {
        let boards = rounds::pair(&report.tournament).map_err(|error| refuse(file, &error))?;
        let mut out = io::stdout().lock();
        writeln!(out, "{}", boards.len())?;
        for board in boards {
            writeln!(out, "{board}")?;
        }
        Ok(())
    }
}

/// Reads a tournament file.
pub(super) fn read(file: &Path) -> Result<Report, Failure> {
    let bytes =
        fs::read(file).map_err(|error| Failure::Input(format!("{}: {error}", file.display())))?;
    trf::read(&bytes).map_err(|error| Failure::Input(format!("{}: {error}", file.display())))
}

fn refuse(file: &Path, error: &PairingError) -> Failure {
    Failure::Input(format!("{}: {error}", file.display()))
}

fn round_robin(players: &str, double: bool) -> Result<(), Failure> {
    let players = players.parse().map_err(|_| {
        Failure::Input(format!(
            "PLAYERS must be a number from 3 to 24, not “{}”",
            shorten(players)
        ))
    })?;
    let rounds =
        berger::rounds(players, double).map_err(|error| Failure::Input(error.to_string()))?;
    let mut out = io::stdout().lock();
    for (index, boards) in rounds.iter().enumerate() {
        for board in boards {
            writeln!(out, "{} {board}", index + 1)?;
        }
    }
    Ok(())
}

fn check(file: &Path, report: &Report) -> Result<(), Failure> {
    let differences = rounds::check(&report.tournament).map_err(|error| refuse(file, &error))?;
    let mut out = io::stdout().lock();
    for Difference {
        round,
        found,
        expected,
    } in &differences
    {
        match expected {
            Ok(expected) => {
                let here = missing(found, expected);
                let there = missing(expected, found);
                writeln!(out, "round {round}: {here} instead of {there}")?;
            }
            Err(error) => writeln!(out, "round {round}: {error}")?,
        }
    }
    out.flush()?;
    let differ = match differences.len() {
        0 => return Ok(()),
        1 => "1 round differs".to_owned(),
        count => format!("{count} rounds differ"),
    };
    Err(Failure::World(format!("{}: {differ}", file.display())))
}

/// The boards of one pairing that another does not have, as text.
fn missing(boards: &[Board], others: &[Board]) -> String {
    let missing: Vec<String> = boards
        .iter()
        .filter(|board| !others.contains(board))
        .map(ToString::to_string)
        .collect();
    if missing.is_empty() {
        "nothing".to_owned()
    } else {
        missing.join(", ")
    }
}
