//! Tickets, and sessions of programs.

use sqlx::sqlite::SqlitePool;
use sqlx::{AssertSqlSafe, Row, SqliteConnection};

use super::columns::read_player;
use super::meeting::{challenges, seeks};
use super::reader::GAMES_OF;
use crate::ids::PlayerId;
use crate::people::session::TokenHash;
use crate::people::ticket::{Purpose, Ticket};
use crate::store::people::Changed;

/// Maximum number of a player's valid tickets for one purpose: a new one replaces the oldest.
const TICKETS: i64 = 5;
/// Maximum number of programs with access to one account.
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

/// Uses up a ticket and returns whether it was valid at `now`.
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

/// Deletes all tickets of a player, because the password has changed.
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

/// Deletes a player's tickets for one purpose.
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
    let row = sqlx::query(AssertSqlSafe(format!("SELECT EXISTS ({GAMES_OF})")))
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
