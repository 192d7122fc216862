//! The times in which no server ran: no clock runs then.

use std::sync::Arc;

use sqlx::{Row, SqliteConnection};

/// All outages, the earliest first. Clocks count the time that was *served*: what passed outside.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Outages(Arc<[(u64, u64)]>);

impl Outages {
    /// The moment on the clock of served time: `at` (milliseconds since 1970) without the outages
    /// before it.
    pub(crate) fn served(&self, at: u64) -> u64 {
        let lost: u64 = self
            .0
            .iter()
            .take_while(|(began, _)| *began < at)
            .map(|(began, ended)| at.min(*ended) - began)
            .sum();
        at - lost
    }
}

/// Notes that no server ran from the last sign of life to `now`, and reads all outages.
pub(super) async fn note(
    connection: &mut SqliteConnection,
    now: u64,
) -> Result<Outages, sqlx::Error> {
    // An event is a sign of life too, and often a later one.
    let last = sqlx::query(
        "SELECT max(coalesce((SELECT at FROM heartbeat), 0), coalesce((SELECT max(updated_at) FROM games), 0))",
    )
    .fetch_one(&mut *connection)
    .await?
    .try_get::<i64, _>(0)?;
    let now = now as i64;
    sqlx::query("BEGIN IMMEDIATE")
        .execute(&mut *connection)
        .await?;
    if 0 < last && last < now {
        sqlx::query("INSERT OR REPLACE INTO outages (began, ended) VALUES (?, ?)")
            .bind(last)
            .bind(now)
            .execute(&mut *connection)
            .await?;
        sqlx::query(
            "UPDATE games SET attention_at = attention_at + ? WHERE attention_at > 0 AND status = 'live'",
        )
        .bind(now - last)
        .execute(&mut *connection)
        .await?;
    }
    sqlx::query("INSERT OR REPLACE INTO heartbeat (id, at) VALUES (1, ?)")
        .bind(now)
        .execute(&mut *connection)
        .await?;
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    let rows = sqlx::query("SELECT began, ended FROM outages ORDER BY began")
        .fetch_all(&mut *connection)
        .await?;
    let mut all = Vec::with_capacity(rows.len());
    for row in rows {
        all.push((
            row.try_get::<i64, _>(0)? as u64,
            row.try_get::<i64, _>(1)? as u64,
        ));
    }
    Ok(Outages(all.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outages_do_not_count() {
        let outages = Outages([(100, 200), (300, 350)].into());
        for (at, served) in [
            (0, 0),
            (100, 100),
            (150, 100),
            (200, 100),
            (300, 200),
            (400, 250),
        ] {
            assert_eq!(outages.served(at), served, "{at}");
        }
    }
}
