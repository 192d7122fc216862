//! SQLite, one file.
//!
//! One task writes. It takes what waits, stores it in one transaction and answers only after the commit,
//! so that many games share one flush to the disk. What only reads has connections of its own.

mod reader;
mod writer;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row, SqlStr, SqliteConnection};
use tokio::sync::{Notify, mpsc, oneshot};

use super::interface::{
    Append, AppendError, ListedGame, NewGame, Store, StoreError, StoredGame, Which,
};
use super::outages::Outages;
use crate::ids::{GameId, PlayerId};
use writer::{Write, Writer};

/// The name of the file in the data directory.
const FILE: &str = "manifold.sqlite";
/// Writes that wait for the writer.
const QUEUE: usize = 4096;

/// The steps from an empty file to the present tables. A step is never changed once released.
///
/// This is what `sqlx::migrate!` makes; the macro itself would have SQLite compiled a second time, for the compiler.
fn migrations() -> Migrator {
    let steps = [(1, "games", include_str!("migrations/0001_games.sql"))];
    let migrations = steps.into_iter().map(|(version, name, sql)| {
        let sql = SqlStr::from_static(sql);
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(migrations.collect())
}

/// Why a database cannot be opened.
pub(crate) type OpenError = Box<dyn std::error::Error + Send + Sync>;

/// A database in one file.
#[derive(Debug)]
pub(crate) struct Sqlite {
    readers: SqlitePool,
    writer: mpsc::Sender<Write>,
    outages: Outages,
    stopped: Arc<Notify>,
}

impl Sqlite {
    /// Opens the database in `directory`, creates what is missing, and notes how long no server ran until `now`
    /// (milliseconds since 1970).
    pub(crate) async fn open(directory: &Path, now: u64) -> Result<Sqlite, OpenError> {
        let file = directory.join(FILE);
        make_private(&file)?;
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // A confirmed action survives a power cut too.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5))
            .pragma("wal_autocheckpoint", "4000")
            .disable_statement_logging();
        let mut connection = options.connect().await?;
        migrations().run(&mut connection).await?;
        let outages = note_outage(&mut connection, now).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(options.read_only(true))
            .await?;
        let (writer, inbox) = mpsc::channel(QUEUE);
        let stopped = Arc::new(Notify::new());
        let done = Arc::clone(&stopped);
        tokio::spawn(async move {
            Writer::new(connection, inbox).run().await;
            done.notify_one();
        });
        Ok(Sqlite {
            readers,
            writer,
            outages,
            stopped,
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

    fn create(&self, game: NewGame) -> BoxFuture<'_, Result<GameId, StoreError>> {
        let game = Box::new(game);
        self.write(|reply| Write::Create(game, reply), || Err(StoreError))
            .boxed()
    }

    fn load(&self, game: GameId) -> BoxFuture<'_, Result<Option<StoredGame>, StoreError>> {
        logged(reader::load(&self.readers, game)).boxed()
    }

    fn list(&self, which: Which, limit: u32) -> BoxFuture<'_, Result<Vec<ListedGame>, StoreError>> {
        logged(reader::list(&self.readers, which, limit)).boxed()
    }

    fn count_unfinished(&self, player: PlayerId) -> BoxFuture<'_, Result<usize, StoreError>> {
        logged(reader::count_unfinished(&self.readers, player)).boxed()
    }

    fn needing_attention(&self, now: u64) -> BoxFuture<'_, Result<Vec<GameId>, StoreError>> {
        logged(reader::needing_attention(&self.readers, now)).boxed()
    }

    fn rename_player(
        &self,
        player: PlayerId,
        name: String,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(
            move |reply| Write::Rename(player, name, reply),
            || Err(StoreError),
        )
        .boxed()
    }

    fn player_name(&self, player: PlayerId) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        logged(reader::player_name(&self.readers, player)).boxed()
    }

    fn heartbeat(&self, now: u64) -> BoxFuture<'_, ()> {
        async move {
            // Without a writer there is nothing to keep alive.
            let _ = self.writer.send(Write::Heartbeat(now)).await;
        }
        .boxed()
    }

    fn is_healthy(&self) -> BoxFuture<'_, bool> {
        async move {
            let answer = sqlx::query("SELECT count(*) FROM heartbeat")
                .fetch_one(&self.readers)
                .await;
            answer.is_ok()
        }
        .boxed()
    }

    fn close(&self, now: u64) -> BoxFuture<'_, ()> {
        async move {
            self.heartbeat(now).await;
            let _ = self.writer.send(Write::Stop).await;
            self.stopped.notified().await;
            self.readers.close().await;
        }
        .boxed()
    }
}

/// Keeps the driver's error in here: it is logged, and the caller learns that the database has failed.
async fn logged<T>(query: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, StoreError> {
    query.await.map_err(|error| {
        tracing::error!(%error, "the database has failed");
        StoreError
    })
}

/// Notes that no server ran from the last sign of life to `now`, and reads all outages.
async fn note_outage(connection: &mut SqliteConnection, now: u64) -> Result<Outages, sqlx::Error> {
    // An event is a sign of life too, and often a later one.
    let last = sqlx::query(
        "SELECT max(coalesce((SELECT at FROM heartbeat), 0), coalesce((SELECT max(updated_at) FROM games), 0))",
    )
    .fetch_one(&mut *connection)
    .await?
    .try_get::<i64, _>(0)?;
    let now = now as i64;
    sqlx::query("BEGIN IMMEDIATE")
        .execute(&mut *connection)
        .await?;
    if 0 < last && last < now {
        sqlx::query("INSERT OR REPLACE INTO outages (began, ended) VALUES (?, ?)")
            .bind(last)
            .bind(now)
            .execute(&mut *connection)
            .await?;
        sqlx::query(
            "UPDATE games SET attention_at = attention_at + ? WHERE attention_at > 0 AND status = 'live'",
        )
        .bind(now - last)
        .execute(&mut *connection)
        .await?;
    }
    sqlx::query("INSERT OR REPLACE INTO heartbeat (id, at) VALUES (1, ?)")
        .bind(now)
        .execute(&mut *connection)
        .await?;
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    let rows = sqlx::query("SELECT began, ended FROM outages ORDER BY began")
        .fetch_all(&mut *connection)
        .await?;
    let mut all = Vec::with_capacity(rows.len());
    for row in rows {
        all.push((
            row.try_get::<i64, _>(0)? as u64,
            row.try_get::<i64, _>(1)? as u64,
        ));
    }
    Ok(Outages::new(all))
}

/// Makes the file one that nobody else can read, and creates it if there is none. The files that SQLite puts beside it
/// get its permissions.
fn make_private(file: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};

        let file = options.mode(0o600).open(file)?;
        file.set_permissions(PermissionsExt::from_mode(0o600))
    }
    #[cfg(not(unix))]
    options.open(file).map(drop)
}
