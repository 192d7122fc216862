//! Reports, the log of moderators' acts, and what holds because of them.

mod act;
mod read;
#[cfg(test)]
mod tests;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::SqliteConnection;

use super::sessions;
use super::write::Write;
use super::{Sqlite, logged};
use crate::ids::{GameId, PlayerId};
use crate::moderation::{Case, OPEN_REPORTS, OwnReport, ReadAct, ReadReport, Report, Standing};
use crate::store::codec;
use crate::store::error::StoreError;
use crate::store::moderation::{Moderate, Moderated, ModerationStore};
use crate::store::people::Which;
use crate::table::conduct::Conduct;

impl ModerationStore for Sqlite {
    fn moderate(&self, what: Moderate) -> BoxFuture<'_, Result<Moderated, StoreError>> {
        let what = Box::new(what);
        async move {
            let moderated = self
                .write(
                    |reply| Write::Moderate(what, reply),
                    || Err(StoreError::Unknown),
                )
                .await?;
            if matches!(moderated, Moderated::Entered(_)) {
                self.mend_ratings().await;
            }
            Ok(moderated)
        }
        .boxed()
    }

    fn standing(&self, player: PlayerId) -> BoxFuture<'_, Result<Standing, StoreError>> {
        logged(read::standing(&self.readers, player)).boxed()
    }

    fn cases(&self, limit: u32) -> BoxFuture<'_, Result<Vec<Case>, StoreError>> {
        logged(read::cases(&self.readers, limit)).boxed()
    }

    fn reports_on(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<ReadReport>, StoreError>> {
        logged(read::reports_on(&self.readers, player, limit)).boxed()
    }

    fn reports_by(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<OwnReport>, StoreError>> {
        logged(read::reports_by(&self.readers, player)).boxed()
    }

    fn walkouts(
        &self,
        player: PlayerId,
        since: u64,
    ) -> BoxFuture<'_, Result<Option<(u32, u64)>, StoreError>> {
        logged(read::walkouts(&self.readers, player, since)).boxed()
    }

    fn games_walked_out_of(
        &self,
        player: PlayerId,
    ) -> BoxFuture<'_, Result<Vec<(GameId, u64)>, StoreError>> {
        logged(read::games_walked_out_of(&self.readers, player)).boxed()
    }

    fn acts(
        &self,
        player: Option<PlayerId>,
        before: Option<u64>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<ReadAct>, StoreError>> {
        logged(read::acts(&self.readers, player, before, limit)).boxed()
    }
}

/// Changes something of moderation.
pub(super) async fn store(
    connection: &mut SqliteConnection,
    what: &Moderate,
) -> Result<Moderated, sqlx::Error> {
    match what {
        Moderate::SetRole {
            player,
            is_moderator,
            at,
        } => {
            let has_account = sqlx::query("SELECT 1 FROM accounts WHERE player = ?")
                .bind(player.to_string())
                .fetch_optional(&mut *connection)
                .await?;
            if has_account.is_none() {
                return Ok(Moderated::Missing);
            }
            set_role(connection, *player, is_moderator.then_some(*at)).await?;
            // An account with other rights signs in again.
            sessions::end(connection, *player, Which::All, *at).await?;
            Ok(Moderated::Done)
        }
        Moderate::Report(report) => store_report(connection, report).await,
        Moderate::Act(new) => act::enter(connection, new).await,
        Moderate::Undo {
            number,
            moderator,
            reason,
            at,
        } => act::undo(connection, *number, *moderator, reason, *at).await,
        Moderate::Confirm { player, warning } => {
            let sql = "DELETE FROM sanctions WHERE player = ? AND kind = 'warning' AND act = ?";
            let confirmed = sqlx::query(sql)
                .bind(player.to_string())
                .bind(*warning as i64)
                .execute(connection)
                .await?;
            Ok(match confirmed.rows_affected() {
                0 => Moderated::Missing,
                _ => Moderated::Done,
            })
        }
    }
}

/// Makes a player a moderator as of a time, or revokes that with `None`.
pub(super) async fn set_role(
    connection: &mut SqliteConnection,
    player: PlayerId,
    since: Option<u64>,
) -> Result<(), sqlx::Error> {
    let query = match since {
        Some(since) => {
            sqlx::query("INSERT OR IGNORE INTO moderators (player, since) VALUES (?, ?)")
                .bind(player.to_string())
                .bind(since as i64)
        }
        None => sqlx::query("DELETE FROM moderators WHERE player = ?").bind(player.to_string()),
    };
    query.execute(connection).await.map(drop)
}

/// Whether an account is banned at a time.
pub(super) async fn is_banned(
    connection: &mut SqliteConnection,
    player: PlayerId,
    now: u64,
) -> Result<bool, sqlx::Error> {
    let sql = "SELECT 1 FROM sanctions WHERE player = ? AND kind = 'ban' AND (until IS NULL OR until > ?)";
    let ban = sqlx::query(sql)
        .bind(player.to_string())
        .bind(now as i64)
        .fetch_optional(connection)
        .await?;
    Ok(ban.is_some())
}

/// Notes what the end of a game of the lobby says of its players.
pub(super) async fn note(
    connection: &mut SqliteConnection,
    game: GameId,
    at: u64,
    conduct: Conduct,
) -> Result<(), sqlx::Error> {
    let query = match conduct {
        Conduct::WalkedOut(player) => {
            sqlx::query("INSERT OR IGNORE INTO walkouts (player, game, at) VALUES (?, ?, ?)")
                .bind(player.to_string())
                .bind(game.to_string())
                .bind(at as i64)
        }
        Conduct::Played([one, other]) => sqlx::query("DELETE FROM walkouts WHERE player IN (?, ?)")
            .bind(one.to_string())
            .bind(other.to_string()),
    };
    query.execute(connection).await.map(drop)
}

async fn store_report(
    connection: &mut SqliteConnection,
    report: &Report,
) -> Result<Moderated, sqlx::Error> {
    let sql = "SELECT 1 FROM reports WHERE reporter = ? AND settled_by IS NULL LIMIT ?";
    let open = sqlx::query(sql)
        .bind(report.reporter.to_string())
        .bind(OPEN_REPORTS)
        .fetch_all(&mut *connection)
        .await?;
    if open.len() >= OPEN_REPORTS as usize {
        return Ok(Moderated::TooMany);
    }
    let stored = sqlx::query(
        "INSERT OR IGNORE INTO reports (id, at, reporter, player, game, reason, text) VALUES (?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(report.id.to_string())
    .bind(report.at as i64)
    .bind(report.reporter.to_string())
    .bind(report.player.to_string())
    .bind(report.game.map(|game| game.to_string()))
    .bind(codec::word(report.reason))
    .bind(report.text.clone())
    .execute(connection)
    .await?;
    Ok(match stored.rows_affected() {
        0 => Moderated::Reported,
        _ => Moderated::Done,
    })
}
