//! The one task that writes.

use std::sync::Arc;

use manifold_rules::board;
use sqlx::{Row, SqliteConnection};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};

use super::codec;
use crate::names::{Color, GameResult};
use crate::table::{Event, Setup, Status};

/// The most that is stored in one transaction.
const BATCH: usize = 512;

/// An event to be stored, with what lists of games say afterwards.
#[derive(Debug)]
pub(crate) struct Append {
    pub(crate) game: Arc<str>,
    pub(crate) event: Event,
    pub(crate) summary: Summary,
}

/// What lists of games say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) status: Status,
    pub(crate) result: Option<GameResult>,
    pub(crate) turn_number: u32,
    pub(crate) actor: Option<board::Color>,
    /// When something is to be done even if nobody comes.
    pub(crate) attention_at: Option<u64>,
    /// Who has taken a free seat with this event, and the setup with that player.
    pub(crate) joined: Option<(board::Color, String, Box<Setup>)>,
}

/// Why an event was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum AppendError {
    /// Another event has its number.
    #[error("another event has that number")]
    Conflict,
    /// The database failed. Whether the event is in it is not known.
    #[error("the database has failed")]
    Failed,
}

#[derive(Debug)]
pub(super) struct Create {
    pub(super) id: String,
    pub(super) variant: &'static str,
    pub(super) setup: String,
    pub(super) white: Option<String>,
    pub(super) black: Option<String>,
    pub(super) created_at: u64,
    pub(super) summary: Summary,
    pub(super) key: Option<(String, String)>,
}

#[derive(Debug)]
pub(super) enum Write {
    Append(Box<Append>, oneshot::Sender<Result<(), AppendError>>),
    Create(Box<Create>, oneshot::Sender<Result<String, sqlx::Error>>),
    Name(String, String, oneshot::Sender<Result<(), sqlx::Error>>),
    Beat(u64),
    Stop,
}

/// An answer that waits for the commit.
enum Answer {
    Append(oneshot::Sender<Result<(), AppendError>>, bool),
    Create(oneshot::Sender<Result<String, sqlx::Error>>, String),
    Name(oneshot::Sender<Result<(), sqlx::Error>>),
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
        // What still waits is told that it was not stored, by closing.
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
                Write::Create(create, reply) => {
                    answers.push(Answer::Create(reply, String::new()));
                    let id = store_game(connection, &create).await?;
                    if let Some(Answer::Create(_, game)) = answers.last_mut() {
                        *game = id;
                    }
                }
                Write::Name(player, name, reply) => {
                    answers.push(Answer::Name(reply));
                    sqlx::query(
                        "INSERT INTO players (id, name) VALUES (?, ?) \
                         ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                    )
                    .bind(player)
                    .bind(name)
                    .execute(&mut *connection)
                    .await?;
                }
                Write::Beat(at) => {
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
    // Whoever does not wait any more needs no answer.
    for answer in answers {
        match answer {
            Answer::Append(reply, stored) => {
                let result = match (committed, stored) {
                    (true, true) => Ok(()),
                    (true, false) => Err(AppendError::Conflict),
                    (false, _) => Err(AppendError::Failed),
                };
                let _ = reply.send(result);
            }
            Answer::Create(reply, game) => {
                let _ = reply.send(if committed {
                    Ok(game)
                } else {
                    Err(sqlx::Error::WorkerCrashed)
                });
            }
            Answer::Name(reply) => {
                let _ = reply.send(if committed {
                    Ok(())
                } else {
                    Err(sqlx::Error::WorkerCrashed)
                });
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
        event,
        summary,
    } = append;
    let updated = sqlx::query(
        "UPDATE games SET last_event = ?1, updated_at = ?2, status = ?3, winner = ?4, reason = ?5, \
         turn_number = ?6, actor = ?7, attention_at = ?8 WHERE id = ?9 AND last_event = ?1 - 1",
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
    .bind(summary.actor.map(|actor| codec::word(Color::from(actor))))
    .bind(summary.attention_at.map(|at| at as i64))
    .bind(game.to_string())
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
    .bind(event.request.as_ref().map(|request| request.player.clone()))
    .bind(event.request.as_ref().map(|request| request.id.clone()))
    .bind(codec::write_event(&event.happening))
    .execute(&mut *connection)
    .await?;
    if let Some((color, player, setup)) = &summary.joined {
        let sql = color.fold_wb(
            "UPDATE games SET white = ?, setup = ? WHERE id = ?",
            "UPDATE games SET black = ?, setup = ? WHERE id = ?",
        );
        sqlx::query(sql)
            .bind(player.clone())
            .bind(codec::write_setup(setup))
            .bind(game.to_string())
            .execute(&mut *connection)
            .await?;
    }
    Ok(true)
}

/// Stores a game, unless one was made for the same request before.
async fn store_game(
    connection: &mut SqliteConnection,
    create: &Create,
) -> Result<String, sqlx::Error> {
    if let Some((player, request)) = &create.key {
        let known = sqlx::query("SELECT game FROM creations WHERE player = ? AND request = ?")
            .bind(player.clone())
            .bind(request.clone())
            .fetch_optional(&mut *connection)
            .await?;
        if let Some(row) = known {
            return row.try_get(0);
        }
        sqlx::query("INSERT INTO creations (player, request, game, at) VALUES (?, ?, ?, ?)")
            .bind(player.clone())
            .bind(request.clone())
            .bind(create.id.clone())
            .bind(create.created_at as i64)
            .execute(&mut *connection)
            .await?;
    }
    let summary = &create.summary;
    sqlx::query(
        "INSERT INTO games (id, variant, setup, white, black, created_at, last_event, updated_at, \
         status, turn_number, actor, attention_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, ?6, ?7, ?8, ?9, ?10)",
    )
    .bind(create.id.clone())
    .bind(create.variant)
    .bind(create.setup.clone())
    .bind(create.white.clone())
    .bind(create.black.clone())
    .bind(create.created_at as i64)
    .bind(codec::word(summary.status))
    .bind(i64::from(summary.turn_number))
    .bind(summary.actor.map(|actor| codec::word(Color::from(actor))))
    .bind(summary.attention_at.map(|at| at as i64))
    .execute(&mut *connection)
    .await?;
    Ok(create.id.clone())
}
