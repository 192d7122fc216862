//! Accounts and sessions.

use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Row, SqliteConnection};

use super::moderation;
use super::reader::broken;
use super::{keys, meeting};
use crate::ids::{PlayerId, SessionId};
use crate::people::account::{Account, NewAccount};
use crate::people::password::PasswordHash;
use crate::people::scope::Scopes;
use crate::people::session::{Grant, Session, TokenHash};
use crate::people::username::NameKey;
use crate::store::people::{Change, Changed, Which};

/// What is shown in the place of a deleted account's name.
const DELETED: &str = "[deleted]";
/// Browsers' sessions of one player that last at once: a new one ends the one that was used longest ago.
const SESSIONS: i64 = 50;
/// A session is forgotten so long after its end or its last use, in milliseconds: 60 days, twice what it lasts without use.
const FORGOTTEN_MS: u64 = 60 * 86_400_000;
/// Ended sessions that are read at once.
const ENDED: u32 = 1_000;

/// Changes something about people.
pub(super) async fn store(
    connection: &mut SqliteConnection,
    change: &Change,
) -> Result<Changed, sqlx::Error> {
    match change {
        Change::SignUp(new, token, session) => {
            let changed = store_account(connection, new).await?;
            if changed == Changed::Done {
                store_session(connection, token, session).await?;
            }
            Ok(changed)
        }
        Change::SignIn(token, session) => {
            // Looked at here: a ban that comes at the same moment ends the session, or there is none.
            let (player, now) = (session.player, session.created_at);
            if moderation::is_banned(connection, player, now).await? {
                return Ok(Changed::Banned);
            }
            if session.grant.is_some()
                && !keys::has_room_for_program(connection, player, now).await?
            {
                return Ok(Changed::Full);
            }
            store_session(connection, token, session).await?;
            Ok(Changed::Done)
        }
        Change::GiveTicket(ticket, now) => {
            keys::store_ticket(connection, ticket, *now).await?;
            Ok(Changed::Done)
        }
        Change::SignInWith {
            ticket,
            proof,
            token,
            session,
        } => {
            let (player, now) = (session.player, session.created_at);
            if moderation::is_banned(connection, player, now).await? {
                return Ok(Changed::Banned);
            }
            // The ticket of a code that was used already is used up too: whoever has it begins anew.
            if !keys::use_ticket(connection, ticket, session.created_at).await? {
                return Ok(Changed::Missing);
            }
            if !keys::use_proof(connection, session.player, proof).await? {
                return Ok(Changed::Used);
            }
            store_session(connection, token, session).await?;
            Ok(Changed::Done)
        }
        Change::PrepareTotp { player, secret } => {
            keys::prepare_totp(connection, *player, secret).await
        }
        Change::ConfirmTotp {
            player,
            proof,
            recovery_codes,
            kept,
            at,
        } => {
            let changed = keys::confirm_totp(connection, *player, proof, *at).await?;
            if changed == Changed::Done {
                keys::set_recovery_codes(connection, *player, recovery_codes).await?;
                end_sessions(connection, *player, Which::BrowsersBut(*kept), *at).await?;
            }
            Ok(changed)
        }
        Change::RemoveTotp {
            player,
            proof,
            kept,
            at,
        } => {
            if !keys::use_proof(connection, *player, proof).await? {
                return Ok(Changed::Used);
            }
            keys::remove_totp(connection, *player).await?;
            end_sessions(connection, *player, Which::BrowsersBut(*kept), *at).await?;
            Ok(Changed::Done)
        }
        Change::SetRecoveryCodes {
            player,
            proof,
            recovery_codes,
        } => {
            if !keys::use_proof(connection, *player, proof).await? {
                return Ok(Changed::Used);
            }
            keys::set_recovery_codes(connection, *player, recovery_codes).await?;
            Ok(Changed::Done)
        }
        Change::Use { session, at } => {
            let sql =
                "UPDATE sessions SET used_at = max(used_at, ?) WHERE id = ? AND ended_at IS NULL";
            let used = sqlx::query(sql)
                .bind(*at as i64)
                .bind(session.to_string())
                .execute(connection)
                .await?;
            Ok(done_if(used.rows_affected() > 0))
        }
        Change::End { player, which, at } => {
            let ended = end_sessions(connection, *player, *which, *at).await?;
            Ok(done_if(ended > 0 || !matches!(which, Which::One(_))))
        }
        Change::SetPassword {
            player,
            password,
            kept,
            at,
        } => {
            let which = kept.map_or(Which::All, Which::AllBut);
            set_password(connection, *player, password, which, *at).await
        }
        Change::Reset {
            ticket,
            password,
            at,
        } => {
            if !keys::use_ticket(connection, ticket, *at).await? {
                return Ok(Changed::Missing);
            }
            set_password(connection, ticket.player, password, Which::All, *at).await
        }
        Change::BecomeBot(token, session) => {
            let changed = keys::become_bot(connection, session.player).await?;
            if changed == Changed::Done {
                end_sessions(connection, session.player, Which::All, session.created_at).await?;
                store_session(connection, token, session).await?;
            }
            Ok(changed)
        }
        Change::Delete { player, at } => {
            end_sessions(connection, *player, Which::All, *at).await?;
            delete(connection, *player).await
        }
    }
}

