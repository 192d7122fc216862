//! Acts: an entry of the log and what it does, both or neither.

use sqlx::{Row, SqliteConnection};

use super::read;
use crate::ids::{GameId, PlayerId, ReportId};
use crate::moderation::{Act, ActKind, NewAct};
use crate::store::codec;
use crate::store::moderation::Moderated;
use crate::store::people::Which;
use crate::store::ratings::Correction;
use crate::store::sqlite::{meeting, ratings, sessions};

/// Does an act and enters it in the log, if it may be done.
pub(super) async fn enter(
    connection: &mut SqliteConnection,
    new: &NewAct,
) -> Result<Moderated, sqlx::Error> {
    let players = [Some(new.player), new.other];
    let refusal = refusal(connection, new.moderator, players, new.kind, &new.reports).await?;
    if let Some(refusal) = refusal {
        return Ok(refusal);
    }
    if new.kind == ActKind::Annul && has_played(connection, new.moderator, new.game).await? {
        return Ok(Moderated::Own);
    }
    let act = Act {
        number: next_number(connection).await?,
        at: new.at,
        moderator: new.moderator,
        player: new.player,
        kind: new.kind,
        until: new.until,
        game: new.game,
        other: new.other,
        reason: new.reason.clone(),
        undoes: None,
    };
    if let Some(refusal) = carry_out(connection, &act).await? {
        return Ok(refusal);
    }
    write(connection, &act).await?;
    for report in &new.reports {
        let sql =
            "UPDATE reports SET settled_by = ? WHERE id = ? AND player = ? AND settled_by IS NULL";
        sqlx::query(sql)
            .bind(act.number as i64)
            .bind(report.to_string())
            .bind(act.player.to_string())
            .execute(&mut *connection)
            .await?;
    }
    Ok(Moderated::Entered(act.number))
}

/// Why a moderator may not act on these players, if so. The operator may act on everybody.
async fn refusal(
    connection: &mut SqliteConnection,
    moderator: Option<PlayerId>,
    players: [Option<PlayerId>; 2],
    kind: ActKind,
    reports: &[ReportId],
) -> Result<Option<Moderated>, sqlx::Error> {
    let Some(moderator) = moderator else {
        return Ok(None);
    };
    for player in players.into_iter().flatten() {
        let refusal = may_act(connection, moderator, player, kind, reports).await?;
        if refusal.is_some() {
            return Ok(refusal);
        }
    }
    Ok(None)
}

/// Why a moderator may not act on this player while settling these reports, if so.
async fn may_act(
    connection: &mut SqliteConnection,
    moderator: PlayerId,
    player: PlayerId,
    kind: ActKind,
    reports: &[ReportId],
) -> Result<Option<Moderated>, sqlx::Error> {
    if moderator == player {
        return Ok(Some(Moderated::Own));
    }
    let reports = reports.iter().map(|report| report.as_str());
    let reports = serde_json::to_string(&reports.collect::<Vec<_>>()).unwrap_or_default();
    let sql = "SELECT 1 FROM reports WHERE reporter = ?1 AND player = ?2 \
               AND (settled_by IS NULL OR id IN (SELECT value FROM json_each(?3)))";
    let own_report = sqlx::query(sql)
        .bind(moderator.to_string())
        .bind(player.to_string())
        .bind(reports)
        .fetch_optional(&mut *connection)
        .await?;
    if own_report.is_some() {
        return Ok(Some(Moderated::OwnReport));
    }
    let is_moderator = sqlx::query("SELECT 1 FROM moderators WHERE player = ?")
        .bind(player.to_string())
        .fetch_optional(connection)
        .await?
        .is_some();
    Ok((is_moderator && kind == ActKind::Ban).then_some(Moderated::IsModerator))
}

