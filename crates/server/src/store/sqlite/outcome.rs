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
    /// A player meant to be a person has become a bot.
    IsBot,
    /// A seek from which the game was to be made is gone.
    SeekGone,
    /// The game would be one placement game too many.
    NoPlacement(NoPlacement),
    Changed(Changed),
    Met(Met),
    Moderated(Moderated),
    Notified(Notified),
    Said(Said),
    Corrected(Corrected),
    /// Whether all ratings that were due have been recomputed.
    Mended(bool),
    Kept(Kept),
    /// It can never be stored: a constraint of the tables forbids it, which is a bug in the program.
    Impossible,
}

/// Why a transaction failed.
pub(super) enum Failure {
    /// Before it was to be committed.
    Before(sqlx::Error),
    /// The commit failed: it is unknown what was written.
    Commit(sqlx::Error),
}

/// Primary result codes of SQLite that concern a statement and not the database: ERROR, TOOBIG, CONSTRAINT, MISMATCH and RANGE.
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
