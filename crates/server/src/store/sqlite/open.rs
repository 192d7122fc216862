//! Opening the database: what was stored must still be there, the tables are brought up to date, and the time goes on.

use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use sqlx::error::DatabaseError;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};

use super::files::Files;
use super::migrations;
use super::ratings;
use super::witness;
use crate::store::OpenError;
use crate::store::outages::Outages;

/// The name of the file in the data directory.
pub(super) const FILE: &str = "manifold.sqlite";
/// Lag of the machine's clock above which it is worth a warning, in milliseconds.
const BEHIND_MS: u64 = 1_000;

/// An open database.
pub(super) struct Opened {
    /// For the writer.
    pub(super) connection: SqliteConnection,
    pub(super) files: Files,
    pub(super) readers: SqlitePool,
    /// For checkpoints.
    pub(super) checkpoints: SqliteConnection,
    pub(super) outages: Outages,
    /// The start of this server, in milliseconds since 1970.
    pub(super) now: u64,
}

/// Opens the database in `directory`; `now` is the machine's time, in milliseconds since 1970.
pub(super) async fn open(directory: &Path, now: u64) -> Result<Opened, OpenError> {
    let file = directory.join(FILE);
    let options = SqliteConnectOptions::new()
        .filename(&file)
        .journal_mode(SqliteJournalMode::Wal)
        // A confirmed action survives a power cut too.
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(5))
        // Only if the checkpoints beside the writer cannot keep up.
        .pragma("wal_autocheckpoint", "16000")
        // Deleted rows are overwritten where their page is written anyway: addresses of people above all.
        .pragma("secure_delete", "FAST")
        .disable_statement_logging();
    must_be_complete(directory, &file, &options).await?;
    make_private(&file)?;
    let mut connection = options.clone().create_if_missing(true).connect().await?;
    migrations::all().run(&mut connection).await?;
    let (outages, now) = note_outage(&mut connection, now).await?;
    if ratings::due::marks(&mut connection).await?.is_some() {
        let mut transaction = connection.begin().await?;
        ratings::recompute(&mut transaction).await?;
        transaction.commit().await?;
    }
    let checkpoints = options.connect().await?;
    let readers = SqlitePoolOptions::new()
        .max_connections(4)
        .connect_with(options.read_only(true))
        .await?;
    Ok(Opened {
        connection,
        files: Files::of(&file)?,
        readers,
        checkpoints,
        outages,
        now,
    })
}

/// Makes sure that everything is there that was ever confirmed, as far as the witness knows.
///
/// Nothing is changed by looking, so that what is damaged can still be mended.
async fn must_be_complete(
    directory: &Path,
    file: &Path,
    options: &SqliteConnectOptions,
) -> Result<(), OpenError> {
    let Some(witnessed) = witness::read(directory) else {
        return Ok(());
    };
    let stored = match file.exists() {
        true => match read_last_moment(options).await {
            Ok(stored) => Ok(stored),
            // A kill in the middle of a checkpoint leaves pages in it that fit together only with the log.
            Err(sqlx::Error::Database(error)) if is_damage(error.as_ref()) => Err(error),
            Err(error) => return Err(error.into()),
        },
        false => Ok(0),
    };
    if stored.as_ref().is_ok_and(|stored| *stored >= witnessed) {
        return Ok(());
    }
    let at = |ms: u64| {
        let time = i64::try_from(ms).ok().map(Timestamp::from_millisecond);
        time.and_then(Result::ok).unwrap_or_default()
    };
    let witnessed = at(witnessed);
    let suspects = format!(
        "Is {FILE} another one, or {FILE}-wal missing or damaged? Put back what was there."
    );
    let problem = match stored {
        Ok(stored) => format!(
            "what was stored last, at {witnessed}, is missing: it ends at {}. {suspects} Only if it is lost for good, or if \
             this is a backup: delete {}, and the server begins with what there is",
            at(stored),
            witness::path(directory).display()
        ),
        Err(error) => {
            format!("what was stored last, at {witnessed}, cannot be read: {error}. {suspects}")
        }
    };
    Err(problem.into())
}

/// Whether SQLite reports a damaged file, or one that is not a database.
fn is_damage(error: &dyn DatabaseError) -> bool {
    const CORRUPT: &str = "11";
    const NOT_A_DATABASE: &str = "26";
    let code = error.code();
    matches!(code.as_deref(), Some(CORRUPT | NOT_A_DATABASE))
}

/// The last moment of a database that is only read.
async fn read_last_moment(options: &SqliteConnectOptions) -> Result<u64, sqlx::Error> {
    let mut connection = options.clone().read_only(true).connect().await?;
    let last = last_moment(&mut connection).await;
    connection.close().await?;
    last
}

/// The time of the last write, in milliseconds since 1970: an event is a sign of life too, and often a later one
/// than the heartbeat. 0 for a database without tables.
async fn last_moment(connection: &mut SqliteConnection) -> Result<u64, sqlx::Error> {
    let tables = sqlx::query(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('games', 'heartbeat')",
    )
    .fetch_one(&mut *connection)
    .await?
    .try_get::<i64, _>(0)?;
    if tables < 2 {
        return Ok(0);
    }
    let last = sqlx::query(
        "SELECT max(coalesce((SELECT at FROM heartbeat), 0), coalesce((SELECT max(updated_at) FROM games), 0))",
    )
    .fetch_one(&mut *connection)
    .await?
    .try_get::<i64, _>(0)?;
    Ok(last as u64)
}

/// Records that no server ran from the last sign of life to `now`, reads all outages, and returns the time from which
/// this server continues.
///
/// If the machine's clock was set back meanwhile, the server continues from the last sign of life: no game's clock may
/// gain what the machine's lost. If it was set forward, all of that counts as an outage, during which no clock runs.
async fn note_outage(
    connection: &mut SqliteConnection,
    now: u64,
) -> Result<(Outages, u64), sqlx::Error> {
    let last = last_moment(connection).await?;
    if last > now + BEHIND_MS {
        let seconds = (last - now) / 1_000;
        tracing::warn!(
            seconds,
            "the machine's clock is behind what is stored: the server's time goes on from there"
        );
    }
    let now = now.max(last);
    sqlx::query("BEGIN IMMEDIATE")
        .execute(&mut *connection)
        .await?;
    if 0 < last && last < now {
        sqlx::query("INSERT OR REPLACE INTO outages (began, ended) VALUES (?, ?)")
            .bind(last as i64)
            .bind(now as i64)
            .execute(&mut *connection)
            .await?;
        sqlx::query(
            "UPDATE games SET attention_at = attention_at + ? WHERE attention_at > 0 AND status = 'live'",
        )
        .bind((now - last) as i64)
        .execute(&mut *connection)
        .await?;
        sqlx::query("UPDATE reminders SET at = at + ?1 WHERE at < ?2")
            .bind((now - last) as i64)
            .bind(i64::MAX - (now - last) as i64)
            .execute(&mut *connection)
            .await?;
    }
    sqlx::query("INSERT OR REPLACE INTO heartbeat (id, at) VALUES (1, ?)")
        .bind(now as i64)
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
    Ok((Outages::new(all), now))
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
