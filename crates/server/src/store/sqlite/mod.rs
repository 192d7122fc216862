//! SQLite, one file.
//!
//! One task writes. It takes what waits, stores it in one transaction and answers only after the commit, so that many games share
//! one flush to the disk. Reads have connections of their own.

mod archive;
mod bots;
mod chat;
mod checkpoint;
mod columns;
mod conditions;
mod doubt;
mod events;
mod factors;
mod files;
mod games;
mod keys;
mod meeting;
mod migrations;
mod moderation;
mod notify;
mod open;
mod outcome;
mod passkeys;
mod people;
mod ratings;
mod reader;
mod session_rows;
mod sessions;
mod sign_in;
mod takeover;
#[cfg(test)]
mod tests;
mod tidy;
mod tournaments;
mod transaction;
mod witness;
mod write;
mod writer;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use manifold_events::Entry;
use manifold_ratings::Pool;
use sqlx::Row;
use sqlx::sqlite::SqlitePool;
use tokio::sync::{self, mpsc, oneshot};

use super::OpenError;
use super::archive::{Found, Line, Opening, PlayerRecord, Search};
use super::error::{AppendError, CreateError, StoreError};
use super::event_head::EventHead;
use super::game::{Append, Due, ListedGame, Looked, NewGame, StoredGame, Which};
use super::interface::Store;
use super::meeting::{Known, Meeting, Meetings, Met, NamedChallenge, RoundGame, Turn};
use super::notify::{Notified, Notify, NotifyStore, PresentTurn, Reach};
use super::outages::Outages;
use super::people::{Change, Changed, GuestGames, TakeOver};
use super::ratings::{Corrected, Correction, HistoryEntry, PlayerRatings, Ranking, ResultOf};
use super::tournaments::{CalledPerson, EventSearch, Kept, NewEntries, TournamentStore};
use crate::ids::{ChallengeId, EventId, GameId, PlayerId, PushId};
use crate::lobby::StayingSeek;
use crate::meeting::challenge::Challenge;
use crate::meeting::vacation::Vacation;
use crate::notify::choices::Channel;
use crate::notify::push::Subscription;
use crate::people::account::{Account, AccountKind};
use crate::people::factor::SecondFactor;
use crate::people::passkey::{Ceremony, Passkey};
use crate::people::session::{Ending, Session, TokenHash};
use crate::people::ticket::{Purpose, Ticket};
use crate::people::username::NameKey;
use crate::table::archived::ArchivedGame;
use crate::table::conditions::Conditions;
use write::Write;
use writer::Writer;

/// Writes that wait for the writer.
const QUEUE: usize = 4096;

/// A database in one file.
#[derive(Debug)]
pub(super) struct Sqlite {
    readers: SqlitePool,
    writer: mpsc::Sender<Write>,
    outages: Outages,
    stopped: Arc<sync::Notify>,
    /// Held while ratings are recomputed.
    mending: Arc<sync::Mutex<()>>,
}

impl Sqlite {
    /// Opens the database in `directory`, creating what is missing. `now` is the machine's time, in milliseconds since 1970. Also
    /// returns the time from which this server continues, which is never before anything that is stored.
    pub(super) async fn open(directory: &Path, now: u64) -> Result<(Sqlite, u64), OpenError> {
        let opened = open::open(directory, now).await?;
        let (writer, inbox) = mpsc::channel(QUEUE);
        let stopped = Arc::new(sync::Notify::new());
        let done = Arc::clone(&stopped);
        let witness = witness::Witness::open(directory)?;
        let checkpoints = tokio::spawn(checkpoint::run(opened.checkpoints));
        tokio::spawn(async move {
            let mut writer = Writer::new(opened.connection, opened.files, inbox, witness);
            writer.run().await;
            checkpoints.abort();
            // Cancelled, as it should be.
            let _ = checkpoints.await;
            writer.close().await;
            done.notify_one();
        });
        let store = Sqlite {
            readers: opened.readers,
            writer,
            outages: opened.outages,
            stopped,
            mending: Arc::default(),
        };
        Ok((store, opened.now))
    }

    /// Whether there is a database in a directory.
    pub(super) fn is_in(directory: &Path) -> bool {
        directory.join(open::FILE).exists()
    }

    /// Whether there is any game.
    pub(super) async fn has_games(&self) -> Result<bool, OpenError> {
        let row = sqlx::query("SELECT EXISTS (SELECT 1 FROM games)")
            .fetch_one(&self.readers)
            .await?;
        Ok(row.try_get(0)?)
    }

