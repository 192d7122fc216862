//! What lasts: games as logs of events, and players. SQLite, one file.
//!
//! One task writes. It takes what waits, stores it in one transaction and answers only after the commit,
//! so that many games share one flush to the disk. An event is stored only if it follows the one that it
//! was judged after: the number expected is part of every append.

mod codec;
mod outages;
mod writer;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row};
use tokio::sync::{mpsc, oneshot};

pub(crate) use outages::Outages;
pub(crate) use writer::{Append, AppendError, Summary};

use crate::names::{Color, GameResult};
use crate::table::{Event, Setup, Status};
use writer::{Create, Write, Writer};

/// The steps from an empty file to the present tables, in order. A step is never changed once released.
const MIGRATIONS: [&str; 1] = [include_str!("migrations/0001_games.sql")];

/// Handle of the store; cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Store {
    readers: SqlitePool,
    writer: mpsc::Sender<Write>,
    outages: Outages,
    stopped: Arc<tokio::sync::Notify>,
}

/// A stored game.
#[derive(Debug)]
pub(crate) struct StoredGame {
    pub(crate) setup: Setup,
    pub(crate) events: Vec<Event>,
}

/// A line of a list of games.
#[derive(Debug, Clone)]
pub(crate) struct Listed {
    pub(crate) id: String,
    pub(crate) setup: Setup,
    pub(crate) status: Status,
    pub(crate) result: Option<GameResult>,
    pub(crate) turn_number: u32,
    pub(crate) actor: Option<Color>,
    pub(crate) updated_at: u64,
}

/// Which games a list is about.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Which<'a> {
    /// A player's, unfinished ones first.
    Of(&'a str),
    /// Those that go on, most recent first.
    Live,
}

impl Store {
    /// Opens the database in `directory`, creates what is missing, and notes how long nobody was there.
    pub(crate) async fn open(directory: &Path, now: u64) -> Result<Store, sqlx::Error> {
        let options = SqliteConnectOptions::new()
            .filename(directory.join("manifold.sqlite"))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // A confirmed action survives a power cut too.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5))
            .pragma("wal_autocheckpoint", "4000")
            .disable_statement_logging();
        let mut connection = options.connect().await?;
        migrate(&mut connection).await?;
        let outages = outages::note(&mut connection, now).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(options.read_only(true))
            .await?;
        let (writer, inbox) = mpsc::channel(4096);
        let stopped = Arc::new(tokio::sync::Notify::new());
        let done = Arc::clone(&stopped);
        tokio::spawn(async move {
            Writer::new(connection, inbox).run().await;
            done.notify_one();
        });
        Ok(Store {
            readers,
            writer,
            outages,
            stopped,
        })
    }

    /// The times in which no server ran.
    pub(crate) fn outages(&self) -> Outages {
        self.outages.clone()
    }

    /// Stores an event if it is the next one of its game.
    ///
    /// # Errors
    /// Another event has that number already, or nothing can be stored. After the latter it is not
    /// known whether it was: the game must be read again.
    pub(crate) async fn append(&self, append: Append) -> Result<(), AppendError> {
        let (reply, answer) = oneshot::channel();
        self.writer
            .send(Write::Append(Box::new(append), reply))
            .await
            .map_err(|_| AppendError::Failed)?;
        answer.await.map_err(|_| AppendError::Failed)?
    }

    /// Stores a new game. With a `key` that the same player has used before nothing is stored, and
    /// the answer is the game that was made then.
    pub(crate) async fn create(
        &self,
        id: &str,
        setup: &Setup,
        summary: Summary,
        key: Option<(String, String)>,
    ) -> Result<String, sqlx::Error> {
        let (reply, answer) = oneshot::channel();
        let create = Create {
            id: id.to_owned(),
            setup: codec::write_setup(setup),
            variant: setup.game.id(),
            white: setup.white.player().map(str::to_owned),
            black: setup.black.player().map(str::to_owned),
            created_at: setup.created_at,
            summary,
            key,
        };
        self.writer
            .send(Write::Create(Box::new(create), reply))
            .await
            .map_err(|_| sqlx::Error::PoolClosed)?;
        answer.await.map_err(|_| sqlx::Error::PoolClosed)?
    }

    /// Stores a player's name.
    pub(crate) async fn name_player(&self, player: &str, name: &str) -> Result<(), sqlx::Error> {
        let (reply, answer) = oneshot::channel();
        self.writer
            .send(Write::Name(player.to_owned(), name.to_owned(), reply))
            .await
            .map_err(|_| sqlx::Error::PoolClosed)?;
        answer.await.map_err(|_| sqlx::Error::PoolClosed)?
    }

    /// A sign of life: should the server die now, clocks have stood still since `now`.
    pub(crate) async fn beat(&self, now: u64) {
        let _ = self.writer.send(Write::Beat(now)).await;
    }

    /// Waits until everything that was to be written is, and closes the file.
    pub(crate) async fn close(&self, now: u64) {
        self.beat(now).await;
        let _ = self.writer.send(Write::Stop).await;
        self.stopped.notified().await;
        self.readers.close().await;
    }

    /// A player's name, if one was chosen.
    pub(crate) async fn player_name(&self, player: &str) -> Result<Option<String>, sqlx::Error> {
        let row = sqlx::query("SELECT name FROM players WHERE id = ?")
            .bind(player.to_owned())
            .fetch_optional(&self.readers)
            .await?;
        row.map(|row| row.try_get(0)).transpose()
    }

