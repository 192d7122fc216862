//! How a player has lately ended their games.

use sqlx::Row;
use sqlx::sqlite::SqlitePool;
use sqlx::{AssertSqlSafe, sqlite::SqliteRow};

use crate::ids::PlayerId;
use crate::meeting::habits::{Habits, NO_SHOW_MS};

/// Games that are looked at of each colour.
const LOOKED_AT: u32 = 100;

/// How a player has ended games with other people since a time, in milliseconds since 1970.
pub(in crate::store::sqlite) async fn habits(
    pool: &SqlitePool,
    player: PlayerId,
    since: u64,
) -> Result<Habits, sqlx::Error> {
    // Of an aborted game its end and its actions: who ended it, and whose turn it was.
    let half = |color: &str| {
        format!(
            "SELECT * FROM (SELECT '{color}', updated_at, created_at, reason = 'aborted', \
             CASE WHEN reason = 'aborted' THEN (SELECT body ->> 'by' FROM events \
                 WHERE game = id AND number = last_event) END, \
             CASE WHEN reason = 'aborted' THEN (SELECT count(*) FROM events \
                 WHERE game = id AND body ->> 'kind' = 'action') END \
             FROM games WHERE {color} = ?1 AND status = 'over' AND updated_at > ?2 \
             AND white IS NOT NULL AND black IS NOT NULL AND white IS NOT black \
             ORDER BY updated_at DESC LIMIT ?3)"
        )
    };
    let sql = format!("{} UNION ALL {}", half("white"), half("black"));
    let rows = sqlx::query(AssertSqlSafe(sql))
        .bind(player.to_string())
        .bind(since as i64)
        .bind(LOOKED_AT)
        .fetch_all(pool)
        .await?;
    let mut habits = Habits::default();
    for row in &rows {
        count(&mut habits, row)?;
    }
    Ok(habits)
}

/// Counts a game that is over.
fn count(habits: &mut Habits, row: &SqliteRow) -> Result<(), sqlx::Error> {
    let own: String = row.try_get(0)?;
    let ended = row.try_get::<i64, _>(1)? as u64;
    let created = row.try_get::<i64, _>(2)? as u64;
    if !row.try_get::<bool, _>(3)? {
        habits.finished += 1;
        return Ok(());
    }
    let by: Option<String> = row.try_get(4)?;
    let actions: Option<i64> = row.try_get(5)?;
    let to_act = match actions.unwrap_or(0) % 2 {
        0 => "white",
        _ => "black",
    };
    let has_left = by.as_deref() == Some(&*own);
    let has_not_come = to_act == own && ended.saturating_sub(created) >= NO_SHOW_MS;
    if has_left || has_not_come {
        habits.faults += 1;
        habits.last_at = habits.last_at.max(ended);
    }
    Ok(())
}
