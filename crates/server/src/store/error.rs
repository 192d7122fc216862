//! Why the store has not done what was asked.

use thiserror::Error;

use crate::table::placement::NoPlacement;

/// Why a database cannot be opened.
pub(crate) type OpenError = Box<dyn std::error::Error + Send + Sync>;

/// The database has failed. The reason was logged where it was known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum StoreError {
    /// Nothing has changed.
    #[error("the database has failed")]
    Failed,
    /// It is not known whether anything has changed.
    #[error("the database has failed, and what it has stored is not known")]
    Unknown,
}

/// Why a game was not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum CreateError {
    /// The database has failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A player meant to be a person has become a bot.
    #[error("a player is a bot by now")]
    IsBot,
    /// The seek from which it was to be made is gone: it was withdrawn, or has become another game.
    #[error("a seek does not wait any more")]
    SeekGone,
    /// It was to be rated against the engine.
    #[error("it cannot be rated against the engine")]
    NoPlacement(NoPlacement),
}

/// Why an event was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum AppendError {
    /// Another event has its number, or the game has another owner.
    #[error("another event has that number, or the game has another owner")]
    Conflict,
    /// The player joining as a person has become a bot: the event is not stored.
    #[error("the player is a bot by now")]
    IsBot,
    /// The database failed, and the event is not stored.
    #[error("the database has failed")]
    NotStored,
    /// The database failed, and whether the event is stored is not known.
    #[error("the database has failed, and what it has stored is not known")]
    Unknown,
}

impl From<StoreError> for AppendError {
    fn from(error: StoreError) -> AppendError {
        match error {
            StoreError::Failed => AppendError::NotStored,
            StoreError::Unknown => AppendError::Unknown,
        }
    }
}
