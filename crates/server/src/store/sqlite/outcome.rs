//! The outcome of a write.

use crate::ids::GameId;
use crate::store::chat::Said;
use crate::store::meeting::Met;
use crate::store::moderation::Moderated;
use crate::store::notify::Notified;
use crate::store::people::Changed;
use crate::store::ratings::Corrected;
use crate::store::tournaments::Kept;
use crate::table::placement::NoPlacement;

/// The outcome of a write, if its transaction is committed.
pub(super) enum Outcome {
    Done,
    /// The event was not the next one, or came from a former owner.
    Conflict,
    Created(GameId),
    /// Somebody who was to play as a person is a bot by now.
    IsBot,
    /// The game would be one placement game too many.
    NoPlacement(NoPlacement),
    Changed(Changed),
    Met(Met),
    Moderated(Moderated),
    Notified(Notified),
    Said(Said),
    Corrected(Corrected),
    /// Whether ratings are worked out to the end.
    Mended(bool),
    Kept(Kept),
}

/// Why a transaction failed.
pub(super) enum Failure {
    /// Before it was to be committed.
    Before(sqlx::Error),
    /// In the commit: what was written of it is not known.
    Commit(sqlx::Error),
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Failure {
        Failure::Before(error)
    }
}
