//! Queries of reports and acts.

use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{Row, SqliteExecutor};

use crate::ids::{GameId, PlayerId};
use crate::moderation::{
    Act, Case, OwnReport, ReadAct, ReadReport, Reason, Report, Sanction, Standing,
};
use crate::store::codec;
use crate::store::sqlite::columns::{broken, read_id, read_player};

pub(super) async fn standing(pool: &SqlitePool, player: PlayerId) -> Result<Standing, sqlx::Error> {
    let role = sqlx::query("SELECT 1 FROM moderators WHERE player = ?")
        .bind(player.to_string())
        .fetch_optional(pool)
        .await?;
    let mut standing = Standing {
        is_moderator: role.is_some(),
        ..Standing::default()
    };
    let sql = "SELECT kind, act, until, reason FROM sanctions WHERE player = ? ORDER BY kind, act";
    let rows = sqlx::query(sql)
        .bind(player.to_string())
        .fetch_all(pool)
        .await?;
    for row in rows {
        let sanction = Sanction {
            act: row.try_get::<i64, _>(1)? as u64,
            until: row.try_get::<Option<i64>, _>(2)?.map(|until| until as u64),
            reason: row.try_get(3)?,
        };
        match row.try_get(0)? {
            "ban" => standing.ban = Some(sanction),
            "mute" => standing.mute = Some(sanction),
            _ => standing.warnings.push(sanction),
        }
    }
    Ok(standing)
}

pub(super) async fn cases(pool: &SqlitePool, limit: u32) -> Result<Vec<Case>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT player, (SELECT name FROM players WHERE id = player), count(*), min(at), \
         json_group_array(DISTINCT reason) FROM reports WHERE settled_by IS NULL \
         GROUP BY player ORDER BY min(at) LIMIT ?",
    )
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let cases = rows.iter().map(|row| {
        let reasons: Vec<Reason> = serde_json::from_str(row.try_get(4)?).map_err(broken)?;
        Ok(Case {
            player: read_player(row.try_get(0)?)?,
            name: row.try_get(1)?,
            reports: row.try_get::<i64, _>(2)? as u32,
            since: row.try_get::<i64, _>(3)? as u64,
            reasons,
        })
    });
    cases.collect()
}

pub(super) async fn reports_on(
    pool: &SqlitePool,
    player: PlayerId,
    limit: u32,
) -> Result<Vec<ReadReport>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT id, at, reporter, player, game, reason, text, settled_by, \
         (SELECT name FROM players WHERE players.id = reporter) FROM reports WHERE player = ? \
         ORDER BY settled_by IS NOT NULL, at DESC LIMIT ?",
    )
    .bind(player.to_string())
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let reports = rows.iter().map(|row| {
        let settled_by: Option<i64> = row.try_get(7)?;
        Ok(ReadReport {
            report: read_report(row)?,
            reporter: row.try_get(8)?,
            settled_by: settled_by.map(|act| act as u64),
        })
    });
    reports.collect()
}

/// A report, as it stands in the first seven columns.
fn read_report(row: &SqliteRow) -> Result<Report, sqlx::Error> {
    let game: Option<String> = row.try_get(4)?;
    Ok(Report {
        id: row.try_get::<&str, _>(0)?.parse().map_err(broken)?,
        at: row.try_get::<i64, _>(1)? as u64,
        reporter: read_player(row.try_get(2)?)?,
        player: read_player(row.try_get(3)?)?,
        game: game.map(read_id).transpose()?,
        reason: codec::read_word(row.try_get(5)?).map_err(broken)?,
        text: row.try_get(6)?,
    })
}

pub(super) async fn reports_by(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<Vec<OwnReport>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT id, at, reporter, player, game, reason, text, \
         (SELECT name FROM players WHERE players.id = reports.player) FROM reports WHERE reporter = ? \
         ORDER BY at, id",
    )
    .bind(player.to_string())
    .fetch_all(pool)
    .await?;
    let reports = rows.iter().map(|row| {
        Ok(OwnReport {
            report: read_report(row)?,
            player: row.try_get(7)?,
        })
    });
    reports.collect()
}

