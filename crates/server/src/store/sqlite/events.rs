//! Storing events in batches of two statements, because every statement costs a round trip to the database's thread.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use sqlx::{Row, SqliteConnection};

use super::columns::color_word;
use super::outcome::Outcome;
use super::write::Write;
use crate::names::Status;
use crate::store::codec;
use crate::store::game::Append;
use crate::table::event::{EventKind, OtherEvent};

/// The columns of an event in the database.
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

/// The longest run of events at the start of the queue that can be stored at once: they change nothing but the summaries of
/// their games, and belong to different games.
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

/// Whether an event changes nothing but its game's summary, and the game goes on as it did.
fn is_plain(append: &Append) -> bool {
    append.summary.status == Status::Live
        && !matches!(append.event.kind, EventKind::Other(OtherEvent::Ordered(_)))
        && append.joined.is_none()
        && append.rematch.is_none()
        && append.rated.is_none()
        && append.archived.is_none()
        && append.conduct.is_none()
        && append.turn.is_none()
        && append.forgotten.is_empty()
}

/// Updates columns of those games for which these are the next events, from their current owners. Returns which they are, and
/// their `look_at`.
macro_rules! update {
    ($columns:literal) => {
        concat!(
            "UPDATE games SET last_event = new.n, updated_at = new.at, turn_number = new.turn, \
             actor = new.actor, attention_at = new.attention",
            $columns,
            " FROM (SELECT value ->> 'game' AS game, value ->> 'n' AS n, value ->> 'epoch' AS epoch, \
                           value ->> 'at' AS at, value ->> 'status' AS status, value ->> 'winner' AS winner, \
                           value ->> 'reason' AS reason, value ->> 'turn' AS turn, value ->> 'actor' AS actor, \
                           value ->> 'attention' AS attention FROM json_each(?)) AS new \
             WHERE games.id = new.game AND games.last_event = new.n - 1 AND games.epoch = new.epoch \
             RETURNING games.id, games.look_at"
        )
    };
}

/// For games still in progress. A column that is named is written to its indexes even if its value stays the same.
const GO_ON: &str = update!("");
const CHANGE: &str = update!(
    ", status = new.status, winner = new.winner, reason = new.reason, look_at = new.attention"
);

/// Stores those events that are the next ones of their games and come from their owners. The games differ.
pub(super) async fn store(
    connection: &mut SqliteConnection,
    appends: &[&Append],
) -> Result<Vec<Outcome>, sqlx::Error> {
    let go_on = appends.iter().all(|append| is_plain(append));
    let mut rows: Vec<EventRow> = appends.iter().map(|append| row(append)).collect();
    let mut json = to_json(&rows)?;
    let updated = sqlx::query(if go_on { GO_ON } else { CHANGE })
        .bind(&json)
        .fetch_all(&mut *connection)
        .await?;
    let mut stored = HashMap::with_capacity(updated.len());
    for row in updated {
        let look_at: Option<i64> = row.try_get(1)?;
        stored.insert(row.try_get::<String, _>(0)?, look_at);
    }
    let outcomes = rows
        .iter()
        .map(|row| match stored.contains_key(&row.game) {
            true => Outcome::Done,
            false => Outcome::Conflict,
        })
        .collect();
    if stored.len() < rows.len() {
        rows.retain(|row| stored.contains_key(&row.game));
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
    for row in rows {
        let Some(attention) = row.attention else {
            continue;
        };
        let look_at = stored.get(&row.game).copied().flatten();
        if look_at.is_none_or(|at| at as u64 > attention) {
            sqlx::query("UPDATE games SET look_at = ? WHERE id = ?")
                .bind(attention as i64)
                .bind(row.game)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(outcomes)
}

/// Postpones the look at games whose time has come but has since been extended: as many at once as keep nobody waiting.
pub(super) async fn put_off(
    connection: &mut SqliteConnection,
    now: u64,
) -> Result<(), sqlx::Error> {
    let sql = "UPDATE games SET look_at = attention_at WHERE id IN \
               (SELECT id FROM games WHERE look_at <= ?1 AND (attention_at > ?1 OR attention_at IS NULL) LIMIT 256)";
    sqlx::query(sql)
        .bind(now as i64)
        .execute(connection)
        .await
        .map(drop)
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
