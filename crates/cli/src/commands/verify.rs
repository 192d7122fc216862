//! `manifold verify`: checks every secret square of a finished game against the commitment that was
//! published when the piece left.

use std::io::{self, Write};
use std::path::PathBuf;

use manifold_rules::hyperspace::{Commitment, Hyperspace};
use manifold_rules::position::Position;
use manifold_rules::record::{Note, Pgn, Record};
use manifold_rules::variant::VariantId;
use manifold_rules::viewer::Viewer;

use crate::failure::Failure;
use crate::files;
use crate::whole_number::whole_number;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A file with the record, or - for standard input
    file: PathBuf,
    /// The number of the game in the file
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number(1..=usize::MAX))]
    game: usize,
    /// A record of the same game saved while it was in progress; its commitments must be the same
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
}

/// A consistent record could still have been replaced as a whole.
const ASK_FOR_AN_EARLIER_RECORD: &str = "\
Are these the commitments that were published during the game? To compare them with a record that you
kept then, add --against FILE.";

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let wrong = |error| files::in_file(&arguments.file, &error);
    let pgn = files::read_record(&arguments.file, arguments.game)?;
    let VariantId::Hyperspace(variant) = pgn.game().map_err(wrong)? else {
        return Err(Failure::Input(
            "only Hyperspace Chess has secret squares to verify".to_owned(),
        ));
    };
    let record = pgn.replay::<Hyperspace>(variant).map_err(wrong)?;
    if record.game.outcome().is_none() {
        return Err(Failure::Input(
            "the game is not over: secret squares are published when it is".to_owned(),
        ));
    }
    let earlier = match &arguments.against {
        Some(path) => Some(files::read_record(path, 1)?),
        None => None,
    };
    let findings = examine(&record, earlier.as_ref());
    let mut out = io::stdout().lock();
    for (notation, finding) in &findings {
        writeln!(out, "{notation:<18} {}", finding.sentence())?;
    }
    let broken = findings
        .iter()
        .filter(|(_, finding)| *finding != Finding::Kept)
        .count();
    match (findings.len(), broken) {
        (0, _) => writeln!(out, "Nobody entered hyperspace in this game.")?,
        (all, 0) => {
            writeln!(out, "All {all} secret squares fit their commitments.")?;
            if earlier.is_none() {
                writeln!(out, "{ASK_FOR_AN_EARLIER_RECORD}")?;
            }
        }
        (all, broken) => {
            return Err(Failure::World(format!(
                "{broken} of {all} secret squares are not proven"
            )));
        }
    }
    Ok(())
}

/// The verdict on one promise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Finding {
    Kept,
    Broken,
    Exchanged,
    Unproven,
    /// The game's identifier is part of the commitment.
    Unidentified,
}

impl Finding {
    fn sentence(self) -> &'static str {
        match self {
            Finding::Kept => "fits its commitment",
            Finding::Broken => "DOES NOT FIT its commitment",
            Finding::Exchanged => "has another commitment than during the game",
            Finding::Unproven => "has no commitment and salt that can be read",
            Finding::Unidentified => "cannot be checked: the record has no tag GameId",
        }
    }
}

/// Every phase-out of the game, with what its commitment says of it.
fn examine(record: &Record<Hyperspace>, earlier: Option<&Pgn>) -> Vec<(String, Finding)> {
    let game = record.tags.get("GameId");
    let mut position = record.game.start().clone();
    let mut findings = Vec::new();
    for (i, action) in record.game.actions().iter().enumerate() {
        if let Some(departure) = position.departure(*action, game.unwrap_or_default()) {
            let number = position.ply() / 2 + 1;
            let dots = position.turn().fold_wb(".", "...");
            let notation = position.notation(*action, Viewer::Referee);
            let note = record.notes.get(i);
            let published = earlier.and_then(|pgn| pgn.words.get(i));
            let finding = match note.and_then(opening) {
                None => Finding::Unproven,
                Some(_) if game.is_none() => Finding::Unidentified,
                // A commitment that was not published yet when the earlier record was kept cannot be compared.
                Some((commitment, _))
                    if published.is_some_and(|word| {
                        word.note.commitment != Some(commitment.to_string())
                    }) =>
                {
                    Finding::Exchanged
                }
                Some((commitment, salt)) if commitment.verify(&departure, &salt) => Finding::Kept,
                Some(_) => Finding::Broken,
            };
            findings.push((format!("{number}{dots} {notation}"), finding));
        }
        position.play_unchecked(*action);
    }
    findings
}

/// The commitment of a note and the salt that opens it.
fn opening(note: &Note) -> Option<(Commitment, Vec<u8>)> {
    let commitment = note.commitment.as_ref()?.parse().ok()?;
    let salt = hex::decode(note.salt.as_ref()?.reveal()).ok()?;
    Some((commitment, salt))
}