pub(super) async fn walkouts(
    pool: &SqlitePool,
    player: PlayerId,
    since: u64,
) -> Result<Option<(u32, u64)>, sqlx::Error> {
    let row = sqlx::query("SELECT count(*), max(at) FROM walkouts WHERE player = ? AND at >= ?")
        .bind(player.to_string())
        .bind(since as i64)
        .fetch_one(pool)
        .await?;
    let last: Option<i64> = row.try_get(1)?;
    let count = row.try_get::<i64, _>(0)? as u32;
    Ok(last.map(|last| (count, last as u64)))
}

pub(super) async fn games_walked_out_of(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<Vec<(GameId, u64)>, sqlx::Error> {
    let rows = sqlx::query("SELECT game, at FROM walkouts WHERE player = ? ORDER BY at, game")
        .bind(player.to_string())
        .fetch_all(pool)
        .await?;
    rows.into_iter()
        .map(|row| Ok((read_id(row.try_get(0)?)?, row.try_get::<i64, _>(1)? as u64)))
        .collect()
}

/// The columns of an entry of the log.
const ACT: &str = "number, at, moderator, player, kind, until, game, reason, undoes, other";

fn read_act(row: &SqliteRow) -> Result<Act, sqlx::Error> {
    let number = |column| -> Result<Option<u64>, sqlx::Error> {
        Ok(row.try_get::<Option<i64>, _>(column)?.map(|it| it as u64))
    };
    let moderator: Option<String> = row.try_get(2)?;
    let game: Option<String> = row.try_get(6)?;
    let other: Option<String> = row.try_get(9)?;
    Ok(Act {
        number: row.try_get::<i64, _>(0)? as u64,
        at: row.try_get::<i64, _>(1)? as u64,
        moderator: moderator.map(read_player).transpose()?,
        player: read_player(row.try_get(3)?)?,
        kind: codec::read_word(row.try_get(4)?).map_err(broken)?,
        until: number(5)?,
        game: game.map(read_id).transpose()?,
        reason: row.try_get(7)?,
        undoes: number(8)?,
        other: other.map(read_player).transpose()?,
    })
}

/// An entry of the log.
pub(super) async fn act(
    database: impl SqliteExecutor<'_>,
    number: u64,
) -> Result<Option<Act>, sqlx::Error> {
    let sql = format!("SELECT {ACT} FROM acts WHERE number = ?");
    let row = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(i64::try_from(number).unwrap_or(i64::MAX))
        .fetch_optional(database)
        .await?;
    row.as_ref().map(read_act).transpose()
}

pub(super) async fn acts(
    pool: &SqlitePool,
    player: Option<PlayerId>,
    before: Option<u64>,
    limit: u32,
) -> Result<Vec<ReadAct>, sqlx::Error> {
    // Two conditions, so that each query uses its own index.
    let of_player = match player {
        Some(_) => "player = ?1",
        None => "?1 IS NULL",
    };
    let sql = format!(
        "SELECT {ACT}, (SELECT name FROM players WHERE id = moderator), \
         (SELECT name FROM players WHERE id = player), \
         (SELECT name FROM players WHERE id = other), \
         (SELECT number FROM acts AS undo WHERE undo.undoes = acts.number) \
         FROM acts WHERE {of_player} AND number < ?2 ORDER BY number DESC LIMIT ?3"
    );
    let before = before.and_then(|before| i64::try_from(before).ok());
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(player.map(|player| player.to_string()))
        .bind(before.unwrap_or(i64::MAX))
        .bind(limit)
        .fetch_all(pool)
        .await?;
    let acts = rows.iter().map(|row| {
        let undone_by: Option<i64> = row.try_get(13)?;
        Ok(ReadAct {
            act: read_act(row)?,
            moderator: row.try_get(10)?,
            player: row.try_get(11)?,
            other: row.try_get(12)?,
            undone_by: undone_by.map(|act| act as u64),
        })
    });
    acts.collect()
}
