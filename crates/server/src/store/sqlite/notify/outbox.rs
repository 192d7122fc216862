//! The outbox: entries to be sent, which are taken and then deleted or retried.

use std::collections::HashSet;

use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{Row, SqliteConnection};

use super::super::columns::{broken, read_player};
use super::choices::choices;
use crate::ids::PlayerId;
use crate::notify::choices::Channel;
use crate::notify::post::{GIVEN_UP_MS, Post, TAKEN_MS, Taken};
use crate::store::notify::Notified;

/// Entries that wait for one player.
const OF_PLAYER: i64 = 100;
/// Maximum number of waiting requests to reset a forgotten password.
const FORGOTTEN: i64 = 1_000;
/// Mails to one address within an hour, and within a day, that strangers could have caused.
const AN_HOUR: i64 = 3;
const A_DAY: i64 = 10;
const HOUR_MS: u64 = 3_600_000;

/// Queues a mail to a player, unless too much is waiting for them.
pub(super) async fn mail(
    connection: &mut SqliteConnection,
    player: PlayerId,
    post: &Post,
    at: u64,
) -> Result<Notified, sqlx::Error> {
    put(connection, (Channel::Mail, None), player, post, [at, at]).await
}

/// Puts an entry into the outbox that is due at a time, unless too much waits for the player.
async fn put(
    connection: &mut SqliteConnection,
    (channel, subscription): (Channel, Option<String>),
    player: PlayerId,
    post: &Post,
    [at, due_at]: [u64; 2],
) -> Result<Notified, sqlx::Error> {
    let put = sqlx::query(
        "INSERT INTO outbox (channel, player, subscription, post, once, created_at, due_at) \
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE (SELECT count(*) FROM outbox WHERE player = ?2) < ?8",
    )
    .bind(channel.name())
    .bind(player.to_string())
    .bind(subscription)
    .bind(write(post)?)
    .bind(post.is_once())
    .bind(at as i64)
    .bind(due_at as i64)
    .bind(OF_PLAYER)
    .execute(connection)
    .await?;
    Ok(match put.rows_affected() {
        0 => Notified::Full,
        _ => Notified::Done,
    })
}

fn write(post: &Post) -> Result<String, sqlx::Error> {
    serde_json::to_string(post).map_err(|error| sqlx::Error::Encode(error.into()))
}

/// Queues a notification for a player, on every channel on which they want this kind.
pub(in crate::store::sqlite) async fn tell(
    connection: &mut SqliteConnection,
    player: PlayerId,
    post: &Post,
    [at, due_at]: [u64; 2],
) -> Result<(), sqlx::Error> {
    let Some(kind) = post.kind() else {
        return Ok(());
    };
    let has_address = "SELECT 1 FROM mail_addresses WHERE player = ? AND address IS NOT NULL";
    let has_address = sqlx::query(has_address)
        .bind(player.to_string())
        .fetch_optional(&mut *connection)
        .await?;
    let browsers = sqlx::query("SELECT id FROM push_subscriptions WHERE player = ?")
        .bind(player.to_string())
        .fetch_all(&mut *connection)
        .await?;
    if has_address.is_none() && browsers.is_empty() {
        return Ok(());
    }
    let choices = choices(connection, player).await?;
    if has_address.is_some() && choices.wants(kind, Channel::Mail) {
        put(
            connection,
            (Channel::Mail, None),
            player,
            post,
            [at, due_at],
        )
        .await?;
    }
    if choices.wants(kind, Channel::Push) {
        for browser in browsers {
            let to = (Channel::Push, Some(browser.try_get(0)?));
            put(connection, to, player, post, [at, due_at]).await?;
        }
    }
    Ok(())
}

/// Queues a notification for each of several players. Most of them are reached only by pages, and cost nothing here.
pub(in crate::store::sqlite) async fn tell_each(
    connection: &mut SqliteConnection,
    posts: &[(PlayerId, Post)],
    at: u64,
) -> Result<(), sqlx::Error> {
    if posts.is_empty() {
        return Ok(());
    }
    let players: Vec<&PlayerId> = posts.iter().map(|(player, _)| player).collect();
    let players = serde_json::to_string(&players).unwrap_or_default();
    let rows = sqlx::query(
        "SELECT value FROM json_each(?) WHERE value IN (SELECT player FROM push_subscriptions) \
         OR value IN (SELECT player FROM mail_addresses WHERE address IS NOT NULL)",
    )
    .bind(players)
    .fetch_all(&mut *connection)
    .await?;
    let reached = rows.into_iter().map(|row| read_player(row.try_get(0)?));
    let reached: HashSet<PlayerId> = reached.collect::<Result<_, _>>()?;
    for (player, post) in posts {
        if reached.contains(player) {
            tell(connection, *player, post, [at, at]).await?;
        }
    }
    Ok(())
}

/// Records that somebody has forgotten a password. Whether the name belongs to an account is found out when the mail is due, so that the
/// response and the work are the same either way.
pub(super) async fn forgotten(
    connection: &mut SqliteConnection,
    key: &str,
    at: u64,
) -> Result<Notified, sqlx::Error> {
    let post = Post::Forgotten {
        key: key.to_owned(),
    };
    let put = sqlx::query(
        "INSERT INTO outbox (channel, post, once, created_at, due_at) SELECT ?1, ?2, 0, ?3, ?3 \
         WHERE (SELECT count(*) FROM outbox WHERE player IS NULL) < ?4",
    )
    .bind(Channel::Mail.name())
    .bind(write(&post)?)
    .bind(at as i64)
    .bind(FORGOTTEN)
    .execute(connection)
    .await?;
    Ok(match put.rows_affected() {
        0 => Notified::Full,
        _ => Notified::Done,
    })
}

