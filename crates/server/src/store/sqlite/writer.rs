//! The one task that writes.

use manifold_rules::board;
use sqlx::{Row, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::reader::read_id;
use crate::ids::{GameId, PlayerId};
use crate::names::Color;
use crate::store::codec;
use crate::store::interface::{Append, AppendError, NewGame, StoreError};
use crate::table::event::{EventKind, OtherEvent};

/// The most that is stored in one transaction.
const BATCH: usize = 512;

#[derive(Debug)]
pub(super) enum Write {
    Append(Box<Append>, oneshot::Sender<Result<(), AppendError>>),
    Create(Box<NewGame>, oneshot::Sender<Result<GameId, StoreError>>),
    Rename(PlayerId, String, oneshot::Sender<Result<(), StoreError>>),
    Heartbeat(u64),
    Stop,
}

/// An answer that waits for the commit.
enum Answer {
    /// Whether the event was the next one.
    Append(oneshot::Sender<Result<(), AppendError>>, bool),
    Create(oneshot::Sender<Result<GameId, StoreError>>, GameId),
    Rename(oneshot::Sender<Result<(), StoreError>>),
}

pub(super) struct Writer {
    connection: SqliteConnection,
    inbox: mpsc::Receiver<Write>,
}

impl Writer {
    pub(super) fn new(connection: SqliteConnection, inbox: mpsc::Receiver<Write>) -> Writer {
        Writer { connection, inbox }
    }

    pub(super) async fn run(mut self) {
        let mut waiting = Vec::with_capacity(BATCH);
        loop {
            waiting.clear();
            if self.inbox.recv_many(&mut waiting, BATCH).await == 0 {
                break;
            }
            let stop = waiting.iter().any(|write| matches!(write, Write::Stop));
            let appends = waiting
                .iter()
                .filter(|write| matches!(write, Write::Append(..)))
                .count();
            if appends > 0 {
                metrics::histogram!("manifold_store_batch_events").record(appends as f64);
            }
            let mut answers = Vec::with_capacity(waiting.len());
            let began = std::time::Instant::now();
            let result = self.store(&mut waiting, &mut answers).await;
            metrics::histogram!("manifold_store_commit_seconds").record(began.elapsed());
            if let Err(error) = &result {
                tracing::error!(%error, "a transaction has failed");
                let _ = sqlx::query("ROLLBACK").execute(&mut self.connection).await;
            }
            answer(answers, result.is_ok());
            if stop {
                break;
            }
        }
        // Whoever still waits learns by the closed channel that nothing was stored.
        self.inbox.close();
        let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
            .execute(&mut self.connection)
            .await;
    }

    /// One transaction. What is left in `waiting` after an error was not stored.
    async fn store(
        &mut self,
        waiting: &mut Vec<Write>,
        answers: &mut Vec<Answer>,
    ) -> Result<(), sqlx::Error> {
        let connection = &mut self.connection;
        sqlx::query("BEGIN IMMEDIATE")
            .execute(&mut *connection)
            .await?;
        for write in waiting.drain(..) {
            match write {
                Write::Append(append, reply) => {
                    answers.push(Answer::Append(reply, false));
                    let stored = store_event(connection, &append).await?;
                    if let Some(Answer::Append(_, is_stored)) = answers.last_mut() {
                        *is_stored = stored;
                    }
                }
                Write::Create(game, reply) => {
                    answers.push(Answer::Create(reply, game.id));
                    let id = store_game(connection, &game).await?;
                    if let Some(Answer::Create(_, game)) = answers.last_mut() {
                        *game = id;
                    }
                }
                Write::Rename(player, name, reply) => {
                    answers.push(Answer::Rename(reply));
                    sqlx::query(
                        "INSERT INTO players (id, name) VALUES (?, ?) \
                         ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                    )
                    .bind(player.to_string())
                    .bind(name)
                    .execute(&mut *connection)
                    .await?;
                }
                Write::Heartbeat(at) => {
                    sqlx::query("INSERT OR REPLACE INTO heartbeat (id, at) VALUES (1, ?)")
                        .bind(at as i64)
                        .execute(&mut *connection)
                        .await?;
                }
                Write::Stop => {}
            }
        }
        sqlx::query("COMMIT").execute(&mut *connection).await?;
        Ok(())
    }
}

fn answer(answers: Vec<Answer>, committed: bool) {
    // An answer that nobody waits for any more is dropped.
    for answer in answers {
        match answer {
            Answer::Append(reply, stored) => {
                let result = match (committed, stored) {
                    (true, true) => Ok(()),
                    (true, false) => Err(AppendError::Conflict),
                    (false, _) => Err(AppendError::Unknown),
                };
                let _ = reply.send(result);
            }
            Answer::Create(reply, game) => {
                let _ = reply.send(committed.then_some(game).ok_or(StoreError));
            }
            Answer::Rename(reply) => {
                let _ = reply.send(committed.then_some(()).ok_or(StoreError));
            }
        }
    }
}

/// Stores an event if it is the next one; says whether it was.
async fn store_event(
    connection: &mut SqliteConnection,
    append: &Append,
) -> Result<bool, sqlx::Error> {
    let Append {
        game,
        epoch,
        event,
        summary,
        joined,
        rematch,
    } = append;
    let updated = sqlx::query(
        "UPDATE games SET last_event = ?1, updated_at = ?2, status = ?3, winner = ?4, reason = ?5, \
         turn_number = ?6, actor = ?7, attention_at = ?8 \
         WHERE id = ?9 AND last_event = ?1 - 1 AND epoch = ?10",
    )
    .bind(event.n as i64)
    .bind(event.at as i64)
    .bind(codec::word(summary.status))
    .bind(
        summary
            .result
            .and_then(|result| result.winner)
            .map(codec::word),
    )
    .bind(summary.result.map(|result| codec::word(result.reason)))
    .bind(i64::from(summary.turn_number))
    .bind(color_word(summary.actor))
    .bind(summary.attention_at.map(|at| at as i64))
    .bind(game.to_string())
    .bind(epoch.0 as i64)
    .execute(&mut *connection)
    .await?;
    if updated.rows_affected() != 1 {
        return Ok(false);
    }
    sqlx::query(
        "INSERT INTO events (game, number, at, player, request, body) VALUES (?, ?, ?, ?, ?, ?)",
    )
    .bind(game.to_string())
    .bind(event.n as i64)
    .bind(event.at as i64)
    .bind(
        event
            .request
            .as_ref()
            .map(|request| request.player.to_string()),
    )
    .bind(
        event
            .request
            .as_ref()
            .map(|request| request.id.as_str().to_owned()),
    )
    .bind(codec::write_event(&event.kind))
    .execute(&mut *connection)
    .await?;
    if let (EventKind::Other(OtherEvent::Joined { color, player, .. }), Some(info)) =
        (&event.kind, joined)
    {
        let sql = color.fold_wb(
            "UPDATE games SET white = ?, info = ? WHERE id = ?",
            "UPDATE games SET black = ?, info = ? WHERE id = ?",
        );
        sqlx::query(sql)
            .bind(player.to_string())
            .bind(codec::write_info(info))
            .bind(game.to_string())
            .execute(&mut *connection)
            .await?;
    }
    if let Some(rematch) = rematch {
        store_game(connection, rematch).await?;
    }
    Ok(true)
}

/// Stores a game, unless one was made for the same request before.
async fn store_game(
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

fn color_word(color: Option<board::Color>) -> Option<String> {
    color.map(|color| codec::word(Color::from(color)))
}