/// Whether a moderator played in a rated game: then its result is for another moderator to decide on.
async fn has_played(
    connection: &mut SqliteConnection,
    moderator: Option<PlayerId>,
    game: Option<GameId>,
) -> Result<bool, sqlx::Error> {
    let (Some(moderator), Some(game)) = (moderator, game) else {
        return Ok(false);
    };
    is_result_of(connection, game, moderator).await
}

/// Whether a player has played in a rated game that has a result.
async fn is_result_of(
    connection: &mut SqliteConnection,
    game: GameId,
    player: PlayerId,
) -> Result<bool, sqlx::Error> {
    let sql = "SELECT 1 FROM results WHERE game = ?1 AND (white = ?2 OR black = ?2)";
    let result = sqlx::query(sql)
        .bind(game.to_string())
        .bind(player.to_string())
        .fetch_optional(connection)
        .await?;
    Ok(result.is_some())
}

/// The effects of an act, beside the log.
async fn carry_out(
    connection: &mut SqliteConnection,
    act: &Act,
) -> Result<Option<Moderated>, sqlx::Error> {
    match act.kind {
        ActKind::Dismiss | ActKind::Undo => {}
        ActKind::Warn => sanction(connection, "warning", act).await?,
        ActKind::Mute => {
            lift(connection, "mute", act.player, None).await?;
            sanction(connection, "mute", act).await?;
        }
        ActKind::Ban => {
            lift(connection, "ban", act.player, None).await?;
            sanction(connection, "ban", act).await?;
            meeting::seeks::forget_player(connection, act.player).await?;
            meeting::challenges::cancel_all(connection, act.player).await?;
            sessions::end(connection, act.player, Which::All, act.at).await?;
        }
        ActKind::Unmute | ActKind::Unban => {
            let kind = match act.kind {
                ActKind::Unban => "ban",
                _ => "mute",
            };
            if lift(connection, kind, act.player, None).await? == 0 {
                return Ok(Some(Moderated::NothingToLift));
            }
        }
        ActKind::Link => {
            let Some(other) = act.other else {
                return Ok(Some(Moderated::Missing));
            };
            if !link(connection, act, other).await? {
                return Ok(Some(Moderated::Linked));
            }
        }
        ActKind::Annul => {
            let Some(game) = act.game else {
                return Ok(Some(Moderated::NothingToAnnul));
            };
            let annul = Correction::Annul { game, at: act.at };
            if !is_result_of(connection, game, act.player).await?
                || !ratings::due::note(connection, annul).await?
            {
                return Ok(Some(Moderated::NothingToAnnul));
            }
        }
    }
    Ok(None)
}

/// Undoes an act, by a further entry.
pub(super) async fn undo(
    connection: &mut SqliteConnection,
    number: u64,
    moderator: Option<PlayerId>,
    reason: &str,
    at: u64,
) -> Result<Moderated, sqlx::Error> {
    let Some(undone) = read::act(&mut *connection, number).await? else {
        return Ok(Moderated::Missing);
    };
    let players = [Some(undone.player), undone.other];
    let refusal = refusal(connection, moderator, players, ActKind::Undo, &[]).await?;
    if let Some(refusal) = refusal {
        return Ok(refusal);
    }
    if undone.kind == ActKind::Annul && has_played(connection, moderator, undone.game).await? {
        return Ok(Moderated::Own);
    }
    let was_undone = sqlx::query("SELECT 1 FROM acts WHERE undoes = ?")
        .bind(number as i64)
        .fetch_optional(&mut *connection)
        .await?;
    if was_undone.is_some() {
        return Ok(Moderated::NothingToUndo);
    }
    let act = Act {
        number: next_number(connection).await?,
        at,
        moderator,
        kind: ActKind::Undo,
        until: None,
        reason: reason.to_owned(),
        undoes: Some(number),
        ..undone.clone()
    };
    let is_done = match undone.kind {
        ActKind::Warn | ActKind::Mute | ActKind::Ban => {
            let kind = match undone.kind {
                ActKind::Warn => "warning",
                ActKind::Mute => "mute",
                _ => "ban",
            };
            lift(connection, kind, undone.player, Some(number)).await? > 0
        }
        ActKind::Annul => match undone.game {
            Some(game) => {
                let restore = Correction::Restore { game };
                ratings::due::note(connection, restore).await?
            }
            None => false,
        },
        ActKind::Link => {
            let unlinked = sqlx::query("DELETE FROM links WHERE act = ?")
                .bind(number as i64)
                .execute(&mut *connection)
                .await?;
            unlinked.rows_affected() > 0
        }
        // The reports become open again, except where the same report was made again meanwhile.
        ActKind::Dismiss => true,
        ActKind::Unmute | ActKind::Unban | ActKind::Undo => false,
    };
    if !is_done {
        return Ok(Moderated::NothingToUndo);
    }
    if undone.kind == ActKind::Dismiss {
        let sql = "UPDATE OR IGNORE reports SET settled_by = NULL WHERE settled_by = ?";
        sqlx::query(sql)
            .bind(number as i64)
            .execute(&mut *connection)
            .await?;
    }
    write(connection, &act).await?;
    Ok(Moderated::Entered(act.number))
}

