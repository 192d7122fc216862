//! Working all ratings out again.

use std::collections::BTreeMap;

use manifold_ratings::{Entry, Ledger, Player, Pool, PoolRating};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::read::{read_pool, read_rating};
use super::{put, read_score, remember};
use crate::ids::PlayerId;
use crate::store::ratings::{Corrected, Correction};
use crate::store::sqlite::people::read_player;

/// Results that are read at once.
const PAGE: u32 = 10_000;

/// Works all ratings out again, and stores what was stored otherwise.
pub(in crate::store::sqlite) async fn correct(
    connection: &mut SqliteConnection,
    correction: Correction,
) -> Result<Corrected, sqlx::Error> {
    let (game, annulled_at) = match correction {
        Correction::Recompute => (None, None),
        Correction::Annul { game, at } => (Some(game), Some(at)),
        Correction::Restore { game } => (Some(game), None),
    };
    if let Some(game) = game {
        let sql = "UPDATE results SET annulled_at = ?1 \
                   WHERE game = ?2 AND (annulled_at IS NULL) = (?1 IS NOT NULL)";
        let changed = sqlx::query(sql)
            .bind(annulled_at.map(|at| at as i64))
            .bind(game.to_string())
            .execute(&mut *connection)
            .await?;
        if changed.rows_affected() == 0 {
            return Ok(Corrected::default());
        }
    }
    let ledger = replay(connection).await?;
    let mut stored = all(connection).await?;
    let (mut corrected, mut last) = (Corrected::default(), None);
    corrected.is_done = true;
    for (player, pool, rating) in ledger.iter() {
        corrected.ratings += 1;
        corrected.players += usize::from(last.replace(player) != Some(player));
        let kept = stored.remove(&(*player, pool));
        if !kept.is_some_and(|kept| is_same(&kept, rating)) {
            corrected.differed += 1;
            put(connection, *player, pool, rating).await?;
        }
    }
    corrected.differed += stored.len();
    for (player, pool) in stored.into_keys() {
        sqlx::query("DELETE FROM ratings WHERE player = ? AND pool = ?")
            .bind(player.to_string())
            .bind(pool.to_string())
            .execute(&mut *connection)
            .await?;
    }
    Ok(corrected)
}

/// Counts the whole log, and writes down anew what each result does.
async fn replay(connection: &mut SqliteConnection) -> Result<Ledger<PlayerId>, sqlx::Error> {
    sqlx::query("DELETE FROM rating_history")
        .execute(&mut *connection)
        .await?;
    let mut ledger = Ledger::new();
    let mut last = 0;
    loop {
        let sql = "SELECT number, at, pool, white, black, score, annulled_at IS NOT NULL \
                   FROM results WHERE number > ? ORDER BY number LIMIT ?";
        let rows = sqlx::query(sql)
            .bind(last)
            .bind(PAGE)
            .fetch_all(&mut *connection)
            .await?;
        if rows.is_empty() {
            return Ok(ledger);
        }
        for row in &rows {
            last = row.try_get(0)?;
            let (entry, players) = read_entry(row)?;
            let changes = match ledger.feed(&entry) {
                Ok(Some(changes)) => [changes.white, changes.black],
                Ok(None) => continue,
                // As when it came.
                Err(error) => {
                    tracing::error!(number = last, %error, "a rated result is damaged");
                    continue;
                }
            };
            for (player, change) in players.into_iter().zip(changes) {
                if let Some(change) = change {
                    remember(connection, player, entry.pool, last, &change).await?;
                }
            }
        }
    }
}

fn read_entry(row: &SqliteRow) -> Result<(Entry<PlayerId>, [PlayerId; 2]), sqlx::Error> {
    let white = read_player(row.try_get(3)?)?;
    let black = read_player(row.try_get(4)?)?;
    let entry = Entry {
        at: row.try_get::<i64, _>(1)? as u64,
        pool: read_pool(row, 2)?,
        white: Player::Person(white),
        black: Player::Person(black),
        score: read_score(row.try_get(5)?)?,
        annulled: row.try_get(6)?,
    };
    Ok((entry, [white, black]))
}

/// All ratings as they are stored.
async fn all(
    connection: &mut SqliteConnection,
) -> Result<BTreeMap<(PlayerId, Pool), PoolRating>, sqlx::Error> {
    let sql = "SELECT rating, deviation, volatility, last_played, games, placement_games, player, pool \
               FROM ratings";
    let rows = sqlx::query(sql).fetch_all(connection).await?;
    let ratings = rows.iter().map(|row| {
        let player = read_player(row.try_get(6)?)?;
        Ok(((player, read_pool(row, 7)?), read_rating(row)?))
    });
    ratings.collect()
}

/// Whether two ratings are the same to the last bit.
fn is_same(one: &PoolRating, other: &PoolRating) -> bool {
    let bits = |rating: &PoolRating| {
        let manifold_ratings::Rating {
            rating,
            deviation,
            volatility,
        } = rating.rating;
        [rating, deviation, volatility].map(f64::to_bits)
    };
    bits(one) == bits(other) && one == other
}
