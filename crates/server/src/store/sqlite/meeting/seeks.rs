//! Seeks of accounts that are away.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{Row, SqliteConnection};

use super::super::bots;
use super::super::columns::{broken, read_player};
use crate::ids::{PlayerId, SeekId};
use crate::lobby::{Cell, StayingSeek};
use crate::names::Color;
use crate::store::meeting::{Met, Refusal};
use crate::table::time_control::ClockChoice;

#[derive(Serialize, Deserialize)]
struct StoredWish {
    variant: String,
    clock: Option<ClockChoice>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    color: Option<Color>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ratings: Option<(u32, u32)>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    rated: bool,
}

fn write_wish(seek: &StayingSeek) -> String {
    let range = seek.range.as_ref();
    let stored = StoredWish {
        variant: seek.cell.variant.id().to_owned(),
        clock: seek.cell.clock.clone(),
        color: seek.color.map(Color::from),
        ratings: range.map(|range| (*range.start(), *range.end())),
        rated: seek.cell.rated,
    };
    serde_json::to_string(&stored).unwrap_or_default()
}

/// Stores a seek, unless its owner is a bot by now.
pub(super) async fn store(
    connection: &mut SqliteConnection,
    seek: &StayingSeek,
) -> Result<Met, sqlx::Error> {
    if bots::is_bot(connection, seek.player).await? {
        return Ok(Met::Refused(Refusal::BotInLobby));
    }
    sqlx::query("INSERT INTO seeks (id, player, since, wish) VALUES (?, ?, ?, ?)")
        .bind(seek.id.to_string())
        .bind(seek.player.to_string())
        .bind(seek.since as i64)
        .bind(write_wish(seek))
        .execute(connection)
        .await?;
    Ok(Met::Done)
}

/// Whether all of these seeks are still waiting.
pub(in crate::store::sqlite) async fn wait(
    connection: &mut SqliteConnection,
    seeks: &[SeekId],
) -> Result<bool, sqlx::Error> {
    for seek in seeks {
        let found = sqlx::query("SELECT 1 FROM seeks WHERE id = ?")
            .bind(seek.to_string())
            .fetch_optional(&mut *connection)
            .await?;
        if found.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Deletes seeks that have become a game, or were withdrawn.
pub(in crate::store::sqlite) async fn forget(
    connection: &mut SqliteConnection,
    seeks: &[SeekId],
) -> Result<(), sqlx::Error> {
    for seek in seeks {
        sqlx::query("DELETE FROM seeks WHERE id = ?")
            .bind(seek.to_string())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Deletes all seeks of a player who can no longer be paired.
pub(in crate::store::sqlite) async fn forget_player(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM seeks WHERE player = ?")
        .bind(player.to_string())
        .execute(connection)
        .await
        .map(drop)
}

/// The seeks of a player, or all, oldest first.
pub(in crate::store::sqlite) async fn all(
    pool: &SqlitePool,
    player: Option<PlayerId>,
) -> Result<Vec<StayingSeek>, sqlx::Error> {
    let sql = "SELECT id, player, since, wish FROM seeks WHERE ?1 IS NULL OR player = ?1 ORDER BY since, id";
    let rows = sqlx::query(sql)
        .bind(player.map(|player| player.to_string()))
        .fetch_all(pool)
        .await?;
    rows.iter().map(read).collect()
}

fn read(row: &SqliteRow) -> Result<StayingSeek, sqlx::Error> {
    let wish: StoredWish = serde_json::from_str(row.try_get(3)?).map_err(broken)?;
    Ok(StayingSeek {
        id: read_seek_id(row.try_get(0)?)?,
        player: read_player(row.try_get(1)?)?,
        since: row.try_get::<i64, _>(2)? as u64,
        cell: Cell {
            variant: wish.variant.parse().map_err(broken)?,
            clock: wish.clock,
            rated: wish.rated,
        },
        color: wish.color.map(Into::into),
        range: wish.ratings.map(|(from, to)| RangeInclusive::new(from, to)),
    })
}

fn read_seek_id(text: String) -> Result<SeekId, sqlx::Error> {
    text.parse().map_err(broken)
}
