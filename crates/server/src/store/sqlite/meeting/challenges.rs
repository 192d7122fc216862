//! Challenges.

use serde::{Deserialize, Serialize};
use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Row, SqliteConnection};

use super::super::columns::{broken, read_player};
use super::super::notify::outbox;
use super::super::{bots, games, moderation};
use super::lists::{are_apart, blocks};
use crate::ids::{ChallengeId, GameId, PlayerId};
use crate::lobby::Cell;
use crate::meeting::challenge::{
    AN_HOUR, AN_HOUR_TO_ONE, Challenge, ChallengeOutcome, DeclineReason, HOUR_MS, KEPT_MS, OPEN,
    SHOWN_MS, Terms, WAITING,
};
use crate::names::Color;
use crate::notify::post::Post;
use crate::store::codec;
use crate::store::game::NewGame;
use crate::store::meeting::{Met, NamedChallenge, Refusal};
use crate::table::info::ShownRating;
use crate::table::time_control::ClockChoice;

#[derive(Serialize, Deserialize)]
struct StoredTerms {
    variant: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<ClockChoice>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    color: Option<Color>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    rated: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rating: Option<ShownRating>,
}

fn write_terms(terms: &Terms) -> String {
    let stored = StoredTerms {
        variant: terms.cell.variant.id().to_owned(),
        clock: terms.cell.clock.clone(),
        color: terms.color.map(Color::from),
        rated: terms.cell.rated,
        rating: terms.rating,
    };
    serde_json::to_string(&stored).unwrap_or_default()
}

fn read_terms(text: &str) -> Result<Terms, sqlx::Error> {
    let stored: StoredTerms = serde_json::from_str(text).map_err(broken)?;
    Ok(Terms {
        cell: Cell {
            variant: stored.variant.parse().map_err(broken)?,
            clock: stored.clock,
            rated: stored.rated,
        },
        color: stored.color.map(Into::into),
        rating: stored.rating,
    })
}