/// Deletes pending mails that ask a player to confirm an address.
pub(super) async fn forget_verifying(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM outbox WHERE player = ? AND post ->> 'what' = 'verify'")
        .bind(player.to_string())
        .execute(connection)
        .await
        .map(drop)
}

/// Takes the messages that are due: nobody else takes them for a while. Those that are too old are not taken, nor those that were
/// taken before and are to be sent at most once.
pub(super) async fn take(
    connection: &mut SqliteConnection,
    channel: Channel,
    at: u64,
    most: u32,
) -> Result<Notified, sqlx::Error> {
    sqlx::query(
        "DELETE FROM outbox WHERE channel = ? AND due_at <= ? AND (once AND taken OR created_at <= ?)",
    )
        .bind(channel.name())
        .bind(at as i64)
        .bind(at.saturating_sub(GIVEN_UP_MS) as i64)
        .execute(&mut *connection)
        .await?;
    let rows = sqlx::query(
        "UPDATE outbox SET taken = 1, attempts = attempts + 1, due_at = ?1 WHERE number IN \
         (SELECT number FROM outbox WHERE channel = ?2 AND due_at <= ?3 ORDER BY due_at LIMIT ?4) \
         RETURNING number, player, post, created_at, attempts, subscription",
    )
    .bind((at + TAKEN_MS) as i64)
    .bind(channel.name())
    .bind(at as i64)
    .bind(most)
    .fetch_all(connection)
    .await?;
    let taken = rows.iter().map(read_taken).collect::<Result<_, _>>()?;
    Ok(Notified::Taken(taken))
}

fn read_taken(row: &SqliteRow) -> Result<Taken, sqlx::Error> {
    let player: Option<String> = row.try_get(1)?;
    let subscription: Option<&str> = row.try_get(5)?;
    Ok(Taken {
        number: row.try_get::<i64, _>(0)? as u64,
        player: player.map(read_player).transpose()?,
        subscription: subscription
            .map(|id| id.parse().map_err(broken))
            .transpose()?,
        post: serde_json::from_str(row.try_get(2)?).map_err(broken)?,
        created_at: row.try_get::<i64, _>(3)? as u64,
        attempts: row.try_get::<i64, _>(4)? as u32,
    })
}

/// Forgets what was sent, or is not to be sent.
pub(super) async fn done(
    connection: &mut SqliteConnection,
    number: u64,
) -> Result<Notified, sqlx::Error> {
    sqlx::query("DELETE FROM outbox WHERE number = ?")
        .bind(number as i64)
        .execute(connection)
        .await?;
    Ok(Notified::Done)
}

/// Schedules another attempt at sending an entry that was certainly not sent.
pub(super) async fn again(
    connection: &mut SqliteConnection,
    number: u64,
    at: u64,
) -> Result<Notified, sqlx::Error> {
    sqlx::query("UPDATE outbox SET taken = 0, due_at = ? WHERE number = ?")
        .bind(at as i64)
        .bind(number as i64)
        .execute(connection)
        .await?;
    Ok(Notified::Done)
}

/// Counts a mail to an address, unless it was enough of them.
pub(super) async fn count(
    connection: &mut SqliteConnection,
    address: &str,
    at: u64,
) -> Result<Notified, sqlx::Error> {
    let row = sqlx::query(
        "SELECT count(*) FILTER (WHERE at > ?2), count(*) FROM mails_sent WHERE address = ?1 AND at > ?3",
    )
    .bind(address.to_owned())
    .bind(at.saturating_sub(HOUR_MS) as i64)
    .bind(at.saturating_sub(GIVEN_UP_MS) as i64)
    .fetch_one(&mut *connection)
    .await?;
    if row.try_get::<i64, _>(0)? >= AN_HOUR || row.try_get::<i64, _>(1)? >= A_DAY {
        return Ok(Notified::Full);
    }
    sqlx::query("INSERT INTO mails_sent (address, at) VALUES (?, ?)")
        .bind(address.to_owned())
        .bind(at as i64)
        .execute(connection)
        .await?;
    Ok(Notified::Done)
}

/// Deletes what is too old to be sent, and mails sent so long ago that they no longer count.
pub(super) async fn tidy(
    connection: &mut SqliteConnection,
    at: u64,
) -> Result<Notified, sqlx::Error> {
    for sql in [
        "DELETE FROM outbox WHERE created_at <= ?",
        "DELETE FROM mails_sent WHERE at <= ?",
    ] {
        sqlx::query(sql)
            .bind(at.saturating_sub(GIVEN_UP_MS) as i64)
            .execute(&mut *connection)
            .await?;
    }
    Ok(Notified::Done)
}

/// Whether anything is due on a channel.
pub(in crate::store::sqlite) async fn has_post(
    pool: &SqlitePool,
    channel: Channel,
    now: u64,
) -> Result<bool, sqlx::Error> {
    let sql = "SELECT EXISTS (SELECT 1 FROM outbox WHERE channel = ? AND due_at <= ?)";
    let row = sqlx::query(sql)
        .bind(channel.name())
        .bind(now as i64)
        .fetch_one(pool)
        .await?;
    row.try_get(0)
}
