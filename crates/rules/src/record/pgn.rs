//! A game as text, before the rules are applied.

use super::note::Note;
use super::tags::Tags;

/// One game of a file as text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pgn {
    /// The tags.
    pub tags: Tags,
    /// The actions.
    pub words: Vec<Word>,
    /// The result at the end: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: Option<String>,
    /// The line of the file on which the game begins, counted from 1.
    pub line: usize,
}

/// One word of the movetext: an action in some notation, and its comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The word as written.
    pub text: String,
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The comment after it.
    pub note: Note,
}
