//! Errors in the lines sent by a host.

use thiserror::Error;

/// A line that is not a valid command. Says what was expected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct CommandError(pub(crate) String);
