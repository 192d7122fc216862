//! Recomputing all ratings.

use std::collections::BTreeMap;

use manifold_ratings::{Change, Entry, Ledger, Player, Pool, PoolRating};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, SqliteExecutor};

use super::due::note;
use super::order::Position;
use super::read::{read_machine, read_pool, read_rating};
use super::{put, read_score, remember, remove};
use crate::ids::PlayerId;
use crate::store::ratings::{Corrected, Correction};
use crate::store::sqlite::columns::read_player;

/// Results that are read at once.
const PAGE: u32 = 10_000;

/// Corrects the log and recomputes all ratings, in the transaction that is open: for the command line, where nobody waits.
pub(in crate::store::sqlite) async fn correct(
    connection: &mut SqliteConnection,
    correction: Correction,
) -> Result<Corrected, sqlx::Error> {
    if correction != Correction::Recompute && !note(connection, correction).await? {
        return Ok(Corrected::default());
    }
    recompute(connection).await
}

/// Recomputes all ratings, and corrects those that differ.
pub(in crate::store::sqlite) async fn recompute(
    connection: &mut SqliteConnection,
) -> Result<Corrected, sqlx::Error> {
    let ledger = replay(connection).await?;
    let mut stored = all(&mut *connection).await?;
    let (mut corrected, mut last) = (Corrected::default(), None);
    corrected.is_done = true;
    for (player, pool, rating) in ledger.iter() {
        corrected.ratings += 1;
        corrected.players += usize::from(last.replace(player) != Some(player));
        let kept = stored.remove(&(*player, pool));
        if !kept.is_some_and(|kept| is_same(&kept, rating)) {
            corrected.differed += 1;
            put(connection, *player, pool, rating).await?;
        }
    }
    corrected.differed += stored.len();
    for (player, pool) in stored.into_keys() {
        remove(connection, player, pool).await?;
    }
    sqlx::query("DELETE FROM ratings_due")
        .execute(connection)
        .await?;
    Ok(corrected)
}

/// Counts the whole log, and writes down again what each result does.
async fn replay(connection: &mut SqliteConnection) -> Result<Ledger<PlayerId>, sqlx::Error> {
    sqlx::query("DELETE FROM rating_history")
        .execute(&mut *connection)
        .await?;
    let mut ledger = Ledger::new();
    let mut last = Position::default();
    loop {
        let results = results_after(&mut *connection, last, PAGE).await?;
        let Some(newest) = results.last() else {
            return Ok(ledger);
        };
        last = newest.position;
        for result in &results {
            for (player, change) in result.count(&mut ledger) {
                remember(
                    connection,
                    player,
                    result.entry.pool,
                    result.position.number,
                    &change,
                )
                .await?;
            }
        }
    }
}

/// A result of the log.
pub(super) struct NumberedResult {
    pub(super) position: Position,
    pub(super) entry: Entry<PlayerId>,
    players: [Option<PlayerId>; 2],
}

impl NumberedResult {
    /// The people who have played it.
    pub(super) fn people(&self) -> impl Iterator<Item = PlayerId> {
        self.players.into_iter().flatten()
    }

    /// Feeds it to a ledger, and returns its effect on each person.
    pub(super) fn count(&self, ledger: &mut Ledger<PlayerId>) -> Vec<(PlayerId, Change)> {
        let changes = match ledger.feed(&self.entry) {
            Ok(Some(changes)) => [changes.white, changes.black],
            Ok(None) => return Vec::new(),
            // The same as when it arrived.
            Err(error) => {
                tracing::error!(number = self.position.number, %error, "a rated result is damaged");
                return Vec::new();
            }
        };
        let changes = self.players.into_iter().zip(changes);
        changes
            .filter_map(|(player, change)| Some((player?, change?)))
            .collect()
    }
}

/// Results that count after a place in the log, in their order, at most `limit`.
pub(super) async fn results_after(
    database: impl SqliteExecutor<'_>,
    last: Position,
    limit: u32,
) -> Result<Vec<NumberedResult>, sqlx::Error> {
    let sql = "SELECT number, at, pool, white, black, score, annulled_at IS NOT NULL, \
               level, level_rating, level_deviation, place, ended, number FROM results \
               WHERE (place, ended, number) > (?, ?, ?) ORDER BY place, ended, number LIMIT ?";
    let [place, ended, number] = last.columns();
    let rows = sqlx::query(sql)
        .bind(place)
        .bind(ended)
        .bind(number)
        .bind(limit)
        .fetch_all(database)
        .await?;
    rows.iter()
        .map(|row| {
            let (entry, players) = read_entry(row)?;
            Ok(NumberedResult {
                position: Position::read(row, 10)?,
                entry,
                players,
            })
        })
        .collect()
}

/// A result, and the people who have played it.
fn read_entry(row: &SqliteRow) -> Result<(Entry<PlayerId>, [Option<PlayerId>; 2]), sqlx::Error> {
    let machine = read_machine(row, 7)?;
    let read = |column| {
        let player: Option<String> = row.try_get(column)?;
        player.map(read_player).transpose()
    };
    let side = |player: Option<PlayerId>| match (player, machine) {
        (Some(player), _) => Ok(Player::Person(player)),
        (None, Some((_, rating))) => Ok(Player::Machine(rating.into())),
        (None, None) => Err(sqlx::Error::Decode("a rated result is damaged".into())),
    };
    let (white, black) = (read(3)?, read(4)?);
    let entry = Entry {
        at: row.try_get::<i64, _>(1)? as u64,
        pool: read_pool(row, 2)?,
        white: side(white)?,
        black: side(black)?,
        score: read_score(row.try_get(5)?)?,
        annulled: row.try_get(6)?,
    };
    Ok((entry, [white, black]))
}

/// All ratings as they are stored.
pub(super) async fn all(
    database: impl SqliteExecutor<'_>,
) -> Result<BTreeMap<(PlayerId, Pool), PoolRating>, sqlx::Error> {
    let sql = "SELECT rating, deviation, volatility, last_played, games, placement_games, player, pool \
               FROM ratings";
    let rows = sqlx::query(sql).fetch_all(database).await?;
    let ratings = rows.iter().map(|row| {
        let player = read_player(row.try_get(6)?)?;
        Ok(((player, read_pool(row, 7)?), read_rating(row)?))
    });
    ratings.collect()
}

/// Whether two ratings are the same to the last bit.
pub(super) fn is_same(one: &PoolRating, other: &PoolRating) -> bool {
    let bits = |rating: &PoolRating| {
        let manifold_ratings::Rating {
            rating,
            deviation,
            volatility,
        } = rating.rating;
        [rating, deviation, volatility].map(f64::to_bits)
    };
    bits(one) == bits(other) && one == other
}