/// Stores a challenge, within the bounds of both players.
pub(super) async fn store(
    connection: &mut SqliteConnection,
    challenge: &Challenge,
) -> Result<Met, sqlx::Error> {
    let (by, whom) = (challenge.challenger, challenge.challenged);
    if blocks(&mut *connection, by, whom).await? {
        return Ok(Met::Refused(Refusal::Blocked));
    }
    if bots::is_bot(connection, by).await? && !bots::is_bot(connection, whom).await? {
        return Ok(Met::Refused(Refusal::BotToPerson));
    }
    let row = sqlx::query(
        "SELECT count(*) FILTER (WHERE outcome IS NULL AND expires_at > ?3 AND challenged = ?2), \
         count(*) FILTER (WHERE outcome IS NULL AND expires_at > ?3), \
         (SELECT created_at FROM challenges WHERE challenger = ?1 AND created_at > ?4 AND challenged = ?2 \
          ORDER BY created_at DESC LIMIT 1 OFFSET ?6), \
         (SELECT created_at FROM challenges WHERE challenger = ?1 AND created_at > ?4 \
          ORDER BY created_at DESC LIMIT 1 OFFSET ?7) \
         FROM challenges WHERE challenger = ?1 AND created_at > ?5",
    )
    .bind(by.to_string())
    .bind(whom.to_string())
    .bind(challenge.created_at as i64)
    .bind(challenge.created_at.saturating_sub(HOUR_MS) as i64)
    .bind(challenge.created_at.saturating_sub(KEPT_MS) as i64)
    .bind(AN_HOUR_TO_ONE - 1)
    .bind(AN_HOUR - 1)
    .fetch_one(&mut *connection)
    .await?;
    for (column, most, refusal) in [
        (0, 1, Refusal::AlreadyOpen),
        (1, OPEN, Refusal::TooManyOpen),
    ] {
        if row.try_get::<i64, _>(column)? >= most {
            return Ok(Met::Refused(refusal));
        }
    }
    // The oldest of the challenges that reach the hourly limit: when it is an hour old, there is room for another.
    let wait = |column| {
        let first: Option<i64> = row.try_get(column)?;
        let until = first.map(|first| first as u64 + HOUR_MS);
        Ok::<_, sqlx::Error>(until.map(|until| until.saturating_sub(challenge.created_at)))
    };
    if let Some(ms) = wait(2)? {
        return Ok(Met::Refused(Refusal::TooOftenToOne(ms)));
    }
    if let Some(ms) = wait(3)? {
        return Ok(Met::Refused(Refusal::TooOften(ms)));
    }
    // Challenges from blocked players do not count here.
    let waiting = sqlx::query(
        "SELECT count(*) FROM challenges WHERE challenged = ?1 AND outcome IS NULL AND expires_at > ?2 \
         AND challenger NOT IN (SELECT blocked FROM blocks WHERE blocker = ?1)",
    )
    .bind(whom.to_string())
    .bind(challenge.created_at as i64)
    .fetch_one(&mut *connection)
    .await?;
    if waiting.try_get::<i64, _>(0)? >= WAITING && !blocks(&mut *connection, whom, by).await? {
        return Ok(Met::Refused(Refusal::Full));
    }
    sqlx::query(
        "INSERT INTO challenges (id, challenger, challenged, terms, created_at, expires_at, ends_at) \
         VALUES (?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(challenge.id.to_string())
    .bind(by.to_string())
    .bind(whom.to_string())
    .bind(write_terms(&challenge.terms))
    .bind(challenge.created_at as i64)
    .bind(challenge.expires_at as i64)
    .bind(challenge.ends_at as i64)
    .execute(&mut *connection)
    .await?;
    if !blocks(&mut *connection, whom, by).await? {
        let post = Post::Challenge {
            challenge: challenge.id,
        };
        let now = challenge.created_at;
        outbox::tell(connection, whom, &post, [now, now]).await?;
    }
    Ok(Met::Done)
}

/// Turns a challenge into a game. If it is one already, returns that game.
pub(super) async fn accept(
    connection: &mut SqliteConnection,
    id: ChallengeId,
    by: PlayerId,
    game: &NewGame,
    at: u64,
) -> Result<Met, sqlx::Error> {
    let Some(found) = of_challenged(connection, id, by).await? else {
        return Ok(Met::Missing);
    };
    if found.outcome == Some(ChallengeOutcome::Accepted) {
        return Ok(Met::Accepted {
            game: GameId::from(id),
            is_new: false,
        });
    }
    if !found.is_open(at)
        || are_apart(connection, by, found.challenger).await?
        || moderation::is_banned(connection, found.challenger, at).await?
        || bots::has_bot_by_now(connection, game.info.persons()).await?
    {
        return Ok(Met::Missing);
    }
    end(connection, id, "accepted", None).await?;
    let game = games::store(connection, game).await?;
    Ok(Met::Accepted { game, is_new: true })
}

/// Declines a challenge. Repeating it changes nothing.
pub(super) async fn decline(
    connection: &mut SqliteConnection,
    id: ChallengeId,
    by: PlayerId,
    reason: DeclineReason,
    at: u64,
) -> Result<Met, sqlx::Error> {
    let Some(found) = of_challenged(connection, id, by).await? else {
        return Ok(Met::Missing);
    };
    if let Some(ChallengeOutcome::Declined(_)) = found.outcome {
        return Ok(Met::Done);
    }
    if !found.is_open(at) {
        return Ok(Met::Missing);
    }
    end(connection, id, "declined", Some(codec::word(reason))).await?;
    Ok(Met::Done)
}

/// Withdraws a challenge, or hides one that was answered.
pub(super) async fn cancel(
    connection: &mut SqliteConnection,
    id: ChallengeId,
    by: PlayerId,
) -> Result<Met, sqlx::Error> {
    let found = find(connection, id).await?;
    match found.filter(|found| found.challenger == by) {
        Some(found) => {
            let sql = match found.outcome {
                None => "UPDATE challenges SET outcome = 'cancelled' WHERE id = ?",
                Some(_) => "UPDATE challenges SET dismissed = 1 WHERE id = ?",
            };
            sqlx::query(sql)
                .bind(id.to_string())
                .execute(connection)
                .await?;
            Ok(Met::Done)
        }
        None => Ok(Met::Missing),
    }
}

/// Withdraws the challenges to people that an account made before it became a bot.
pub(in crate::store::sqlite) async fn cancel_to_people(
    connection: &mut SqliteConnection,
    bot: PlayerId,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE challenges SET outcome = 'cancelled' WHERE challenger = ? AND outcome IS NULL \
         AND challenged NOT IN (SELECT player FROM accounts WHERE bot)",
    )
    .bind(bot.to_string())
    .execute(connection)
    .await
    .map(drop)
}

/// Withdraws all challenges of a player who cannot come.
pub(in crate::store::sqlite) async fn cancel_all(
    connection: &mut SqliteConnection,
    challenger: PlayerId,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE challenges SET outcome = 'cancelled' WHERE challenger = ? AND outcome IS NULL",
    )
    .bind(challenger.to_string())
    .execute(connection)
    .await
    .map(drop)
}

/// The challenger is here: open challenges are extended.
pub(super) async fn keep(
    connection: &mut SqliteConnection,
    challenger: PlayerId,
    until: u64,
    at: u64,
) -> Result<Met, sqlx::Error> {
    sqlx::query(
        "UPDATE challenges SET expires_at = max(expires_at, min(ends_at, ?1)) \
         WHERE challenger = ?2 AND outcome IS NULL AND expires_at > ?3",
    )
    .bind(until as i64)
    .bind(challenger.to_string())
    .bind(at as i64)
    .execute(connection)
    .await?;
    Ok(Met::Done)
}

async fn end(
    connection: &mut SqliteConnection,
    id: ChallengeId,
    outcome: &'static str,
    reason: Option<String>,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE challenges SET outcome = ?, reason = ? WHERE id = ?")
        .bind(outcome)
        .bind(reason)
        .bind(id.to_string())
        .execute(connection)
        .await
        .map(drop)
}

