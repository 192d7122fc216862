//! Transactions: what is written into the tables, all or nothing.

use manifold_rules::board;
use sqlx::{Row, SqliteConnection};

use super::archive;
use super::chat;
use super::events;
use super::meeting;
use super::moderation;
use super::people;
use super::ratings;
use super::reader::read_id;
use super::write::Write;
use crate::ids::GameId;
use crate::names::Color;
use crate::store::chat::Said;
use crate::store::codec;
use crate::store::interface::{Append, NewGame};
use crate::store::meeting::Met;
use crate::store::moderation::Moderated;
use crate::store::people::Changed;
use crate::store::ratings::Corrected;
use crate::table::event::{EventKind, OtherEvent};

/// What a write has come to, if its transaction is committed.
pub(super) enum Outcome {
    Done,
    /// The event was not the next one, or came from a former owner.
    Conflict,
    Created(GameId),
    Changed(Changed),
    Met(Met),
    Moderated(Moderated),
    Said(Said),
    Corrected(Corrected),
}

/// Why a transaction failed.
pub(super) enum Failure {
    /// Before it was to be committed.
    Before(sqlx::Error),
    /// In the commit: what was written of it is not known.
    Commit(sqlx::Error),
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Failure {
        Failure::Before(error)
    }
}

/// One transaction, with an outcome for each write that was tried.
pub(super) async fn store(
    connection: &mut SqliteConnection,
    waiting: &[Write],
    outcomes: &mut Vec<Outcome>,
) -> Result<(), Failure> {
    sqlx::query("BEGIN IMMEDIATE")
        .execute(&mut *connection)
        .await?;
    let mut waiting = waiting;
    while let Some((write, rest)) = waiting.split_first() {
        let run = events::run(waiting);
        if !run.is_empty() {
            waiting = &waiting[run.len()..];
            outcomes.extend(events::store(connection, &run).await?);
            continue;
        }
        waiting = rest;
        outcomes.push(match write {
            Write::Append(append, _) => store_event(connection, append).await?,
            Write::Create(game, _) => Outcome::Created(store_game(connection, game).await?),
            Write::Change(change, _) => Outcome::Changed(people::store(connection, change).await?),
            Write::Meet(met, _) => Outcome::Met(meeting::store(connection, met).await?),
            Write::Moderate(what, _) => {
                Outcome::Moderated(moderation::store(connection, what).await?)
            }
            Write::Say(line, _) => Outcome::Said(chat::store(connection, line).await?),
            Write::Correct(correction, _) => {
                Outcome::Corrected(ratings::correct(connection, *correction).await?)
            }
            Write::Rename(player, name, _) => {
                people::rename(connection, *player, name).await?;
                Outcome::Done
            }
            Write::Archive(game, archived, _) => {
                archive::store_late(connection, *game, archived.as_deref()).await?;
                Outcome::Done
            }
            Write::Heartbeat(at, _) => {
                sqlx::query("INSERT OR REPLACE INTO heartbeat (id, at) VALUES (1, ?)")
                    .bind(*at as i64)
                    .execute(&mut *connection)
                    .await?;
                Outcome::Done
            }
            Write::Stop => Outcome::Done,
        });
    }
    let committed = sqlx::query("COMMIT").execute(&mut *connection).await;
    committed.map(drop).map_err(Failure::Commit)
}

/// Makes sure that a commit that failed has left nothing behind.
///
/// Its pages may be complete in the write-ahead log, and only the flush have failed: this process does not see them, but
/// the next one would. The next transaction takes their place in the log, and as every page carries a checksum over all
/// before it, nothing of the failed one can be read any more once this one is committed.
pub(super) async fn settle(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let steps = [
        "BEGIN IMMEDIATE",
        // A millisecond more: SQLite writes nothing for a value that is the same.
        "UPDATE heartbeat SET at = at + 1 WHERE id = 1",
        "COMMIT",
    ];
    for step in steps {
        if let Err(error) = sqlx::query(step).execute(&mut *connection).await {
            let _ = sqlx::query("ROLLBACK").execute(&mut *connection).await;
            return Err(error);
        }
    }
    Ok(())
}

/// Stores an event that changes more than its game's summary.
async fn store_event(
    connection: &mut SqliteConnection,
    append: &Append,
) -> Result<Outcome, sqlx::Error> {
    let outcomes = events::store(connection, &[append]).await?;
    if let Some(Outcome::Conflict) = outcomes.first() {
        return Ok(Outcome::Conflict);
    }
    if let (EventKind::Other(OtherEvent::Joined { color, person }), Some(info)) =
        (&append.event.kind, &append.joined)
    {
        let sql = color.fold_wb(
            "UPDATE games SET white = ?, info = ? WHERE id = ?",
            "UPDATE games SET black = ?, info = ? WHERE id = ?",
        );
        sqlx::query(sql)
            .bind(person.id.to_string())
            .bind(codec::write_info(info))
            .bind(append.game.to_string())
            .execute(&mut *connection)
            .await?;
    }
    if let Some(rematch) = &append.rematch {
        store_game(connection, rematch).await?;
    }
    if let Some(archived) = &append.archived {
        archive::store(connection, append.game, archived).await?;
    }
    if let Some(rated) = &append.rated {
        ratings::store(connection, append.game, append.event.at, rated).await?;
    }
    if let Some(conduct) = append.conduct {
        moderation::note(connection, append.game, append.event.at, conduct).await?;
    }
    Ok(Outcome::Done)
}

/// Stores a game, unless one was made for the same request before.
pub(super) async fn store_game(
    connection: &mut SqliteConnection,
    game: &NewGame,
) -> Result<GameId, sqlx::Error> {
    let info = &game.info;
    if let Some((player, request)) = &game.request {
        let known = sqlx::query("SELECT game FROM creations WHERE player = ? AND request = ?")
            .bind(player.to_string())
            .bind(request.as_str().to_owned())
            .fetch_optional(&mut *connection)
            .await?;
        if let Some(row) = known {
            return read_id(row.try_get(0)?);
        }
        sqlx::query("INSERT INTO creations (player, request, game, at) VALUES (?, ?, ?, ?)")
            .bind(player.to_string())
            .bind(request.as_str().to_owned())
            .bind(game.id.to_string())
            .bind(info.created_at as i64)
            .execute(&mut *connection)
            .await?;
    }
    let summary = &game.summary;
    sqlx::query(
        "INSERT INTO games (id, variant, info, white, black, created_at, epoch, last_event, updated_at, \
         status, turn_number, actor, attention_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, 0, ?6, ?7, ?8, ?9, ?10)",
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
    Ok(game.id)
}

pub(super) fn color_word(color: Option<board::Color>) -> Option<String> {
    color.map(|color| codec::word(Color::from(color)))
}
