//! Creating accounts, changing their passwords, making them bots', and deleting them.

use sqlx::{AssertSqlSafe, SqliteConnection};

use super::super::reader::GAMES_OF;
use super::super::{factors, keys, meeting, moderation, notify, passkeys, sessions};
use super::done_if;
use crate::ids::PlayerId;
use crate::people::account::NewAccount;
use crate::people::password::PasswordHash;
use crate::people::session::{NewSession, Session, TokenHash};
use crate::people::ticket::Ticket;
use crate::store::people::{Changed, Which};

/// Shown in the place of a deleted account's name.
const DELETED: &str = "[deleted]";

/// Makes an account, with its first session.
pub(super) async fn sign_up(
    connection: &mut SqliteConnection,
    new: &NewAccount,
    token: &TokenHash,
    session: &Session,
) -> Result<Changed, sqlx::Error> {
    let changed = store_account(connection, new).await?;
    if changed == Changed::Done {
        sessions::store(connection, token, session).await?;
    }
    Ok(changed)
}

/// Stores another password by a link, which is used up, and ends all sessions.
pub(super) async fn reset(
    connection: &mut SqliteConnection,
    ticket: &Ticket,
    password: &PasswordHash,
    at: u64,
) -> Result<Changed, sqlx::Error> {
    if !keys::use_ticket(connection, ticket, at).await? {
        return Ok(Changed::Missing);
    }
    set_password(connection, ticket.player, password, Which::All, at).await
}

/// Makes a bot of an account that has never played: all sessions end, and a new one begins.
pub(super) async fn become_bot(
    connection: &mut SqliteConnection,
    new: &NewSession,
) -> Result<Changed, sqlx::Error> {
    if !sessions::goes_on(connection, new).await? {
        return Ok(Changed::SignedOut);
    }
    let NewSession { token, session, .. } = new;
    let changed = keys::become_bot(connection, session.player).await?;
    if changed == Changed::Done {
        sessions::end(connection, session.player, Which::All, session.created_at).await?;
        sessions::store(connection, token, session).await?;
    }
    Ok(changed)
}

/// Stores another password, in a new session that begins. All others end, of programs too.
pub(super) async fn change_password(
    connection: &mut SqliteConnection,
    password: &PasswordHash,
    new: &NewSession,
) -> Result<Changed, sqlx::Error> {
    // If the account was deleted while the password was hashed, no session is valid either.
    if !sessions::goes_on(connection, new).await? {
        return Ok(Changed::SignedOut);
    }
    let (player, at) = (new.session.player, new.session.created_at);
    sessions::begin(connection, new).await?;
    let others = Which::AllBut(new.session.id);
    set_password(connection, player, password, others, at).await
}

/// Stores another password and ends sessions: the old one identifies nobody from now on.
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
    sessions::end(connection, player, ended, at).await?;
    keys::forget_tickets(connection, player).await?;
    Ok(done_if(set.rows_affected() > 0))
}

