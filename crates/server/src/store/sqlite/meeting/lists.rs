//! Follows, blocks, and players who show when they are online.

use sqlx::sqlite::SqlitePool;
use sqlx::{AssertSqlSafe, Row, SqliteConnection, SqliteExecutor};

use super::super::columns::read_player;
use crate::ids::PlayerId;
use crate::store::meeting::{Known, Met, Refusal};

/// The longest list.
pub(super) const LONGEST: i64 = 500;

/// One follows the other.
pub(super) async fn follow(
    connection: &mut SqliteConnection,
    by: PlayerId,
    whom: PlayerId,
    at: u64,
) -> Result<Met, sqlx::Error> {
    if blocks(&mut *connection, by, whom).await? {
        return Ok(Met::Refused(Refusal::Blocked));
    }
    // Blocked players are not told so: their request just has no effect.
    if blocks(&mut *connection, whom, by).await? {
        return Ok(Met::Done);
    }
    add(connection, FOLLOWS, by, whom, at).await
}

/// Makes a player no longer follow another.
pub(super) async fn unfollow(
    connection: &mut SqliteConnection,
    by: PlayerId,
    whom: PlayerId,
) -> Result<Met, sqlx::Error> {
    let sql = "DELETE FROM follows WHERE follower = ? AND followed = ?";
    execute(connection, sql, by, whom).await
}

/// One blocks the other: neither follows the other any more, and no challenge of the first is open to the second.
pub(super) async fn block(
    connection: &mut SqliteConnection,
    by: PlayerId,
    whom: PlayerId,
    at: u64,
) -> Result<Met, sqlx::Error> {
    let met = add(connection, BLOCKS, by, whom, at).await?;
    if met == Met::Done {
        unfollow(connection, by, whom).await?;
        unfollow(connection, whom, by).await?;
        let sql = "UPDATE challenges SET outcome = 'cancelled' \
                   WHERE challenger = ? AND challenged = ? AND outcome IS NULL";
        execute(connection, sql, by, whom).await?;
    }
    Ok(met)
}

/// Makes a player no longer block another.
pub(super) async fn unblock(
    connection: &mut SqliteConnection,
    by: PlayerId,
    whom: PlayerId,
) -> Result<Met, sqlx::Error> {
    let sql = "DELETE FROM blocks WHERE blocker = ? AND blocked = ?";
    execute(connection, sql, by, whom).await
}

/// Whether a player shows when they are online.
pub(super) async fn show_presence(
    connection: &mut SqliteConnection,
    player: PlayerId,
    shown: bool,
) -> Result<Met, sqlx::Error> {
    let sql = match shown {
        true => "DELETE FROM unseen WHERE player = ?",
        false => "INSERT OR IGNORE INTO unseen (player) VALUES (?)",
    };
    sqlx::query(sql)
        .bind(player.to_string())
        .execute(connection)
        .await?;
    Ok(Met::Done)
}

async fn execute(
    connection: &mut SqliteConnection,
    sql: &'static str,
    by: PlayerId,
    whom: PlayerId,
) -> Result<Met, sqlx::Error> {
    sqlx::query(sql)
        .bind(by.to_string())
        .bind(whom.to_string())
        .execute(connection)
        .await?;
    Ok(Met::Done)
}

