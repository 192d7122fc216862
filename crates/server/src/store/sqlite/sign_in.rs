//! The ways to sign in. Each stores a session, or says why there is none.

use sqlx::SqliteConnection;

use super::{factors, keys, moderation, passkeys, sessions};
use crate::ids::PlayerId;
use crate::people::factor::Proof;
use crate::people::passkey::Passkey;
use crate::people::password::PasswordHash;
use crate::people::session::{NewSession, TokenHash};
use crate::people::ticket::Ticket;
use crate::store::people::Changed;

/// Whether a player still has an account, with this password. While a password was compared, which takes long, the account may have got
/// another, which ends all sessions and tickets, or may have been deleted: nothing may begin with the old one afterwards.
async fn is_current(
    connection: &mut SqliteConnection,
    player: PlayerId,
    password: &PasswordHash,
) -> Result<bool, sqlx::Error> {
    let account = sqlx::query("SELECT 1 FROM accounts WHERE player = ? AND password = ?")
        .bind(player.to_string())
        .bind(password.reveal().to_owned())
        .fetch_optional(connection)
        .await?;
    Ok(account.is_some())
}

/// Signs in with a password that has been verified.
pub(super) async fn anew(
    connection: &mut SqliteConnection,
    password: &PasswordHash,
    new: &NewSession,
) -> Result<Changed, sqlx::Error> {
    let (player, now) = (new.session.player, new.session.created_at);
    if !is_current(connection, player, password).await? {
        return Ok(Changed::Needed);
    }
    // Looked at here: a ban that comes at the same moment ends the session, or there is none.
    if moderation::is_banned(connection, player, now).await? {
        return Ok(Changed::Banned);
    }
    if factors::second_factor(connection, player).await?.is_on() {
        // It was off when the password was looked at.
        return Ok(Changed::Needed);
    }
    sessions::begin(connection, new).await?;
    Ok(Changed::Done)
}

/// Gives a program access. What its owner had to prove was checked before: a new password or a ban would have ended the session that asks.
pub(super) async fn program(
    connection: &mut SqliteConnection,
    new: &NewSession,
) -> Result<Changed, sqlx::Error> {
    let (player, now) = (new.session.player, new.session.created_at);
    if !keys::has_room_for_program(connection, player, now).await? {
        return Ok(Changed::Full);
    }
    sessions::begin(connection, new).await?;
    Ok(Changed::Done)
}

/// Stores a ticket, for a player who has given this password or, without one, for a link.
pub(super) async fn give_ticket(
    connection: &mut SqliteConnection,
    ticket: &Ticket,
    password: Option<&PasswordHash>,
    now: u64,
) -> Result<Changed, sqlx::Error> {
    if let Some(password) = password
        && !is_current(connection, ticket.player, password).await?
    {
        return Ok(Changed::Needed);
    }
    keys::store_ticket(connection, ticket, now).await?;
    Ok(Changed::Done)
}

/// Signs in with a second factor, after the password for which the ticket was given.
pub(super) async fn with_proof(
    connection: &mut SqliteConnection,
    ticket: &Ticket,
    proof: &Proof,
    new: &NewSession,
) -> Result<Changed, sqlx::Error> {
    let (player, now) = (new.session.player, new.session.created_at);
    if moderation::is_banned(connection, player, now).await? {
        return Ok(Changed::Banned);
    }
    // A ticket is used up even if its code was used before: its holder must start again.
    if !keys::use_ticket(connection, ticket, now).await? {
        return Ok(Changed::Missing);
    }
    if !factors::use_proof(connection, player, proof).await? {
        return Ok(Changed::Used);
    }
    sessions::begin(connection, new).await?;
    Ok(Changed::Done)
}

/// A passkey that was shown, as it was before and with its new state.
pub(super) struct Shown<'a> {
    pub(super) challenge: TokenHash,
    pub(super) ticket: Option<&'a Ticket>,
    pub(super) passkey: &'a Passkey,
    pub(super) state: &'a [u8],
}

/// Signs in with a passkey, which may be the second factor.
pub(super) async fn by_passkey(
    connection: &mut SqliteConnection,
    shown: Shown<'_>,
    new: &NewSession,
) -> Result<Changed, sqlx::Error> {
    let (player, now) = (new.session.player, new.session.created_at);
    if !passkeys::end_ceremony(connection, shown.challenge).await? {
        return Ok(Changed::Missing);
    }
    if moderation::is_banned(connection, player, now).await? {
        return Ok(Changed::Banned);
    }
    if let Some(ticket) = shown.ticket
        && !keys::use_ticket(connection, ticket, now).await?
    {
        return Ok(Changed::Missing);
    }
    if !passkeys::advance(connection, shown.passkey, shown.state, now).await? {
        return Ok(Changed::Used);
    }
    sessions::begin(connection, new).await?;
    Ok(Changed::Done)
}
