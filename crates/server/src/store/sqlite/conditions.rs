//! Conditional moves.

use sqlx::sqlite::SqlitePool;
use sqlx::{Row, SqliteConnection};

use super::columns::{broken, read_player};
use crate::ids::{GameId, PlayerId};
use crate::table::conditions::Conditions;

/// Stores a player's conditions in a game in the place of those that were there; without any, there are none.
pub(super) async fn store(
    connection: &mut SqliteConnection,
    game: GameId,
    player: PlayerId,
    conditions: Option<&Conditions>,
) -> Result<(), sqlx::Error> {
    let Some(conditions) = conditions else {
        return forget(connection, game, player).await;
    };
    let lines = serde_json::to_string(conditions.lines())
        .map_err(|error| sqlx::Error::Encode(error.into()))?;
    let sql = "INSERT OR REPLACE INTO conditions (game, player, after, lines) VALUES (?, ?, ?, ?)";
    sqlx::query(sql)
        .bind(game.to_string())
        .bind(player.to_string())
        .bind(conditions.after() as i64)
        .bind(lines)
        .execute(connection)
        .await
        .map(drop)
}

/// Forgets a player's conditions in a game.
pub(super) async fn forget(
    connection: &mut SqliteConnection,
    game: GameId,
    player: PlayerId,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM conditions WHERE game = ? AND player = ?")
        .bind(game.to_string())
        .bind(player.to_string())
        .execute(connection)
        .await
        .map(drop)
}

/// The conditions of both players in a game.
pub(super) async fn of(
    pool: &SqlitePool,
    game: GameId,
) -> Result<Vec<(PlayerId, Conditions)>, sqlx::Error> {
    let rows = sqlx::query("SELECT player, after, lines FROM conditions WHERE game = ?")
        .bind(game.to_string())
        .fetch_all(pool)
        .await?;
    let mut all = Vec::with_capacity(rows.len());
    for row in rows {
        let lines: Vec<Vec<String>> = serde_json::from_str(row.try_get(2)?).map_err(broken)?;
        let conditions = Conditions::stored(row.try_get::<i64, _>(1)? as u64, lines);
        if let Some(conditions) = conditions {
            all.push((read_player(row.try_get(0)?)?, conditions));
        }
    }
    Ok(all)
}
