//! What lasts: games as logs of events, and players. [`Store`] says what every database must guarantee; each database is in
//! a folder of its own, and nothing of its driver is seen outside that folder.

mod archive;
mod chat;
mod codec;
mod interface;
mod meeting;
mod moderation;
mod outages;
mod people;
mod ratings;
mod sqlite;

pub(crate) use archive::{
    Cursor, FoundGame, InvalidCursor, Line, NextAction, OpponentId, OpponentRecord, PlayerSearch,
    Record, ResultSearch, Score as RecordScore, Search, Tally,
};
pub(crate) use chat::Said;
pub(crate) use interface::{
    Append, AppendError, Epoch, ListedGame, NewGame, Store, StoreError, Summary, Which,
};
pub(crate) use meeting::{Known, Meeting, Met, NamedChallenge, Refusal, Turn};
pub(crate) use moderation::{Moderate, Moderated, ModerationStore};
pub(crate) use outages::Outages;
pub(crate) use people::{Change, Changed, Which as WhichSessions};
pub(crate) use ratings::{Correction, HistoryEntry, Ranked, RatingChange};
pub(crate) use sqlite::Sqlite;
