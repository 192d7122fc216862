//! Notes in the log of results after which the ratings are to be recomputed.

use sqlx::{Row, SqliteConnection, SqliteExecutor};

use crate::ids::GameId;
use crate::store::ratings::Correction;

/// Notes a correction in the log, and that it is due; says whether there was anything to correct.
pub(in crate::store::sqlite) async fn note(
    connection: &mut SqliteConnection,
    correction: Correction,
) -> Result<bool, sqlx::Error> {
    let (game, annulled_at) = match correction {
        Correction::Recompute => return mark(connection).await.map(|()| true),
        Correction::Annul { game, at } => (game, Some(at)),
        Correction::Restore { game } => (game, None),
    };
    // No result of an event that is annulled counts, whatever else has annulled it.
    let sql = "UPDATE results SET annulled_at = ?1 \
               WHERE game = ?2 AND (annulled_at IS NULL) = (?1 IS NOT NULL) \
               AND (?1 IS NOT NULL OR NOT EXISTS (SELECT 1 FROM games \
               JOIN tournaments ON tournaments.id = games.info ->> '$.event.id' \
               WHERE games.id = ?2 AND tournaments.head ->> '$.phase' = 'annulled'))";
    let changed = sqlx::query(sql)
        .bind(annulled_at.map(|at| at as i64))
        .bind(game.to_string())
        .execute(&mut *connection)
        .await?;
    if changed.rows_affected() == 0 {
        return Ok(false);
    }
    mark(connection).await?;
    Ok(true)
}

/// Notes that games of an event were annulled.
pub(in crate::store::sqlite) async fn note_annulled(
    connection: &mut SqliteConnection,
    games: &[GameId],
    at: u64,
) -> Result<(), sqlx::Error> {
    for game in games {
        note(connection, Correction::Annul { game: *game, at }).await?;
    }
    Ok(())
}

/// Notes that ratings are to be recomputed.
pub(super) async fn mark(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO ratings_due (id, marks) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET marks = marks + 1",
    )
    .execute(connection)
    .await
    .map(drop)
}

/// The number of marks, if ratings are due to be recomputed.
pub(in crate::store::sqlite) async fn marks(
    database: impl SqliteExecutor<'_>,
) -> Result<Option<i64>, sqlx::Error> {
    let row = sqlx::query("SELECT marks FROM ratings_due")
        .fetch_optional(database)
        .await?;
    row.map(|row| row.try_get(0)).transpose()
}
