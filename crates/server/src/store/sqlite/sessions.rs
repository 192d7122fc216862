//! Sessions of accounts.

use sqlx::sqlite::SqlitePool;
use sqlx::{Row, SqliteConnection};

use super::columns::read_player;
use super::notify;
use super::session_rows::{lasts, read_session, read_session_id};
use crate::ids::{PlayerId, SessionId};
use crate::people::session::{Ending, NewSession, Session, TokenHash};
use crate::store::people::{Principal, Which};

/// Maximum number of a player's browser sessions: a new one ends the one used longest ago.
const SESSIONS: i64 = 50;
/// Endings that are read at once.
const ENDINGS: u32 = 1_000;

/// Whether the session that a new one replaces belongs to one of the same player's browsers and is still valid. The player was signed in
/// when the request came. Since then a ban, a new password or the owner elsewhere may have ended the session, and then it must not live on
/// in another.
pub(super) async fn goes_on(
    connection: &mut SqliteConnection,
    NewSession {
        session, replaces, ..
    }: &NewSession,
) -> Result<bool, sqlx::Error> {
    match replaces {
        Some(replaced) => {
            let principal = Principal {
                player: session.player,
                session: *replaced,
                at: session.created_at,
            };
            lasts(connection, &principal).await
        }
        None => Ok(false),
    }
}

/// Stores a new session. The one that its browser had until now ends, whosever it is; if both belong to the same player, the browser
/// continues to show push messages.
pub(super) async fn begin(
    connection: &mut SqliteConnection,
    NewSession {
        token,
        session,
        replaces,
    }: &NewSession,
) -> Result<(), sqlx::Error> {
    let Some(replaced) = replaces else {
        return store(connection, token, session).await;
    };
    let sql = "UPDATE sessions SET ended_at = ? WHERE id = ? AND ended_at IS NULL AND name IS NULL";
    sqlx::query(sql)
        .bind(session.created_at as i64)
        .bind(replaced.to_string())
        .execute(&mut *connection)
        .await?;
    store(connection, token, session).await?;
    notify::push::follow(connection, *replaced, session).await
}

/// Stores a new session.
pub(super) async fn store(
    connection: &mut SqliteConnection,
    token: &TokenHash,
    session: &Session,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO sessions (token, id, player, device, created_at, used_at, name, scopes, expires_at, browser) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(token.to_hex())
    .bind(session.id.to_string())
    .bind(session.player.to_string())
    .bind(session.device.clone())
    .bind(session.created_at as i64)
    .bind(session.used_at as i64)
    .bind(session.grant.as_ref().map(|grant| grant.name.clone()))
    .bind(session.grant.as_ref().map(|grant| grant.scopes.to_text()))
    .bind(session.grant.as_ref().map(|grant| grant.expires_at as i64))
    .bind(session.browser.map(|browser| browser.to_string()))
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "UPDATE sessions SET ended_at = ?1 WHERE player = ?2 AND ended_at IS NULL AND name IS NULL AND id NOT IN \
         (SELECT id FROM sessions WHERE player = ?2 AND ended_at IS NULL AND name IS NULL ORDER BY used_at DESC, id = ?3 DESC LIMIT ?4)",
    )
    .bind(session.created_at as i64)
    .bind(session.player.to_string())
    .bind(session.id.to_string())
    .bind(SESSIONS)
    .execute(connection)
    .await
    .map(drop)
}

/// Stores that a session was used at `at`, and says whether it had not ended.
pub(super) async fn touch(
    connection: &mut SqliteConnection,
    session: SessionId,
    at: u64,
) -> Result<bool, sqlx::Error> {
    let sql = "UPDATE sessions SET used_at = max(used_at, ?) WHERE id = ? AND ended_at IS NULL";
    let used = sqlx::query(sql)
        .bind(at as i64)
        .bind(session.to_string())
        .execute(connection)
        .await?;
    Ok(used.rows_affected() > 0)
}

/// Ends sessions and says how many.
pub(super) async fn end(
    connection: &mut SqliteConnection,
    player: PlayerId,
    which: Which,
    at: u64,
) -> Result<u64, sqlx::Error> {
    let (one, but) = match which {
        Which::One(session) => (Some(session.to_string()), None),
        Which::AllBut(session) | Which::BrowsersBut(session) => (None, Some(session.to_string())),
        Which::All => (None, None),
    };
    let only_browsers = matches!(which, Which::BrowsersBut(_));
    let ended = sqlx::query(
        "UPDATE sessions SET ended_at = ?1 WHERE player = ?2 AND ended_at IS NULL \
         AND (?3 IS NULL OR id = ?3) AND id IS NOT ?4 AND (name IS NULL OR NOT ?5)",
    )
    .bind(at as i64)
    .bind(player.to_string())
    .bind(one)
    .bind(but)
    .bind(only_browsers)
    .execute(&mut *connection)
    .await?;
    notify::push::forget_ended(connection, player).await?;
    Ok(ended.rows_affected())
}

/// The session with this token that has not ended.
pub(super) async fn with_token(
    pool: &SqlitePool,
    token: TokenHash,
) -> Result<Option<Session>, sqlx::Error> {
    let sql = "SELECT id, player, device, created_at, used_at, name, scopes, expires_at FROM sessions \
               WHERE token = ? AND ended_at IS NULL";
    let row = sqlx::query(sql)
        .bind(token.to_hex())
        .fetch_optional(pool)
        .await?;
    row.map(read_session).transpose()
}

/// The sessions of a player that have not ended, most recently used first.
pub(super) async fn of_player(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<Vec<Session>, sqlx::Error> {
    let sql = "SELECT id, player, device, created_at, used_at, name, scopes, expires_at FROM sessions \
               WHERE player = ? AND ended_at IS NULL ORDER BY used_at DESC";
    let rows = sqlx::query(sql)
        .bind(player.to_string())
        .fetch_all(pool)
        .await?;
    rows.into_iter().map(read_session).collect()
}

/// The sessions that have ended after the ending with this number.
pub(super) async fn endings(
    pool: &SqlitePool,
    after: u64,
) -> Result<Vec<(u64, Ending)>, sqlx::Error> {
    let sql = "SELECT number, session, guest FROM endings WHERE number > ? ORDER BY number LIMIT ?";
    let rows = sqlx::query(sql)
        .bind(after as i64)
        .bind(ENDINGS)
        .fetch_all(pool)
        .await?;
    rows.into_iter()
        .map(|row| {
            let ending = match row.try_get(1)? {
                Some(session) => Ending::Session(read_session_id(session)?),
                None => Ending::Guest(read_player(row.try_get(2)?)?),
            };
            Ok((row.try_get::<i64, _>(0)? as u64, ending))
        })
        .collect()
}
