//! What every database guarantees.

use futures_util::future::BoxFuture;
use manifold_ratings::Pool;
use manifold_rules::board;
use thiserror::Error;

use super::archive::{Found, Line, Opening, PlayerRecord, Search};
use super::chat::ChatStore;
use super::meeting::Meetings;
use super::moderation::ModerationStore;
use super::outages::Outages;
use super::people::{Change, Changed};
use super::ratings::{Corrected, Correction, HistoryEntry, PlayerRatings, Ranking, ResultOf};
use crate::ids::{GameId, PlayerId, RequestId, SessionId};
use crate::names::{Color, GameResult, Status};
use crate::people::account::Account;
use crate::people::factor::SecondFactor;
use crate::people::session::{Session, TokenHash};
use crate::people::ticket::{Purpose, Ticket};
use crate::people::username::NameKey;
use crate::table::archived::ArchivedGame;
use crate::table::conduct::Conduct;
use crate::table::event::Event;
use crate::table::info::GameInfo;
use crate::table::rated::RatedResult;

/// A database of games and players.
///
/// A game is the list of its events, numbered from 1. What a [`Summary`] says is derived from them and kept for lists.
pub(crate) trait Store:
    Meetings + ModerationStore + ChatStore + Send + Sync + 'static
{
    /// The times in which no server ran.
    fn outages(&self) -> Outages;

    /// Stores an event together with the summary of its game, and with the game of a rematch that it names: all or
    /// nothing.
    ///
    /// It is stored only if it is the next of its game and if its epoch is the game's: an owner that has lost the game
    /// to another, or has missed an event, changes nothing. When this returns `Ok`, the event is on the disk and
    /// survives a crash of the process or the machine.
    ///
    /// # Errors
    /// After [`AppendError::Conflict`] and [`AppendError::NotStored`] nothing has changed, and nothing ever will by this
    /// call. After [`AppendError::Unknown`] the event may be found in the game after a restart: nobody may be told that
    /// it is not stored, and the game must be read again.
    fn append(&self, append: Append) -> BoxFuture<'_, Result<(), AppendError>>;

    /// Stores a new game and answers its identifier. If its creator has used the same request before, nothing is
    /// stored, and the answer is the game that was made then. On the disk when this returns `Ok`.
    fn create(&self, game: NewGame) -> BoxFuture<'_, Result<GameId, StoreError>>;

    /// Reads a game with all its events for its owner, under the epoch in which it may append.
    fn load(&self, game: GameId) -> BoxFuture<'_, Result<Option<StoredGame>, StoreError>>;

    /// At most `limit` games.
    fn list(&self, which: Which, limit: u32) -> BoxFuture<'_, Result<Vec<ListedGame>, StoreError>>;

    /// How many unfinished games a player has.
    fn count_unfinished(&self, player: PlayerId) -> BoxFuture<'_, Result<usize, StoreError>>;

    /// Games that need an owner by `now` (milliseconds since 1970) although nobody may be there: the engine must act,
    /// or a clock has run out.
    fn needing_attention(&self, now: u64) -> BoxFuture<'_, Result<Vec<GameId>, StoreError>>;

    /// Stores a player's display name.
    fn rename_player(
        &self,
        player: PlayerId,
        name: String,
    ) -> BoxFuture<'_, Result<(), StoreError>>;

    /// A player's display name, if one was chosen.
    fn player_name(&self, player: PlayerId) -> BoxFuture<'_, Result<Option<String>, StoreError>>;

    /// Changes something about people. On the disk when this returns `Ok`.
    fn change(&self, change: Change) -> BoxFuture<'_, Result<Changed, StoreError>>;

    /// A player's account.
    fn account(&self, player: PlayerId) -> BoxFuture<'_, Result<Option<Account>, StoreError>>;

    /// The account with this name, or with one that looks like it.
    fn account_named(&self, name: NameKey) -> BoxFuture<'_, Result<Option<Account>, StoreError>>;

    /// The session with this token that has not been ended.
    fn session(&self, token: TokenHash) -> BoxFuture<'_, Result<Option<Session>, StoreError>>;

    /// The sessions of a player that have not been ended, the one used last first.
    fn sessions(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<Session>, StoreError>>;

    /// Sessions that were ended at `since` (milliseconds since 1970) or later, and when.
    fn ended_sessions(
        &self,
        since: u64,
    ) -> BoxFuture<'_, Result<Vec<(SessionId, u64)>, StoreError>>;

    /// The ticket with this token, if it is for this and lasts at `now` (milliseconds since 1970).
    fn ticket(
        &self,
        token: TokenHash,
        purpose: Purpose,
        now: u64,
    ) -> BoxFuture<'_, Result<Option<Ticket>, StoreError>>;

    /// A player's second factor, confirmed or not.
    fn second_factor(
        &self,
        player: PlayerId,
    ) -> BoxFuture<'_, Result<Option<SecondFactor>, StoreError>>;

    /// All ratings of a player.
    fn ratings(&self, player: PlayerId) -> BoxFuture<'_, Result<PlayerRatings, StoreError>>;

    /// A player's rated games in a pool, the last first.
    fn rating_history(
        &self,
        player: PlayerId,
        pool: Pool,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<HistoryEntry>, StoreError>>;

    /// The `limit` best accounts of those that are ranked in a pool at a time (milliseconds since 1970), and the ratings of all
    /// of these, the highest first.
    fn ranked(
        &self,
        pool: Pool,
        now: u64,
        limit: usize,
    ) -> BoxFuture<'_, Result<Ranking, StoreError>>;

    /// What a finished game has done to the ratings of its players, if it counted.
    fn rated_result(&self, game: GameId) -> BoxFuture<'_, Result<Option<ResultOf>, StoreError>>;

    /// Works all ratings out again from the log of results. On the disk when this returns `Ok`.
    fn correct_ratings(
        &self,
        correction: Correction,
    ) -> BoxFuture<'_, Result<Corrected, StoreError>>;

    /// At most `limit` of the finished games that are searched for, the last first. Only so many games are looked at: there may
    /// be fewer, and more behind them.
    fn search(&self, search: Search, limit: usize) -> BoxFuture<'_, Result<Found, StoreError>>;

    /// What was played in an opening line, and what came of it.
    fn opening(&self, line: Line) -> BoxFuture<'_, Result<Opening, StoreError>>;

    /// How a player's games ended, and against whom they were.
    fn record(&self, player: PlayerId) -> BoxFuture<'_, Result<PlayerRecord, StoreError>>;

    /// At most `limit` games, from one on, that ended before there was an archive and are not in it yet.
    fn unarchived(
        &self,
        after: Option<GameId>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<GameId>, StoreError>>;

    /// Puts such a game into the archive, or says that it does not belong there.
    fn archive(
        &self,
        game: GameId,
        archived: Option<ArchivedGame>,
    ) -> BoxFuture<'_, Result<(), StoreError>>;

    /// At most `limit` usernames that begin with a text, large or small, in their order.
    fn usernames(
        &self,
        beginning: String,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<String>, StoreError>>;

    /// A sign of life: if the server dies now, clocks have stood still since `now`. It is stored in the same way as
    /// events, so that an error says that events cannot be stored either.
    fn heartbeat(&self, now: u64) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Waits until everything that was to be stored is, and closes the database.
    fn close(&self, now: u64) -> BoxFuture<'_, ()>;
}

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

/// Why an event was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum AppendError {
    /// Another event has its number, or the game has another owner.
    #[error("another event has that number, or the game has another owner")]
    Conflict,
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

/// Counts the owners of a game: only the latest may append.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Epoch(pub(crate) u64);

/// A game for its owner.
#[derive(Debug)]
pub(crate) struct StoredGame {
    pub(crate) epoch: Epoch,
    pub(crate) info: GameInfo,
    pub(crate) events: Vec<Event>,
}

/// An event to be stored.
#[derive(Debug)]
pub(crate) struct Append {
    pub(crate) game: GameId,
    pub(crate) epoch: Epoch,
    pub(crate) event: Event,
    pub(crate) summary: Summary,
    /// The game's head with the player who has joined, if the event is that.
    pub(crate) joined: Option<Box<GameInfo>>,
    /// The game that the event names, if it is that of a rematch: stored with the event, or neither is.
    pub(crate) rematch: Option<Box<NewGame>>,
    /// The result of a rated game, if the event ends it and it counts: both ratings change with the event, or nothing does.
    pub(crate) rated: Option<RatedResult>,
    /// The game for the archive, if the event ends it and everybody may find it.
    pub(crate) archived: Option<Box<ArchivedGame>>,
    /// What the end of a game of the lobby says of its players, if the event is that.
    pub(crate) conduct: Option<Conduct>,
}

/// A game to be stored.
#[derive(Debug)]
pub(crate) struct NewGame {
    pub(crate) id: GameId,
    pub(crate) info: GameInfo,
    pub(crate) summary: Summary,
    /// The player and name of the request, if it may arrive twice.
    pub(crate) request: Option<(PlayerId, RequestId)>,
}

/// What lists of games say of a game after an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) status: Status,
    pub(crate) result: Option<GameResult>,
    pub(crate) turn_number: u32,
    pub(crate) actor: Option<board::Color>,
    /// When something is to be done even if nobody comes, in milliseconds since 1970.
    pub(crate) attention_at: Option<u64>,
}

/// A game in a list.
#[derive(Debug, Clone)]
pub(crate) struct ListedGame {
    pub(crate) id: GameId,
    pub(crate) info: GameInfo,
    pub(crate) status: Status,
    pub(crate) result: Option<GameResult>,
    pub(crate) turn_number: u32,
    pub(crate) actor: Option<Color>,
    pub(crate) updated_at: u64,
}

/// Which games a list is about.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Which {
    /// A player's, unfinished ones first.
    Of(PlayerId),
    /// Those in progress between two players, the most recent first.
    Live,
}
