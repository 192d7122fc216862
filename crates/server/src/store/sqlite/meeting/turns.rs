//! Games in which it is a player's turn, and what players play now.

use sqlx::sqlite::SqlitePool;
use sqlx::{AssertSqlSafe, Row};

use super::super::columns::{broken, read_id, read_player};
use crate::ids::{GameId, PlayerId};
use crate::names::Status;
use crate::store::codec;
use crate::store::meeting::{MOST_ROUNDS, RoundGame, Turn};

pub(in crate::store::sqlite) async fn turns(
    pool: &SqlitePool,
    player: PlayerId,
    limit: u32,
) -> Result<Vec<Turn>, sqlx::Error> {
    let half = |color: &str| {
        format!(
            "SELECT id, info, turn_number, attention_at FROM games \
             WHERE {color} = ?1 AND status <> 'over' AND status = 'live' AND actor = '{color}' \
             AND info ->> '$.clock.kind' = 'correspondence'"
        )
    };
    let sql = format!(
        "SELECT * FROM ({} UNION ALL {}) ORDER BY attention_at IS NULL, attention_at LIMIT ?2",
        half("white"),
        half("black")
    );
    let rows = sqlx::query(AssertSqlSafe(sql))
        .bind(player.to_string())
        .bind(limit)
        .fetch_all(pool)
        .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Turn {
                game: read_id(row.try_get(0)?)?,
                info: codec::read_info(row.try_get(1)?).map_err(broken)?,
                turn_number: row.try_get::<i64, _>(2)? as u32,
                due_at: row.try_get::<Option<i64>, _>(3)?.map(|at| at as u64),
            })
        })
        .collect()
}

pub(in crate::store::sqlite) async fn rounds(
    pool: &SqlitePool,
    player: PlayerId,
    game: Option<GameId>,
) -> Result<Vec<RoundGame>, sqlx::Error> {
    let half = |color: &str, waits: &str| {
        format!(
            "SELECT id, info, status, info ->> '$.event.starts_at' AS starts_at FROM games \
             WHERE {color} = ?1 AND status <> 'over' AND turn_number = 1 AND {waits} \
             AND info ->> '$.event' IS NOT NULL AND (?2 IS NULL OR id = ?2)"
        )
    };
    // White's first turn is over when Black is to act.
    let sql = format!(
        "SELECT * FROM ({} UNION ALL {}) ORDER BY starts_at, id LIMIT ?3",
        half("white", "actor IS NOT 'black'"),
        half("black", "TRUE")
    );
    let rows = sqlx::query(AssertSqlSafe(sql))
        .bind(player.to_string())
        .bind(game.map(|game| game.to_string()))
        .bind(MOST_ROUNDS)
        .fetch_all(pool)
        .await?;
    rows.into_iter()
        .map(|row| {
            let status: Status = codec::read_word(row.try_get(2)?).map_err(broken)?;
            Ok(RoundGame {
                game: read_id(row.try_get(0)?)?,
                info: codec::read_info(row.try_get(1)?).map_err(broken)?,
                begun: status == Status::Live,
            })
        })
        .collect()
}

pub(in crate::store::sqlite) async fn playing(
    pool: &SqlitePool,
    players: Vec<PlayerId>,
) -> Result<Vec<(PlayerId, GameId)>, sqlx::Error> {
    let half = |color: &str| {
        format!(
            "SELECT {color}, id, updated_at FROM games \
             WHERE {color} IN (SELECT value FROM json_each(?1)) AND status <> 'over' AND status = 'live' \
             AND white IS NOT black AND info ->> '$.clock.kind' IS NOT 'correspondence'"
        )
    };
    // Ordered so that the latest game of a player comes last, and wins.
    let sql = format!(
        "{} UNION ALL {} ORDER BY updated_at",
        half("white"),
        half("black")
    );
    let players = serde_json::to_string(&players).unwrap_or_default();
    let rows = sqlx::query(AssertSqlSafe(sql))
        .bind(players)
        .fetch_all(pool)
        .await?;
    rows.into_iter()
        .map(|row| Ok((read_player(row.try_get(0)?)?, read_id(row.try_get(1)?)?)))
        .collect()
}

pub(in crate::store::sqlite) async fn correspondence(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<Vec<GameId>, sqlx::Error> {
    let half = |color: &str| {
        format!(
            "SELECT id FROM games WHERE {color} = ?1 AND status <> 'over' AND status = 'live' \
             AND info ->> '$.clock.kind' = 'correspondence'"
        )
    };
    let sql = format!("{} UNION {}", half("white"), half("black"));
    let rows = sqlx::query(AssertSqlSafe(sql))
        .bind(player.to_string())
        .fetch_all(pool)
        .await?;
    rows.into_iter()
        .map(|row| read_id(row.try_get(0)?))
        .collect()
}