/// The columns of a challenge.
const CHALLENGE: &str = "c.id, c.challenger, c.challenged, c.terms, c.created_at, c.expires_at, c.ends_at, c.outcome, c.reason";

async fn find(
    connection: &mut SqliteConnection,
    id: ChallengeId,
) -> Result<Option<Challenge>, sqlx::Error> {
    let sql = format!("SELECT {CHALLENGE} FROM challenges AS c WHERE c.id = ?");
    let row = sqlx::query(AssertSqlSafe(sql))
        .bind(id.to_string())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(read_challenge).transpose()
}

async fn of_challenged(
    connection: &mut SqliteConnection,
    id: ChallengeId,
    challenged: PlayerId,
) -> Result<Option<Challenge>, sqlx::Error> {
    let found = find(connection, id).await?;
    Ok(found.filter(|found| found.challenged == challenged))
}

fn read_challenge(row: &SqliteRow) -> Result<Challenge, sqlx::Error> {
    let outcome: Option<String> = row.try_get(7)?;
    let outcome = match outcome.as_deref() {
        None => None,
        Some("accepted") => Some(ChallengeOutcome::Accepted),
        Some("declined") => {
            let reason: Option<String> = row.try_get(8)?;
            let reason = reason.map(codec::read_word).transpose().map_err(broken)?;
            Some(ChallengeOutcome::Declined(
                reason.unwrap_or(DeclineReason::Generic),
            ))
        }
        Some(_) => Some(ChallengeOutcome::Cancelled),
    };
    Ok(Challenge {
        id: row.try_get::<String, _>(0)?.parse().map_err(broken)?,
        challenger: read_player(row.try_get(1)?)?,
        challenged: read_player(row.try_get(2)?)?,
        terms: read_terms(row.try_get(3)?)?,
        created_at: row.try_get::<i64, _>(4)? as u64,
        expires_at: row.try_get::<i64, _>(5)? as u64,
        ends_at: row.try_get::<i64, _>(6)? as u64,
        outcome,
    })
}

pub(in crate::store::sqlite) async fn challenge(
    pool: &SqlitePool,
    id: ChallengeId,
) -> Result<Option<Challenge>, sqlx::Error> {
    let mut connection = pool.acquire().await?;
    find(&mut connection, id).await
}

pub(in crate::store::sqlite) async fn challenges(
    pool: &SqlitePool,
    player: PlayerId,
    now: u64,
) -> Result<Vec<NamedChallenge>, sqlx::Error> {
    let named = named();
    let sql = format!(
        "SELECT * FROM ({named} WHERE c.challenged = ?1 AND c.outcome IS NULL AND c.expires_at > ?2 \
             AND c.challenger NOT IN (SELECT blocked FROM blocks WHERE blocker = ?1) \
             ORDER BY c.created_at DESC LIMIT ?4) \
         UNION ALL \
         SELECT * FROM ({named} WHERE c.challenger = ?1 AND c.created_at > ?3 \
             AND ((c.outcome IN ('accepted', 'declined') AND NOT c.dismissed) OR (c.outcome IS NULL AND c.expires_at > ?2)) \
             ORDER BY c.created_at DESC LIMIT ?4)"
    );
    // An open one may be older than an answer that is still shown.
    let since = now.saturating_sub(KEPT_MS);
    let rows = sqlx::query(AssertSqlSafe(sql))
        .bind(player.to_string())
        .bind(now as i64)
        .bind(since as i64)
        .bind(WAITING)
        .fetch_all(pool)
        .await?;
    let mut challenges = Vec::with_capacity(rows.len());
    for row in rows {
        let challenge = read_challenge(&row)?;
        if challenge.outcome.is_some() && challenge.created_at + SHOWN_MS < now {
            continue;
        }
        challenges.push(with_names(challenge, &row)?);
    }
    Ok(challenges)
}

/// Selects challenges with the usernames of both.
fn named() -> String {
    format!(
        "SELECT {CHALLENGE}, one.name, other.name FROM challenges AS c \
         JOIN players AS one ON one.id = c.challenger JOIN players AS other ON other.id = c.challenged"
    )
}

fn with_names(challenge: Challenge, row: &SqliteRow) -> Result<NamedChallenge, sqlx::Error> {
    Ok(NamedChallenge {
        challenge,
        challenger: row.try_get(9)?,
        challenged: row.try_get(10)?,
    })
}

pub(in crate::store::sqlite) async fn all_challenges(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<Vec<NamedChallenge>, sqlx::Error> {
    let named = named();
    let sql = format!(
        "SELECT * FROM ({named} WHERE c.challenger = ?1 UNION ALL {named} WHERE c.challenged = ?1) \
         ORDER BY created_at DESC"
    );
    let rows = sqlx::query(AssertSqlSafe(sql))
        .bind(player.to_string())
        .fetch_all(pool)
        .await?;
    rows.iter()
        .map(|row| with_names(read_challenge(row)?, row))
        .collect()
}
