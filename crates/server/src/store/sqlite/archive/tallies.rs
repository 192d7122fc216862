//! Tallies of opening lines, and of how the games of players ended.

use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{Row, SqliteConnection};

use super::opponent_word;
use super::search::{self, COLUMNS};
use crate::ids::PlayerId;
use crate::names::Color;
use crate::store::archive::{
    Line, NextAction, Opening, OpponentId, OpponentRecord, PlayerRecord, Record, Score, Tally,
};
use crate::store::codec;
use crate::store::sqlite::columns::broken;
use crate::table::archived::{ArchivedGame, Side};

/// Maximum number of next actions listed for a line.
const NEXT: u32 = 40;
/// Games that are listed of a line.
const GAMES: u32 = 5;
/// Opponents that are listed of a player.
const OPPONENTS: u32 = 10;

/// Counts a game in its opening lines, which are given as JSON.
pub(super) async fn count_lines(
    connection: &mut SqliteConnection,
    archived: &ArchivedGame,
    lines: String,
) -> Result<(), sqlx::Error> {
    let winner = archived.result.winner;
    let ratings = [archived.white, archived.black].map(Side::rating);
    sqlx::query(
        "INSERT INTO openings (variant, start, line, parent, notation, games, white, draws, black, ratings, rating_sum) \
         SELECT ?, ?, value ->> 'line', value ->> 'parent', value ->> 'notation', 1, ?, ?, ?, ?, ? FROM json_each(?) \
         WHERE true ON CONFLICT DO UPDATE SET games = games + 1, white = white + excluded.white, \
         draws = draws + excluded.draws, black = black + excluded.black, ratings = ratings + excluded.ratings, \
         rating_sum = rating_sum + excluded.rating_sum",
    )
    .bind(archived.variant.id())
    .bind(i64::from(archived.start.unwrap_or(0)))
    .bind(i64::from(winner == Some(Color::White)))
    .bind(i64::from(winner.is_none()))
    .bind(i64::from(winner == Some(Color::Black)))
    .bind(ratings.iter().flatten().count() as i64)
    .bind(ratings.iter().flatten().copied().map(i64::from).sum::<i64>())
    .bind(lines)
    .execute(connection)
    .await
    .map(drop)
}

/// Counts a game for one of its players.
pub(super) async fn count_result(
    connection: &mut SqliteConnection,
    archived: &ArchivedGame,
    color: Color,
    player: PlayerId,
    opponent: Side,
) -> Result<(), sqlx::Error> {
    let winner = archived.result.winner;
    let wins = i64::from(winner == Some(color));
    let draws = i64::from(winner.is_none());
    let losses = 1 - wins - draws;
    sqlx::query(
        "INSERT INTO records (player, variant, reason, wins, draws, losses) VALUES (?, ?, ?, ?, ?, ?) \
         ON CONFLICT DO UPDATE SET wins = wins + excluded.wins, draws = draws + excluded.draws, \
         losses = losses + excluded.losses",
    )
    .bind(player.to_string())
    .bind(archived.variant.id())
    .bind(codec::word(archived.result.reason))
    .bind(wins)
    .bind(draws)
    .bind(losses)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO opponents (player, opponent, games, wins, draws, losses) VALUES (?, ?, 1, ?, ?, ?) \
         ON CONFLICT DO UPDATE SET games = games + 1, wins = wins + excluded.wins, draws = draws + excluded.draws, \
         losses = losses + excluded.losses",
    )
    .bind(player.to_string())
    .bind(opponent_word(opponent))
    .bind(wins)
    .bind(draws)
    .bind(losses)
    .execute(connection)
    .await
    .map(drop)
}

