//! Errors in the settings.

use std::path::PathBuf;

use thiserror::Error;

/// An error in the settings.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error("the configuration file {path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: std::io::Error,
    },
    /// The file is not TOML.
    #[error("the configuration file {path}: line {line}, column {column}: {problem}")]
    Toml {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// The problem, and what was expected.
        problem: String,
    },
    /// A value is wrong, or there is no such key.
    #[error("the configuration ({origin}): {problem}")]
    Value {
        /// The source: a file, a variable, a flag, or all together.
        origin: String,
        /// The problem.
        problem: String,
    },
}

/// An error in what came from a source.
pub(super) fn wrong(origin: String, problem: String) -> SettingsError {
    SettingsError::Value { origin, problem }
}
