//! Browsers that show push messages.

use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{Row, SqliteConnection};

use super::super::columns::{broken, read_player};
use super::super::session_rows;
use crate::ids::{PlayerId, PushId, SessionId};
use crate::notify::push::encrypt::BrowserKeys;
use crate::notify::push::{BROWSERS, Subscription};
use crate::people::session::Session;
use crate::store::notify::Notified;
use crate::store::people::Principal;

/// Stores a browser. It replaces itself, even if it was another player's: it belongs to the account that is now signed in there.
pub(super) async fn subscribe(
    connection: &mut SqliteConnection,
    new: &Subscription,
) -> Result<Notified, sqlx::Error> {
    let principal = Principal {
        player: new.player,
        session: new.session,
        at: new.created_at,
    };
    if !session_rows::lasts(connection, &principal).await? {
        return Ok(Notified::SignedOut);
    }
    sqlx::query("DELETE FROM push_subscriptions WHERE endpoint = ? OR session = ?")
        .bind(new.endpoint.clone())
        .bind(new.session.to_string())
        .execute(&mut *connection)
        .await?;
    let stored = sqlx::query(
        "INSERT INTO push_subscriptions (id, player, session, endpoint, key, secret, created_at) \
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 \
         WHERE (SELECT count(*) FROM push_subscriptions WHERE player = ?2) < ?8",
    )
    .bind(new.id.to_string())
    .bind(new.player.to_string())
    .bind(new.session.to_string())
    .bind(new.endpoint.clone())
    .bind(new.keys.public.to_vec())
    .bind(new.keys.secret.to_vec())
    .bind(new.created_at as i64)
    .bind(BROWSERS)
    .execute(connection)
    .await?;
    Ok(match stored.rows_affected() {
        0 => Notified::Full,
        _ => Notified::Done,
    })
}

/// Forgets a browser of a player.
pub(super) async fn unsubscribe(
    connection: &mut SqliteConnection,
    player: PlayerId,
    id: PushId,
) -> Result<Notified, sqlx::Error> {
    let gone = sqlx::query("DELETE FROM push_subscriptions WHERE id = ? AND player = ?")
        .bind(id.to_string())
        .bind(player.to_string())
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM outbox WHERE subscription = ?")
        .bind(id.to_string())
        .execute(connection)
        .await?;
    Ok(match gone.rows_affected() {
        0 => Notified::Missing,
        _ => Notified::Done,
    })
}

/// Forgets the browsers of a player whose sessions have ended: somebody else may use them by now.
pub(in crate::store::sqlite) async fn forget_ended(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "DELETE FROM push_subscriptions WHERE player = ?1 AND session NOT IN \
         (SELECT id FROM sessions WHERE player = ?1 AND ended_at IS NULL)",
    )
    .bind(player.to_string())
    .execute(connection)
    .await
    .map(drop)
}

/// Moves a browser to the session that replaces another one there: it continues to show messages of the same player. Messages of
/// another player are no longer shown.
pub(in crate::store::sqlite) async fn follow(
    connection: &mut SqliteConnection,
    replaced: SessionId,
    session: &Session,
) -> Result<(), sqlx::Error> {
    let (old, new) = (replaced.to_string(), session.id.to_string());
    sqlx::query("UPDATE push_subscriptions SET session = ? WHERE session = ? AND player = ?")
        .bind(new)
        .bind(old.clone())
        .bind(session.player.to_string())
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM push_subscriptions WHERE session = ?")
        .bind(old)
        .execute(connection)
        .await
        .map(drop)
}

/// The browsers of a player, oldest first.
pub(super) async fn of_player(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<Vec<Subscription>, sqlx::Error> {
    let sql = "SELECT id, player, session, endpoint, key, secret, created_at FROM push_subscriptions \
               WHERE player = ? ORDER BY created_at, id";
    let rows = sqlx::query(sql)
        .bind(player.to_string())
        .fetch_all(connection)
        .await?;
    rows.iter().map(read).collect()
}

/// A browser.
pub(in crate::store::sqlite) async fn subscription(
    pool: &SqlitePool,
    id: PushId,
) -> Result<Option<Subscription>, sqlx::Error> {
    let sql = "SELECT id, player, session, endpoint, key, secret, created_at FROM push_subscriptions WHERE id = ?";
    let row = sqlx::query(sql)
        .bind(id.to_string())
        .fetch_optional(pool)
        .await?;
    row.as_ref().map(read).transpose()
}

fn read(row: &SqliteRow) -> Result<Subscription, sqlx::Error> {
    let keys = BrowserKeys::read(row.try_get(4)?, row.try_get(5)?);
    Ok(Subscription {
        id: row.try_get::<&str, _>(0)?.parse().map_err(broken)?,
        player: read_player(row.try_get(1)?)?,
        session: row.try_get::<&str, _>(2)?.parse().map_err(broken)?,
        endpoint: row.try_get(3)?,
        keys: keys.ok_or_else(|| sqlx::Error::Decode("no keys of a browser".into()))?,
        created_at: row.try_get::<i64, _>(6)? as u64,
    })
}
