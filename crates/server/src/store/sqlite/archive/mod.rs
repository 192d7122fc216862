//! The archive of finished games. It is written, and its tallies updated, with the event that ends a game, so that no
//! query has to look at all games.

mod search;
mod tallies;
#[cfg(test)]
mod tests;

use serde::Serialize;
use sqlx::sqlite::SqlitePool;
use sqlx::{Row, SqliteConnection};

use super::columns::read_id;
use crate::ids::GameId;
use crate::names::Color;
use crate::store::codec;
use crate::table::archived::{ArchivedGame, Side};

pub(super) use search::search;
pub(super) use tallies::{move_tallies, opening, record};

/// An opening line of a game, for the statement that counts it.
#[derive(Serialize)]
struct CountedLine {
    line: String,
    parent: Option<String>,
    notation: String,
}

/// Puts a game that has just ended into the archive.
pub(super) async fn store(
    connection: &mut SqliteConnection,
    game: GameId,
    archived: &ArchivedGame,
) -> Result<(), sqlx::Error> {
    let lines = lines(archived);
    let opening = lines.last().map(|line| line.line.clone());
    let stored = sqlx::query(
        "INSERT INTO archive (game, ended_at, variant, start, white, black, winner, reason, plies, rated, opening, \
         position, last) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    )
    .bind(game.to_string())
    .bind(archived.ended_at as i64)
    .bind(archived.variant.id())
    .bind(i64::from(archived.start.unwrap_or(0)))
    .bind(archived.white.player().map(|player| player.to_string()))
    .bind(archived.black.player().map(|player| player.to_string()))
    .bind(archived.result.winner.map(codec::word))
    .bind(codec::word(archived.result.reason))
    .bind(i64::from(archived.plies))
    .bind(archived.rated)
    .bind(opening.unwrap_or_default())
    .bind(archived.position.clone())
    .bind(to_json(&archived.last)?)
    .execute(&mut *connection)
    .await?;
    if stored.rows_affected() == 0 {
        tracing::error!(%game, "a game has ended twice");
        return Ok(());
    }
    let number = stored.last_insert_rowid();
    let lines = to_json(&lines)?;
    sqlx::query(
        "INSERT INTO archive_lines (variant, start, line, ended_at, number) \
         SELECT ?, ?, value ->> 'line', ?, ? FROM json_each(?)",
    )
    .bind(archived.variant.id())
    .bind(i64::from(archived.start.unwrap_or(0)))
    .bind(archived.ended_at as i64)
    .bind(number)
    .bind(lines.clone())
    .execute(&mut *connection)
    .await?;
    tallies::count_lines(connection, archived, lines).await?;
    for (color, player, opponent) in [
        (Color::White, archived.white, archived.black),
        (Color::Black, archived.black, archived.white),
    ] {
        if let Some(player) = player.player() {
            tallies::count_result(connection, archived, color, player, opponent).await?;
        }
    }
    Ok(())
}

/// The beginnings of a game, from the empty one on.
fn lines(archived: &ArchivedGame) -> Vec<CountedLine> {
    let mut lines = vec![CountedLine {
        line: String::new(),
        parent: None,
        notation: String::new(),
    }];
    let mut line = String::new();
    for action in &archived.opening {
        let parent = line.clone();
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&action.public);
        lines.push(CountedLine {
            line: line.clone(),
            parent: Some(parent),
            notation: action.notation.clone(),
        });
    }
    lines
}

/// An opponent as it stands in a column.
fn opponent_word(side: Side) -> String {
    match side {
        Side::Person(player, _) => player.to_string(),
        // No identifier of a player has a space.
        Side::Engine(level) => format!("level {level}"),
    }
}

/// Games after the given one that ended before there was an archive and are not in it yet.
pub(super) async fn unarchived(
    pool: &SqlitePool,
    after: Option<GameId>,
    limit: u32,
) -> Result<Vec<GameId>, sqlx::Error> {
    let rows = sqlx::query("SELECT game FROM unarchived WHERE game > ? ORDER BY game LIMIT ?")
        .bind(after.map(|game| game.to_string()).unwrap_or_default())
        .bind(limit)
        .fetch_all(pool)
        .await?;
    rows.into_iter()
        .map(|row| read_id(row.try_get(0)?))
        .collect()
}

/// Puts a game into the archive that ended before there was one, unless that was done already.
pub(super) async fn store_late(
    connection: &mut SqliteConnection,
    game: GameId,
    archived: Option<&ArchivedGame>,
) -> Result<(), sqlx::Error> {
    let waiting = sqlx::query("DELETE FROM unarchived WHERE game = ?")
        .bind(game.to_string())
        .execute(&mut *connection)
        .await?;
    match archived.filter(|_| waiting.rows_affected() > 0) {
        Some(archived) => store(connection, game, archived).await,
        None => Ok(()),
    }
}

fn to_json(value: &impl Serialize) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}
