//! Checkpoints of the write-ahead log, made beside the writer so that nobody's action waits for them.

use std::time::Duration;

use sqlx::SqliteConnection;
use tokio::time::MissedTickBehavior;

/// Interval of checkpoints: what was logged in that time is moved in a few milliseconds.
const PERIOD: Duration = Duration::from_millis(200);

/// Makes checkpoints until it is aborted.
pub(super) async fn run(mut connection: SqliteConnection) {
    let mut period = tokio::time::interval(PERIOD);
    period.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        period.tick().await;
        let done = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)")
            .execute(&mut connection)
            .await;
        if let Err(error) = done {
            // Nothing is lost: the log is read as well, and the next checkpoint tries again.
            tracing::warn!(%error, "the write-ahead log could not be moved into the database");
        }
    }
}