    /// The number of the last ending of a session, or of being a guest.
    pub(super) async fn last_ending(&self) -> Result<u64, OpenError> {
        let row = sqlx::query("SELECT coalesce(max(number), 0) FROM endings")
            .fetch_one(&self.readers)
            .await?;
        Ok(row.try_get::<i64, _>(0)? as u64)
    }

    /// Recomputes ratings that are due in a task of its own, and waits until they are stored. Waiting is optional: the task continues
    /// without it, and after a failure the rest is done when the database is opened next.
    async fn mend_ratings(&self) {
        let _ = self.mending_ratings().await;
    }

    /// The task of [`Sqlite::mend_ratings`].
    fn mending_ratings(&self) -> tokio::task::JoinHandle<()> {
        let (readers, writer) = (self.readers.clone(), self.writer.clone());
        let mending = Arc::clone(&self.mending);
        tokio::spawn(async move {
            let _alone = mending.lock().await;
            if ratings::mend::mend(&readers, &writer).await.is_err() {
                tracing::error!("ratings are not recomputed yet: the next start does it");
            }
        })
    }

    /// Hands a write to the writer and waits for its answer; `failed` if the writer is gone.
    async fn write<T>(
        &self,
        write: impl FnOnce(oneshot::Sender<T>) -> Write,
        failed: impl Fn() -> T,
    ) -> T {
        let (reply, answer) = oneshot::channel();
        if self.writer.send(write(reply)).await.is_err() {
            return failed();
        }
        answer.await.unwrap_or_else(|_| failed())
    }
}

impl Store for Sqlite {
    fn outages(&self) -> Outages {
        self.outages.clone()
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<(), AppendError>> {
        let append = Box::new(append);
        self.write(
            |reply| Write::Append(append, reply),
            || Err(AppendError::Unknown),
        )
        .boxed()
    }

    fn create(&self, game: NewGame) -> BoxFuture<'_, Result<GameId, CreateError>> {
        let game = Box::new(game);
        self.write(
            |reply| Write::Create(game, reply),
            || Err(StoreError::Unknown.into()),
        )
        .boxed()
    }

