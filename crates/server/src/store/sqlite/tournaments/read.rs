//! Queries of events.

use manifold_events::Entry;
use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Row};

use super::super::columns::{broken, read_player};
use crate::ids::{EventId, PlayerId};
use crate::store::event_head::{EventHead, ListedState};
use crate::store::tournaments::{CalledPerson, EventPlace, EventSearch};

/// Events that are looked after at once.
const DUE: u32 = 64;

pub(in crate::store::sqlite) async fn entries(
    pool: &SqlitePool,
    event: EventId,
) -> Result<(Vec<Entry>, u64), sqlx::Error> {
    // Read first: what is told meanwhile is told again, which does nothing.
    let told = sqlx::query("SELECT told FROM tournaments WHERE id = ?")
        .bind(event.to_string())
        .fetch_optional(pool)
        .await?;
    let told = told.map_or(Ok(0), |row| row.try_get::<i64, _>(0))?;
    let rows =
        sqlx::query("SELECT body FROM tournament_entries WHERE tournament = ? ORDER BY number")
            .bind(event.to_string())
            .fetch_all(pool)
            .await?;
    let entry = |row: SqliteRow| {
        let body: String = row.try_get(0)?;
        serde_json::from_str(&body).map_err(broken)
    };
    let entries: Result<Vec<Entry>, sqlx::Error> = rows.into_iter().map(entry).collect();
    Ok((entries?, told as u64))
}

pub(in crate::store::sqlite) async fn heads(
    pool: &SqlitePool,
    search: EventSearch,
    limit: u32,
) -> Result<Vec<EventHead>, sqlx::Error> {
    let EventSearch {
        state,
        variant,
        player,
        behind,
    } = search;
    let is_ascending = state == Some(ListedState::Open);
    let mut conditions = vec!["1"];
    if state.is_some() {
        conditions.push("state = ?1");
    }
    if variant.is_some() {
        conditions.push("variant = ?2");
    }
    if player.is_some() {
        conditions.push("id IN (SELECT tournament FROM tournament_players WHERE player = ?3)");
    }
    if behind.is_some() {
        conditions.push(match is_ascending {
            true => "(starts_at, id) > (?4, ?5)",
            false => "(starts_at, id) < (?4, ?5)",
        });
    }
    let direction = if is_ascending { "ASC" } else { "DESC" };
    let sql = format!(
        "SELECT head FROM tournaments WHERE {} ORDER BY starts_at {direction}, id {direction} LIMIT ?6",
        conditions.join(" AND ")
    );
    let (starts_at, id) = behind
        .map(|EventPlace(starts_at, id)| (starts_at, id))
        .unzip();
    let rows = sqlx::query(AssertSqlSafe(sql))
        .bind(state.map(ListedState::word))
        .bind(variant)
        .bind(player.map(|player| player.to_string()))
        .bind(starts_at.map(|at| at as i64))
        .bind(id.map(|id| id.to_string()))
        .bind(limit)
        .fetch_all(pool)
        .await?;
    let head = |row: SqliteRow| {
        let head: String = row.try_get(0)?;
        serde_json::from_str(&head).map_err(broken)
    };
    rows.into_iter().map(head).collect()
}

pub(in crate::store::sqlite) async fn playing_in(
    pool: &SqlitePool,
    player: PlayerId,
    events: Vec<EventId>,
) -> Result<Vec<EventId>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT tournament FROM tournament_players \
         WHERE player = ? AND tournament IN (SELECT value FROM json_each(?))",
    )
    .bind(player.to_string())
    .bind(serde_json::to_string(&events).unwrap_or_default())
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(read_event).collect()
}

pub(in crate::store::sqlite) async fn events_of(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<Vec<EventId>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT tournament FROM tournament_players WHERE player = ?1 \
         UNION SELECT tournament FROM tournament_entries WHERE json_extract(body, '$.by') = ?1",
    )
    .bind(player.to_string())
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(read_event).collect()
}

pub(in crate::store::sqlite) async fn due(
    pool: &SqlitePool,
    now: u64,
) -> Result<Vec<EventId>, sqlx::Error> {
    let rows = sqlx::query("SELECT id FROM tournaments WHERE due_at <= ? ORDER BY due_at LIMIT ?")
        .bind(now as i64)
        .bind(DUE)
        .fetch_all(pool)
        .await?;
    rows.into_iter().map(read_event).collect()
}

pub(in crate::store::sqlite) async fn running(
    pool: &SqlitePool,
) -> Result<Vec<EventId>, sqlx::Error> {
    let rows =
        sqlx::query("SELECT id FROM tournaments WHERE state = 'running' UNION SELECT id FROM tournaments WHERE told < last_entry")
            .fetch_all(pool)
            .await?;
    rows.into_iter().map(read_event).collect()
}

pub(in crate::store::sqlite) async fn called(
    pool: &SqlitePool,
    players: Vec<PlayerId>,
) -> Result<Vec<CalledPerson>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT player, username, bot FROM accounts \
         WHERE player IN (SELECT value FROM json_each(?))",
    )
    .bind(serde_json::to_string(&players).unwrap_or_default())
    .fetch_all(pool)
    .await?;
    let person = |row: SqliteRow| {
        Ok(CalledPerson {
            player: read_player(row.try_get(0)?)?,
            username: row.try_get(1)?,
            is_bot: row.try_get(2)?,
        })
    };
    rows.into_iter().map(person).collect()
}

fn read_event(row: SqliteRow) -> Result<EventId, sqlx::Error> {
    row.try_get::<String, _>(0)?.parse().map_err(broken)
}
