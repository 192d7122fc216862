//! Stores events, as many as there are with two statements: every statement costs a way to the database's thread and back.

use std::collections::HashSet;

use serde::Serialize;
use sqlx::{Row, SqliteConnection};

use super::transaction::{Outcome, color_word};
use super::write::Write;
use crate::store::codec;
use crate::store::interface::Append;

/// What the database reads of an event.
#[derive(Serialize)]
struct EventRow {
    game: String,
    n: u64,
    epoch: u64,
    at: u64,
    status: String,
    winner: Option<String>,
    reason: Option<String>,
    turn: u32,
    actor: Option<String>,
    attention: Option<u64>,
    player: Option<String>,
    request: Option<String>,
    body: String,
}

/// The events with which what waits begins, as far as they can be stored at once: they change nothing but their games'
/// summaries, and each is of another game.
pub(super) fn run(waiting: &[Write]) -> Vec<&Append> {
    let mut games = HashSet::new();
    let appends = waiting.iter().map_while(|write| match write {
        Write::Append(append, _) if is_plain(append) => {
            games.insert(append.game).then_some(&**append)
        }
        _ => None,
    });
    appends.collect()
}

/// Whether an event changes nothing but its game's summary.
fn is_plain(append: &Append) -> bool {
    append.joined.is_none()
        && append.rematch.is_none()
        && append.rated.is_none()
        && append.archived.is_none()
        && append.conduct.is_none()
}

/// Stores those events that are the next ones of their games and come from their owners. The games differ.
pub(super) async fn store(
    connection: &mut SqliteConnection,
    appends: &[&Append],
) -> Result<Vec<Outcome>, sqlx::Error> {
    let mut rows: Vec<EventRow> = appends.iter().map(|append| row(append)).collect();
    let mut json = to_json(&rows)?;
    let updated = sqlx::query(
        "UPDATE games SET last_event = new.n, updated_at = new.at, status = new.status, winner = new.winner, \
         reason = new.reason, turn_number = new.turn, actor = new.actor, attention_at = new.attention \
         FROM (SELECT value ->> 'game' AS game, value ->> 'n' AS n, value ->> 'epoch' AS epoch, \
                      value ->> 'at' AS at, value ->> 'status' AS status, value ->> 'winner' AS winner, \
                      value ->> 'reason' AS reason, value ->> 'turn' AS turn, value ->> 'actor' AS actor, \
                      value ->> 'attention' AS attention FROM json_each(?)) AS new \
         WHERE games.id = new.game AND games.last_event = new.n - 1 AND games.epoch = new.epoch \
         RETURNING games.id",
    )
    .bind(&json)
    .fetch_all(&mut *connection)
    .await?;
    let mut stored = HashSet::with_capacity(updated.len());
    for row in updated {
        stored.insert(row.try_get::<String, _>(0)?);
    }
    let outcomes = rows
        .iter()
        .map(|row| match stored.contains(&row.game) {
            true => Outcome::Done,
            false => Outcome::Conflict,
        })
        .collect();
    if stored.len() < rows.len() {
        rows.retain(|row| stored.contains(&row.game));
        json = to_json(&rows)?;
    }
    sqlx::query(
        "INSERT INTO events (game, number, at, player, request, body) \
         SELECT value ->> 'game', value ->> 'n', value ->> 'at', value ->> 'player', value ->> 'request', \
                value ->> 'body' FROM json_each(?)",
    )
    .bind(json)
    .execute(&mut *connection)
    .await?;
    Ok(outcomes)
}

fn row(append: &Append) -> EventRow {
    let Append {
        game,
        epoch,
        event,
        summary,
        ..
    } = append;
    let winner = summary.result.and_then(|result| result.winner);
    let request = event.request.as_ref();
    EventRow {
        game: game.to_string(),
        n: event.n,
        epoch: epoch.0,
        at: event.at,
        status: codec::word(summary.status),
        winner: winner.map(codec::word),
        reason: summary.result.map(|result| codec::word(result.reason)),
        turn: summary.turn_number,
        actor: color_word(summary.actor),
        attention: summary.attention_at,
        player: request.map(|request| request.player.to_string()),
        request: request.map(|request| request.id.as_str().to_owned()),
        body: codec::write_event(&event.kind),
    }
}

fn to_json(rows: &[EventRow]) -> Result<String, sqlx::Error> {
    serde_json::to_string(rows).map_err(|error| sqlx::Error::Encode(error.into()))
}
