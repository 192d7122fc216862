//! Moves what is in the write-ahead log into the database, beside the writer, so that nobody's action waits for that.

use std::time::Duration;

use sqlx::SqliteConnection;
use tokio::time::MissedTickBehavior;

/// Period of checkpoints: the log of this time is moved in a few milliseconds.
const PERIOD: Duration = Duration::from_millis(200);

/// Moves what can be moved, again and again, until it is stopped.
pub(super) async fn run(mut connection: SqliteConnection) {
    let mut period = tokio::time::interval(PERIOD);
    period.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        period.tick().await;
        let done = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)")
            .execute(&mut connection)
            .await;
        if let Err(error) = done {
            // Nothing is lost: the log is read as well, and the next time it is tried again.
            tracing::warn!(%error, "the write-ahead log could not be moved into the database");
        }
    }
}
