//! Queries of games and players.

use futures_util::TryStreamExt;
use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Row, SqliteConnection, SqliteExecutor};

use super::columns::{broken, optional_word, read_id};
use super::takeover;
use crate::ids::{GameId, PlayerId};
use crate::names::GameResult;
use crate::store::codec;
use crate::store::game::{Due, Epoch, ListedGame, Looked, NewGame, StoredGame, Which};

/// After this many events of a game others may use the thread.
const SHARE: usize = 128;

/// Games of one kind that are looked after at once.
const ATTENTION: u32 = 500;

pub(super) async fn player_name(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<Option<String>, sqlx::Error> {
    let row = sqlx::query("SELECT name FROM players WHERE id = ?")
        .bind(player.to_string())
        .fetch_optional(pool)
        .await?;
    row.map(|row| row.try_get(0)).transpose()
}

pub(super) async fn load(
    pool: &SqlitePool,
    game: GameId,
) -> Result<Option<StoredGame>, sqlx::Error> {
    let Some(row) = sqlx::query("SELECT epoch, info FROM games WHERE id = ?")
        .bind(game.to_string())
        .fetch_optional(pool)
        .await?
    else {
        return Ok(None);
    };
    let epoch = Epoch(row.try_get::<i64, _>(0)? as u64);
    let info = codec::read_info(row.try_get(1)?).map_err(broken)?;
    let mut rows = sqlx::query(
        "SELECT number, at, player, request, body FROM events WHERE game = ? ORDER BY number",
    )
    .bind(game.to_string())
    .fetch(pool);
    let mut events = Vec::new();
    while let Some(row) = rows.try_next().await? {
        if events.len() % SHARE == SHARE - 1 {
            tokio::task::yield_now().await;
        }
        let event = codec::read_event(
            info.variant,
            row.try_get::<i64, _>(0)? as u64,
            row.try_get::<i64, _>(1)? as u64,
            row.try_get(2)?,
            row.try_get(3)?,
            row.try_get(4)?,
        );
        events.push(event.map_err(broken)?);
    }
    drop(rows);
    takeover::rename_in(pool, game, &mut events).await?;
    Ok(Some(StoredGame {
        epoch,
        info,
        events,
    }))
}

/// The columns of a game in a list.
const LISTED: &str = "id, info, status, winner, reason, turn_number, actor, updated_at";

pub(super) async fn list(
    pool: &SqlitePool,
    which: Which,
    limit: u32,
) -> Result<Vec<ListedGame>, sqlx::Error> {
    let rows = match which {
        Which::Of(player) => {
            // By the alphabet 'live' comes before 'waiting'.
            let sql = format!(
                "SELECT {LISTED} FROM games WHERE white = ?1 AND status <> 'over' UNION ALL \
                 SELECT {LISTED} FROM games WHERE black = ?1 AND white IS NOT ?1 AND status <> 'over' \
                 ORDER BY status, updated_at DESC LIMIT ?2"
            );
            let mut rows = sqlx::query(AssertSqlSafe(sql))
                .bind(player.to_string())
                .bind(limit)
                .fetch_all(pool)
                .await?;
            let room = limit.saturating_sub(u32::try_from(rows.len()).unwrap_or(u32::MAX));
            rows.extend(over(pool, player, room).await?);
            rows
        }
        Which::Live => {
            // A game that somebody plays alone at one board is nobody else's business.
            let sql = format!(
                "SELECT {LISTED} FROM games WHERE status = 'live' AND white IS NOT black \
                 ORDER BY created_at DESC LIMIT ?1"
            );
            sqlx::query(AssertSqlSafe(sql))
                .bind(limit)
                .fetch_all(pool)
                .await?
        }
    };
    rows.into_iter().map(listed).collect()
}

/// The games of player `?1`. Unfinished and finished games have separate indexes: a query without a condition on `status` would scan all
/// games of all players.
pub(super) const GAMES_OF: &str = "SELECT id FROM games WHERE white = ?1 AND status <> 'over' UNION ALL \
    SELECT id FROM games WHERE black = ?1 AND white IS NOT ?1 AND status <> 'over' UNION ALL \
    SELECT id FROM games WHERE white = ?1 AND status = 'over' UNION ALL \
    SELECT id FROM games WHERE black = ?1 AND white IS NOT ?1 AND status = 'over'";

pub(super) async fn games_of(
    database: impl SqliteExecutor<'_>,
    player: PlayerId,
) -> Result<Vec<GameId>, sqlx::Error> {
    let rows = sqlx::query(GAMES_OF)
        .bind(player.to_string())
        .fetch_all(database)
        .await?;
    rows.into_iter()
        .map(|row| read_id(row.try_get(0)?))
        .collect()
}

/// A player's finished games, the most recent first. Each half comes out of its index in that order.
async fn over(
    pool: &SqlitePool,
    player: PlayerId,
    limit: u32,
) -> Result<Vec<SqliteRow>, sqlx::Error> {
    let sql = format!(
        "SELECT * FROM (SELECT {LISTED} FROM games WHERE white = ?1 AND status = 'over' \
                        ORDER BY updated_at DESC LIMIT ?2) UNION ALL \
         SELECT * FROM (SELECT {LISTED} FROM games WHERE black = ?1 AND white IS NOT ?1 AND status = 'over' \
                        ORDER BY updated_at DESC LIMIT ?2) \
         ORDER BY updated_at DESC LIMIT ?2"
    );
    sqlx::query(AssertSqlSafe(sql))
        .bind(player.to_string())
        .bind(limit)
        .fetch_all(pool)
        .await
}

fn listed(row: SqliteRow) -> Result<ListedGame, sqlx::Error> {
    let reason: Option<String> = row.try_get(4)?;
    let result = match reason {
        None => None,
        Some(reason) => Some(GameResult {
            winner: optional_word(row.try_get(3)?)?,
            reason: codec::read_word(reason).map_err(broken)?,
        }),
    };
    Ok(ListedGame {
        id: read_id(row.try_get(0)?)?,
        info: codec::read_info(row.try_get(1)?).map_err(broken)?,
        status: codec::read_word(row.try_get(2)?).map_err(broken)?,
        result,
        turn_number: row.try_get::<i64, _>(5)? as u32,
        actor: optional_word(row.try_get(6)?)?,
        updated_at: row.try_get::<i64, _>(7)? as u64,
    })
}

pub(super) async fn count_unfinished(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<usize, sqlx::Error> {
    let row = sqlx::query(
        "SELECT (SELECT count(*) FROM games WHERE white = ?1 AND status <> 'over' AND info ->> 'event' IS NULL) + \
         (SELECT count(*) FROM games WHERE black = ?1 AND white IS NOT ?1 AND status <> 'over' \
                 AND info ->> 'event' IS NULL)",
    )
    .bind(player.to_string())
    .fetch_one(pool)
    .await?;
    Ok(usize::try_from(row.try_get::<i64, _>(0)?).unwrap_or(0))
}

/// Games whose clock has run out. The index on the time finds them; ordered by ID, the query would scan all games.
pub(super) const CLOCKS: &str = "SELECT id FROM games WHERE look_at <= ?3 AND attention_at BETWEEN 1 AND ?3 AND +id > ?1 \
    ORDER BY +id LIMIT ?2";
/// Games in which the engine must act. They come first in that index, ordered by ID.
pub(super) const ENGINE: &str =
    "SELECT id FROM games WHERE look_at = 0 AND attention_at = 0 AND id > ?1 ORDER BY id LIMIT ?2";

pub(super) async fn needing_attention(
    pool: &SqlitePool,
    now: u64,
    looked: Looked,
) -> Result<Due, sqlx::Error> {
    let due = async |sql: &'static str, behind: Option<GameId>| {
        let rows = sqlx::query(sql)
            .bind(behind.map(|game| game.to_string()).unwrap_or_default())
            .bind(ATTENTION)
            .bind(now as i64)
            .fetch_all(pool)
            .await?;
        let games = rows.into_iter().map(|row| read_id(row.try_get(0)?));
        games.collect::<Result<Vec<GameId>, sqlx::Error>>()
    };
    let (clocks, engine) = (
        due(CLOCKS, looked.clocks).await?,
        due(ENGINE, looked.engine).await?,
    );
    // After the last ones it begins again.
    let next = |games: &[GameId]| games.get(ATTENTION as usize - 1).copied();
    let looked = Looked {
        clocks: next(&clocks),
        engine: next(&engine),
    };
    Ok(Due {
        clocks,
        engine,
        looked,
    })
}

/// The game that was made for the same request before.
pub(super) async fn made_before(
    connection: &mut SqliteConnection,
    game: &NewGame,
) -> Result<Option<GameId>, sqlx::Error> {
    let Some((player, request)) = &game.request else {
        return Ok(None);
    };
    let known = sqlx::query("SELECT game FROM creations WHERE player = ? AND request = ?")
        .bind(player.to_string())
        .bind(request.as_str().to_owned())
        .fetch_optional(connection)
        .await?;
    known.map(|row| read_id(row.try_get(0)?)).transpose()
}
