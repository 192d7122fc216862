//! Reaching players who have no page open: addresses, choices, and the outbox.

mod choices;
pub(super) mod outbox;
pub(super) mod push;
pub(super) mod reach;
pub(super) mod turns;

use sqlx::SqliteConnection;

use super::session_rows;
use crate::ids::PlayerId;
use crate::store::notify::{Notified, Notify};

/// Changes something about reaching players.
pub(super) async fn store(
    connection: &mut SqliteConnection,
    what: &Notify,
) -> Result<Notified, sqlx::Error> {
    if let Notify::AskAddress { principal, .. } | Notify::RemoveAddress(principal) = what
        && !session_rows::lasts(connection, principal).await?
    {
        return Ok(Notified::SignedOut);
    }
    match what {
        Notify::AskAddress { principal, address } => {
            reach::ask_address(connection, principal.player, address, principal.at).await
        }
        Notify::ConfirmAddress { ticket, at } => {
            reach::confirm_address(connection, ticket, *at).await
        }
        Notify::RemoveAddress(principal) => {
            reach::remove_address(connection, principal.player, principal.at).await
        }
        Notify::Forgotten { key, at } => outbox::forgotten(connection, key, *at).await,
        Notify::Choose {
            player,
            kind,
            channel,
            wanted,
        } => choices::choose(connection, *player, *kind, *channel, *wanted).await,
        Notify::Subscribe(new) => push::subscribe(connection, new).await,
        Notify::Unsubscribe { player, id } => push::unsubscribe(connection, *player, *id).await,
        Notify::Take { channel, at, most } => outbox::take(connection, *channel, *at, *most).await,
        Notify::Done { number } => outbox::done(connection, *number).await,
        Notify::Again { number, at } => outbox::again(connection, *number, *at).await,
        Notify::Count { address, at } => outbox::count(connection, address, *at).await,
        Notify::Remind { at } => turns::remind(connection, *at).await,
        Notify::Tidy { at } => outbox::tidy(connection, *at).await,
    }
}

/// Forgets everything about a player whose account is deleted, and what was to be sent to them.
pub(super) async fn forget_player(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<(), sqlx::Error> {
    for sql in [
        "DELETE FROM mail_addresses WHERE player = ?",
        "DELETE FROM notification_choices WHERE player = ?",
        "DELETE FROM outbox WHERE player = ?",
        "DELETE FROM push_subscriptions WHERE player = ?",
        "DELETE FROM reminders WHERE player = ?",
    ] {
        sqlx::query(sql)
            .bind(player.to_string())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