    fn load(&self, game: GameId) -> BoxFuture<'_, Result<Option<StoredGame>, StoreError>> {
        logged(reader::load(&self.readers, game)).boxed()
    }

    fn set_conditions(
        &self,
        game: GameId,
        player: PlayerId,
        conditions: Option<Conditions>,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        let conditions = Box::new(conditions);
        self.write(
            move |reply| Write::Conditions(game, player, conditions, reply),
            || Err(StoreError::Unknown),
        )
        .boxed()
    }

    fn conditions(
        &self,
        game: GameId,
    ) -> BoxFuture<'_, Result<Vec<(PlayerId, Conditions)>, StoreError>> {
        logged(conditions::of(&self.readers, game)).boxed()
    }

    fn list(&self, which: Which, limit: u32) -> BoxFuture<'_, Result<Vec<ListedGame>, StoreError>> {
        logged(reader::list(&self.readers, which, limit)).boxed()
    }

    fn count_unfinished(&self, player: PlayerId) -> BoxFuture<'_, Result<usize, StoreError>> {
        logged(reader::count_unfinished(&self.readers, player)).boxed()
    }

    fn needing_attention(
        &self,
        now: u64,
        looked: Looked,
    ) -> BoxFuture<'_, Result<Due, StoreError>> {
        logged(reader::needing_attention(&self.readers, now, looked)).boxed()
    }

    fn rename_player(
        &self,
        player: PlayerId,
        name: String,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(
            move |reply| Write::Rename(player, name, reply),
            || Err(StoreError::Unknown),
        )
        .boxed()
    }

    fn player_name(&self, player: PlayerId) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        logged(reader::player_name(&self.readers, player)).boxed()
    }

    fn change(&self, change: Change) -> BoxFuture<'_, Result<Changed, StoreError>> {
        let change = Box::new(change);
        self.write(
            |reply| Write::Change(change, reply),
            || Err(StoreError::Unknown),
        )
        .boxed()
    }

    fn account_kind(&self, player: PlayerId) -> BoxFuture<'_, Result<AccountKind, StoreError>> {
        logged(people::kind(&self.readers, player)).boxed()
    }

    fn account(&self, player: PlayerId) -> BoxFuture<'_, Result<Option<Account>, StoreError>> {
        logged(people::account(&self.readers, player)).boxed()
    }

    fn account_named(&self, name: NameKey) -> BoxFuture<'_, Result<Option<Account>, StoreError>> {
        logged(people::account_named(&self.readers, name)).boxed()
    }

    fn session(&self, token: TokenHash) -> BoxFuture<'_, Result<Option<Session>, StoreError>> {
        logged(sessions::with_token(&self.readers, token)).boxed()
    }

    fn sessions(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<Session>, StoreError>> {
        logged(sessions::of_player(&self.readers, player)).boxed()
    }

    fn endings(&self, after: u64) -> BoxFuture<'_, Result<Vec<(u64, Ending)>, StoreError>> {
        logged(sessions::endings(&self.readers, after)).boxed()
    }

    fn ticket(
        &self,
        token: TokenHash,
        purpose: Purpose,
        now: u64,
    ) -> BoxFuture<'_, Result<Option<Ticket>, StoreError>> {
        logged(keys::ticket(&self.readers, token, purpose, now)).boxed()
    }

    fn second_factor(&self, player: PlayerId) -> BoxFuture<'_, Result<SecondFactor, StoreError>> {
        let pool = &self.readers;
        logged(async move {
            let mut connection = pool.acquire().await?;
            factors::second_factor(&mut connection, player).await
        })
        .boxed()
    }

    fn guest_games(
        &self,
        guest: PlayerId,
        account: PlayerId,
    ) -> BoxFuture<'_, Result<GuestGames, StoreError>> {
        logged(takeover::offered(&self.readers, guest, account)).boxed()
    }

    fn has_given(&self, game: GameId, guest: PlayerId) -> BoxFuture<'_, Result<bool, StoreError>> {
        logged(takeover::has_given(&self.readers, game, guest)).boxed()
    }

    fn taken_over(&self, number: u64) -> BoxFuture<'_, Result<Vec<GameId>, StoreError>> {
        logged(takeover::games(&self.readers, number)).boxed()
    }

    fn takeovers(&self, account: PlayerId) -> BoxFuture<'_, Result<Vec<TakeOver>, StoreError>> {
        logged(takeover::of(&self.readers, account)).boxed()
    }

    fn games_of(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<GameId>, StoreError>> {
        logged(reader::games_of(&self.readers, player)).boxed()
    }

    fn challenge_to_passkey(
        &self,
        token: TokenHash,
        now: u64,
    ) -> BoxFuture<'_, Result<Option<Ceremony>, StoreError>> {
        logged(passkeys::ceremony(&self.readers, token, now)).boxed()
    }

    fn passkeys(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<Passkey>, StoreError>> {
        logged(passkeys::of(&self.readers, player)).boxed()
    }

    fn passkey(&self, credential: Vec<u8>) -> BoxFuture<'_, Result<Option<Passkey>, StoreError>> {
        logged(passkeys::called(&self.readers, credential)).boxed()
    }

    fn ratings(&self, player: PlayerId) -> BoxFuture<'_, Result<PlayerRatings, StoreError>> {
        logged(ratings::read::of(&self.readers, player)).boxed()
    }

    fn ratings_of_all(
        &self,
        players: Vec<PlayerId>,
    ) -> BoxFuture<'_, Result<HashMap<PlayerId, PlayerRatings>, StoreError>> {
        logged(ratings::read::of_all(&self.readers, players)).boxed()
    }

    fn placements_begun(
        &self,
        player: PlayerId,
        pool: Pool,
    ) -> BoxFuture<'_, Result<u32, StoreError>> {
        logged(ratings::placement::begun(&self.readers, player, pool)).boxed()
    }

    fn rating_history(
        &self,
        player: PlayerId,
        pool: Pool,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<HistoryEntry>, StoreError>> {
        logged(ratings::read::history(&self.readers, player, pool, limit)).boxed()
    }

    fn ranked(
        &self,
        pool: Pool,
        now: u64,
        limit: usize,
    ) -> BoxFuture<'_, Result<Ranking, StoreError>> {
        logged(ratings::read::ranked(&self.readers, pool, now, limit)).boxed()
    }

    fn rated_result(&self, game: GameId) -> BoxFuture<'_, Result<Option<ResultOf>, StoreError>> {
        logged(ratings::read::result_of(&self.readers, game)).boxed()
    }

    fn correct_ratings(
        &self,
        correction: Correction,
    ) -> BoxFuture<'_, Result<Corrected, StoreError>> {
        self.write(
            move |reply| Write::Correct(correction, reply),
            || Err(StoreError::Unknown),
        )
        .boxed()
    }

    fn search(&self, search: Search, limit: usize) -> BoxFuture<'_, Result<Found, StoreError>> {
        let pool = &self.readers;
        logged(async move { archive::search(pool, &search, limit).await }).boxed()
    }

    fn opening(&self, line: Line) -> BoxFuture<'_, Result<Opening, StoreError>> {
        let pool = &self.readers;
        logged(async move { archive::opening(pool, &line).await }).boxed()
    }

    fn record(&self, player: PlayerId) -> BoxFuture<'_, Result<PlayerRecord, StoreError>> {
        logged(archive::record(&self.readers, player)).boxed()
    }

    fn unarchived(
        &self,
        after: Option<GameId>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<GameId>, StoreError>> {
        logged(archive::unarchived(&self.readers, after, limit)).boxed()
    }

    fn archive(
        &self,
        game: GameId,
        archived: Option<ArchivedGame>,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        let archived = archived.map(Box::new);
        self.write(
            move |reply| Write::Archive(game, archived, reply),
            || Err(StoreError::Unknown),
        )
        .boxed()
    }

    fn usernames(
        &self,
        beginning: String,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        logged(people::usernames(&self.readers, beginning, limit)).boxed()
    }

    fn heartbeat(&self, now: u64) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(
            move |reply| Write::Heartbeat(now, reply),
            || Err(StoreError::Unknown),
        )
        .boxed()
    }

    fn has_old(&self, now: u64) -> BoxFuture<'_, Result<bool, StoreError>> {
        logged(tidy::has_old(&self.readers, now)).boxed()
    }

    fn tidy(&self, now: u64) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(
            move |reply| Write::Tidy(now, reply),
            || Err(StoreError::Unknown),
        )
        .boxed()
    }

    fn close(&self, now: u64) -> BoxFuture<'_, ()> {
        async move {
            // Without a writer there is nothing to keep alive.
            let _ = self.heartbeat(now).await;
            let _ = self.writer.send(Write::Stop).await;
            self.stopped.notified().await;
            self.readers.close().await;
        }
        .boxed()
    }
}

