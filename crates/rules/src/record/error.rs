//! Why a game of a file could not be read.

use thiserror::Error;

/// A game of a file that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}{}: {problem}", .word.as_ref().map_or_else(String::new, |word| format!(", “{word}”")))]
pub struct RecordError {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The word of the record that cannot be used, with its move number.
    pub word: Option<String>,
    /// What is wrong, and what would be right.
    pub problem: String,
}