/// A list of players: its table, and the columns of its owner and of the listed player.
type List = [&'static str; 3];

const FOLLOWS: List = ["follows", "follower", "followed"];
const BLOCKS: List = ["blocks", "blocker", "blocked"];

/// Adds a player to another's list, unless it is full. Repeating it changes nothing.
async fn add(
    connection: &mut SqliteConnection,
    [table, owner, other]: List,
    by: PlayerId,
    whom: PlayerId,
    at: u64,
) -> Result<Met, sqlx::Error> {
    // Whoever is on it already takes no place.
    let sql = format!("SELECT count(*) FROM {table} WHERE {owner} = ? AND {other} <> ?");
    let row = sqlx::query(AssertSqlSafe(sql))
        .bind(by.to_string())
        .bind(whom.to_string())
        .fetch_one(&mut *connection)
        .await?;
    if row.try_get::<i64, _>(0)? >= LONGEST {
        return Ok(Met::Refused(Refusal::ListFull));
    }
    let sql = format!("INSERT OR IGNORE INTO {table} ({owner}, {other}, at) VALUES (?, ?, ?)");
    sqlx::query(AssertSqlSafe(sql))
        .bind(by.to_string())
        .bind(whom.to_string())
        .bind(at as i64)
        .execute(connection)
        .await?;
    Ok(Met::Done)
}

pub(in crate::store::sqlite) async fn blocks(
    database: impl SqliteExecutor<'_>,
    blocker: PlayerId,
    blocked: PlayerId,
) -> Result<bool, sqlx::Error> {
    let found = sqlx::query("SELECT 1 FROM blocks WHERE blocker = ? AND blocked = ?")
        .bind(blocker.to_string())
        .bind(blocked.to_string())
        .fetch_optional(database)
        .await?;
    Ok(found.is_some())
}

pub(super) async fn are_apart(
    connection: &mut SqliteConnection,
    one: PlayerId,
    other: PlayerId,
) -> Result<bool, sqlx::Error> {
    Ok(blocks(&mut *connection, one, other).await? || blocks(connection, other, one).await?)
}

async fn list(
    pool: &SqlitePool,
    sql: &'static str,
    player: PlayerId,
) -> Result<Vec<Known>, sqlx::Error> {
    let rows = sqlx::query(sql)
        .bind(player.to_string())
        .fetch_all(pool)
        .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Known {
                player: read_player(row.try_get(0)?)?,
                username: row.try_get(1)?,
                shows_presence: !row.try_get::<bool, _>(2)?,
            })
        })
        .collect()
}

pub(in crate::store::sqlite) async fn following(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<Vec<Known>, sqlx::Error> {
    let sql = "SELECT followed, username, followed IN (SELECT player FROM unseen) FROM follows \
               JOIN accounts ON player = followed WHERE follower = ? ORDER BY username COLLATE NOCASE";
    list(pool, sql, player).await
}

pub(in crate::store::sqlite) async fn blocked(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<Vec<Known>, sqlx::Error> {
    let sql = "SELECT blocked, username, TRUE FROM blocks \
               JOIN accounts ON player = blocked WHERE blocker = ? ORDER BY username COLLATE NOCASE";
    list(pool, sql, player).await
}

pub(in crate::store::sqlite) async fn apart(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<Vec<PlayerId>, sqlx::Error> {
    let sql = "SELECT blocked FROM blocks WHERE blocker = ?1 UNION SELECT blocker FROM blocks WHERE blocked = ?1";
    let rows = sqlx::query(sql)
        .bind(player.to_string())
        .fetch_all(pool)
        .await?;
    rows.into_iter()
        .map(|row| read_player(row.try_get(0)?))
        .collect()
}

/// Players with sessions, including ended ones, in the browsers of `?1`. Each step of the recursions continues after the last browser or
/// player in an index: however often somebody has signed in, each account in each browser is looked at only once.
const ONE_PERSON: &str = "WITH RECURSIVE own (browser) AS ( \
        SELECT min(browser) FROM sessions WHERE player = ?1 AND browser IS NOT NULL UNION ALL \
        SELECT (SELECT min(browser) FROM sessions WHERE player = ?1 AND browser > own.browser) FROM own \
        WHERE own.browser IS NOT NULL), \
    met (browser, player) AS ( \
        SELECT browser, (SELECT min(player) FROM sessions WHERE browser = own.browser) FROM own \
        WHERE own.browser IS NOT NULL UNION ALL \
        SELECT browser, (SELECT min(player) FROM sessions WHERE browser = met.browser AND player > met.player) FROM met \
        WHERE met.player IS NOT NULL) \
    SELECT other FROM links WHERE one = ?1 UNION SELECT player FROM met WHERE player <> ?1";

pub(in crate::store::sqlite) async fn one_person(
    database: impl SqliteExecutor<'_>,
    player: PlayerId,
) -> Result<Vec<PlayerId>, sqlx::Error> {
    let rows = sqlx::query(ONE_PERSON)
        .bind(player.to_string())
        .fetch_all(database)
        .await?;
    rows.into_iter()
        .map(|row| read_player(row.try_get(0)?))
        .collect()
}

pub(in crate::store::sqlite) async fn shows_presence(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<bool, sqlx::Error> {
    let found = sqlx::query("SELECT 1 FROM unseen WHERE player = ?")
        .bind(player.to_string())
        .fetch_optional(pool)
        .await?;
    Ok(found.is_none())
}