    /// A game with all its events.
    pub(crate) async fn load(&self, id: &str) -> Result<Option<StoredGame>, sqlx::Error> {
        let Some(row) = sqlx::query("SELECT setup FROM games WHERE id = ?")
            .bind(id.to_owned())
            .fetch_optional(&self.readers)
            .await?
        else {
            return Ok(None);
        };
        let setup = codec::read_setup(row.try_get(0)?).map_err(broken)?;
        let rows = sqlx::query(
            "SELECT number, at, player, request, body FROM events WHERE game = ? ORDER BY number",
        )
        .bind(id.to_owned())
        .fetch_all(&self.readers)
        .await?;
        let mut events = Vec::with_capacity(rows.len());
        for row in rows {
            events.push(
                codec::read_event(
                    row.try_get::<i64, _>(0)? as u64,
                    row.try_get::<i64, _>(1)? as u64,
                    row.try_get(2)?,
                    row.try_get(3)?,
                    row.try_get(4)?,
                )
                .map_err(broken)?,
            );
        }
        Ok(Some(StoredGame { setup, events }))
    }

    /// A list of at most `most` games.
    pub(crate) async fn list(
        &self,
        which: Which<'_>,
        most: u32,
    ) -> Result<Vec<Listed>, sqlx::Error> {
        const COLUMNS: &str = "id, setup, status, winner, reason, turn_number, actor, updated_at";
        let rows = match which {
            Which::Of(player) => {
                let sql = format!(
                    "SELECT {COLUMNS} FROM games WHERE white = ?1 OR black = ?1 \
                     ORDER BY status = 'over', updated_at DESC LIMIT ?2"
                );
                sqlx::query(sqlx::AssertSqlSafe(sql))
                    .bind(player.to_owned())
                    .bind(most)
                    .fetch_all(&self.readers)
                    .await?
            }
            Which::Live => {
                // Who plays both sides at one board plays for themselves.
                let sql = format!(
                    "SELECT {COLUMNS} FROM games WHERE status = 'live' AND white IS NOT black \
                     ORDER BY updated_at DESC LIMIT ?1"
                );
                sqlx::query(sqlx::AssertSqlSafe(sql))
                    .bind(most)
                    .fetch_all(&self.readers)
                    .await?
            }
        };
        rows.into_iter()
            .map(|row| {
                Ok(Listed {
                    id: row.try_get(0)?,
                    setup: codec::read_setup(row.try_get(1)?).map_err(broken)?,
                    status: codec::read_word(row.try_get(2)?).map_err(broken)?,
                    result: match row.try_get::<Option<String>, _>(4)? {
                        None => None,
                        Some(reason) => Some(GameResult {
                            winner: optional_word(row.try_get(3)?)?,
                            reason: codec::read_word(reason).map_err(broken)?,
                        }),
                    },
                    turn_number: row.try_get::<i64, _>(5)? as u32,
                    actor: optional_word(row.try_get(6)?)?,
                    updated_at: row.try_get::<i64, _>(7)? as u64,
                })
            })
            .collect()
    }

    /// How many unfinished games a player has.
    pub(crate) async fn count_unfinished(&self, player: &str) -> Result<usize, sqlx::Error> {
        let row = sqlx::query(
            "SELECT count(*) FROM games WHERE (white = ?1 OR black = ?1) AND status <> 'over'",
        )
        .bind(player.to_owned())
        .fetch_one(&self.readers)
        .await?;
        Ok(usize::try_from(row.try_get::<i64, _>(0)?).unwrap_or(0))
    }

    /// Games that something is to be done about by `now` even if nobody comes: the engine must act, or
    /// a clock has run out.
    pub(crate) async fn needing_attention(&self, now: u64) -> Result<Vec<String>, sqlx::Error> {
        let rows = sqlx::query("SELECT id FROM games WHERE attention_at <= ? LIMIT 500")
            .bind(now as i64)
            .fetch_all(&self.readers)
            .await?;
        rows.into_iter().map(|row| row.try_get(0)).collect()
    }
}

fn optional_word<T: DeserializeOwned>(word: Option<String>) -> Result<Option<T>, sqlx::Error> {
    word.map(codec::read_word).transpose().map_err(broken)
}

fn broken(problem: serde_json::Error) -> sqlx::Error {
    sqlx::Error::Decode(Box::new(problem))
}

/// Brings the tables up to date. `user_version` counts the steps that were taken.
async fn migrate(connection: &mut sqlx::SqliteConnection) -> Result<(), sqlx::Error> {
    let row = sqlx::query("PRAGMA user_version")
        .fetch_one(&mut *connection)
        .await?;
    let version = usize::try_from(row.try_get::<i64, _>(0)?).unwrap_or(usize::MAX);
    if version > MIGRATIONS.len() {
        return Err(sqlx::Error::Configuration(
            format!(
                "the database has version {version}, and this program knows versions up to {}: use a newer program",
                MIGRATIONS.len()
            )
            .into(),
        ));
    }
    for (step, sql) in MIGRATIONS.iter().enumerate().skip(version) {
        let sql = format!(
            "BEGIN;\n{sql}\nPRAGMA user_version = {};\nCOMMIT;",
            step + 1
        );
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
