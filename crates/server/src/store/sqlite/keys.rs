//! Tickets, second factors, and sessions of programs.

use sqlx::sqlite::SqlitePool;
use sqlx::{Row, SqliteConnection};

use super::columns::read_player;
use super::meeting::{challenges, seeks};
use crate::ids::PlayerId;
use crate::people::factor::{Proof, SecondFactor};
use crate::people::password::PasswordHash;
use crate::people::session::TokenHash;
use crate::people::ticket::{Purpose, Ticket};
use crate::store::people::Changed;

/// Tickets of one player for one purpose that last at once: a new one takes the place of the oldest.
const TICKETS: i64 = 5;
/// Programs that one player can let in at once.
const PROGRAMS: i64 = 20;

/// Stores a ticket, and forgets those that are over at `now`.
pub(super) async fn store_ticket(
    connection: &mut SqliteConnection,
    ticket: &Ticket,
    now: u64,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM tickets WHERE expires_at <= ?")
        .bind(now as i64)
        .execute(&mut *connection)
        .await?;
    sqlx::query("INSERT INTO tickets (token, player, purpose, expires_at) VALUES (?, ?, ?, ?)")
        .bind(ticket.token.to_hex())
        .bind(ticket.player.to_string())
        .bind(ticket.purpose.name())
        .bind(ticket.expires_at as i64)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "DELETE FROM tickets WHERE player = ?1 AND purpose = ?2 AND token NOT IN \
         (SELECT token FROM tickets WHERE player = ?1 AND purpose = ?2 ORDER BY expires_at DESC, token = ?4 DESC LIMIT ?3)",
    )
    .bind(ticket.player.to_string())
    .bind(ticket.purpose.name())
    .bind(TICKETS)
    .bind(ticket.token.to_hex())
    .execute(connection)
    .await
    .map(drop)
}

/// Uses a ticket up and says whether it was good at `now`.
pub(super) async fn use_ticket(
    connection: &mut SqliteConnection,
    ticket: &Ticket,
    now: u64,
) -> Result<bool, sqlx::Error> {
    let sql =
        "DELETE FROM tickets WHERE token = ? AND player = ? AND purpose = ? AND expires_at > ?";
    let used = sqlx::query(sql)
        .bind(ticket.token.to_hex())
        .bind(ticket.player.to_string())
        .bind(ticket.purpose.name())
        .bind(now as i64)
        .execute(connection)
        .await?;
    Ok(used.rows_affected() > 0)
}

/// Takes all tickets from a player: the password is another.
pub(super) async fn forget_tickets(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM tickets WHERE player = ?")
        .bind(player.to_string())
        .execute(connection)
        .await
        .map(drop)
}

/// Takes a player's tickets for one purpose.
pub(super) async fn forget_tickets_for(
    connection: &mut SqliteConnection,
    player: PlayerId,
    purpose: Purpose,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM tickets WHERE player = ? AND purpose = ?")
        .bind(player.to_string())
        .bind(purpose.name())
        .execute(connection)
        .await
        .map(drop)
}

/// Stores the secret of an app that is not asked for yet.
pub(super) async fn prepare_totp(
    connection: &mut SqliteConnection,
    player: PlayerId,
    secret: &[u8],
) -> Result<Changed, sqlx::Error> {
    let sql = "INSERT INTO totp (player, secret) SELECT player, ?2 FROM accounts WHERE player = ?1 \
               ON CONFLICT (player) DO UPDATE SET secret = excluded.secret WHERE confirmed_at IS NULL";
    let stored = sqlx::query(sql)
        .bind(player.to_string())
        .bind(secret.to_vec())
        .execute(connection)
        .await?;
    Ok(match stored.rows_affected() {
        0 => Changed::Full,
        _ => Changed::Done,
    })
}

/// Asks for the codes of the app from now on.
pub(super) async fn confirm_totp(
    connection: &mut SqliteConnection,
    player: PlayerId,
    proof: &Proof,
    at: u64,
) -> Result<Changed, sqlx::Error> {
    let Proof::Step(step) = proof else {
        return Ok(Changed::Missing);
    };
    let sql =
        "UPDATE totp SET confirmed_at = ?, used = ? WHERE player = ? AND confirmed_at IS NULL";
    let confirmed = sqlx::query(sql)
        .bind(at as i64)
        .bind(*step as i64)
        .bind(player.to_string())
        .execute(connection)
        .await?;
    Ok(match confirmed.rows_affected() {
        0 => Changed::Missing,
        _ => Changed::Done,
    })
}

/// Uses a proof up and says whether it was good: each code works once.
pub(super) async fn use_proof(
    connection: &mut SqliteConnection,
    player: PlayerId,
    proof: &Proof,
) -> Result<bool, sqlx::Error> {
    let query = match proof {
        Proof::Step(step) => sqlx::query(
            "UPDATE totp SET used = ?1 WHERE player = ?2 AND confirmed_at IS NOT NULL AND coalesce(used, -1) < ?1",
        )
        .bind(*step as i64)
        .bind(player.to_string()),
        Proof::RecoveryCode(hash) => {
            sqlx::query("DELETE FROM recovery_codes WHERE hash = ? AND player = ?")
                .bind(hash.reveal().to_owned())
                .bind(player.to_string())
        }
    };
    Ok(query.execute(connection).await?.rows_affected() > 0)
}

