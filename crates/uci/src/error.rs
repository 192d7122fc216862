//! Errors in the lines of a host.

use thiserror::Error;

/// A line that is no command. Says what would be right.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct CommandError(pub(crate) String);