fn done_if(is_done: bool) -> Changed {
    match is_done {
        true => Changed::Done,
        false => Changed::Missing,
    }
}

/// Stores another password and ends sessions: whoever knew the old one is nobody from now on.
async fn set_password(
    connection: &mut SqliteConnection,
    player: PlayerId,
    password: &PasswordHash,
    ended: Which,
    at: u64,
) -> Result<Changed, sqlx::Error> {
    let set = sqlx::query("UPDATE accounts SET password = ? WHERE player = ?")
        .bind(password.reveal().to_owned())
        .bind(player.to_string())
        .execute(&mut *connection)
        .await?;
    end_sessions(connection, player, ended, at).await?;
    keys::forget_tickets(connection, player).await?;
    Ok(done_if(set.rows_affected() > 0))
}

async fn store_account(
    connection: &mut SqliteConnection,
    NewAccount { account, key }: &NewAccount,
) -> Result<Changed, sqlx::Error> {
    let player = account.player.to_string();
    let has_account = sqlx::query("SELECT 1 FROM accounts WHERE player = ?")
        .bind(player.clone())
        .fetch_optional(&mut *connection)
        .await?;
    if has_account.is_some() {
        return Ok(Changed::HasAccount);
    }
    let named = sqlx::query("INSERT OR IGNORE INTO usernames (key, player) VALUES (?, ?)")
        .bind(key.as_str().to_owned())
        .bind(player.clone())
        .execute(&mut *connection)
        .await?;
    if named.rows_affected() == 0 {
        return Ok(Changed::NameTaken);
    }
    let sql = "INSERT INTO accounts (player, username, password, created_at) VALUES (?, ?, ?, ?)";
    sqlx::query(sql)
        .bind(player.clone())
        .bind(account.username.clone())
        .bind(account.password.reveal().to_owned())
        .bind(account.created_at as i64)
        .execute(&mut *connection)
        .await?;
    rename(connection, account.player, &account.username).await?;
    Ok(Changed::Done)
}

/// Stores how a player is called from now on.
pub(super) async fn rename(
    connection: &mut SqliteConnection,
    player: PlayerId,
    name: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO players (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
    )
    .bind(player.to_string())
    .bind(name.to_owned())
    .execute(connection)
    .await
    .map(drop)
}

