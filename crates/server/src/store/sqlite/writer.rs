//! The one task that writes.

use manifold_rules::board;
use sqlx::{Row, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::doubt::Doubt;
use super::files::Files;
use super::reader::read_id;
use super::witness::Witness;
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
    Heartbeat(u64, oneshot::Sender<Result<(), StoreError>>),
    Stop,
}

/// What a write has come to, if its transaction is committed.
enum Outcome {
    Done,
    /// The event was not the next one, or came from a former owner.
    Conflict,
    Created(GameId),
}

/// What is known of a transaction.
enum Verdict {
    Stored,
    /// It is not in the database, and never will be.
    NotStored,
    /// It may be in the database after a restart.
    Unknown,
}

/// Why a transaction failed.
enum Failure {
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

pub(super) struct Writer {
    connection: SqliteConnection,
    files: Files,
    inbox: mpsc::Receiver<Write>,
    witness: Witness,
    /// What was in a commit that failed, until that is settled.
    doubt: Option<Doubt>,
}

impl Writer {
    pub(super) fn new(
        connection: SqliteConnection,
        files: Files,
        inbox: mpsc::Receiver<Write>,
        witness: Witness,
    ) -> Writer {
        Writer {
            connection,
            files,
            inbox,
            witness,
            doubt: None,
        }
    }

    pub(super) async fn run(mut self) {
        let mut waiting = Vec::with_capacity(BATCH);
        loop {
            if self.inbox.recv_many(&mut waiting, BATCH).await == 0 {
                break;
            }
            let stop = waiting.iter().any(|write| matches!(write, Write::Stop));
            self.store_batch(&mut waiting).await;
            if stop {
                break;
            }
        }
        // What still waits learns by the closed channel that the writer is gone.
        self.inbox.close();
        let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
            .execute(&mut self.connection)
            .await;
        self.witness.close().await;
    }

    /// Stores what waits in one transaction, and answers.
    async fn store_batch(&mut self, waiting: &mut Vec<Write>) {
        if let Some(missing) = self.files.missing() {
            let file = missing.display();
            tracing::error!(%file, "a file of the database was deleted or replaced: nothing can be stored");
            return self.refuse(waiting);
        }
        if self.doubt.is_some() {
            if settle(&mut self.connection).await.is_err() {
                return self.refuse(waiting);
            }
            tracing::warn!("the database stores again");
            self.doubt = None;
        }
        let appends = waiting
            .iter()
            .filter(|write| matches!(write, Write::Append(..)))
            .count();
        if appends > 0 {
            metrics::histogram!("manifold_store_batch_events").record(appends as f64);
        }
        let mut outcomes = Vec::with_capacity(waiting.len());
        let began = std::time::Instant::now();
        let result = store(&mut self.connection, waiting, &mut outcomes).await;
        metrics::histogram!("manifold_store_commit_seconds").record(began.elapsed());
        let verdict = match result {
            Ok(()) => {
                let moments = waiting.iter().zip(&outcomes).filter_map(moment);
                self.witness.saw(moments.max().unwrap_or(0));
                Verdict::Stored
            }
            Err(failure) => self.after(failure, waiting).await,
        };
        let mut outcomes = outcomes.into_iter();
        for write in waiting.drain(..) {
            answer(write, outcomes.next(), &verdict);
        }
    }

    /// Refuses what waits without trying it.
    fn refuse(&self, waiting: &mut Vec<Write>) {
        for write in waiting.drain(..) {
            let doubt = self.doubt.as_ref();
            let verdict = match doubt.is_some_and(|doubt| doubt.concerns(&write)) {
                true => Verdict::Unknown,
                false => Verdict::NotStored,
            };
            answer(write, None, &verdict);
        }
    }

    /// Finds out what a failed transaction has left behind.
    async fn after(&mut self, failure: Failure, waiting: &[Write]) -> Verdict {
        let _ = sqlx::query("ROLLBACK").execute(&mut self.connection).await;
        match failure {
            Failure::Before(error) => {
                tracing::error!(%error, "a transaction has failed");
                Verdict::NotStored
            }
            Failure::Commit(error) => {
                tracing::error!(%error, "a commit has failed");
                if settle(&mut self.connection).await.is_ok() {
                    return Verdict::NotStored;
                }
                tracing::error!("nothing can be stored until the database can be written again");
                self.doubt = Some(Doubt::of(waiting));
                Verdict::Unknown
            }
        }
    }
}

/// Makes sure that a commit that failed has left nothing behind.
///
/// Its pages may be complete in the write-ahead log, and only the flush have failed: this process does not see them, but
/// the next one would. The next transaction takes their place in the log, and as every page carries a checksum over all
/// before it, nothing of the failed one can be read any more once this one is committed.
async fn settle(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
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

/// One transaction.
async fn store(
    connection: &mut SqliteConnection,
    waiting: &[Write],
    outcomes: &mut Vec<Outcome>,
) -> Result<(), Failure> {
    sqlx::query("BEGIN IMMEDIATE")
        .execute(&mut *connection)
        .await?;
    for write in waiting {
        outcomes.push(match write {
            Write::Append(append, _) => match store_event(connection, append).await? {
                true => Outcome::Done,
                false => Outcome::Conflict,
            },
            Write::Create(game, _) => Outcome::Created(store_game(connection, game).await?),
            Write::Rename(player, name, _) => {
                sqlx::query(
                    "INSERT INTO players (id, name) VALUES (?, ?) \
                     ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                )
                .bind(player.to_string())
                .bind(name)
                .execute(&mut *connection)
                .await?;
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

/// The time that a write has left in the database, in milliseconds since 1970.
fn moment((write, outcome): (&Write, &Outcome)) -> Option<u64> {
    match (write, outcome) {
        (Write::Append(append, _), Outcome::Done) => Some(append.event.at),
        (Write::Create(game, _), Outcome::Created(id)) if *id == game.id => {
            Some(game.info.created_at)
        }
        (Write::Heartbeat(at, _), _) => Some(*at),
        _ => None,
    }
}

/// Answers a write, whose outcome there is if it was tried.
fn answer(write: Write, outcome: Option<Outcome>, verdict: &Verdict) {
    let stored = match verdict {
        Verdict::Stored => Ok(outcome.unwrap_or(Outcome::Done)),
        Verdict::NotStored => Err(StoreError::Failed),
        Verdict::Unknown => Err(StoreError::Unknown),
    };
    // An answer that nobody waits for any more is dropped.
    match write {
        Write::Append(_, reply) => {
            let _ = reply.send(match stored {
                Ok(Outcome::Conflict) => Err(AppendError::Conflict),
                Ok(_) => Ok(()),
                Err(error) => Err(error.into()),
            });
        }
        Write::Create(game, reply) => {
            let _ = reply.send(stored.map(|outcome| match outcome {
                Outcome::Created(id) => id,
                _ => game.id,
            }));
        }
        Write::Rename(_, _, reply) | Write::Heartbeat(_, reply) => {
            let _ = reply.send(stored.map(drop));
        }
        Write::Stop => {}
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
