//! Lasting data: games as logs of events, and players. [`Store`] says what every database must guarantee; each database is in a
//! folder of its own, and nothing of its driver is seen outside that folder.

mod archive;
mod chat;
mod codec;
mod error;
mod event_head;
mod game;
mod interface;
mod meeting;
mod moderation;
mod notify;
mod outages;
mod people;
mod ratings;
mod sqlite;
mod tournaments;

pub(crate) use archive::{
    Cursor, FoundGame, InvalidCursor, Line, NextAction, OpponentId, OpponentRecord, PlayerSearch,
    Record, ResultSearch, Score as RecordScore, Search, Tally,
};
pub(crate) use chat::{LinePlace, Said, SaidBeside};
pub(crate) use error::{AppendError, CreateError, StoreError};
pub(crate) use event_head::{EventHead, HeadPhase, ListedState};
pub(crate) use game::{Append, Epoch, ListedGame, NewGame, Summary, Which};
pub(crate) use interface::Store;
pub(crate) use meeting::{Known, Meeting, Met, NamedChallenge, Refusal, RoundGame, Turn};
pub(crate) use moderation::{Moderate, Moderated};
pub(crate) use notify::{Notified, Notify, PresentTurn, Reach};
pub(crate) use outages::Outages;
pub(crate) use people::{Change, Changed, Which as WhichSessions};
pub(crate) use ratings::{
    Correction, HistoryEntry, PlayerRatings, Ranked, RatedOpponent, RatingChange,
};
pub(crate) use tournaments::{CalledPerson, EventPlace, EventSearch, Kept, NewEntries};

use std::path::Path;

use sqlite::Sqlite;

/// Why a database cannot be opened.
pub(crate) type OpenError = Box<dyn std::error::Error + Send + Sync>;

/// A database that has just been opened.
pub(crate) struct Opened {
    pub(crate) store: Box<dyn Store>,
    /// The time from which this server goes on, in milliseconds since 1970: never before anything that is stored.
    pub(crate) now: u64,
    /// The number of the last session, or guest, that has ended.
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
