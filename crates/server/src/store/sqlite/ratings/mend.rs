//! Recomputing all ratings while games are being played.
//!
//! The log is replayed beside the writer, from a reader's snapshot. The writer stores only what differs, a few rows at a time, so that
//! nobody waits long. Results that arrive meanwhile are replayed on top, until none has come between the last look and the last step.

use std::collections::{BTreeMap, BTreeSet};

use manifold_ratings::{Change, Ledger, Pool, PoolRating};
use sqlx::sqlite::SqlitePool;
use sqlx::{Row, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::due::marks;
use super::order::Position;
use super::recompute::{NumberedResult, all, is_same, recompute, results_after};
use super::step::{Place, Step};
use super::{put, remember, remove};
use crate::ids::PlayerId;
use crate::store::error::StoreError;
use crate::store::sqlite::logged;
use crate::store::sqlite::write::Write;

/// Rows that are stored in one step.
const STEP: usize = 250;
/// Results that are read at once: the task shares its thread with others.
const PAGE: u32 = 500;
/// Maximum number of looks at what has come meanwhile. If something came each time, a single transaction does all the work.
const LOOKS: u32 = 50;

type Stored = [f64; 4];

/// Recomputes ratings until nothing is due any more.
pub(in crate::store::sqlite) async fn mend(
    readers: &SqlitePool,
    writer: &mpsc::Sender<Write>,
) -> Result<(), StoreError> {
    let mut replay: Option<Replay> = None;
    for _ in 0..LOOKS {
        let Some(due) = logged(marks(readers)).await? else {
            return Ok(());
        };
        let known = replay.take().filter(|known| known.due == due);
        let mut counted = logged(Replay::go_on(known, readers, due)).await?;
        while counted.pending() > STEP {
            let step = counted.next_step();
            store_step(writer, step).await?;
        }
        let step = Step {
            last: Some((counted.newest, due)),
            ..counted.next_step()
        };
        if store_step(writer, step).await? {
            return Ok(());
        }
        replay = Some(counted);
    }
    tracing::warn!("results come faster than ratings are worked out: all others wait once");
    store_step(writer, Step::default()).await.map(drop)
}

/// Sends a step to the writer, and returns whether it was the last.
async fn store_step(writer: &mpsc::Sender<Write>, step: Step) -> Result<bool, StoreError> {
    let (reply, answer) = oneshot::channel();
    let sent = writer.send(Write::Mend(Box::new(step), reply)).await;
    sent.map_err(|_| StoreError::Unknown)?;
    answer.await.unwrap_or(Err(StoreError::Unknown))
}

/// Stores a step, and returns whether nothing is due any more. A last step that comes too late still stores its rows: they are right
/// as far as they go, and are compared again. An empty step recomputes everything at once.
pub(in crate::store::sqlite) async fn store(
    connection: &mut SqliteConnection,
    step: &Step,
) -> Result<bool, sqlx::Error> {
    if step.history.is_empty() && step.ratings.is_empty() && step.last.is_none() {
        recompute(connection).await?;
        return Ok(true);
    }
    for ((number, player, pool), change) in &step.history {
        let sql = "DELETE FROM rating_history WHERE player = ? AND pool = ? AND number = ?";
        sqlx::query(sql)
            .bind(player.to_string())
            .bind(pool.to_string())
            .bind(number)
            .execute(&mut *connection)
            .await?;
        if let Some(change) = change {
            remember(connection, *player, *pool, *number, change).await?;
        }
    }
    let Some((last, due)) = step.last else {
        put_all(connection, step).await?;
        return Ok(false);
    };
    let newest = sqlx::query("SELECT coalesce(max(number), 0) FROM results")
        .fetch_one(&mut *connection)
        .await?;
    let is_last =
        newest.try_get::<i64, _>(0)? == last && marks(&mut *connection).await? == Some(due);
    put_all(connection, step).await?;
    if is_last {
        sqlx::query("DELETE FROM ratings_due")
            .execute(connection)
            .await?;
    }
    Ok(is_last)
}

async fn put_all(connection: &mut SqliteConnection, step: &Step) -> Result<(), sqlx::Error> {
    for (player, pool, rating) in &step.ratings {
        match rating {
            Some(rating) => put(connection, *player, *pool, rating).await?,
            None => remove(connection, *player, *pool).await?,
        }
    }
    Ok(())
}

/// The log as far as it has been replayed, and the rows that differ from what is stored.
struct Replay {
    ledger: Ledger<PlayerId>,
    /// The last result that is counted. One that comes with an earlier place makes everything due again.
    last: Position,
    /// The highest number among those that are counted.
    newest: i64,
    /// The number of marks when it began.
    due: i64,
    history: Vec<(Place, Option<Change>)>,
    ratings: BTreeSet<(PlayerId, Pool)>,
}

impl Replay {
    /// Replays what has come since the last look, or everything the first time, as of one moment.
    async fn go_on(
        known: Option<Replay>,
        readers: &SqlitePool,
        due: i64,
    ) -> Result<Replay, sqlx::Error> {
        // One transaction sees one state, whatever is written meanwhile.
        let mut snapshot = readers.begin().await?;
        let replay = match known {
            Some(mut replay) => {
                replay.count(&mut snapshot).await?;
                replay
            }
            None => {
                let mut replay = Replay {
                    ledger: Ledger::new(),
                    last: Position::default(),
                    newest: 0,
                    due,
                    history: Vec::new(),
                    ratings: BTreeSet::new(),
                };
                replay.count(&mut snapshot).await?;
                replay.ratings = replay.different(all(&mut *snapshot).await?);
                replay
            }
        };
        snapshot.rollback().await?;
        Ok(replay)
    }

    /// Counts the results after the last one, and compares what they do with what is stored.
    async fn count(&mut self, snapshot: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        loop {
            let results = results_after(&mut *snapshot, self.last, PAGE).await?;
            let Some(newest) = results.last() else {
                return Ok(());
            };
            let mut stored = history(&mut *snapshot, &results).await?;
            self.last = newest.position;
            for result in &results {
                let number = result.position.number;
                self.newest = self.newest.max(number);
                let pool = result.entry.pool;
                for (player, change) in result.count(&mut self.ledger) {
                    let place = (number, player, pool);
                    let now = [
                        change.before.rating,
                        change.before.deviation,
                        change.after.rating.rating,
                        change.after.rating.deviation,
                    ];
                    let is_stored = stored.remove(&place).is_some_and(|stored: Stored| {
                        stored.map(f64::to_bits) == now.map(f64::to_bits)
                    });
                    if !is_stored {
                        self.history.push((place, Some(change)));
                    }
                }
                self.ratings
                    .extend(result.people().map(|player| (player, pool)));
            }
            let uncounted = stored.into_keys().map(|place| (place, None));
            self.history.extend(uncounted);
            tokio::task::yield_now().await;
        }
    }

    /// The players and pools whose stored ratings differ.
    fn different(
        &self,
        mut stored: BTreeMap<(PlayerId, Pool), PoolRating>,
    ) -> BTreeSet<(PlayerId, Pool)> {
        let mut different = BTreeSet::new();
        for (player, pool, rating) in self.ledger.iter() {
            let kept = stored.remove(&(*player, pool));
            if !kept.is_some_and(|kept| is_same(&kept, rating)) {
                different.insert((*player, pool));
            }
        }
        different.extend(stored.into_keys());
        different
    }

    /// Rows that are still to be stored.
    fn pending(&self) -> usize {
        self.history.len() + self.ratings.len()
    }

    /// The next rows to store: history first, as every result that comes counts on ratings.
    fn next_step(&mut self) -> Step {
        let rest = self.history.split_off(self.history.len().min(STEP));
        let history = std::mem::replace(&mut self.history, rest);
        let mut ratings = Vec::new();
        while history.len() + ratings.len() < STEP
            && let Some((player, pool)) = self.ratings.pop_first()
        {
            let rating = self.ledger.kept(&player, pool).copied();
            ratings.push((player, pool, rating));
        }
        Step {
            history,
            ratings,
            last: None,
        }
    }
}

/// The stored effects of results.
async fn history(
    database: &mut SqliteConnection,
    results: &[NumberedResult],
) -> Result<BTreeMap<Place, Stored>, sqlx::Error> {
    let mut stored = BTreeMap::new();
    for result in results {
        for player in result.people() {
            let sql = "SELECT rating_before, deviation_before, rating, deviation FROM rating_history \
                       WHERE player = ? AND pool = ? AND number = ?";
            let row = sqlx::query(sql)
                .bind(player.to_string())
                .bind(result.entry.pool.to_string())
                .bind(result.position.number)
                .fetch_optional(&mut *database)
                .await?;
            if let Some(row) = row {
                let numbers = [
                    row.try_get(0)?,
                    row.try_get(1)?,
                    row.try_get(2)?,
                    row.try_get(3)?,
                ];
                stored.insert((result.position.number, player, result.entry.pool), numbers);
            }
        }
    }
    Ok(stored)
}
