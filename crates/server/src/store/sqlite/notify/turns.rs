//! Turns in correspondence games: whose turn it is, and when they are to be reminded.

use sqlx::sqlite::SqlitePool;
use sqlx::{Row, SqliteConnection};

use super::super::columns::{broken, optional_word, read_id, read_player};
use super::outbox;
use crate::ids::{GameId, PlayerId};
use crate::names::Color;
use crate::notify::post::Post;
use crate::notify::reminder::{NextTurn, TURN_DELAY_MS, remind_at};
use crate::store::codec;
use crate::store::notify::{Notified, PresentTurn};

/// Reminders that are looked at in one transaction.
const AT_ONCE: u32 = 100;

/// Records whose turn it is after an event. If it was not theirs before, they are notified, and a reminder is scheduled.
pub(in crate::store::sqlite) async fn note(
    connection: &mut SqliteConnection,
    game: GameId,
    number: u32,
    turn: NextTurn,
    at: u64,
) -> Result<(), sqlx::Error> {
    let Some(player) = turn.player else {
        sqlx::query("DELETE FROM reminders WHERE game = ?")
            .bind(game.to_string())
            .execute(connection)
            .await?;
        return Ok(());
    };
    let known = sqlx::query("SELECT player = ?2 AND turn = ?3 FROM reminders WHERE game = ?1")
        .bind(game.to_string())
        .bind(player.to_string())
        .bind(number)
        .fetch_optional(&mut *connection)
        .await?;
    let is_same = known.map(|row| row.try_get(0)).transpose()? == Some(true);
    let sql = match is_same {
        // A player is reminded once in a turn.
        true => {
            "UPDATE reminders SET at = ?4 WHERE game = ?1 AND player = ?2 AND turn = ?3 AND at IS NOT NULL"
        }
        false => {
            "INSERT OR REPLACE INTO reminders (game, player, turn, at) VALUES (?1, ?2, ?3, ?4)"
        }
    };
    sqlx::query(sql)
        .bind(game.to_string())
        .bind(player.to_string())
        .bind(number)
        .bind(turn.remind_at.unwrap_or(NEVER) as i64)
        .execute(&mut *connection)
        .await?;
    if is_same {
        return Ok(());
    }
    let post = Post::Turn { game, turn: number };
    outbox::tell(connection, player, &post, [at, at + TURN_DELAY_MS]).await
}

/// The time of a reminder while no clock runs: there is nothing to be reminded of.
const NEVER: u64 = i64::MAX as u64;

/// Sends due reminders, each once per turn. They are stored all or nothing, so a crash neither repeats nor loses one.
pub(super) async fn remind(
    connection: &mut SqliteConnection,
    now: u64,
) -> Result<Notified, sqlx::Error> {
    let rows =
        sqlx::query("SELECT game, player, turn FROM reminders WHERE at <= ? ORDER BY at LIMIT ?")
            .bind(now as i64)
            .bind(AT_ONCE)
            .fetch_all(&mut *connection)
            .await?;
    for row in rows {
        let game = read_id(row.try_get(0)?)?;
        let player = read_player(row.try_get(1)?)?;
        let number = row.try_get::<i64, _>(2)? as u32;
        let present = present(connection, game, player).await?;
        let present = present.filter(|present| present.number == number);
        let due_at = present.as_ref().and_then(|present| present.due_at);
        let time = present.and_then(|present| remind_at(present.info.clock.as_ref(), due_at));
        let next = match (away_until(connection, player, now).await?, time, due_at) {
            // Their clock stands still.
            (Some(until), Some(_), _) => Some(until),
            // There is more time than there was.
            (None, Some(time), _) if time > now => Some(time),
            (None, Some(_), Some(due_at)) if due_at > now => {
                let post = Post::Reminder { game, turn: number };
                outbox::tell(connection, player, &post, [now, now]).await?;
                None
            }
            _ => None,
        };
        sqlx::query("UPDATE reminders SET at = ? WHERE game = ?")
            .bind(next.map(|at| at as i64))
            .bind(game.to_string())
            .execute(&mut *connection)
            .await?;
    }
    Ok(Notified::Done)
}

/// The end of a player's vacation, in milliseconds since 1970; `None` without one.
async fn away_until(
    connection: &mut SqliteConnection,
    player: PlayerId,
    now: u64,
) -> Result<Option<u64>, sqlx::Error> {
    let sql = "SELECT max(ended) FROM vacations WHERE player = ?1 AND began <= ?2 AND ended > ?2";
    let row = sqlx::query(sql)
        .bind(player.to_string())
        .bind(now as i64)
        .fetch_one(connection)
        .await?;
    Ok(row.try_get::<Option<i64>, _>(0)?.map(|until| until as u64))
}

/// Whether anybody is to be reminded.
pub(in crate::store::sqlite) async fn has_reminders(
    pool: &SqlitePool,
    now: u64,
) -> Result<bool, sqlx::Error> {
    let row = sqlx::query("SELECT EXISTS (SELECT 1 FROM reminders WHERE at <= ?)")
        .bind(now as i64)
        .fetch_one(pool)
        .await?;
    row.try_get(0)
}

/// A live game in which it is a player's turn.
pub(in crate::store::sqlite) async fn turn_of(
    pool: &SqlitePool,
    game: GameId,
    player: PlayerId,
) -> Result<Option<PresentTurn>, sqlx::Error> {
    let mut connection = pool.acquire().await?;
    present(&mut connection, game, player).await
}

async fn present(
    connection: &mut SqliteConnection,
    game: GameId,
    player: PlayerId,
) -> Result<Option<PresentTurn>, sqlx::Error> {
    let sql =
        "SELECT info, turn_number, actor, attention_at FROM games WHERE id = ? AND status = 'live'";
    let row = sqlx::query(sql)
        .bind(game.to_string())
        .fetch_optional(connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let info = codec::read_info(row.try_get(0)?).map_err(broken)?;
    let actor: Option<Color> = optional_word(row.try_get(2)?)?;
    let is_theirs = actor.is_some_and(|actor| info.player(actor.into()).id() == Some(player));
    Ok(is_theirs.then_some(PresentTurn {
        number: row.try_get::<i64, _>(1)? as u32,
        due_at: row.try_get::<Option<i64>, _>(3)?.map(|at| at as u64),
        info,
    }))
}
