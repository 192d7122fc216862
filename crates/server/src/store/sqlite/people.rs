//! Accounts.

use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Row, SqliteConnection};

use super::columns::read_player;
use super::moderation;
use super::{keys, meeting, notify, passkeys, sessions, sign_in, takeover};
use crate::ids::PlayerId;
use crate::notify::post::Alert;
use crate::people::account::{Account, AccountKind, NewAccount};
use crate::people::password::PasswordHash;
use crate::people::username::NameKey;
use crate::store::people::{Change, Changed, Which};

/// Shown in the place of a deleted account's name.
const DELETED: &str = "[deleted]";

/// Changes something about people. An account's owner is told of changes that concern its safety, if mail comes to them.
pub(super) async fn store(
    connection: &mut SqliteConnection,
    change: &Change,
) -> Result<Changed, sqlx::Error> {
    let changed = apply(connection, change).await?;
    if changed == Changed::Done
        && let Some((player, alert, at)) = alert_of(change)
    {
        notify::reach::alert(connection, player, alert, at).await?;
    }
    Ok(changed)
}

/// The security notice to the owner of an account about a change, and when it was made: there is another way to sign in, or one less.
fn alert_of(change: &Change) -> Option<(PlayerId, Alert, u64)> {
    match change {
        Change::SetPassword { player, at, .. } => Some((*player, Alert::PasswordChanged, *at)),
        Change::Reset { ticket, at, .. } => Some((ticket.player, Alert::PasswordChanged, *at)),
        Change::ConfirmTotp { player, at, .. } => Some((*player, Alert::SecondFactorOn, *at)),
        Change::RemoveTotp { player, at, .. } => Some((*player, Alert::SecondFactorOff, *at)),
        Change::SetRecoveryCodes { player, at, .. } => {
            Some((*player, Alert::RecoveryCodesRenewed, *at))
        }
        Change::AddPasskey { passkey, .. } => {
            Some((passkey.player, Alert::PasskeyAdded, passkey.created_at))
        }
        Change::RemovePasskey { player, at, .. } => Some((*player, Alert::PasskeyRemoved, *at)),
        Change::SignIn(_, session) if session.grant.is_some() => {
            Some((session.player, Alert::TokenMade, session.created_at))
        }
        _ => None,
    }
}

async fn apply(connection: &mut SqliteConnection, change: &Change) -> Result<Changed, sqlx::Error> {
    match change {
        Change::SignUp(new, token, session) => {
            let changed = store_account(connection, new).await?;
            if changed == Changed::Done {
                sessions::store(connection, token, session).await?;
            }
            Ok(changed)
        }
        Change::SignIn(token, session) => sign_in::anew(connection, token, session).await,
        Change::GiveTicket(ticket, now) => {
            keys::store_ticket(connection, ticket, *now).await?;
            Ok(Changed::Done)
        }
        Change::SignInWith {
            ticket,
            proof,
            token,
            session,
        } => sign_in::with_proof(connection, ticket, proof, token, session).await,
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
                sessions::end(connection, *player, Which::BrowsersBut(*kept), *at).await?;
            }
            Ok(changed)
        }
        Change::RemoveTotp {
            player,
            proof,
            kept,
            at,
        } => {
            if let Some(proof) = proof
                && !keys::use_proof(connection, *player, proof).await?
            {
                return Ok(Changed::Used);
            }
            keys::remove_totp(connection, *player).await?;
            sessions::end(connection, *player, Which::BrowsersBut(*kept), *at).await?;
            Ok(Changed::Done)
        }
        Change::SetRecoveryCodes {
            player,
            proof,
            recovery_codes,
            ..
        } => {
            if let Some(proof) = proof
                && !keys::use_proof(connection, *player, proof).await?
            {
                return Ok(Changed::Used);
            }
            keys::set_recovery_codes(connection, *player, recovery_codes).await?;
            Ok(Changed::Done)
        }
        Change::Challenge {
            ceremony,
            proof,
            at,
        } => {
            if let Some((player, proof)) = proof
                && !keys::use_proof(connection, *player, proof).await?
            {
                return Ok(Changed::Used);
            }
            passkeys::store_ceremony(connection, ceremony, *at).await?;
            Ok(Changed::Done)
        }
        Change::EndChallenge(token) => {
            let ended = passkeys::end_ceremony(connection, *token).await?;
            Ok(done_if(ended))
        }
        Change::AddPasskey { challenge, passkey } => {
            if !passkeys::end_ceremony(connection, *challenge).await? {
                return Ok(Changed::Missing);
            }
            passkeys::add(connection, passkey).await
        }
        Change::SignInByPasskey {
            challenge,
            ticket,
            passkey,
            state,
            token,
            session,
        } => {
            let used = sign_in::Shown {
                challenge: *challenge,
                ticket: ticket.as_ref(),
                passkey,
                state,
            };
            sign_in::by_passkey(connection, used, token, session).await
        }
        Change::UsePasskey {
            challenge,
            passkey,
            state,
            at,
        } => {
            if !passkeys::end_ceremony(connection, *challenge).await? {
                return Ok(Changed::Missing);
            }
            match passkeys::advance(connection, passkey, state, *at).await? {
                true => Ok(Changed::Done),
                false => Ok(Changed::Used),
            }
        }
        Change::RemovePasskey {
            player,
            passkey,
            kept,
            at,
        } => {
            if !passkeys::remove(connection, *player, *passkey).await? {
                return Ok(Changed::Missing);
            }
            sessions::end(connection, *player, Which::BrowsersBut(*kept), *at).await?;
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
            let ended = sessions::end(connection, *player, *which, *at).await?;
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
                sessions::end(connection, session.player, Which::All, session.created_at).await?;
                sessions::store(connection, token, session).await?;
            }
            Ok(changed)
        }
        Change::TakeOver {
            guest,
            account,
            is_wanted,
            at,
        } => takeover::take_over(connection, [*guest, *account], *at, *is_wanted).await,
        Change::Delete { player, at } => {
            sessions::end(connection, *player, Which::All, *at).await?;
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
    sessions::end(connection, player, ended, at).await?;
    keys::forget_tickets(connection, player).await?;
    Ok(done_if(set.rows_affected() > 0))
}

async fn store_account(
    connection: &mut SqliteConnection,
    NewAccount { account, key }: &NewAccount,
) -> Result<Changed, sqlx::Error> {
    let player = account.player.to_string();
    // Also one that was deleted: whoever it was is nobody any more.
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
        "UPDATE sessions SET device = '', browser = NULL, name = iif(name IS NULL, NULL, '') WHERE player = ?",
    )
    .bind(player.to_string())
    .execute(&mut *connection)
    .await?;
    keys::remove_totp(connection, player).await?;
    passkeys::forget(connection, player).await?;
    keys::forget_tickets(connection, player).await?;
    meeting::forget_player(connection, player).await?;
    notify::forget_player(connection, player).await?;
    rename(connection, player, DELETED).await?;
    for side in ["white", "black"] {
        // The owner that has the game in memory knows the old name, and must not store it.
        let sql = format!(
            "UPDATE games SET epoch = epoch + 1, info = json_set(info, '$.{side}.name', ?, '$.{side}.account', json('false'), \
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

/// Whether a player has, or had, an account.
pub(super) async fn kind(pool: &SqlitePool, player: PlayerId) -> Result<AccountKind, sqlx::Error> {
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
