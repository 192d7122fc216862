//! Transactions: what is written into the tables, all or nothing.

use sqlx::SqliteConnection;

use super::archive;
use super::chat;
use super::conditions;
use super::events;
use super::meeting;
use super::moderation;
use super::notify;
use super::outcome::{Failure, Outcome, is_of_one_write};
use super::people;
use super::ratings;
use super::tidy;
use super::tournaments;
use super::write::Write;
use super::{bots, games};
use crate::store::codec;
use crate::store::game::{Append, NewGame};
use crate::table::event::{EventKind, OtherEvent};

/// One transaction, with an outcome for each write that was tried.
pub(super) async fn store(
    connection: &mut SqliteConnection,
    waiting: &[Write],
    outcomes: &mut Vec<Outcome>,
) -> Result<(), Failure> {
    begin(connection).await?;
    let mut waiting = waiting;
    while let Some((write, rest)) = waiting.split_first() {
        let run = events::run(waiting);
        if !run.is_empty() {
            waiting = &waiting[run.len()..];
            outcomes.extend(events::store(connection, &run).await?);
            continue;
        }
        waiting = rest;
        outcomes.push(store_one(connection, write).await?);
    }
    commit(connection).await
}

/// The same with a savepoint for each write, so that those which cannot be stored do not prevent the others. Slower, and so only used
/// after a transaction has failed.
pub(super) async fn store_each(
    connection: &mut SqliteConnection,
    waiting: &[Write],
    outcomes: &mut Vec<Outcome>,
) -> Result<(), Failure> {
    begin(connection).await?;
    for write in waiting {
        run(connection, "SAVEPOINT one_write").await?;
        let outcome = match store_one(connection, write).await {
            Ok(outcome) => outcome,
            Err(error) if is_of_one_write(&error) => {
                tracing::error!(%error, "something cannot be stored");
                run(connection, "ROLLBACK TO one_write").await?;
                Outcome::Impossible
            }
            Err(error) => return Err(error.into()),
        };
        run(connection, "RELEASE one_write").await?;
        outcomes.push(outcome);
    }
    commit(connection).await
}

async fn begin(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    run(connection, "BEGIN IMMEDIATE").await
}

async fn commit(connection: &mut SqliteConnection) -> Result<(), Failure> {
    run(connection, "COMMIT").await.map_err(Failure::Commit)
}

async fn run(connection: &mut SqliteConnection, sql: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(sql).execute(connection).await.map(drop)
}

/// Stores one write in the transaction that has begun.
async fn store_one(
    connection: &mut SqliteConnection,
    write: &Write,
) -> Result<Outcome, sqlx::Error> {
    Ok(match write {
        Write::Append(append, _) => store_event(connection, append).await?,
        Write::Create(game, _) => create(connection, game).await?,
        Write::Change(change, _) => Outcome::Changed(people::store(connection, change).await?),
        Write::Meet(met, _) => Outcome::Met(meeting::store(connection, met).await?),
        Write::Moderate(what, _) => Outcome::Moderated(moderation::store(connection, what).await?),
        Write::Notify(what, _) => Outcome::Notified(notify::store(connection, what).await?),
        Write::Say(line, _) => Outcome::Said(chat::store(connection, line).await?),
        Write::Correct(correction, _) => {
            Outcome::Corrected(ratings::correct(connection, *correction).await?)
        }
        Write::Mend(step, _) => Outcome::Mended(ratings::mend::store(connection, step).await?),
        Write::Keep(entries, _) => Outcome::Kept(tournaments::keep(connection, entries).await?),
        Write::Conditions(game, player, conditions, _) => {
            conditions::store(connection, *game, *player, conditions.as_ref().as_ref()).await?;
            Outcome::Done
        }
        Write::Rename(player, name, _) => {
            people::rename_guest(connection, *player, name).await?;
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
            events::put_off(connection, *at).await?;
            Outcome::Done
        }
        Write::Tidy(at, _) => {
            tidy::step(connection, *at).await?;
            Outcome::Done
        }
        Write::Stop => Outcome::Done,
    })
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

/// Stores a new game, if there can be one.
async fn create(connection: &mut SqliteConnection, game: &NewGame) -> Result<Outcome, sqlx::Error> {
    if bots::has_bot_by_now(connection, game.info.persons()).await? {
        return Ok(Outcome::IsBot);
    }
    if !meeting::seeks::wait(connection, &game.seeks).await? {
        return Ok(Outcome::SeekGone);
    }
    Ok(match ratings::placement::refused(connection, game).await? {
        Some(why) => Outcome::NoPlacement(why),
        None => Outcome::Created(games::store(connection, game).await?),
    })
}

/// Stores an event that changes more than its game's summary.
async fn store_event(
    connection: &mut SqliteConnection,
    append: &Append,
) -> Result<Outcome, sqlx::Error> {
    if let EventKind::Other(OtherEvent::Joined { person, .. }) = &append.event.kind
        && bots::has_bot_by_now(connection, [person]).await?
    {
        return Ok(Outcome::IsBot);
    }
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
        games::store(connection, rematch).await?;
    }
    if let Some(archived) = &append.archived {
        archive::store(connection, append.game, archived).await?;
    }
    if let Some(rated) = &append.rated {
        let order = ratings::order::Order::AsStored;
        ratings::store(connection, append.game, append.event.at, rated, order).await?;
    }
    for player in &append.forgotten {
        conditions::forget(connection, append.game, *player).await?;
    }
    if let Some(conduct) = append.conduct {
        moderation::note(connection, append.game, append.event.at, conduct).await?;
    }
    if let Some(turn) = append.turn {
        let number = append.summary.turn_number;
        notify::turns::note(connection, append.game, number, turn, append.event.at).await?;
    }
    Ok(Outcome::Done)
}