/// Takes the second factor away.
pub(super) async fn remove_totp(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<(), sqlx::Error> {
    for sql in [
        "DELETE FROM totp WHERE player = ?",
        "DELETE FROM recovery_codes WHERE player = ?",
    ] {
        sqlx::query(sql)
            .bind(player.to_string())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Stores recovery codes in the place of all others.
pub(super) async fn set_recovery_codes(
    connection: &mut SqliteConnection,
    player: PlayerId,
    codes: &[PasswordHash],
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM recovery_codes WHERE player = ?")
        .bind(player.to_string())
        .execute(&mut *connection)
        .await?;
    for code in codes {
        sqlx::query("INSERT INTO recovery_codes (player, hash) VALUES (?, ?)")
            .bind(player.to_string())
            .bind(code.reveal().to_owned())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Whether one more program can be let in at `now`.
pub(super) async fn has_room_for_program(
    connection: &mut SqliteConnection,
    player: PlayerId,
    now: u64,
) -> Result<bool, sqlx::Error> {
    let sql =
        "SELECT count(*) FROM sessions WHERE player = ? AND ended_at IS NULL AND expires_at > ?";
    let row = sqlx::query(sql)
        .bind(player.to_string())
        .bind(now as i64)
        .fetch_one(connection)
        .await?;
    Ok(row.try_get::<i64, _>(0)? < PROGRAMS)
}

/// Makes a bot of an account that has never played.
pub(super) async fn become_bot(
    connection: &mut SqliteConnection,
    id: PlayerId,
) -> Result<Changed, sqlx::Error> {
    let player = id.to_string();
    let sql = "SELECT EXISTS (SELECT 1 FROM games WHERE white = ?1) OR EXISTS (SELECT 1 FROM games WHERE black = ?1)";
    let row = sqlx::query(sql)
        .bind(player.clone())
        .fetch_one(&mut *connection)
        .await?;
    if row.try_get(0)? {
        return Ok(Changed::HasPlayed);
    }
    let sql = "SELECT EXISTS (SELECT 1 FROM tournament_players JOIN tournaments ON tournaments.id = tournament \
               WHERE player = ? AND state <> 'finished')";
    let row = sqlx::query(sql)
        .bind(player.clone())
        .fetch_one(&mut *connection)
        .await?;
    if row.try_get(0)? {
        return Ok(Changed::HasEntered);
    }
    // Bots are not paired in the lobby, and challenge bots only.
    seeks::forget_player(connection, id).await?;
    challenges::cancel_to_people(connection, id).await?;
    let made = sqlx::query("UPDATE accounts SET bot = 1 WHERE player = ?")
        .bind(player)
        .execute(connection)
        .await?;
    Ok(match made.rows_affected() {
        0 => Changed::Missing,
        _ => Changed::Done,
    })
}

/// The ticket with this token and purpose, if it is good at `now`.
pub(super) async fn ticket(
    pool: &SqlitePool,
    token: TokenHash,
    purpose: Purpose,
    now: u64,
) -> Result<Option<Ticket>, sqlx::Error> {
    let sql =
        "SELECT player, expires_at FROM tickets WHERE token = ? AND purpose = ? AND expires_at > ?";
    let row = sqlx::query(sql)
        .bind(token.to_hex())
        .bind(purpose.name())
        .bind(now as i64)
        .fetch_optional(pool)
        .await?;
    row.map(|row| {
        Ok(Ticket {
            token,
            player: read_player(row.try_get(0)?)?,
            purpose,
            expires_at: row.try_get::<i64, _>(1)? as u64,
        })
    })
    .transpose()
}

/// A player's second factor, confirmed or not.
pub(super) async fn second_factor(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<Option<SecondFactor>, sqlx::Error> {
    let sql = "SELECT secret, confirmed_at IS NOT NULL, used FROM totp WHERE player = ?";
    let row = sqlx::query(sql)
        .bind(player.to_string())
        .fetch_optional(pool)
        .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let codes = sqlx::query("SELECT hash FROM recovery_codes WHERE player = ?")
        .bind(player.to_string())
        .fetch_all(pool)
        .await?;
    let codes = codes
        .into_iter()
        .map(|row| Ok(PasswordHash::read(row.try_get(0)?)));
    Ok(Some(SecondFactor {
        secret: row.try_get(0)?,
        is_on: row.try_get(1)?,
        used: row.try_get::<Option<i64>, _>(2)?.map(|step| step as u64),
        recovery_codes: codes.collect::<Result<_, sqlx::Error>>()?,
    }))
}