async fn store_account(
    connection: &mut SqliteConnection,
    NewAccount { account, key }: &NewAccount,
) -> Result<Changed, sqlx::Error> {
    let player = account.player.to_string();
    // Also one that was deleted: it identifies nobody any more.
    let had_account = sqlx::query("SELECT 1 FROM usernames WHERE player = ?")
        .bind(player.clone())
        .fetch_optional(&mut *connection)
        .await?;
    if had_account.is_some() {
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
    let sql =
        "INSERT INTO accounts (player, username, password, created_at, bot) VALUES (?, ?, ?, ?, ?)";
    sqlx::query(sql)
        .bind(player.clone())
        .bind(account.username.clone())
        .bind(account.password.reveal().to_owned())
        .bind(account.created_at as i64)
        .bind(account.is_bot)
        .execute(&mut *connection)
        .await?;
    rename(connection, account.player, &account.username).await?;
    Ok(Changed::Done)
}

/// Names of guests that are kept although they have never played.
pub(in super::super) const KEPT_NAMES: i64 = 100_000;
/// The condition for older names.
const OLD: &str = "number <= (SELECT max(number) FROM guest_names) - ?";

/// Stores a guest's name. Anybody can be any number of guests: beyond a maximum, the names of guests who have never played are deleted,
/// oldest first.
pub(in super::super) async fn rename_guest(
    connection: &mut SqliteConnection,
    player: PlayerId,
    name: &str,
) -> Result<(), sqlx::Error> {
    rename(connection, player, name).await?;
    sqlx::query("INSERT OR REPLACE INTO guest_names (player) VALUES (?)")
        .bind(player.to_string())
        .execute(&mut *connection)
        .await?;
    let forgotten = format!(
        "DELETE FROM players WHERE id IN (SELECT player FROM guest_names WHERE {OLD}) \
         AND NOT EXISTS (SELECT 1 FROM usernames WHERE player = players.id) \
         AND NOT EXISTS (SELECT 1 FROM games WHERE white = players.id AND status <> 'over') \
         AND NOT EXISTS (SELECT 1 FROM games WHERE black = players.id AND status <> 'over') \
         AND NOT EXISTS (SELECT 1 FROM games WHERE white = players.id AND status = 'over') \
         AND NOT EXISTS (SELECT 1 FROM games WHERE black = players.id AND status = 'over')"
    );
    for sql in [forgotten, format!("DELETE FROM guest_names WHERE {OLD}")] {
        sqlx::query(AssertSqlSafe(sql))
            .bind(KEPT_NAMES)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Stores how a player is called from now on.
async fn rename(
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

/// Whether an account organises an event that is not over.
pub(super) async fn organises(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM tournaments WHERE organiser = ? AND state <> 'finished')",
    )
    .bind(player.to_string())
    .fetch_one(connection)
    .await
}

/// Deletes an account, whose sessions end. Its games keep their player, who has no name any more.
pub(super) async fn delete(
    connection: &mut SqliteConnection,
    player: PlayerId,
    at: u64,
) -> Result<Changed, sqlx::Error> {
    sessions::end(connection, player, Which::All, at).await?;
    let account = sqlx::query("DELETE FROM accounts WHERE player = ?")
        .bind(player.to_string())
        .execute(&mut *connection)
        .await?;
    if account.rows_affected() == 0 {
        return Ok(Changed::Missing);
    }
    moderation::set_role(connection, player, None).await?;
    sqlx::query(
        "UPDATE sessions SET device = '', browser = NULL, name = iif(name IS NULL, NULL, '') WHERE player = ?",
    )
    .bind(player.to_string())
    .execute(&mut *connection)
    .await?;
    factors::remove_totp(connection, player).await?;
    passkeys::forget(connection, player).await?;
    keys::forget_tickets(connection, player).await?;
    meeting::forget_player(connection, player).await?;
    notify::forget_player(connection, player).await?;
    rename(connection, player, DELETED).await?;
    for (side, status) in [
        ("white", "<> 'over'"),
        ("white", "= 'over'"),
        ("black", "<> 'over'"),
        ("black", "= 'over'"),
    ] {
        // The owner that has the game in memory knows the old name, and must not store it.
        let sql = format!(
            "UPDATE games SET epoch = epoch + 1, info = json_set(info, '$.{side}.name', ?, '$.{side}.account', json('false'), \
             '$.{side}.bot', json('false')) \
             WHERE {side} = ? AND status {status}"
        );
        sqlx::query(AssertSqlSafe(sql))
            .bind(DELETED)
            .bind(player.to_string())
            .execute(&mut *connection)
            .await?;
    }
    // Most events are actions. The few that may contain the name have an index of their own, whose condition is repeated here. By itself
    // SQLite would use the primary key.
    let sql = format!(
        "UPDATE events INDEXED BY events_joined SET body = json_set(body, '$.name', ?2, '$.account', json('false'), '$.bot', json('false')) \
         WHERE game IN ({GAMES_OF}) AND instr(body, '\"joined\"') \
         AND body ->> 'kind' = 'joined' AND body ->> 'player' = ?1"
    );
    sqlx::query(AssertSqlSafe(sql))
        .bind(player.to_string())
        .bind(DELETED)
        .execute(connection)
        .await?;
    Ok(Changed::Done)
}