impl Meetings for Sqlite {
    fn meet(&self, meeting: Meeting) -> BoxFuture<'_, Result<Met, StoreError>> {
        let meeting = Box::new(meeting);
        self.write(
            |reply| Write::Meet(meeting, reply),
            || Err(StoreError::Unknown),
        )
        .boxed()
    }

    fn challenge(&self, id: ChallengeId) -> BoxFuture<'_, Result<Option<Challenge>, StoreError>> {
        logged(meeting::challenges::challenge(&self.readers, id)).boxed()
    }

    fn challenges(
        &self,
        player: PlayerId,
        now: u64,
    ) -> BoxFuture<'_, Result<Vec<NamedChallenge>, StoreError>> {
        logged(meeting::challenges::challenges(&self.readers, player, now)).boxed()
    }

    fn all_challenges(
        &self,
        player: PlayerId,
    ) -> BoxFuture<'_, Result<Vec<NamedChallenge>, StoreError>> {
        logged(meeting::challenges::all_challenges(&self.readers, player)).boxed()
    }

    fn turns(&self, player: PlayerId, limit: u32) -> BoxFuture<'_, Result<Vec<Turn>, StoreError>> {
        logged(meeting::turns::turns(&self.readers, player, limit)).boxed()
    }

    fn rounds(
        &self,
        player: PlayerId,
        game: Option<GameId>,
    ) -> BoxFuture<'_, Result<Vec<RoundGame>, StoreError>> {
        logged(meeting::turns::rounds(&self.readers, player, game)).boxed()
    }

    fn correspondence(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<GameId>, StoreError>> {
        logged(meeting::turns::correspondence(&self.readers, player)).boxed()
    }

    fn vacations(
        &self,
        player: PlayerId,
        since: u64,
    ) -> BoxFuture<'_, Result<Vec<Vacation>, StoreError>> {
        logged(meeting::vacations::vacations(&self.readers, player, since)).boxed()
    }

    fn following(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<Known>, StoreError>> {
        logged(meeting::lists::following(&self.readers, player)).boxed()
    }

    fn blocked(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<Known>, StoreError>> {
        logged(meeting::lists::blocked(&self.readers, player)).boxed()
    }

    fn blocks(
        &self,
        blocker: PlayerId,
        blocked: PlayerId,
    ) -> BoxFuture<'_, Result<bool, StoreError>> {
        logged(meeting::lists::blocks(&self.readers, blocker, blocked)).boxed()
    }

    fn apart(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<PlayerId>, StoreError>> {
        logged(meeting::lists::apart(&self.readers, player)).boxed()
    }

    fn one_person(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<PlayerId>, StoreError>> {
        logged(meeting::lists::one_person(&self.readers, player)).boxed()
    }

    fn seeks(&self, of: Option<PlayerId>) -> BoxFuture<'_, Result<Vec<StayingSeek>, StoreError>> {
        logged(meeting::seeks::all(&self.readers, of)).boxed()
    }

    fn shows_presence(&self, player: PlayerId) -> BoxFuture<'_, Result<bool, StoreError>> {
        logged(meeting::lists::shows_presence(&self.readers, player)).boxed()
    }

    fn playing(
        &self,
        players: Vec<PlayerId>,
    ) -> BoxFuture<'_, Result<Vec<(PlayerId, GameId)>, StoreError>> {
        logged(meeting::turns::playing(&self.readers, players)).boxed()
    }
}

