//! The rows of sessions: reading them, and whether one still lasts.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::columns::{broken, read_player};
use crate::ids::SessionId;
use crate::people::scope::Scopes;
use crate::people::session::{Grant, Session};
use crate::store::people::Principal;

/// Whether the session of somebody who asks for a change is one of their browsers and still lasts.
pub(super) async fn lasts(
    connection: &mut SqliteConnection,
    Principal {
        player,
        session,
        at,
    }: &Principal,
) -> Result<bool, sqlx::Error> {
    let sql = "SELECT id, player, device, created_at, used_at, name, scopes, expires_at FROM sessions \
               WHERE id = ? AND player = ? AND ended_at IS NULL AND name IS NULL";
    let row = sqlx::query(sql)
        .bind(session.to_string())
        .bind(player.to_string())
        .fetch_optional(connection)
        .await?;
    let session = row.map(read_session).transpose()?;
    Ok(session.is_some_and(|session| session.lasts(*at)))
}

pub(super) fn read_session(row: SqliteRow) -> Result<Session, sqlx::Error> {
    Ok(Session {
        id: read_session_id(row.try_get(0)?)?,
        player: read_player(row.try_get(1)?)?,
        device: row.try_get(2)?,
        created_at: row.try_get::<i64, _>(3)? as u64,
        used_at: row.try_get::<i64, _>(4)? as u64,
        grant: read_grant(&row)?,
        browser: None,
    })
}

/// The grant of a program, if the session is one's.
fn read_grant(row: &SqliteRow) -> Result<Option<Grant>, sqlx::Error> {
    let (name, scopes): (Option<String>, Option<String>) = (row.try_get(5)?, row.try_get(6)?);
    let expires_at: Option<i64> = row.try_get(7)?;
    Ok(name.map(|name| Grant {
        name,
        scopes: Scopes::read(scopes.as_deref().unwrap_or_default()),
        expires_at: expires_at.unwrap_or(0) as u64,
    }))
}

pub(super) fn read_session_id(text: String) -> Result<SessionId, sqlx::Error> {
    text.parse().map_err(broken)
}
