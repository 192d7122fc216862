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
    /// The name of each tag and its line in the file, in file order.
    pub tag_lines: Vec<(String, usize)>,
    /// Counts of what was dropped from the text.
    pub left_out: LeftOut,
}

/// Counts of elements that the text of a game contains but its [`Pgn`] does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LeftOut {
    /// Variations, also those within others.
    pub variations: usize,
    /// Annotation glyphs, such as `$1` and `!?`, outside variations.
    pub glyphs: usize,
    /// Comments with a clock that cannot be read; the rest of them is kept.
    pub clocks: usize,
    /// Comments that belong to no action: before the first one, or after the result.
    pub comments: usize,
}

impl LeftOut {
    pub(super) fn add(&mut self, more: LeftOut) {
        self.variations += more.variations;
        self.glyphs += more.glyphs;
        self.clocks += more.clocks;
        self.comments += more.comments;
    }
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
