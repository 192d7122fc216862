//! The stages of a man's history.

use std::fmt::{self, Display};

use serde::Serialize;

/// The stage of a man's personal history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// It has not traveled in time. It moves as in chess and can annihilate.
    Untraveled,
    /// It moves backwards in time: it stands still until it is annihilated or captured.
    Traveling,
    /// It has come back. It moves as in chess.
    Traveled,
}

impl Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Untraveled => "untraveled",
            Stage::Traveling => "traveling",
            Stage::Traveled => "traveled",
        })
    }
}
