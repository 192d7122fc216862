//! Ratings: the log of results, and what follows from it.

pub(super) mod due;
pub(super) mod mend;
pub(super) mod order;
pub(super) mod placement;
pub(super) mod read;
mod recompute;
pub(super) mod step;
#[cfg(test)]
mod tests;

use manifold_ratings::{Change, Pool, PoolRating, Score, rate_game, rate_placement};
use sqlx::SqliteConnection;

use self::order::Order;
use crate::ids::{GameId, PlayerId};
use crate::table::rated::{RatedResult, RatedSide};

pub(super) use recompute::{correct, recompute};

/// Adds a result to the log, and updates the ratings of both players, starting from their current ones. The engine's stays as it is.
/// If results that count after this one are there already, ratings are marked as due to be recomputed instead.
pub(super) async fn store(
    connection: &mut SqliteConnection,
    game: GameId,
    at: u64,
    result: &RatedResult,
    order: Order,
) -> Result<(), sqlx::Error> {
    let &RatedResult {
        pool,
        white,
        black,
        score,
    } = result;
    let machine = white.machine().or(black.machine());
    let counts_after = match order {
        Order::AsStored => None,
        Order::AsEnded => Some(order::last_ended_by(connection, at).await?),
    };
    let number = sqlx::query(
        "INSERT INTO results \
         (game, at, pool, white, black, score, level, level_rating, level_deviation, counts_after) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(game.to_string())
    .bind(at as i64)
    .bind(pool.to_string())
    .bind(white.player().map(|player| player.to_string()))
    .bind(black.player().map(|player| player.to_string()))
    .bind(halves(score))
    .bind(machine.map(|(level, _)| i64::from(level)))
    .bind(machine.map(|(_, rating)| i64::from(rating.rating)))
    .bind(machine.map(|(_, rating)| i64::from(rating.deviation)))
    .bind(counts_after)
    .execute(&mut *connection)
    .await?
    .last_insert_rowid();
    if counts_after.is_some() && order::is_late(connection, number, result).await? {
        return due::mark(connection).await;
    }
    let mut before = [PoolRating::START; 2];
    for (rating, side) in before.iter_mut().zip([white, black]) {
        if let Some(player) = side.player() {
            *rating = read::of(&mut *connection, player).await?.in_pool(pool, at);
        }
    }
    let changes = match (white, black) {
        (RatedSide::Person(_), RatedSide::Machine(_, machine)) => {
            rate_placement(&before[0], machine.into(), score, at)
                .map(|change| vec![(white, change)])
        }
        (RatedSide::Machine(_, machine), RatedSide::Person(_)) => {
            rate_placement(&before[1], machine.into(), score.reversed(), at)
                .map(|change| vec![(black, change)])
        }
        _ => rate_game(&before[0], &before[1], score, at)
            .map(|[one, other]| vec![(white, one), (black, other)]),
    };
    let changes = match changes {
        Ok(changes) => changes,
        // The game has ended all the same: damaged ratings are found when they are recomputed.
        Err(error) => {
            tracing::error!(%game, %error, "the ratings of a game's players are damaged");
            return Ok(());
        }
    };
    for (side, change) in changes {
        if let Some(player) = side.player() {
            put(connection, player, pool, &change.after).await?;
            remember(connection, player, pool, number, &change).await?;
        }
    }
    Ok(())
}

/// Stores a rating.
async fn put(
    connection: &mut SqliteConnection,
    player: PlayerId,
    pool: Pool,
    kept: &PoolRating,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT OR REPLACE INTO ratings \
         (player, pool, rating, deviation, volatility, last_played, games, placement_games) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(player.to_string())
    .bind(pool.to_string())
    .bind(kept.rating.rating)
    .bind(kept.rating.deviation)
    .bind(kept.rating.volatility)
    .bind(kept.last_played.unwrap_or(0) as i64)
    .bind(i64::from(kept.games))
    .bind(i64::from(kept.placement_games))
    .execute(connection)
    .await
    .map(drop)
}

/// Forgets a rating.
async fn remove(
    connection: &mut SqliteConnection,
    player: PlayerId,
    pool: Pool,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM ratings WHERE player = ? AND pool = ?")
        .bind(player.to_string())
        .bind(pool.to_string())
        .execute(connection)
        .await
        .map(drop)
}

/// Stores what result `number` has done to a player.
async fn remember(
    connection: &mut SqliteConnection,
    player: PlayerId,
    pool: Pool,
    number: i64,
    change: &Change,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO rating_history \
         (player, pool, number, rating_before, deviation_before, rating, deviation) VALUES (?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(player.to_string())
    .bind(pool.to_string())
    .bind(number)
    .bind(change.before.rating)
    .bind(change.before.deviation)
    .bind(change.after.rating.rating)
    .bind(change.after.rating.deviation)
    .execute(connection)
    .await
    .map(drop)
}

/// A score as it stands in the log, in half points.
fn halves(score: Score) -> i64 {
    match score {
        Score::Loss => 0,
        Score::Draw => 1,
        Score::Win => 2,
    }
}

/// Reads the output of [`halves`].
fn read_score(halves: i64) -> Result<Score, sqlx::Error> {
    let score = Score::ALL
        .into_iter()
        .find(|score| self::halves(*score) == halves);
    score.ok_or_else(|| sqlx::Error::Decode("a score is damaged".into()))
}
