//! New games.

use sqlx::SqliteConnection;

use super::columns::color_word;
use super::reader::made_before;
use super::{meeting, notify};
use crate::ids::{GameId, PlayerId};
use crate::notify::reminder::NextTurn;
use crate::store::codec;
use crate::store::game::NewGame;
use crate::table::info::Person;

/// Whether somebody is to play as a person, and is a bot by now. Asked in the transaction that gives them a seat: when they asked for it
/// they were a person, and whoever has a seat does not become a bot.
pub(super) async fn has_bot_by_now(
    connection: &mut SqliteConnection,
    people: impl IntoIterator<Item = &Person>,
) -> Result<bool, sqlx::Error> {
    for person in people.into_iter().filter(|person| !person.bot) {
        if is_bot(connection, person.id).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a player is a bot.
pub(super) async fn is_bot(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<bool, sqlx::Error> {
    let row = sqlx::query("SELECT 1 FROM accounts WHERE player = ? AND bot")
        .bind(player.to_string())
        .fetch_optional(connection)
        .await?;
    Ok(row.is_some())
}

/// Stores a game, unless one was made for the same request before.
pub(super) async fn store(
    connection: &mut SqliteConnection,
    game: &NewGame,
) -> Result<GameId, sqlx::Error> {
    let info = &game.info;
    if let Some(known) = made_before(connection, game).await? {
        return Ok(known);
    }
    if let Some((player, request)) = &game.request {
        sqlx::query("INSERT INTO creations (player, request, game, at) VALUES (?, ?, ?, ?)")
            .bind(player.to_string())
            .bind(request.as_str().to_owned())
            .bind(game.id.to_string())
            .bind(info.created_at as i64)
            .execute(&mut *connection)
            .await?;
    }
    meeting::seeks::forget(connection, &game.seeks).await?;
    let summary = &game.summary;
    sqlx::query(
        "INSERT INTO games (id, variant, info, white, black, created_at, epoch, last_event, updated_at, \
         status, turn_number, actor, attention_at, look_at) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, 0, ?6, ?7, ?8, ?9, ?10, ?10)",
    )
    .bind(game.id.to_string())
    .bind(info.variant.id())
    .bind(codec::write_info(info))
    .bind(info.white.id().map(|player| player.to_string()))
    .bind(info.black.id().map(|player| player.to_string()))
    .bind(info.created_at as i64)
    .bind(codec::word(summary.status))
    .bind(i64::from(summary.turn_number))
    .bind(color_word(summary.actor))
    .bind(summary.attention_at.map(|at| at as i64))
    .execute(&mut *connection)
    .await?;
    if info.is_correspondence() {
        let turn = NextTurn::new(info, summary.actor, summary.attention_at);
        notify::turns::note(
            connection,
            game.id,
            summary.turn_number,
            turn,
            info.created_at,
        )
        .await?;
    }
    Ok(game.id)
}
