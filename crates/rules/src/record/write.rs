//! Writing records.

use super::Record;
use super::note::comment;
use super::{Note, Tags};
use crate::game::Game;
use crate::position::{Rules, Variant};
use crate::viewer::Viewer;

/// The Seven Tag Roster of PGN, in order and without `Result`, with the values to write if unknown.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// Tags that come from the game itself.
const OWN: [&str; 5] = ["Result", "Variant", "Termination", "SetUp", "FEN"];

impl<P: Rules> Record<P> {
    /// The record for `reader`. A finished game has no secrets.
    #[must_use]
    pub fn to_pgn(&self, reader: Viewer) -> String {
        write_pgn(&self.game, &self.tags, &self.notes, reader)
    }
}

/// A game as PGN, with tags and a note for each action, as `reader` may have it. A finished game has no secrets.
#[must_use]
pub fn write_pgn<P: Rules>(game: &Game<P>, tags: &Tags, notes: &[Note], reader: Viewer) -> String {
    let reader = match game.outcome() {
        Some(_) => Viewer::Referee,
        None => reader,
    };
    write_sealed_pgn(game, tags, notes, reader)
}

/// A game as PGN, keeping secrets from `reader` even if it is over: its result can still be taken back, and then the secrets matter again.
#[must_use]
pub fn write_sealed_pgn<P: Rules>(
    game: &Game<P>,
    tags: &Tags,
    notes: &[Note],
    reader: Viewer,
) -> String {
    let mut text = header(game, tags, reader);
    text.push('\n');
    text.push_str(&wrap(&movetext(game, notes, reader)));
    text.push('\n');
    text
}

fn header<P: Rules>(game: &Game<P>, tags: &Tags, reader: Viewer) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    for (name, unknown) in ROSTER {
        tag(name, tags.get(name).unwrap_or(unknown));
    }
    tag("Result", result(game));
    let start = game.start();
    let variant = start.variant();
    tag(
        "Variant",
        P::pgn_names(variant)
            .first()
            .copied()
            .unwrap_or_else(|| variant.id()),
    );
    if let Some(outcome) = game.outcome() {
        tag("Termination", &outcome.reason.to_string());
    }
    // Other programs expect a start position that is drawn by lot even if it is the default one.
    if *start != P::start(variant) || P::starts(variant) > 1 {
        tag("SetUp", "1");
        tag("FEN", &start.view(reader).to_string());
    }
    let is_written = |name: &str| OWN.contains(&name) || ROSTER.iter().any(|(n, _)| *n == name);
    for (name, value) in tags.iter().filter(|(name, _)| !is_written(name)) {
        tag(name, value);
    }
    text
}

fn result<P: Rules>(game: &Game<P>) -> &'static str {
    game.outcome().map_or("*", |outcome| outcome.score())
}

fn movetext<P: Rules>(game: &Game<P>, notes: &[Note], reader: Viewer) -> Vec<String> {
    let mut words = Vec::new();
    let mut position = game.start().clone();
    let mut numbered = None;
    for (i, action) in standing(game) {
        let ply = position.ply();
        let is_white = position.turn().is_white();
        // White's moves are numbered, Black's only after a comment.
        if numbered != Some(ply) && (is_white || numbered.is_none()) {
            words.push(format!(
                "{}{}",
                ply / 2 + 1,
                if is_white { "." } else { "..." }
            ));
        }
        numbered = Some(ply);
        let shown = position.notation(action, reader);
        let comment = notes.get(i).and_then(|note| {
            let knows = reader.knows_secrets_of(position.player_of(action));
            let whole = position.notation(action, Viewer::Referee);
            comment(note, note.text_for(&shown, &whole), knows)
        });
        words.push(shown);
        if let Some(comment) = comment {
            words.push(comment);
            numbered = None;
        }
        position.play_unchecked(action);
    }
    words.push(result(game).to_owned());
    words
}

/// The actions that were not taken back in their own turn, with their numbers. They lead to the same position.
fn standing<P: Rules>(game: &Game<P>) -> Vec<(usize, P::Action)> {
    let mut standing = Vec::with_capacity(game.actions().len());
    let mut position = game.start().clone();
    for (i, action) in game.actions().iter().enumerate() {
        // The action taken back can also precede the start position: then the record must include the takeback.
        if !position.takes_back(*action) || standing.pop().is_none() {
            standing.push((i, *action));
        }
        position.play_unchecked(*action);
    }
    standing
}

/// Wraps to lines of at most 80 columns, breaking only between words (PGN, section 4.3), and never before a word that could begin a
/// tag: no line of a comment may look like a tag.
fn wrap(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words.iter().flat_map(|word| word.split(' ')) {
        let length = word.chars().count();
        let may_begin = !word.starts_with('[') || word.starts_with("[%");
        if column > 0 && column + 1 + length > 80 && may_begin {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
    text
}
