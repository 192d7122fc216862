//! `manifold verify`: checks every secret square of a finished game against the commitment that was published when the piece left.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use manifold_rules::error::shorten;
use manifold_rules::hyperspace::{Action, Commitment, Hyperspace};
use manifold_rules::position::Position;
use manifold_rules::record::{Note, Pgn, Record};
use manifold_rules::variant::VariantId;
use manifold_rules::viewer::Viewer;

use super::play::GAME_ID;
use crate::counted::counted;
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
    /// A file with a record of the same game (by its GameId tag) saved while it was in progress; its commitments must match
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
}

/// The hint after a success without `--against`: a consistent record could still have been replaced as a whole.
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
        Some(path) => earlier_records(path, &pgn)?,
        None => Vec::new(),
    };
    // Report the earlier record that shows an exchange, or else the one with the most commitments to compare.
    let against_each = earlier
        .iter()
        .map(|earlier| examine(&record, Some(earlier)));
    let Examined {
        findings,
        compared,
        parted,
    } = against_each
        .max_by_key(|examined| (examined.exchanged(), examined.compared))
        .unwrap_or_else(|| examine(&record, None));
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
            match &arguments.against {
                None => writeln!(out, "{ASK_FOR_AN_EARLIER_RECORD}")?,
                Some(path) => writeln!(
                    out,
                    "{compared} of {} could be compared with {}.",
                    counted(all, "commitment"),
                    path.display()
                )?,
            }
            if let Some(action) = parted {
                writeln!(out, "From {action} on the game went another way there.")?;
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

/// All records of the same game in the file of earlier ones, at least one: it may have been saved several times.
fn earlier_records(path: &Path, pgn: &Pgn) -> Result<Vec<Pgn>, Failure> {
    let wrong = |problem: String| Failure::Input(format!("{}: {problem}", path.display()));
    let Some(id) = pgn.tags.get(GAME_ID) else {
        return Err(wrong(
            "no record can be found in it: the game to verify has no tag GameId".to_owned(),
        ));
    };
    let mut earlier = Vec::new();
    let mut other_variant = false;
    let mut unread = None;
    for game in files::read_records(path)? {
        match game {
            Ok(game) if game.tags.get(GAME_ID) == Some(id) => match game.game() == pgn.game() {
                true => earlier.push(game),
                false => other_variant = true,
            },
            Ok(_) => {}
            Err(error) => unread = unread.or(Some(error)),
        }
    }
    if !earlier.is_empty() {
        return Ok(earlier);
    }
    if other_variant {
        return Err(wrong(format!("the game {id} is of another variant there")));
    }
    Err(match unread {
        Some(error) => files::in_file(path, &error),
        None => wrong(format!(
            "it has no record of this game, with the GameId {}",
            shorten(id)
        )),
    })
}

/// The verdict on one commitment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Finding {
    Kept,
    Broken,
    Exchanged,
    Unproven,
    /// The record has no identifier of the game, which is part of the commitment.
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

/// The result of examining the commitments of a game.
struct Examined {
    /// Every phase-out, with the verdict on its commitment.
    findings: Vec<(String, Finding)>,
    /// The number of commitments that are in the earlier record, too.
    compared: usize,
    /// The first action that differs in the earlier record. Nothing after it is compared, as the actions there were taken back.
    parted: Option<String>,
}

impl Examined {
    /// The number of commitments that differ from the earlier record.
    fn exchanged(&self) -> usize {
        let findings = self.findings.iter();
        findings
            .filter(|(_, finding)| *finding == Finding::Exchanged)
            .count()
    }
}

fn examine(record: &Record<Hyperspace>, earlier: Option<&Pgn>) -> Examined {
    let game = record.tags.get(GAME_ID);
    let mut position = record.game.start().clone();
    let mut findings = Vec::new();
    let mut compared = 0;
    let mut parted = None;
    let mut words = earlier.map_or(&[][..], |pgn| &pgn.words).iter();
    for (i, action) in record.game.actions().iter().enumerate() {
        let number = position.ply() / 2 + 1;
        let dots = position.turn().fold_wb(".", "...");
        let named = format!(
            "{number}{dots} {}",
            position.notation(*action, Viewer::Referee)
        );
        let word = words.next();
        if word.is_some_and(|word| !is_public_word_of(&position, *action, &word.text)) {
            parted.get_or_insert_with(|| named.clone());
        }
        let word = word.filter(|_| parted.is_none());
        if let Some(departure) = position.departure(*action, game.unwrap_or_default()) {
            let note = record.notes.get(i);
            let published = word.and_then(|word| word.note.commitment.as_ref());
            compared += usize::from(published.is_some());
            let finding = match note.and_then(opening) {
                None => Finding::Unproven,
                Some(_) if game.is_none() => Finding::Unidentified,
                // Only commitments that had been published when the earlier record was saved can be compared.
                Some((commitment, _))
                    if published.is_some_and(|published| *published != commitment.to_string()) =>
                {
                    Finding::Exchanged
                }
                Some((commitment, salt)) if commitment.verify(&departure, &salt) => Finding::Kept,
                Some(_) => Finding::Broken,
            };
            findings.push((named, finding));
        }
        position.play_unchecked(*action);
    }
    Examined {
        findings,
        compared,
        parted,
    }
}

/// Whether a word of a record is the same action in its public form, whether or not the word contains a secret square.
fn is_public_word_of(position: &Hyperspace, action: Action, word: &str) -> bool {
    let public = |action| position.notation(action, Viewer::Spectator);
    let is_same = |read| public(read) == public(action);
    word == public(action) || position.read(word).is_ok_and(is_same)
}

/// The commitment of a note and the salt that opens it.
fn opening(note: &Note) -> Option<(Commitment, Vec<u8>)> {
    let commitment = note.commitment.as_ref()?.parse().ok()?;
    let salt = hex::decode(note.salt.as_ref()?.reveal()).ok()?;
    Some((commitment, salt))
}
