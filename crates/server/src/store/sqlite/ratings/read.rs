//! Queries of ratings.

use std::collections::HashMap;

use futures_util::TryStreamExt;
use manifold_ratings::{LevelRating, Pool, PoolRating, RANKED_MS, Rating};
use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{Row, SqliteExecutor};

use super::read_score;
use crate::ids::{GameId, PlayerId};
use crate::store::ratings::{
    HistoryEntry, PlayerRatings, Ranked, Ranking, RatedOpponent, RatingChange, ResultOf,
};
use crate::store::sqlite::columns::{broken, read_id, read_player};

/// All ratings of a player.
pub(in crate::store::sqlite) async fn of(
    database: impl SqliteExecutor<'_>,
    player: PlayerId,
) -> Result<PlayerRatings, sqlx::Error> {
    let sql = "SELECT rating, deviation, volatility, last_played, games, placement_games, pool \
               FROM ratings WHERE player = ?";
    let rows = sqlx::query(sql)
        .bind(player.to_string())
        .fetch_all(database)
        .await?;
    let ratings = rows
        .iter()
        .map(|row| Ok((read_pool(row, 6)?, read_rating(row)?)));
    ratings
        .collect::<Result<_, sqlx::Error>>()
        .map(PlayerRatings)
}

/// All ratings of some players; those without any are left out.
pub(in crate::store::sqlite) async fn of_all(
    database: &SqlitePool,
    players: Vec<PlayerId>,
) -> Result<HashMap<PlayerId, PlayerRatings>, sqlx::Error> {
    let sql = "SELECT rating, deviation, volatility, last_played, games, placement_games, pool, player \
               FROM ratings WHERE player IN (SELECT value FROM json_each(?))";
    let rows = sqlx::query(sql)
        .bind(serde_json::to_string(&players).map_err(broken)?)
        .fetch_all(database)
        .await?;
    let mut ratings: HashMap<PlayerId, PlayerRatings> = HashMap::new();
    for row in &rows {
        let of = ratings.entry(read_player(row.try_get(7)?)?).or_default();
        of.0.push((read_pool(row, 6)?, read_rating(row)?));
    }
    Ok(ratings)
}

/// The rating whose columns a row begins with.
pub(super) fn read_rating(row: &SqliteRow) -> Result<PoolRating, sqlx::Error> {
    Ok(PoolRating {
        rating: Rating {
            rating: row.try_get(0)?,
            deviation: row.try_get(1)?,
            volatility: row.try_get(2)?,
        },
        last_played: Some(row.try_get::<i64, _>(3)? as u64),
        games: row.try_get::<i64, _>(4)? as u32,
        placement_games: row.try_get::<i64, _>(5)? as u32,
    })
}

pub(super) fn read_pool(row: &SqliteRow, column: usize) -> Result<Pool, sqlx::Error> {
    row.try_get::<&str, _>(column)?.parse().map_err(broken)
}

/// The engine's level in a game and its rating there, if these three columns are set.
pub(super) fn read_machine(
    row: &SqliteRow,
    column: usize,
) -> Result<Option<(u8, LevelRating)>, sqlx::Error> {
    let Some(level) = row.try_get::<Option<i64>, _>(column)? else {
        return Ok(None);
    };
    let rating = LevelRating {
        rating: row.try_get(column + 1)?,
        deviation: row.try_get::<i64, _>(column + 2)? as u32,
    };
    Ok(Some((level as u8, rating)))
}

/// The change of a rating by a game, if these four columns are set.
fn read_change(row: &SqliteRow, column: usize) -> Result<Option<RatingChange>, sqlx::Error> {
    let Some(rating_before) = row.try_get(column)? else {
        return Ok(None);
    };
    Ok(Some(RatingChange {
        rating_before,
        deviation_before: row.try_get(column + 1)?,
        rating: row.try_get(column + 2)?,
        deviation: row.try_get(column + 3)?,
    }))
}

