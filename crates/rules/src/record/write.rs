//! Writing records.

use super::Record;
use super::note::comment;
use crate::position::Rules;
use crate::variant::Variant;
use crate::viewer::Viewer;

/// The tags of every record in the order of PGN, with their values if unknown.
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
        let reader = match self.game.outcome() {
            Some(_) => Viewer::Referee,
            None => reader,
        };
        let mut text = self.header(reader);
        text.push('\n');
        text.push_str(&wrap(&self.movetext(reader)));
        text.push('\n');
        text
    }

    fn header(&self, reader: Viewer) -> String {
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        };
        for (name, unknown) in ROSTER {
            tag(name, self.tags.get(name).unwrap_or(unknown));
        }
        tag("Result", self.result());
        tag("Variant", self.game.start().variant().id());
        if let Some(outcome) = self.game.outcome() {
            tag("Termination", &outcome.reason.to_string());
        }
        let start = self.game.start();
        if *start != P::start(start.variant()) {
            tag("SetUp", "1");
            tag("FEN", &start.view(reader).to_string());
        }
        let is_written = |name: &str| OWN.contains(&name) || ROSTER.iter().any(|(n, _)| *n == name);
        for (name, value) in self.tags.iter().filter(|(name, _)| !is_written(name)) {
            tag(name, value);
        }
        text
    }

    fn result(&self) -> &'static str {
        self.game.outcome().map_or("*", |outcome| outcome.score())
    }

    fn movetext(&self, reader: Viewer) -> Vec<String> {
        let mut words = Vec::new();
        let mut position = self.game.start().clone();
        let mut numbered = None;
        for (i, action) in self.game.actions().iter().enumerate() {
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
            words.push(position.notation(*action, reader));
            let knows = reader.knows_secrets_of(position.player_of(*action));
            if let Some(note) = self.notes.get(i)
                && let Some(comment) = comment(note, knows)
            {
                words.push(comment);
                numbered = None;
            }
            position.play_unchecked(*action);
        }
        words.push(self.result().to_owned());
        words
    }
}

/// Lines of at most 80 columns, broken only between words (PGN, section 4.3).
fn wrap(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words.iter().flat_map(|word| word.split(' ')) {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > 80 {
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
