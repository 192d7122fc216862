//! The guarantees of every database.

use std::collections::HashMap;

use futures_util::future::BoxFuture;
use manifold_ratings::Pool;

use super::archive::{Found, Line, Opening, PlayerRecord, Search};
use super::chat::ChatStore;
use super::error::{AppendError, CreateError, StoreError};
use super::game::{Append, Due, ListedGame, Looked, NewGame, StoredGame, Which};
use super::meeting::Meetings;
use super::moderation::ModerationStore;
use super::notify::NotifyStore;
use super::outages::Outages;
use super::people::{Change, Changed, GuestGames, TakeOver};
use super::ratings::{Corrected, Correction, HistoryEntry, PlayerRatings, Ranking, ResultOf};
use super::tournaments::TournamentStore;
use crate::ids::{GameId, PlayerId};
use crate::people::account::{Account, AccountKind};
use crate::people::factor::SecondFactor;
use crate::people::passkey::{Ceremony, Passkey};
use crate::people::session::{Ending, Session, TokenHash};
use crate::people::ticket::{Purpose, Ticket};
use crate::people::username::NameKey;
use crate::table::archived::ArchivedGame;
use crate::table::conditions::Conditions;

/// A database of games and players.
///
/// A game is the list of its events, numbered from 1. A [`Summary`](super::game::Summary) is derived from them and kept for lists.
pub(crate) trait Store:
    Meetings + ModerationStore + ChatStore + NotifyStore + TournamentStore + Send + Sync + 'static
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
    /// After [`AppendError::Conflict`] and [`AppendError::NotStored`] nothing has changed, and this call will never change anything.
    /// After [`AppendError::Unknown`] the event may turn up in the game after a restart: nobody may be told that it is not stored, and
    /// the game must be loaded again.
    fn append(&self, append: Append) -> BoxFuture<'_, Result<(), AppendError>>;

    /// Stores a new game and returns its ID. If its creator has used the same request ID before, nothing is stored and the ID of that
    /// earlier game is returned. The game is on disk when this returns `Ok`.
    ///
    /// # Errors
    /// The database has failed, or the game cannot be created: see [`CreateError`]. The conditions are checked in the same transaction.
    fn create(&self, game: NewGame) -> BoxFuture<'_, Result<GameId, CreateError>>;

    /// Reads a game with all its events for its owner, under the epoch in which it may append.
    fn load(&self, game: GameId) -> BoxFuture<'_, Result<Option<StoredGame>, StoreError>>;

    /// Stores a player's conditional moves in a game in the place of those that were there. On the disk when this returns `Ok`.
    fn set_conditions(
        &self,
        game: GameId,
        player: PlayerId,
        conditions: Option<Conditions>,
    ) -> BoxFuture<'_, Result<(), StoreError>>;

    /// The conditional moves of both players in a game, as they were chosen.
    fn conditions(
        &self,
        game: GameId,
    ) -> BoxFuture<'_, Result<Vec<(PlayerId, Conditions)>, StoreError>>;

    /// At most `limit` games.
    fn list(&self, which: Which, limit: u32) -> BoxFuture<'_, Result<Vec<ListedGame>, StoreError>>;

    /// The number of a player's unfinished games.
    fn count_unfinished(&self, player: PlayerId) -> BoxFuture<'_, Result<usize, StoreError>>;

    /// Games that need an owner by `now` (milliseconds since 1970) although nobody may be there, because the engine must act or a clock
    /// has run out. Continues after `looked`, so that the same games do not always come first.
    fn needing_attention(&self, now: u64, looked: Looked)
    -> BoxFuture<'_, Result<Due, StoreError>>;

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

    /// Whether a player has an account, or had one, and who plays for it.
    fn account_kind(&self, player: PlayerId) -> BoxFuture<'_, Result<AccountKind, StoreError>>;

    /// A player's account.
    fn account(&self, player: PlayerId) -> BoxFuture<'_, Result<Option<Account>, StoreError>>;

    /// The account with this name, or with one that looks like it.
    fn account_named(&self, name: NameKey) -> BoxFuture<'_, Result<Option<Account>, StoreError>>;

    /// The session with this token that has not been ended.
    fn session(&self, token: TokenHash) -> BoxFuture<'_, Result<Option<Session>, StoreError>>;

    /// The sessions of a player that have not been ended, most recently used first.
    fn sessions(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<Session>, StoreError>>;

    /// The endings after the one with this number, in the order in which they were stored; not all of them at once, if there are
    /// many.
    fn endings(&self, after: u64) -> BoxFuture<'_, Result<Vec<(u64, Ending)>, StoreError>>;

    /// The ticket with this token, if it is for this and lasts at `now` (milliseconds since 1970).
    fn ticket(
        &self,
        token: TokenHash,
        purpose: Purpose,
        now: u64,
    ) -> BoxFuture<'_, Result<Option<Ticket>, StoreError>>;

    /// What a player needs in addition to the password, including an app that is not confirmed yet.
    fn second_factor(&self, player: PlayerId) -> BoxFuture<'_, Result<SecondFactor, StoreError>>;

    /// The number of games of a guest about which an account has not been asked.
    fn guest_games(
        &self,
        guest: PlayerId,
        account: PlayerId,
    ) -> BoxFuture<'_, Result<GuestGames, StoreError>>;

    /// Whether a guest's side of a game is an account's by now.
    fn has_given(&self, game: GameId, guest: PlayerId) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// The games that an account took over with the answer of this number.
    fn taken_over(&self, number: u64) -> BoxFuture<'_, Result<Vec<GameId>, StoreError>>;

    /// The answers of an account to the question whether it takes over a guest's games, in order.
    fn takeovers(&self, account: PlayerId) -> BoxFuture<'_, Result<Vec<TakeOver>, StoreError>>;

    /// Every game that somebody plays or has played.
    fn games_of(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<GameId>, StoreError>>;

    /// The passkey challenge that was issued with this token, if it is open at `now` (milliseconds since 1970).
    fn challenge_to_passkey(
        &self,
        token: TokenHash,
        now: u64,
    ) -> BoxFuture<'_, Result<Option<Ceremony>, StoreError>>;

    /// A player's passkeys, oldest first.
    fn passkeys(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<Passkey>, StoreError>>;

    /// The passkey with this credential ID of its authenticator.
    fn passkey(&self, credential: Vec<u8>) -> BoxFuture<'_, Result<Option<Passkey>, StoreError>>;

    /// All ratings of a player.
    fn ratings(&self, player: PlayerId) -> BoxFuture<'_, Result<PlayerRatings, StoreError>>;

    /// All ratings of several players, at once; those without any are left out.
    fn ratings_of_all(
        &self,
        players: Vec<PlayerId>,
    ) -> BoxFuture<'_, Result<HashMap<PlayerId, PlayerRatings>, StoreError>>;

    /// The number of a player's unfinished placement games in a pool.
    fn placements_begun(
        &self,
        player: PlayerId,
        pool: Pool,
    ) -> BoxFuture<'_, Result<u32, StoreError>>;

    /// A player's rated games in a pool, newest first.
    fn rating_history(
        &self,
        player: PlayerId,
        pool: Pool,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<HistoryEntry>, StoreError>>;

    /// The `limit` best accounts of those that are ranked in a pool at a time (milliseconds since 1970) and not banned, and the ratings
    /// of all of these, the highest first.
    fn ranked(
        &self,
        pool: Pool,
        now: u64,
        limit: usize,
    ) -> BoxFuture<'_, Result<Ranking, StoreError>>;

    /// The effect of a finished game on the ratings of its players, if it counted.
    fn rated_result(&self, game: GameId) -> BoxFuture<'_, Result<Option<ResultOf>, StoreError>>;

    /// Applies a correction and recomputes all ratings from the log of results. They are on disk when this returns `Ok`.
    fn correct_ratings(
        &self,
        correction: Correction,
    ) -> BoxFuture<'_, Result<Corrected, StoreError>>;

    /// At most `limit` of the finished games that are searched for, newest first. Only a limited number of games is looked at: there may
    /// be fewer, and more behind them.
    fn search(&self, search: Search, limit: usize) -> BoxFuture<'_, Result<Found, StoreError>>;

    /// The statistics of an opening line.
    fn opening(&self, line: Line) -> BoxFuture<'_, Result<Opening, StoreError>>;

    /// The results of a player's games, by reason and by opponent.
    fn record(&self, player: PlayerId) -> BoxFuture<'_, Result<PlayerRecord, StoreError>>;

    /// At most `limit` games after the given one that ended before there was an archive and are not in it yet.
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

    /// At most `limit` usernames that begin with a text, regardless of case, in alphabetical order.
    fn usernames(
        &self,
        beginning: String,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<String>, StoreError>>;

    /// A sign of life: if the server dies now, clocks have stood still since `now`. It is stored in the same way as
    /// events, so that an error says that events cannot be stored either.
    fn heartbeat(&self, now: u64) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Whether anything has expired at this time (milliseconds since 1970).
    fn has_old(&self, now: u64) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// Deletes some of what has expired, in a step small enough to keep nobody waiting.
    fn tidy(&self, now: u64) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Waits until everything that was to be stored is, and closes the database.
    fn close(&self, now: u64) -> BoxFuture<'_, ()>;
}
