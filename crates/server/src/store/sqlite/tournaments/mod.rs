//! Tournaments, matches and arenas.

mod read;

use serde::Serialize;
use sqlx::{Row, SqliteConnection};

use super::bots;
use super::games;
use super::meeting;
use super::notify::outbox;
use super::ratings;
use crate::store::tournaments::{Kept, NewEntries};
use crate::table::rated::RatedResult;

pub(super) use read::{called, due, entries, events_of, heads, playing_in, running};

/// An hour, in milliseconds.
const HOUR_MS: u64 = 3_600_000;

/// Appends entries, if they are the next ones of their event.
pub(super) async fn keep(
    connection: &mut SqliteConnection,
    new: &NewEntries,
) -> Result<Kept, sqlx::Error> {
    if new.entries.is_empty() {
        return tell(connection, new).await;
    }
    // Whoever was a person when they entered may be a bot by now, through another window or another server.
    for player in &new.entered {
        if bots::is_bot(connection, *player).await? {
            return Ok(Kept::IsBot);
        }
    }
    let kept = match new.after {
        0 => begin(connection, new).await?,
        _ => go_on(connection, new).await?,
    };
    if kept != Kept::Done {
        return Ok(kept);
    }
    for entry in &new.entries {
        sqlx::query(
            "INSERT INTO tournament_entries (tournament, number, at, body) VALUES (?, ?, ?, ?)",
        )
        .bind(new.event.to_string())
        .bind(entry.n.0 as i64)
        .bind(entry.at as i64)
        .bind(to_json(&entry.to_store())?)
        .execute(&mut *connection)
        .await?;
    }
    for player in &new.left {
        sqlx::query("DELETE FROM tournament_players WHERE player = ? AND tournament = ?")
            .bind(player.to_string())
            .bind(new.event.to_string())
            .execute(&mut *connection)
            .await?;
    }
    for player in &new.entered {
        sqlx::query(
            "INSERT OR REPLACE INTO tournament_players (player, tournament, starts_at) VALUES (?, ?, ?)",
        )
        .bind(player.to_string())
        .bind(new.event.to_string())
        .bind(new.head.starts_at as i64)
        .execute(&mut *connection)
        .await?;
    }
    for game in &new.games {
        games::store(connection, game).await?;
    }
    let at = new.entries.last().map_or(0, |entry| entry.at);
    outbox::tell_each(connection, &new.posts, at).await?;
    for (game, at, rated) in &new.rated {
        if is_of_one_person(connection, rated).await? {
            tracing::info!(%game, "the result of a game of an event is not rated: both are one person by now");
            continue;
        }
        let order = ratings::order::Order::AsEnded;
        ratings::store(connection, *game, *at, rated, order).await?;
    }
    if !new.annulled.is_empty() {
        ratings::due::note_annulled(connection, &new.annulled, at).await?;
    }
    Ok(Kept::Done)
}

/// Whether both players of a result are known to be one person: they may have been two when they entered.
async fn is_of_one_person(
    connection: &mut SqliteConnection,
    result: &RatedResult,
) -> Result<bool, sqlx::Error> {
    let (Some(white), Some(black)) = (result.white.player(), result.black.player()) else {
        return Ok(false);
    };
    let same = meeting::lists::one_person(connection, white).await?;
    Ok(same.contains(&black))
}

/// Stores the entry up to which the games of an event have been told.
async fn tell(connection: &mut SqliteConnection, new: &NewEntries) -> Result<Kept, sqlx::Error> {
    sqlx::query("UPDATE tournaments SET told = ?2 WHERE id = ?1 AND told < ?2")
        .bind(new.event.to_string())
        .bind(new.told as i64)
        .execute(connection)
        .await?;
    Ok(Kept::Done)
}

/// A new event, within the bounds of its organiser.
async fn begin(connection: &mut SqliteConnection, new: &NewEntries) -> Result<Kept, sqlx::Error> {
    let head = &new.head;
    let at = new.entries.last().map_or(0, |entry| entry.at);
    if let Some([most_open, most_an_hour]) = new.most {
        // One that exists already does not count as another.
        let known = sqlx::query("SELECT 1 FROM tournaments WHERE id = ?")
            .bind(new.event.to_string())
            .fetch_optional(&mut *connection)
            .await?;
        if known.is_some() {
            return Ok(Kept::Conflict);
        }
        let row = sqlx::query(
            "SELECT count(*) FILTER (WHERE state <> 'finished'), \
             (SELECT made_at FROM tournaments WHERE organiser = ?1 AND made_at > ?2 \
              ORDER BY made_at DESC LIMIT 1 OFFSET ?3) \
             FROM tournaments WHERE organiser = ?1",
        )
        .bind(head.organiser.to_string())
        .bind(at.saturating_sub(HOUR_MS) as i64)
        .bind(i64::from(most_an_hour.saturating_sub(1)))
        .fetch_one(&mut *connection)
        .await?;
        if row.try_get::<i64, _>(0)? >= i64::from(most_open) {
            return Ok(Kept::TooManyOpen);
        }
        // The oldest of the events that reach the hourly limit: when it is an hour old, there is room for another.
        if let Some(first) = row.try_get::<Option<i64>, _>(1)? {
            let until = first as u64 + HOUR_MS;
            return Ok(Kept::TooOften(until.saturating_sub(at)));
        }
    }
    let made = sqlx::query(
        "INSERT OR IGNORE INTO tournaments \
         (id, organiser, made_at, variant, starts_at, state, due_at, last_entry, changed_at, head) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?3, ?9)",
    )
    .bind(new.event.to_string())
    .bind(head.organiser.to_string())
    .bind(at as i64)
    .bind(head.variant.clone())
    .bind(head.starts_at as i64)
    .bind(head.state().word())
    .bind(head.due_at.map(|at| at as i64))
    .bind(new.entries.len() as i64)
    .bind(to_json(head)?)
    .execute(connection)
    .await?;
    Ok(done_if(made.rows_affected() == 1))
}

async fn go_on(connection: &mut SqliteConnection, new: &NewEntries) -> Result<Kept, sqlx::Error> {
    let head = &new.head;
    let changed = sqlx::query(
        "UPDATE tournaments SET variant = ?3, starts_at = ?4, state = ?5, due_at = ?6, last_entry = ?7, changed_at = ?8, \
         head = ?9, told = max(told, ?10) WHERE id = ?1 AND last_entry = ?2",
    )
    .bind(new.event.to_string())
    .bind(new.after as i64)
    .bind(head.variant.clone())
    .bind(head.starts_at as i64)
    .bind(head.state().word())
    .bind(head.due_at.map(|at| at as i64))
    .bind((new.after + new.entries.len() as u64) as i64)
    .bind(new.entries.last().map_or(0, |entry| entry.at) as i64)
    .bind(to_json(head)?)
    .bind(new.told as i64)
    .execute(connection)
    .await?;
    Ok(done_if(changed.rows_affected() == 1))
}

fn done_if(done: bool) -> Kept {
    match done {
        true => Kept::Done,
        false => Kept::Conflict,
    }
}

fn to_json(value: &impl Serialize) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}
