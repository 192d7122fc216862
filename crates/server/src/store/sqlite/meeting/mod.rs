//! Relations between people: challenges, follows and blocks, vacations, and what waits for a player.

pub(super) mod challenges;
pub(super) mod lists;
pub(super) mod seeks;
#[cfg(test)]
mod tests;
pub(super) mod turns;
pub(super) mod vacations;

use sqlx::SqliteConnection;

use crate::ids::PlayerId;
use crate::store::meeting::{Meeting, Met};

/// Changes something between players.
pub(super) async fn store(
    connection: &mut SqliteConnection,
    meeting: &Meeting,
) -> Result<Met, sqlx::Error> {
    match meeting {
        Meeting::Challenge(challenge) => challenges::store(connection, challenge).await,
        Meeting::Accept { id, by, game, at } => {
            challenges::accept(connection, *id, *by, game, *at).await
        }
        Meeting::Decline { id, by, reason, at } => {
            challenges::decline(connection, *id, *by, *reason, *at).await
        }
        Meeting::Cancel { id, by } => challenges::cancel(connection, *id, *by).await,
        Meeting::Keep {
            challenger,
            until,
            at,
        } => challenges::keep(connection, *challenger, *until, *at).await,
        Meeting::Follow { by, whom, at } => lists::follow(connection, *by, *whom, *at).await,
        Meeting::Unfollow { by, whom } => lists::unfollow(connection, *by, *whom).await,
        Meeting::Block { by, whom, at } => lists::block(connection, *by, *whom, *at).await,
        Meeting::Unblock { by, whom } => lists::unblock(connection, *by, *whom).await,
        Meeting::Vacation { player, vacation } => {
            vacations::begin(connection, *player, *vacation).await
        }
        Meeting::Return { player, at } => vacations::end(connection, *player, *at).await,
        Meeting::ShowPresence { player, shown } => {
            lists::show_presence(connection, *player, *shown).await
        }
        Meeting::Seek(seek) => seeks::store(connection, seek).await,
        Meeting::Unseek(ids) => {
            seeks::forget(connection, ids).await?;
            Ok(Met::Done)
        }
    }
}

/// Forgets everything about a player whose account is deleted.
pub(super) async fn forget_player(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<(), sqlx::Error> {
    for sql in [
        "DELETE FROM challenges WHERE challenger = ?1 OR challenged = ?1",
        "DELETE FROM follows WHERE follower = ?1 OR followed = ?1",
        "DELETE FROM blocks WHERE blocker = ?1 OR blocked = ?1",
        "DELETE FROM unseen WHERE player = ?1",
        "DELETE FROM vacations WHERE player = ?1",
    ] {
        sqlx::query(sql)
            .bind(player.to_string())
            .execute(&mut *connection)
            .await?;
    }
    seeks::forget_player(connection, player).await
}
