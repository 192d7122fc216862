//! Errors in records.

use thiserror::Error;

/// An error in one game of a file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}{}: {problem}", .word.as_ref().map_or_else(String::new, |word| format!(", “{word}”")))]
pub struct RecordError {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The offending word, with its move number.
    pub word: Option<String>,
    /// The problem, and what was expected.
    pub problem: String,
}
