//! Passkeys, and the challenges that they answer.

use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{Row, SqliteConnection};

use super::columns::{broken, read_player};
use crate::ids::{PasskeyId, PlayerId, SessionId};
use crate::people::passkey::{Ceremony, CeremonyPurpose, PASSKEYS, Passkey, StoredCredential};
use crate::people::session::TokenHash;
use crate::store::people::Changed;

/// Stores a challenge, and forgets those that are over at `now`.
pub(super) async fn store_ceremony(
    connection: &mut SqliteConnection,
    ceremony: &Ceremony,
    now: u64,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM ceremonies WHERE expires_at <= ?")
        .bind(now as i64)
        .execute(&mut *connection)
        .await?;
    let session = match ceremony.purpose {
        CeremonyPurpose::Register(session) => Some(session.to_string()),
        CeremonyPurpose::Show => None,
    };
    let sql = "INSERT INTO ceremonies (token, session, state, expires_at) VALUES (?, ?, ?, ?)";
    sqlx::query(sql)
        .bind(ceremony.token.to_hex())
        .bind(session)
        .bind(ceremony.state.clone())
        .bind(ceremony.expires_at as i64)
        .execute(connection)
        .await
        .map(drop)
}

/// Uses up a challenge and returns whether it existed.
pub(super) async fn end_ceremony(
    connection: &mut SqliteConnection,
    token: TokenHash,
) -> Result<bool, sqlx::Error> {
    let ended = sqlx::query("DELETE FROM ceremonies WHERE token = ?")
        .bind(token.to_hex())
        .execute(connection)
        .await?;
    Ok(ended.rows_affected() > 0)
}

/// The challenge with this token, if it is open at `now`.
pub(super) async fn ceremony(
    pool: &SqlitePool,
    token: TokenHash,
    now: u64,
) -> Result<Option<Ceremony>, sqlx::Error> {
    let sql =
        "SELECT session, state, expires_at FROM ceremonies WHERE token = ? AND expires_at > ?";
    let row = sqlx::query(sql)
        .bind(token.to_hex())
        .bind(now as i64)
        .fetch_optional(pool)
        .await?;
    row.map(|row| {
        let session: Option<String> = row.try_get(0)?;
        let session: Option<SessionId> = session
            .map(|session| session.parse().map_err(broken))
            .transpose()?;
        Ok(Ceremony {
            token,
            purpose: session.map_or(CeremonyPurpose::Show, CeremonyPurpose::Register),
            state: row.try_get(1)?,
            expires_at: row.try_get::<i64, _>(2)? as u64,
        })
    })
    .transpose()
}

/// Adds a passkey, if the account has room for one more.
pub(super) async fn add(
    connection: &mut SqliteConnection,
    passkey: &Passkey,
) -> Result<Changed, sqlx::Error> {
    let row = sqlx::query("SELECT count(*) FROM passkeys WHERE player = ?")
        .bind(passkey.player.to_string())
        .fetch_one(&mut *connection)
        .await?;
    if row.try_get::<i64, _>(0)? >= PASSKEYS as i64 {
        return Ok(Changed::Full);
    }
    let StoredCredential {
        id,
        key,
        state,
        transports,
    } = &passkey.credential;
    let added = sqlx::query(
        "INSERT OR IGNORE INTO passkeys (id, credential, player, name, key, state, transports, created_at) \
         SELECT ?, ?, player, ?, ?, ?, ?, ? FROM accounts WHERE player = ?",
    )
    .bind(passkey.id.to_string())
    .bind(id.clone())
    .bind(passkey.name.clone())
    .bind(key.clone())
    .bind(state.clone())
    .bind(i64::from(*transports))
    .bind(passkey.created_at as i64)
    .bind(passkey.player.to_string())
    .execute(connection)
    .await?;
    Ok(match added.rows_affected() {
        0 => Changed::Used,
        _ => Changed::Done,
    })
}

/// Stores the state of a passkey after its use at `now`. Returns whether its previous state was the expected one.
pub(super) async fn advance(
    connection: &mut SqliteConnection,
    passkey: &Passkey,
    state: &[u8],
    now: u64,
) -> Result<bool, sqlx::Error> {
    let sql =
        "UPDATE passkeys SET state = ?, used_at = ? WHERE id = ? AND player = ? AND state = ?";
    let advanced = sqlx::query(sql)
        .bind(state.to_vec())
        .bind(now as i64)
        .bind(passkey.id.to_string())
        .bind(passkey.player.to_string())
        .bind(passkey.credential.state.clone())
        .execute(connection)
        .await?;
    Ok(advanced.rows_affected() > 0)
}

/// Whether a player has this passkey, and no other.
pub(super) async fn is_the_last(
    connection: &mut SqliteConnection,
    player: PlayerId,
    passkey: PasskeyId,
) -> Result<bool, sqlx::Error> {
    let sql = "SELECT count(*) = 1 AND min(id) = ?2 FROM passkeys WHERE player = ?1";
    let row = sqlx::query(sql)
        .bind(player.to_string())
        .bind(passkey.to_string())
        .fetch_one(connection)
        .await?;
    row.try_get(0)
}

/// Removes a passkey and says whether it was there.
pub(super) async fn remove(
    connection: &mut SqliteConnection,
    player: PlayerId,
    passkey: PasskeyId,
) -> Result<bool, sqlx::Error> {
    let removed = sqlx::query("DELETE FROM passkeys WHERE id = ? AND player = ?")
        .bind(passkey.to_string())
        .bind(player.to_string())
        .execute(connection)
        .await?;
    Ok(removed.rows_affected() > 0)
}

/// Removes all passkeys of a player.
pub(super) async fn forget(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM passkeys WHERE player = ?")
        .bind(player.to_string())
        .execute(connection)
        .await
        .map(drop)
}

/// A player's passkeys, oldest first.
pub(super) async fn of(pool: &SqlitePool, player: PlayerId) -> Result<Vec<Passkey>, sqlx::Error> {
    let sql = "SELECT id, credential, player, name, key, state, transports, created_at, used_at FROM passkeys \
               WHERE player = ? ORDER BY created_at";
    let rows = sqlx::query(sql)
        .bind(player.to_string())
        .fetch_all(pool)
        .await?;
    rows.iter().map(read).collect()
}

/// The passkey with this credential ID of its authenticator.
pub(super) async fn called(
    pool: &SqlitePool,
    credential: Vec<u8>,
) -> Result<Option<Passkey>, sqlx::Error> {
    let sql = "SELECT id, credential, player, name, key, state, transports, created_at, used_at FROM passkeys \
               WHERE credential = ?";
    let row = sqlx::query(sql)
        .bind(credential)
        .fetch_optional(pool)
        .await?;
    row.as_ref().map(read).transpose()
}

fn read(row: &SqliteRow) -> Result<Passkey, sqlx::Error> {
    Ok(Passkey {
        id: row.try_get::<&str, _>(0)?.parse().map_err(broken)?,
        player: read_player(row.try_get(2)?)?,
        name: row.try_get(3)?,
        created_at: row.try_get::<i64, _>(7)? as u64,
        used_at: row.try_get::<Option<i64>, _>(8)?.map(|at| at as u64),
        credential: StoredCredential {
            id: row.try_get(1)?,
            key: row.try_get(4)?,
            state: row.try_get(5)?,
            transports: row.try_get::<i64, _>(6)? as u8,
        },
    })
}