/// The number of the next entry. There is only one writer, so nobody else takes it.
async fn next_number(connection: &mut SqliteConnection) -> Result<u64, sqlx::Error> {
    let row = sqlx::query("SELECT coalesce(max(number), 0) + 1 FROM acts")
        .fetch_one(connection)
        .await?;
    Ok(row.try_get::<i64, _>(0)? as u64)
}

async fn write(connection: &mut SqliteConnection, act: &Act) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO acts (number, at, moderator, player, kind, until, game, reason, undoes, other) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(act.number as i64)
    .bind(act.at as i64)
    .bind(act.moderator.map(|moderator| moderator.to_string()))
    .bind(act.player.to_string())
    .bind(codec::word(act.kind))
    .bind(act.until.map(|until| until as i64))
    .bind(act.game.map(|game| game.to_string()))
    .bind(act.reason.clone())
    .bind(act.undoes.map(|undoes| undoes as i64))
    .bind(act.other.map(|other| other.to_string()))
    .execute(connection)
    .await
    .map(drop)
}

/// Links two accounts as one person. Returns whether they were not linked before.
async fn link(
    connection: &mut SqliteConnection,
    act: &Act,
    other: PlayerId,
) -> Result<bool, sqlx::Error> {
    let sql = "INSERT OR IGNORE INTO links (one, other, act) VALUES (?1, ?2, ?3), (?2, ?1, ?3)";
    let linked = sqlx::query(sql)
        .bind(act.player.to_string())
        .bind(other.to_string())
        .bind(act.number as i64)
        .execute(connection)
        .await?;
    Ok(linked.rows_affected() > 0)
}

/// Imposes a sanction on a player.
async fn sanction(
    connection: &mut SqliteConnection,
    kind: &'static str,
    act: &Act,
) -> Result<(), sqlx::Error> {
    let sql = "INSERT INTO sanctions (player, kind, act, until, reason) VALUES (?, ?, ?, ?, ?)";
    sqlx::query(sql)
        .bind(act.player.to_string())
        .bind(kind)
        .bind(act.number as i64)
        .bind(act.until.map(|until| until as i64))
        .bind(act.reason.clone())
        .execute(connection)
        .await
        .map(drop)
}

/// Ends sanctions of a player: the one of an act, or all of a kind. Returns their number.
async fn lift(
    connection: &mut SqliteConnection,
    kind: &'static str,
    player: PlayerId,
    act: Option<u64>,
) -> Result<u64, sqlx::Error> {
    let sql = "DELETE FROM sanctions WHERE player = ?1 AND kind = ?2 AND (?3 IS NULL OR act = ?3)";
    let lifted = sqlx::query(sql)
        .bind(player.to_string())
        .bind(kind)
        .bind(act.map(|act| act as i64))
        .execute(connection)
        .await?;
    Ok(lifted.rows_affected())
}