pub(in crate::store::sqlite) async fn history(
    database: &SqlitePool,
    player: PlayerId,
    pool: Pool,
    limit: u32,
) -> Result<Vec<HistoryEntry>, sqlx::Error> {
    let rows = sqlx::query(
        // The results stored last are nearly those that count last, and are found without reading all of them.
        "SELECT rating_before, deviation_before, rating, deviation, game, at, score, white IS ?1, level, \
         (SELECT name FROM players WHERE id = CASE white WHEN ?1 THEN black ELSE white END) \
         FROM (SELECT * FROM rating_history WHERE player = ?1 AND pool = ?2 ORDER BY number DESC LIMIT ?3) \
         JOIN results USING (number) ORDER BY place DESC, ended DESC, number DESC",
    )
    .bind(player.to_string())
    .bind(pool.to_string())
    .bind(limit)
    .fetch_all(database)
    .await?;
    let mut entries = Vec::with_capacity(rows.len());
    for row in &rows {
        let score = read_score(row.try_get(6)?)?;
        let is_white: bool = row.try_get(7)?;
        let level: Option<i64> = row.try_get(8)?;
        let opponent = match level {
            Some(level) => RatedOpponent::Machine(level as u8),
            None => RatedOpponent::Person(row.try_get::<Option<_>, _>(9)?.unwrap_or_default()),
        };
        entries.extend(read_change(row, 0)?.map(|change| {
            Ok::<_, sqlx::Error>(HistoryEntry {
                game: read_id(row.try_get(4)?)?,
                at: row.try_get::<i64, _>(5)? as u64,
                opponent,
                score: if is_white { score } else { score.reversed() },
                change,
            })
        }));
    }
    entries.into_iter().collect()
}

/// The rating deviation only grows with time: a rating stored with a higher one is not ranked. The index has the same condition.
const _: () = assert!(Rating::RANKED_DEVIATION == 75.0);

pub(in crate::store::sqlite) async fn ranked(
    database: &SqlitePool,
    pool: Pool,
    now: u64,
    limit: usize,
) -> Result<Ranking, sqlx::Error> {
    let sql = "SELECT rating, deviation, volatility, last_played, games, placement_games, username, bot \
               FROM ratings JOIN accounts USING (player) WHERE pool = ?1 AND deviation <= 75 AND last_played >= ?2 \
               AND player NOT IN (SELECT player FROM sanctions WHERE kind = 'ban' AND (until IS NULL OR until > ?3)) \
               ORDER BY rating DESC, player";
    let mut rows = sqlx::query(sql)
        .bind(pool.to_string())
        .bind(now.saturating_sub(RANKED_MS) as i64)
        .bind(now as i64)
        .fetch(database);
    let (mut best, mut ratings) = (Vec::new(), Vec::new());
    while let Some(row) = rows.try_next().await? {
        let rating = read_rating(&row)?;
        if !rating.is_ranked(now) {
            continue;
        }
        ratings.push(rating.rating.rating);
        if best.len() < limit {
            best.push(Ranked {
                username: row.try_get(6)?,
                is_bot: row.try_get(7)?,
                rating,
            });
        }
    }
    Ok((best, ratings))
}

pub(in crate::store::sqlite) async fn result_of(
    database: &SqlitePool,
    game: GameId,
) -> Result<Option<ResultOf>, sqlx::Error> {
    let sql = "SELECT results.pool, annulled_at IS NOT NULL, \
               one.rating_before, one.deviation_before, one.rating, one.deviation, \
               other.rating_before, other.deviation_before, other.rating, other.deviation, \
               level, level_rating, level_deviation FROM results \
               LEFT JOIN rating_history AS one \
               ON one.player = white AND one.pool = results.pool AND one.number = results.number \
               LEFT JOIN rating_history AS other \
               ON other.player = black AND other.pool = results.pool AND other.number = results.number \
               WHERE game = ?";
    let row = sqlx::query(sql)
        .bind(game.to_string())
        .fetch_optional(database)
        .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(ResultOf {
        pool: read_pool(&row, 0)?,
        is_annulled: row.try_get(1)?,
        white: read_change(&row, 2)?,
        black: read_change(&row, 6)?,
        machine: read_machine(&row, 10)?,
    }))
}
