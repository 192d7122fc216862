//! The order in which results count.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use crate::table::rated::RatedResult;

/// The place that a new result gets in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store::sqlite) enum Order {
    /// Last.
    AsStored,
    /// By the end of its game, before results of games that ended later.
    AsEnded,
}

/// The place of a result in the order of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Position {
    /// The result with which, or after which, it counts.
    place: i64,
    /// The end of its game, if others have the same place.
    ended: i64,
    /// Its own number.
    pub(super) number: i64,
}

impl Position {
    /// Reads the columns `place`, `ended` and `number`, from this one on.
    pub(super) fn read(row: &SqliteRow, column: usize) -> Result<Position, sqlx::Error> {
        Ok(Position {
            place: row.try_get(column)?,
            ended: row.try_get(column + 1)?,
            number: row.try_get(column + 2)?,
        })
    }

    /// For `(place, ended, number) > (?, ?, ?)`.
    pub(super) fn columns(self) -> [i64; 3] {
        [self.place, self.ended, self.number]
    }
}

/// The number of the last result, not of an event, whose game had ended by a time; 0 if there is none.
pub(super) async fn last_ended_by(
    connection: &mut SqliteConnection,
    at: u64,
) -> Result<i64, sqlx::Error> {
    let sql = "SELECT number FROM results WHERE counts_after IS NULL AND at <= ? ORDER BY number DESC LIMIT 1";
    let row = sqlx::query(sql)
        .bind(at as i64)
        .fetch_optional(connection)
        .await?;
    row.map_or(Ok(0), |row| row.try_get(0))
}

/// Whether a result that was just stored cannot simply be counted on top: its players have later results in the game, or the log is being
/// counted again and may be past its place.
pub(super) async fn is_late(
    connection: &mut SqliteConnection,
    number: i64,
    result: &RatedResult,
) -> Result<bool, sqlx::Error> {
    let row = sqlx::query("SELECT place, ended, number FROM results WHERE number = ?")
        .bind(number)
        .fetch_one(&mut *connection)
        .await?;
    let [place, ended, number] = Position::read(&row, 0)?.columns();
    let people = [result.white, result.black].map(|side| side.player().map(|one| one.to_string()));
    // The first rating at a speed follows from those at others.
    let row = sqlx::query(
        "WITH later AS (SELECT pool, white, black FROM results WHERE (place, ended, number) > (?1, ?2, ?3)) \
         SELECT EXISTS (SELECT 1 FROM later) AND (EXISTS (SELECT 1 FROM ratings_due) OR EXISTS \
         (SELECT 1 FROM later WHERE pool LIKE ?4 AND (white IN (?5, ?6) OR black IN (?5, ?6))))",
    )
    .bind(place)
    .bind(ended)
    .bind(number)
    .bind(format!("{}/%", result.pool.game))
    .bind(&people[0])
    .bind(&people[1])
    .fetch_one(connection)
    .await?;
    row.try_get(0)
}