/// Moves the tallies of games, given as a JSON list of IDs, from one player to another. The games must still belong to the first.
pub(in crate::store::sqlite) async fn move_tallies(
    connection: &mut SqliteConnection,
    games: &str,
    from: &str,
    to: &str,
) -> Result<(), sqlx::Error> {
    // For each game of player `?2`: how it ended for them, and against whom it was.
    let moved = "WITH moved AS (SELECT archive.variant AS variant, archive.reason AS reason, \
        coalesce(iif(archive.white IS ?2, archive.black, archive.white), \
            'level ' || iif(archive.white IS ?2, info ->> '$.black.level', info ->> '$.white.level')) AS opponent, \
        archive.winner IS iif(archive.white IS ?2, 'white', 'black') AS won, archive.winner IS NULL AS drawn \
        FROM archive JOIN games ON games.id = archive.game \
        WHERE archive.game IN (SELECT value FROM json_each(?1)))";
    let counted = [
        "INSERT INTO records (player, variant, reason, wins, draws, losses) \
         SELECT ?3, variant, reason, ?4 * sum(won), ?4 * sum(drawn), ?4 * sum(NOT won AND NOT drawn) \
         FROM moved GROUP BY variant, reason HAVING true \
         ON CONFLICT DO UPDATE SET wins = wins + excluded.wins, draws = draws + excluded.draws, \
         losses = losses + excluded.losses",
        "INSERT INTO opponents (player, opponent, games, wins, draws, losses) \
         SELECT ?3, opponent, ?4 * count(*), ?4 * sum(won), ?4 * sum(drawn), ?4 * sum(NOT won AND NOT drawn) \
         FROM moved GROUP BY opponent HAVING true \
         ON CONFLICT DO UPDATE SET games = games + excluded.games, wins = wins + excluded.wins, \
         draws = draws + excluded.draws, losses = losses + excluded.losses",
        // The same games, as the opponents have them.
        "INSERT INTO opponents (player, opponent, games, wins, draws, losses) \
         SELECT opponent, ?3, ?4 * count(*), ?4 * sum(NOT won AND NOT drawn), ?4 * sum(drawn), ?4 * sum(won) \
         FROM moved WHERE opponent NOT LIKE 'level %' GROUP BY opponent HAVING true \
         ON CONFLICT DO UPDATE SET games = games + excluded.games, wins = wins + excluded.wins, \
         draws = draws + excluded.draws, losses = losses + excluded.losses",
        // A player without games is not listed any more.
        "DELETE FROM opponents WHERE player IN (SELECT opponent FROM moved) AND opponent = ?3 AND games <= 0",
        "DELETE FROM opponents WHERE player = ?3 AND games <= 0",
        "DELETE FROM records WHERE player = ?3 AND wins + draws + losses <= 0",
    ];
    for (player, sign) in [(to, 1_i64), (from, -1)] {
        for sql in counted {
            // A statement begins with what it counts.
            let sql = format!("{moved} {sql}");
            sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(games.to_owned())
                .bind(from.to_owned())
                .bind(player.to_owned())
                .bind(sign)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}

/// The statistics of an opening line.
pub(in crate::store::sqlite) async fn opening(
    pool: &SqlitePool,
    line: &Line,
) -> Result<Opening, sqlx::Error> {
    let (variant, start) = (line.variant.id(), i64::from(line.start));
    let tally = "SELECT games, white, draws, black, ratings, rating_sum FROM openings \
                 WHERE variant = ? AND start = ? AND line = ?";
    let tally = sqlx::query(tally)
        .bind(variant)
        .bind(start)
        .bind(line.actions.clone())
        .fetch_optional(pool)
        .await?;
    let Some(tally) = tally else {
        return Ok(Opening::default());
    };
    let next = "SELECT games, white, draws, black, ratings, rating_sum, line, notation FROM openings \
                WHERE variant = ? AND start = ? AND parent = ? ORDER BY games DESC LIMIT ?";
    let next = sqlx::query(next)
        .bind(variant)
        .bind(start)
        .bind(line.actions.clone())
        .bind(NEXT)
        .fetch_all(pool)
        .await?;
    let games = format!(
        "SELECT {COLUMNS} FROM archive_lines AS lines JOIN archive USING (number) JOIN games ON games.id = archive.game \
         WHERE lines.variant = ? AND lines.start = ? AND lines.line = ? \
         ORDER BY lines.ended_at DESC, lines.number DESC LIMIT ?"
    );
    let games = sqlx::query(sqlx::AssertSqlSafe(games))
        .bind(variant)
        .bind(start)
        .bind(line.actions.clone())
        .bind(GAMES)
        .fetch_all(pool)
        .await?;
    Ok(Opening {
        tally: read_tally(&tally)?,
        next: next.iter().map(read_next).collect::<Result<_, _>>()?,
        games: games.iter().map(search::read).collect::<Result<_, _>>()?,
    })
}

fn read_tally(row: &SqliteRow) -> Result<Tally, sqlx::Error> {
    let number =
        |column: usize| Ok::<_, sqlx::Error>(row.try_get::<i64, _>(column)?.unsigned_abs());
    Ok(Tally {
        games: number(0)?,
        white: number(1)?,
        draws: number(2)?,
        black: number(3)?,
        ratings: number(4)?,
        rating_sum: number(5)?,
    })
}

fn read_next(row: &SqliteRow) -> Result<NextAction, sqlx::Error> {
    let line: &str = row.try_get(6)?;
    Ok(NextAction {
        action: line.rsplit(' ').next().unwrap_or(line).to_owned(),
        notation: row.try_get(7)?,
        tally: read_tally(row)?,
    })
}

/// All finished games of a player in numbers.
pub(in crate::store::sqlite) async fn record(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<PlayerRecord, sqlx::Error> {
    let records = "SELECT wins, draws, losses, variant, reason FROM records WHERE player = ?";
    let records = sqlx::query(records)
        .bind(player.to_string())
        .fetch_all(pool)
        .await?;
    let opponents = "SELECT wins, draws, losses, opponent, name, accounts.player IS NOT NULL, ifnull(bot, 0) FROM opponents \
                     LEFT JOIN players ON players.id = opponent LEFT JOIN accounts ON accounts.player = opponent \
                     WHERE opponents.player = ? ORDER BY opponents.player, games DESC LIMIT ?";
    let opponents = sqlx::query(opponents)
        .bind(player.to_string())
        .bind(OPPONENTS)
        .fetch_all(pool)
        .await?;
    let read_record = |row: &SqliteRow| {
        Ok::<_, sqlx::Error>(Record {
            variant: row.try_get::<&str, _>(3)?.parse().map_err(broken)?,
            reason: codec::read_word(row.try_get(4)?).map_err(broken)?,
            score: read_score(row)?,
        })
    };
    Ok(PlayerRecord {
        records: records.iter().map(read_record).collect::<Result<_, _>>()?,
        opponents: opponents
            .iter()
            .map(read_opponent)
            .collect::<Result<_, _>>()?,
    })
}

fn read_opponent(row: &SqliteRow) -> Result<OpponentRecord, sqlx::Error> {
    let word: &str = row.try_get(3)?;
    let opponent = match word.strip_prefix("level ") {
        Some(level) => OpponentId::Engine(level.parse().map_err(broken)?),
        None => OpponentId::Player(word.parse().map_err(broken)?),
    };
    Ok(OpponentRecord {
        opponent,
        name: row.try_get(4)?,
        account: row.try_get(5)?,
        is_bot: row.try_get(6)?,
        score: read_score(row)?,
    })
}

fn read_score(row: &SqliteRow) -> Result<Score, sqlx::Error> {
    let number =
        |column: usize| Ok::<_, sqlx::Error>(row.try_get::<i64, _>(column)?.unsigned_abs());
    Ok(Score {
        wins: number(0)?,
        draws: number(1)?,
        losses: number(2)?,
    })
}
