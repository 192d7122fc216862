//! Looking up accounts.

use sqlx::Row;
use sqlx::sqlite::{SqlitePool, SqliteRow};

use super::super::columns::read_player;
use crate::ids::PlayerId;
use crate::people::account::{Account, AccountKind};
use crate::people::password::PasswordHash;
use crate::people::username::NameKey;

/// Whether a player has, or had, an account.
pub(in super::super) async fn kind(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<AccountKind, sqlx::Error> {
    let sql = "SELECT (SELECT bot FROM accounts WHERE player = ?1), EXISTS (SELECT 1 FROM usernames WHERE player = ?1)";
    let row = sqlx::query(sql)
        .bind(player.to_string())
        .fetch_one(pool)
        .await?;
    let (bot, had_account): (Option<bool>, bool) = (row.try_get(0)?, row.try_get(1)?);
    Ok(match bot {
        Some(true) => AccountKind::Bot,
        Some(false) => AccountKind::Person,
        None if had_account => AccountKind::Deleted,
        None => AccountKind::Guest,
    })
}

pub(in super::super) async fn account(
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

pub(in super::super) async fn account_named(
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
pub(in super::super) async fn usernames(
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
