//! Vacations.

use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{Row, SqliteConnection};

use crate::ids::PlayerId;
use crate::meeting::vacation::{DAYS_A_YEAR, Vacation, YEAR_MS};
use crate::store::meeting::{Met, Refusal};

/// Begins a vacation, within the days of the year.
pub(super) async fn begin(
    connection: &mut SqliteConnection,
    player: PlayerId,
    vacation: Vacation,
) -> Result<Met, sqlx::Error> {
    let sql = "SELECT began, ended FROM vacations WHERE player = ? AND began > ?";
    let rows = sqlx::query(sql)
        .bind(player.to_string())
        .bind(vacation.from.saturating_sub(YEAR_MS) as i64)
        .fetch_all(&mut *connection)
        .await?;
    let taken = rows
        .iter()
        .map(read_vacation)
        .collect::<Result<Vec<Vacation>, _>>()?;
    if taken.iter().any(|taken| taken.until > vacation.from) {
        return Ok(Met::Refused(Refusal::OnVacation));
    }
    let days: u32 = taken.iter().map(Vacation::days).sum();
    if days + vacation.days() > DAYS_A_YEAR {
        return Ok(Met::Refused(Refusal::TooManyDays));
    }
    sqlx::query("INSERT OR REPLACE INTO vacations (player, began, ended) VALUES (?, ?, ?)")
        .bind(player.to_string())
        .bind(vacation.from as i64)
        .bind(vacation.until as i64)
        .execute(connection)
        .await?;
    Ok(Met::Done)
}

/// Ends the current vacation.
pub(super) async fn end(
    connection: &mut SqliteConnection,
    player: PlayerId,
    at: u64,
) -> Result<Met, sqlx::Error> {
    let sql = "UPDATE vacations SET ended = ?1 WHERE player = ?2 AND began <= ?1 AND ended > ?1";
    let ended = sqlx::query(sql)
        .bind(at as i64)
        .bind(player.to_string())
        .execute(connection)
        .await?;
    Ok(match ended.rows_affected() {
        0 => Met::Missing,
        _ => Met::Done,
    })
}

fn read_vacation(row: &SqliteRow) -> Result<Vacation, sqlx::Error> {
    Ok(Vacation {
        from: row.try_get::<i64, _>(0)? as u64,
        until: row.try_get::<i64, _>(1)? as u64,
    })
}

pub(in crate::store::sqlite) async fn vacations(
    pool: &SqlitePool,
    player: PlayerId,
    since: u64,
) -> Result<Vec<Vacation>, sqlx::Error> {
    let sql =
        "SELECT began, ended FROM vacations WHERE player = ? AND began > ? ORDER BY began DESC";
    let rows = sqlx::query(sql)
        .bind(player.to_string())
        .bind(since as i64)
        .fetch_all(pool)
        .await?;
    rows.iter().map(read_vacation).collect()
}
