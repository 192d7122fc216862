//! The one task that writes.

use sqlx::SqliteConnection;
use tokio::sync::mpsc;

use super::doubt::Doubt;
use super::files::Files;
use super::outcome::{Failure, Outcome, is_of_one_write};
use super::transaction::{settle, store, store_each};
use super::witness::Witness;
use super::write::Write;
use crate::store::chat::Said;
use crate::store::error::{AppendError, CreateError, StoreError};
use crate::store::meeting::Met;
use crate::store::moderation::Moderated;
use crate::store::notify::Notified;
use crate::store::people::Changed;
use crate::store::ratings::Corrected;
use crate::store::tournaments::Kept;

/// The most that is stored in one transaction.
const BATCH: usize = 512;

/// The state of a transaction, as far as it is known.
enum Verdict {
    Stored,
    /// It is not in the database, and never will be.
    NotStored,
    /// It may be in the database after a restart.
    Unknown,
}

pub(super) struct Writer {
    connection: SqliteConnection,
    files: Files,
    inbox: mpsc::Receiver<Write>,
    witness: Witness,
    /// The content of a commit that failed, until that is settled.
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

    /// Stores writes until told to stop, or until all senders are gone.
    pub(super) async fn run(&mut self) {
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
        // Writes that still wait learn by the closed channel that the writer is gone.
        self.inbox.close();
    }

    /// Moves the write-ahead log into the database.
    pub(super) async fn close(mut self) {
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
        let mut result = store(&mut self.connection, waiting, &mut outcomes).await;
        if let Err(Failure::Before(error)) = &result
            && is_of_one_write(error)
        {
            tracing::error!(%error, "a transaction is tried again, one write after the other");
            let _ = sqlx::query("ROLLBACK").execute(&mut self.connection).await;
            outcomes.clear();
            result = store_each(&mut self.connection, waiting, &mut outcomes).await;
        }
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

/// Replies to a write, with its outcome if it was tried.
fn answer(write: Write, outcome: Option<Outcome>, verdict: &Verdict) {
    let stored = match verdict {
        Verdict::Stored => match outcome {
            Some(Outcome::Impossible) => Err(StoreError::Failed),
            outcome => Ok(outcome.unwrap_or(Outcome::Done)),
        },
        Verdict::NotStored => Err(StoreError::Failed),
        Verdict::Unknown => Err(StoreError::Unknown),
    };
    // An answer that nobody waits for any more is dropped.
    match write {
        Write::Append(_, reply) => {
            let _ = reply.send(match stored {
                Ok(Outcome::Conflict) => Err(AppendError::Conflict),
                Ok(Outcome::IsBot) => Err(AppendError::IsBot),
                Ok(_) => Ok(()),
                Err(error) => Err(error.into()),
            });
        }
        Write::Create(game, reply) => {
            let _ = reply.send(match stored {
                Ok(Outcome::Created(id)) => Ok(id),
                Ok(Outcome::IsBot) => Err(CreateError::IsBot),
                Ok(Outcome::SeekGone) => Err(CreateError::SeekGone),
                Ok(Outcome::NoPlacement(why)) => Err(CreateError::NoPlacement(why)),
                Ok(_) => Ok(game.id),
                Err(error) => Err(error.into()),
            });
        }
        Write::Change(_, reply) => {
            let _ = reply.send(stored.map(|outcome| match outcome {
                Outcome::Changed(changed) => changed,
                _ => Changed::Done,
            }));
        }
        Write::Meet(_, reply) => {
            let _ = reply.send(stored.map(|outcome| match outcome {
                Outcome::Met(met) => met,
                _ => Met::Done,
            }));
        }
        Write::Moderate(_, reply) => {
            let _ = reply.send(stored.map(|outcome| match outcome {
                Outcome::Moderated(moderated) => moderated,
                _ => Moderated::Done,
            }));
        }
        Write::Notify(_, reply) => {
            let _ = reply.send(stored.map(|outcome| match outcome {
                Outcome::Notified(notified) => notified,
                _ => Notified::Done,
            }));
        }
        Write::Say(_, reply) => {
            let _ = reply.send(stored.map(|outcome| match outcome {
                Outcome::Said(said) => said,
                _ => Said::Again,
            }));
        }
        Write::Keep(_, reply) => {
            let _ = reply.send(stored.map(|outcome| match outcome {
                Outcome::Kept(kept) => kept,
                _ => Kept::Done,
            }));
        }
        Write::Correct(_, reply) => {
            let _ = reply.send(stored.map(|outcome| match outcome {
                Outcome::Corrected(corrected) => corrected,
                _ => Corrected::default(),
            }));
        }
        Write::Mend(_, reply) => {
            let _ = reply.send(stored.map(|outcome| matches!(outcome, Outcome::Mended(true))));
        }
        Write::Rename(_, _, reply)
        | Write::Heartbeat(_, reply)
        | Write::Tidy(_, reply)
        | Write::Archive(_, _, reply)
        | Write::Conditions(_, _, _, reply) => {
            let _ = reply.send(stored.map(drop));
        }
        Write::Stop => {}
    }
}
