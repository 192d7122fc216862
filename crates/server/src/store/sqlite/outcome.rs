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
    /// A seek of which the game was to come does not wait any more.
    SeekGone,
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
    /// It cannot be stored, whatever else is: a constraint of the tables says no, which is a mistake of the program.
    Impossible,
}

/// Why a transaction failed.
pub(super) enum Failure {
    /// Before it was to be committed.
    Before(sqlx::Error),
    /// In the commit: what was written of it is not known.
    Commit(sqlx::Error),
}

/// The primary result codes of SQLite that say something of a statement, and nothing of the database: error, too big, constraint, mismatch
/// and range.
const OF_A_STATEMENT: [i32; 5] = [1, 18, 19, 20, 25];

/// Whether an error is of one write, so that others can be stored without it. After any other, of the disk or of memory, SQLite may have
/// rolled back everything.
pub(super) fn is_of_one_write(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(error) => error
            .code()
            .and_then(|code| code.parse::<i32>().ok())
            .is_some_and(|code| OF_A_STATEMENT.contains(&(code & 0xff))),
        sqlx::Error::RowNotFound
        | sqlx::Error::ColumnDecode { .. }
        | sqlx::Error::Decode(_)
        | sqlx::Error::Encode(_) => true,
        _ => false,
    }
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Failure {
        Failure::Before(error)
    }
}