impl NotifyStore for Sqlite {
    fn notify(&self, what: Notify) -> BoxFuture<'_, Result<Notified, StoreError>> {
        let what = Box::new(what);
        self.write(
            |reply| Write::Notify(what, reply),
            || Err(StoreError::Unknown),
        )
        .boxed()
    }

    fn reach(&self, player: PlayerId) -> BoxFuture<'_, Result<Reach, StoreError>> {
        logged(notify::reach::reach(&self.readers, player)).boxed()
    }

    fn subscription(&self, id: PushId) -> BoxFuture<'_, Result<Option<Subscription>, StoreError>> {
        logged(notify::push::subscription(&self.readers, id)).boxed()
    }

    fn has_post(&self, channel: Channel, now: u64) -> BoxFuture<'_, Result<bool, StoreError>> {
        logged(notify::outbox::has_post(&self.readers, channel, now)).boxed()
    }

    fn turn_of(
        &self,
        game: GameId,
        player: PlayerId,
    ) -> BoxFuture<'_, Result<Option<PresentTurn>, StoreError>> {
        logged(notify::turns::turn_of(&self.readers, game, player)).boxed()
    }

    fn has_reminders(&self, now: u64) -> BoxFuture<'_, Result<bool, StoreError>> {
        logged(notify::turns::has_reminders(&self.readers, now)).boxed()
    }
}

impl TournamentStore for Sqlite {
    fn keep(&self, entries: NewEntries) -> BoxFuture<'_, Result<Kept, StoreError>> {
        let entries = Box::new(entries);
        async move {
            let has_annulled = !entries.annulled.is_empty();
            let has_rated = !entries.rated.is_empty();
            let kept = self
                .write(
                    |reply| Write::Keep(entries, reply),
                    || Err(StoreError::Unknown),
                )
                .await?;
            if has_annulled {
                self.mend_ratings().await;
            } else if has_rated {
                // One that has become final late may have its place among others.
                drop(self.mending_ratings());
            }
            Ok(kept)
        }
        .boxed()
    }

    fn entries(&self, event: EventId) -> BoxFuture<'_, Result<(Vec<Entry>, u64), StoreError>> {
        logged(tournaments::entries(&self.readers, event)).boxed()
    }

    fn heads(
        &self,
        search: EventSearch,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<EventHead>, StoreError>> {
        logged(tournaments::heads(&self.readers, search, limit)).boxed()
    }

    fn playing_in(
        &self,
        player: PlayerId,
        events: Vec<EventId>,
    ) -> BoxFuture<'_, Result<Vec<EventId>, StoreError>> {
        logged(tournaments::playing_in(&self.readers, player, events)).boxed()
    }

    fn events_of(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<EventId>, StoreError>> {
        logged(tournaments::events_of(&self.readers, player)).boxed()
    }

    fn events_due(&self, now: u64) -> BoxFuture<'_, Result<Vec<EventId>, StoreError>> {
        logged(tournaments::due(&self.readers, now)).boxed()
    }

    fn running_events(&self) -> BoxFuture<'_, Result<Vec<EventId>, StoreError>> {
        logged(tournaments::running(&self.readers)).boxed()
    }

    fn called(
        &self,
        players: Vec<PlayerId>,
    ) -> BoxFuture<'_, Result<Vec<CalledPerson>, StoreError>> {
        logged(tournaments::called(&self.readers, players)).boxed()
    }
}

/// Keeps the driver's error in here: it is logged, and the caller learns that the database has failed.
async fn logged<T>(query: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, StoreError> {
    query.await.map_err(|error| {
        tracing::error!(%error, "the database has failed");
        StoreError::Failed
    })
}
