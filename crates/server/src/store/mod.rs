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
mod open;
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
pub(crate) use error::{AppendError, CreateError, OpenError, StoreError};
pub(crate) use event_head::{EventHead, HeadPhase, ListedState};
pub(crate) use game::{Append, Epoch, ListedGame, Looked, NewGame, Summary, Which};
pub(crate) use interface::Store;
pub(crate) use meeting::{Known, Meeting, Met, NamedChallenge, Refusal, RoundGame, Turn};
pub(crate) use moderation::{Moderate, Moderated};
pub(crate) use notify::{Notified, Notify, PresentTurn, Reach};
pub(crate) use open::{Opened, is_in, open};
pub(crate) use outages::Outages;
pub(crate) use people::{Change, Changed, Deletion, Principal, TakeOver, Which as WhichSessions};
pub(crate) use ratings::{
    Correction, HistoryEntry, PlayerRatings, Ranked, RatedOpponent, RatingChange,
};
pub(crate) use tournaments::{CalledPerson, EventPlace, EventSearch, Kept, NewEntries};
