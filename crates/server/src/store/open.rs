//! Opening a database: the one place that names one.

use std::path::Path;

use super::error::OpenError;
use super::interface::Store;
use super::sqlite::Sqlite;

/// A database that has just been opened.
pub(crate) struct Opened {
    pub(crate) store: Box<dyn Store>,
    /// The time from which this server continues, in milliseconds since 1970: never before anything that is stored.
    pub(crate) now: u64,
    /// The number of the last ending of a session, or of being a guest.
    pub(crate) last_ending: u64,
    /// Whether there is any game.
    pub(crate) has_games: bool,
}

/// Whether there is a database in a directory.
pub(crate) fn is_in(directory: &Path) -> bool {
    Sqlite::is_in(directory)
}

/// Opens the database in a directory and creates what is missing. `now` is the machine's time, in milliseconds since 1970.
pub(crate) async fn open(directory: &Path, now: u64) -> Result<Opened, OpenError> {
    let (store, now) = Sqlite::open(directory, now).await?;
    Ok(Opened {
        last_ending: store.last_ending().await?,
        has_games: store.has_games().await?,
        store: Box::new(store),
        now,
    })
}
