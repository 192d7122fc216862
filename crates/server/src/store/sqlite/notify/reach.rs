//! Addresses, and what players have chosen.

use sqlx::sqlite::SqlitePool;
use sqlx::{Row, SqliteConnection};

use super::super::columns::broken;
use super::super::keys;
use super::choices::choices;
use super::{outbox, push};
use crate::ids::PlayerId;
use crate::notify::address::MailAddress;
use crate::notify::post::{Alert, Post};
use crate::people::ticket::{Purpose, Ticket};
use crate::store::notify::{Notified, Reach};

/// Stores an address that must be confirmed, and queues a mail to it. Links to confirm another address become invalid.
pub(super) async fn ask_address(
    connection: &mut SqliteConnection,
    player: PlayerId,
    address: &MailAddress,
    at: u64,
) -> Result<Notified, sqlx::Error> {
    keys::forget_tickets_for(connection, player, Purpose::Address).await?;
    outbox::forget_verifying(connection, player).await?;
    sqlx::query(
        "INSERT INTO mail_addresses (player, waiting) SELECT player, ?2 FROM accounts WHERE player = ?1 \
         ON CONFLICT (player) DO UPDATE SET waiting = excluded.waiting",
    )
    .bind(player.to_string())
    .bind(address.reveal().to_owned())
    .execute(&mut *connection)
    .await?;
    let post = Post::Verify {
        address: address.clone(),
    };
    outbox::mail(connection, player, &post, at).await
}

/// Makes the waiting address the player's, and informs the previous one.
pub(super) async fn confirm_address(
    connection: &mut SqliteConnection,
    ticket: &Ticket,
    at: u64,
) -> Result<Notified, sqlx::Error> {
    if !keys::use_ticket(connection, ticket, at).await? {
        return Ok(Notified::Missing);
    }
    let player = ticket.player;
    let Some((before, Some(waiting))) = addresses(connection, player).await? else {
        return Ok(Notified::Missing);
    };
    if let Some(before) = before.filter(|before| *before != waiting) {
        alert_to(connection, player, Alert::AddressChanged, before, at).await?;
    }
    // A link in a mail to the old address must not open the account any more.
    keys::forget_tickets_for(connection, player, Purpose::Reset).await?;
    sqlx::query("UPDATE mail_addresses SET address = waiting, waiting = NULL WHERE player = ?")
        .bind(player.to_string())
        .execute(connection)
        .await?;
    Ok(Notified::Confirmed(player, waiting))
}

/// Deletes a player's addresses, and informs the confirmed one.
pub(super) async fn remove_address(
    connection: &mut SqliteConnection,
    player: PlayerId,
    at: u64,
) -> Result<Notified, sqlx::Error> {
    let Some((before, _)) = addresses(connection, player).await? else {
        return Ok(Notified::Missing);
    };
    for purpose in [Purpose::Address, Purpose::Reset] {
        keys::forget_tickets_for(connection, player, purpose).await?;
    }
    outbox::forget_verifying(connection, player).await?;
    sqlx::query("DELETE FROM mail_addresses WHERE player = ?")
        .bind(player.to_string())
        .execute(&mut *connection)
        .await?;
    if let Some(before) = before {
        alert_to(connection, player, Alert::AddressRemoved, before, at).await?;
    }
    Ok(Notified::Done)
}

/// Tells the owner of an account that something about its safety has changed, if mail comes to them.
pub(in crate::store::sqlite) async fn alert(
    connection: &mut SqliteConnection,
    player: PlayerId,
    alert: Alert,
    at: u64,
) -> Result<(), sqlx::Error> {
    match addresses(connection, player).await? {
        Some((Some(address), _)) => alert_to(connection, player, alert, address, at).await,
        _ => Ok(()),
    }
}

async fn alert_to(
    connection: &mut SqliteConnection,
    player: PlayerId,
    alert: Alert,
    address: MailAddress,
    at: u64,
) -> Result<(), sqlx::Error> {
    let post = Post::Alert { alert, address };
    outbox::mail(connection, player, &post, at).await.map(drop)
}

type Addresses = (Option<MailAddress>, Option<MailAddress>);

/// A player's address, and the one that waits.
async fn addresses(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<Option<Addresses>, sqlx::Error> {
    let row = sqlx::query("SELECT address, waiting FROM mail_addresses WHERE player = ?")
        .bind(player.to_string())
        .fetch_optional(connection)
        .await?;
    row.map(|row| {
        Ok((
            read_address(row.try_get(0)?)?,
            read_address(row.try_get(1)?)?,
        ))
    })
    .transpose()
}

fn read_address(text: Option<String>) -> Result<Option<MailAddress>, sqlx::Error> {
    text.map(|text| text.parse().map_err(broken)).transpose()
}

/// The means of reaching a player.
pub(in crate::store::sqlite) async fn reach(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<Reach, sqlx::Error> {
    let mut connection = pool.acquire().await?;
    let (address, waiting) = addresses(&mut connection, player)
        .await?
        .unwrap_or_default();
    Ok(Reach {
        address,
        waiting,
        choices: choices(&mut connection, player).await?,
        browsers: push::of_player(&mut connection, player).await?,
    })
}
