//! Chats.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{Row, SqliteConnection};

use super::columns::{broken, read_id, read_player};
use super::write::Write;
use super::{Sqlite, logged};
use crate::chat::{LINES_OF_GAME, LINES_OF_PLAYER, Line, NewLine, Words, seat_word};
use crate::ids::{GameId, PlayerId};
use crate::names;
use crate::store::chat::{ChatStore, LinePlace, Said, SaidBeside};
use crate::store::codec;
use crate::store::error::StoreError;

impl ChatStore for Sqlite {
    fn say(&self, line: NewLine) -> BoxFuture<'_, Result<Said, StoreError>> {
        let line = Box::new(line);
        self.write(|reply| Write::Say(line, reply), || Err(StoreError::Unknown))
            .boxed()
    }

    fn chat(&self, game: GameId) -> BoxFuture<'_, Result<Vec<Line>, StoreError>> {
        logged(read(&self.readers, game)).boxed()
    }

    fn said_by(
        &self,
        player: PlayerId,
        behind: Option<LinePlace>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<SaidBeside>, StoreError>> {
        logged(said_by(&self.readers, player, behind, limit)).boxed()
    }
}

/// Stores what was said, unless it was stored before or is too much.
pub(super) async fn store(
    connection: &mut SqliteConnection,
    line: &NewLine,
) -> Result<Said, sqlx::Error> {
    let player = line.player.to_string();
    let sql = "SELECT coalesce(max(number), 0), count(*), coalesce(sum(player = ?1), 0), \
               coalesce(max(player = ?1 AND request = ?2), 0) FROM chat WHERE game = ?3";
    let row = sqlx::query(sql)
        .bind(player.clone())
        .bind(line.request.as_str().to_owned())
        .bind(line.game.to_string())
        .fetch_one(&mut *connection)
        .await?;
    let [last, all, own, again] = [0_usize, 1, 2, 3].map(|column| row.try_get::<i64, _>(column));
    let (last, all, own) = (last?, all?, own?);
    if again? != 0 {
        return Ok(Said::Again);
    }
    if own >= i64::from(LINES_OF_PLAYER) {
        return Ok(Said::TooMany);
    }
    if all >= i64::from(LINES_OF_GAME) {
        return Ok(Said::Full);
    }
    let (preset, text) = match &line.words {
        Words::Preset(preset) => (Some(codec::word(preset)), None),
        Words::Text(text) => (None, Some(text.clone())),
    };
    sqlx::query(
        "INSERT INTO chat (game, number, at, player, seat, preset, text, request) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(line.game.to_string())
    .bind(last + 1)
    .bind(line.at as i64)
    .bind(player)
    .bind(seat_word(line.color))
    .bind(preset)
    .bind(text)
    .bind(line.request.as_str().to_owned())
    .execute(connection)
    .await?;
    Ok(Said::Stored(last as u64 + 1))
}

async fn read(pool: &SqlitePool, game: GameId) -> Result<Vec<Line>, sqlx::Error> {
    let sql = "SELECT number, at, player, seat, preset, text, (SELECT name FROM players WHERE id = player) \
               FROM chat WHERE game = ? ORDER BY number";
    let rows = sqlx::query(sql)
        .bind(game.to_string())
        .fetch_all(pool)
        .await?;
    let lines = rows.iter().map(|row| {
        let color = match row.try_get(3)? {
            "white" => Some(names::Color::White.into()),
            "black" => Some(names::Color::Black.into()),
            _ => None,
        };
        Ok(Line {
            number: row.try_get::<i64, _>(0)? as u64,
            at: row.try_get::<i64, _>(1)? as u64,
            player: read_player(row.try_get(2)?)?,
            name: row.try_get(6)?,
            color,
            words: read_words(row, 4)?,
        })
    });
    lines.collect()
}

/// A line of chat, as it stands in two columns.
fn read_words(row: &SqliteRow, column: usize) -> Result<Words, sqlx::Error> {
    let preset: Option<String> = row.try_get(column)?;
    let text: Option<String> = row.try_get(column + 1)?;
    Ok(match preset {
        Some(preset) => Words::Preset(codec::read_word(preset).map_err(broken)?),
        None => Words::Text(text.unwrap_or_default()),
    })
}

async fn said_by(
    pool: &SqlitePool,
    player: PlayerId,
    behind: Option<LinePlace>,
    limit: u32,
) -> Result<Vec<SaidBeside>, sqlx::Error> {
    // An empty text sorts before every identifier.
    let (game, number) = behind
        .map(|(game, number)| (game.to_string(), number as i64))
        .unwrap_or_default();
    let rows = sqlx::query(
        "SELECT game, number, at, preset, text FROM chat \
         WHERE player = ? AND (game, number) > (?, ?) ORDER BY game, number LIMIT ?",
    )
    .bind(player.to_string())
    .bind(game)
    .bind(number)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let lines = rows.iter().map(|row| {
        Ok(SaidBeside {
            game: read_id(row.try_get(0)?)?,
            number: row.try_get::<i64, _>(1)? as u64,
            at: row.try_get::<i64, _>(2)? as u64,
            words: read_words(row, 3)?,
        })
    });
    lines.collect()
}
