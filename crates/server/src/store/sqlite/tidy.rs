//! Deletion of expired rows while the server runs, in steps so small that nobody has to wait.

use sqlx::sqlite::SqlitePool;
use sqlx::{AssertSqlSafe, Row, SqliteConnection};

use crate::meeting::challenge::KEPT_MS;

/// Rows of a table that are forgotten at once.
pub(super) const STEP: i64 = 256;
const DAY_MS: u64 = 86_400_000;
/// Time after its end or its last use at which a session is forgotten: twice its lifetime without use.
const SESSIONS_MS: u64 = 60 * DAY_MS;
/// Time for which the request that created a game is remembered, in case it arrives again.
const CREATIONS_MS: u64 = 7 * DAY_MS;
/// Number of endings that are kept: every node reads them long before there are that many later ones.
const ENDINGS: i64 = 10_000;

/// Rows of a table, by the columns of its key, that are old by a bound `?1`. An index finds them.
pub(super) struct Old {
    pub(super) table: &'static str,
    pub(super) key: &'static str,
    are: &'static str,
    bound: i64,
}

/// What is old at a time, in milliseconds since 1970.
pub(super) fn old(now: u64) -> [Old; 4] {
    let before = |kept: u64| now.saturating_sub(kept) as i64;
    [
        Old {
            table: "sessions",
            key: "token",
            are: "coalesce(ended_at, expires_at, used_at) < ?1",
            bound: before(SESSIONS_MS),
        },
        Old {
            table: "challenges",
            key: "id",
            are: "created_at < ?1",
            bound: before(KEPT_MS),
        },
        Old {
            table: "creations",
            key: "player, request",
            are: "at < ?1",
            bound: before(CREATIONS_MS),
        },
        Old {
            table: "endings",
            key: "number",
            are: "number <= (SELECT max(number) FROM endings) - ?1",
            bound: ENDINGS,
        },
    ]
}

impl Old {
    /// Whether there are any.
    pub(super) fn exist(&self) -> String {
        format!(
            "SELECT EXISTS (SELECT 1 FROM {} WHERE {})",
            self.table, self.are
        )
    }

    /// Forgets at most `?2` of them.
    pub(super) fn forget(&self) -> String {
        let Old {
            table, key, are, ..
        } = self;
        format!(
            "DELETE FROM {table} WHERE ({key}) IN (SELECT {key} FROM {table} WHERE {are} LIMIT ?2)"
        )
    }
}

/// Whether there is anything to forget.
pub(super) async fn has_old(pool: &SqlitePool, now: u64) -> Result<bool, sqlx::Error> {
    for old in old(now) {
        let row = sqlx::query(AssertSqlSafe(old.exist()))
            .bind(old.bound)
            .fetch_one(pool)
            .await?;
        if row.try_get(0)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Forgets some of what is old.
pub(super) async fn step(connection: &mut SqliteConnection, now: u64) -> Result<(), sqlx::Error> {
    for old in old(now) {
        sqlx::query(AssertSqlSafe(old.forget()))
            .bind(old.bound)
            .bind(STEP)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