async fn store_session(
    connection: &mut SqliteConnection,
    token: &TokenHash,
    session: &Session,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO sessions (token, id, player, device, created_at, used_at, name, scopes, expires_at) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
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

/// Ends sessions and says how many.
pub(super) async fn end_sessions(
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
    .execute(connection)
    .await?;
    Ok(ended.rows_affected())
}

/// Forgets sessions that nobody can use any more: it is long since they have ended, or were used. `now` in milliseconds since
/// 1970.
pub(super) async fn forget_sessions(
    connection: &mut SqliteConnection,
    now: u64,
) -> Result<(), sqlx::Error> {
    let sql = "DELETE FROM sessions WHERE coalesce(ended_at, expires_at, used_at) < ?";
    sqlx::query(sql)
        .bind(now.saturating_sub(FORGOTTEN_MS) as i64)
        .execute(connection)
        .await
        .map(drop)
}

/// Deletes an account. Its games keep their player, who has no name any more.
async fn delete(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<Changed, sqlx::Error> {
    let account = sqlx::query("DELETE FROM accounts WHERE player = ?")
        .bind(player.to_string())
        .execute(&mut *connection)
        .await?;
    if account.rows_affected() == 0 {
        return Ok(Changed::Missing);
    }
    moderation::set_role(connection, player, None).await?;
    sqlx::query(
        "UPDATE sessions SET device = '', name = iif(name IS NULL, NULL, '') WHERE player = ?",
    )
    .bind(player.to_string())
    .execute(&mut *connection)
    .await?;
    keys::remove_totp(connection, player).await?;
    keys::forget_tickets(connection, player).await?;
    meeting::forget_player(connection, player).await?;
    rename(connection, player, DELETED).await?;
    for side in ["white", "black"] {
        let sql = format!(
            "UPDATE games SET info = json_set(info, '$.{side}.name', ?, '$.{side}.account', json('false'), \
             '$.{side}.bot', json('false')) \
             WHERE {side} = ?"
        );
        sqlx::query(AssertSqlSafe(sql))
            .bind(DELETED)
            .bind(player.to_string())
            .execute(&mut *connection)
            .await?;
    }
    sqlx::query(
        "UPDATE events SET body = json_set(body, '$.name', ?1, '$.account', json('false'), '$.bot', json('false')) \
         WHERE game IN (SELECT id FROM games WHERE white = ?2 OR black = ?2) \
         AND body ->> 'kind' = 'joined' AND body ->> 'player' = ?2",
    )
    .bind(DELETED)
    .bind(player.to_string())
    .execute(connection)
    .await?;
    Ok(Changed::Done)
}

pub(super) async fn account(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<Option<Account>, sqlx::Error> {
    let sql = "SELECT player, username, password, created_at, bot FROM accounts WHERE player = ?";
    let row = sqlx::query(sql)
        .bind(player.to_string())
        .fetch_optional(pool)
        .await?;
    row.map(read_account).transpose()
}

pub(super) async fn account_named(
    pool: &SqlitePool,
    name: NameKey,
) -> Result<Option<Account>, sqlx::Error> {
    let sql = "SELECT player, username, password, created_at, bot FROM accounts \
               JOIN usernames USING (player) WHERE key = ?";
    let row = sqlx::query(sql)
        .bind(name.as_str().to_owned())
        .fetch_optional(pool)
        .await?;
    row.map(read_account).transpose()
}

/// Usernames that begin with a text.
pub(super) async fn usernames(
    pool: &SqlitePool,
    beginning: String,
    limit: u32,
) -> Result<Vec<String>, sqlx::Error> {
    // No username has a character behind this one.
    let end = format!("{beginning}\u{7f}");
    let sql = "SELECT username FROM accounts WHERE username >= ?1 COLLATE NOCASE AND username < ?2 COLLATE NOCASE \
               ORDER BY username COLLATE NOCASE LIMIT ?3";
    let rows = sqlx::query(sql)
        .bind(beginning)
        .bind(end)
        .bind(limit)
        .fetch_all(pool)
        .await?;
    rows.into_iter().map(|row| row.try_get(0)).collect()
}

fn read_account(row: SqliteRow) -> Result<Account, sqlx::Error> {
    Ok(Account {
        player: read_player(row.try_get(0)?)?,
        username: row.try_get(1)?,
        password: PasswordHash::read(row.try_get(2)?),
        created_at: row.try_get::<i64, _>(3)? as u64,
        is_bot: row.try_get(4)?,
    })
}

pub(super) async fn session(
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

pub(super) async fn sessions(
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

pub(super) async fn ended_sessions(
    pool: &SqlitePool,
    since: u64,
) -> Result<Vec<(SessionId, u64)>, sqlx::Error> {
    let sql = "SELECT id, ended_at FROM sessions WHERE ended_at >= ? ORDER BY ended_at LIMIT ?";
    let rows = sqlx::query(sql)
        .bind(since as i64)
        .bind(ENDED)
        .fetch_all(pool)
        .await?;
    rows.into_iter()
        .map(|row| {
            Ok((
                read_session_id(row.try_get(0)?)?,
                row.try_get::<i64, _>(1)? as u64,
            ))
        })
        .collect()
}

fn read_session(row: SqliteRow) -> Result<Session, sqlx::Error> {
    Ok(Session {
        id: read_session_id(row.try_get(0)?)?,
        player: read_player(row.try_get(1)?)?,
        device: row.try_get(2)?,
        created_at: row.try_get::<i64, _>(3)? as u64,
        used_at: row.try_get::<i64, _>(4)? as u64,
        grant: read_grant(&row)?,
    })
}

/// What a program was given, if the session is one's.
fn read_grant(row: &SqliteRow) -> Result<Option<Grant>, sqlx::Error> {
    let (name, scopes): (Option<String>, Option<String>) = (row.try_get(5)?, row.try_get(6)?);
    let expires_at: Option<i64> = row.try_get(7)?;
    Ok(name.map(|name| Grant {
        name,
        scopes: Scopes::read(scopes.as_deref().unwrap_or_default()),
        expires_at: expires_at.unwrap_or(0) as u64,
    }))
}

pub(super) fn read_player(text: String) -> Result<PlayerId, sqlx::Error> {
    text.parse().map_err(broken)
}

fn read_session_id(text: String) -> Result<SessionId, sqlx::Error> {
    text.parse().map_err(broken)
}
