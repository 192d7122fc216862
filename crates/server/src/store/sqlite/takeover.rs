//! Games of a guest that become an account's. The events of a game are not changed: `taken_over` says to whom they belong now.

use sqlx::sqlite::SqlitePool;
use sqlx::{AssertSqlSafe, Row, SqliteConnection};

use super::archive;
use super::columns::{read_id, read_player};
use crate::ids::{GameId, PlayerId};
use crate::store::people::{Changed, GuestGames, TakeOver};
use crate::table::event::{Event, EventKind, OtherEvent};

/// The games of guest `?1`, found by the indexes of a player's games, except those about which account `?2` has been asked before and
/// those in which the guest's side already belongs to an account.
const OFFERED: &str = "WITH last AS (SELECT coalesce(max(at), -1) AS at FROM takeovers WHERE guest = ?1 AND account = ?2), \
    all_games AS ( \
        SELECT id, white, black, status, created_at FROM games WHERE white = ?1 AND status <> 'over' UNION \
        SELECT id, white, black, status, created_at FROM games WHERE black = ?1 AND status <> 'over' UNION \
        SELECT id, white, black, status, created_at FROM games WHERE white = ?1 AND status = 'over' UNION \
        SELECT id, white, black, status, created_at FROM games WHERE black = ?1 AND status = 'over'), \
    games_of AS (SELECT id, status, white IS ?2 OR black IS ?2 AS is_own FROM all_games \
        WHERE created_at > (SELECT at FROM last) \
        AND NOT EXISTS (SELECT 1 FROM taken_over WHERE game = id AND guest = ?1))";

/// The number of games of a guest about which an account is to be asked.
pub(super) async fn offered(
    pool: &SqlitePool,
    guest: PlayerId,
    account: PlayerId,
) -> Result<GuestGames, sqlx::Error> {
    let sql = format!(
        "{OFFERED} SELECT coalesce(sum(NOT is_own), 0), coalesce(sum(is_own), 0) FROM games_of"
    );
    let row = sqlx::query(AssertSqlSafe(sql))
        .bind(guest.to_string())
        .bind(account.to_string())
        .fetch_one(pool)
        .await?;
    Ok(GuestGames {
        games: row.try_get::<i64, _>(0)? as u64,
        kept: row.try_get::<i64, _>(1)? as u64,
    })
}

/// Makes the games of a guest those of an account, if wanted, except games in which the account is the opponent: nobody may have both
/// sides of a game against somebody else. Either way, these games are not offered again.
pub(super) async fn take_over(
    connection: &mut SqliteConnection,
    [guest, account]: [PlayerId; 2],
    at: u64,
    is_wanted: bool,
) -> Result<Changed, sqlx::Error> {
    let [guest, account] = [guest, account].map(|player| player.to_string());
    let row = sqlx::query(
        "SELECT username, EXISTS (SELECT 1 FROM usernames WHERE player = ?2) FROM accounts WHERE player = ?1 AND NOT bot",
    )
    .bind(account.clone())
    .bind(guest.clone())
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else {
        return Ok(Changed::Missing);
    };
    if row.try_get(1)? {
        return Ok(Changed::HasAccount);
    }
    let username: String = row.try_get(0)?;
    let sql =
        format!("{OFFERED} SELECT json_group_array(id) FROM games_of WHERE NOT is_own AND ?3");
    let games: String = sqlx::query(AssertSqlSafe(sql))
        .bind(guest.clone())
        .bind(account.clone())
        .bind(is_wanted)
        .fetch_one(&mut *connection)
        .await?
        .try_get(0)?;
    let entry = sqlx::query(
        "INSERT INTO takeovers (at, guest, account, games) VALUES (?, ?, ?, json_array_length(?))",
    )
    .bind(at as i64)
    .bind(guest.clone())
    .bind(account.clone())
    .bind(games.clone())
    .execute(&mut *connection)
    .await?;
    let number = entry.last_insert_rowid();
    if games == "[]" {
        return Ok(Changed::TakenOver(number as u64));
    }
    // The tallies of games are moved while the games are still the guest's.
    archive::move_tallies(connection, &games, &guest, &account).await?;
    for sql in MOVED {
        sqlx::query(sql)
            .bind(guest.clone())
            .bind(account.clone())
            .bind(games.clone())
            .bind(username.clone())
            .bind(number)
            .execute(&mut *connection)
            .await?;
    }
    Ok(Changed::TakenOver(number as u64))
}

/// The statements that make everything the account's: of guest `?1` and account `?2`, called `?4`, in the games `?3`, by the
/// takeover `?5`. The owners of games in memory know the guest: they lose their games, which are loaded again.
const MOVED: [&str; 11] = [
    "INSERT INTO taken_over (game, guest, account, takeover) SELECT value, ?1, ?2, ?5 FROM json_each(?3)",
    "UPDATE games SET epoch = epoch + 1, white = ?2, info = json_set(info, '$.white.id', ?2, '$.white.name', ?4, \
     '$.white.account', json('true')) WHERE white = ?1 AND id IN (SELECT value FROM json_each(?3))",
    "UPDATE games SET epoch = epoch + 1, black = ?2, info = json_set(info, '$.black.id', ?2, '$.black.name', ?4, \
     '$.black.account', json('true')) WHERE black = ?1 AND id IN (SELECT value FROM json_each(?3))",
    "UPDATE archive SET white = ?2 WHERE white = ?1 AND game IN (SELECT value FROM json_each(?3))",
    "UPDATE archive SET black = ?2 WHERE black = ?1 AND game IN (SELECT value FROM json_each(?3))",
    "UPDATE OR IGNORE chat SET player = ?2 WHERE player = ?1 AND game IN (SELECT value FROM json_each(?3))",
    "UPDATE OR IGNORE reports SET player = ?2 WHERE player = ?1 AND game IN (SELECT value FROM json_each(?3))",
    "UPDATE OR IGNORE walkouts SET player = ?2 WHERE player = ?1 AND game IN (SELECT value FROM json_each(?3))",
    "UPDATE OR IGNORE conditions SET player = ?2 WHERE player = ?1 AND game IN (SELECT value FROM json_each(?3))",
    // A guest got no reminders, but an account does.
    "UPDATE reminders SET player = ?2 WHERE player = ?1 AND game IN (SELECT value FROM json_each(?3))",
    // A vacation holds in all games of a player.
    "UPDATE OR IGNORE vacations SET player = ?2 WHERE player = ?1",
];

/// The answers of an account, in order.
pub(super) async fn of(pool: &SqlitePool, account: PlayerId) -> Result<Vec<TakeOver>, sqlx::Error> {
    let sql = "SELECT number, at, guest FROM takeovers WHERE account = ? ORDER BY number";
    let rows = sqlx::query(sql)
        .bind(account.to_string())
        .fetch_all(pool)
        .await?;
    let mut answers = Vec::with_capacity(rows.len());
    for row in rows {
        answers.push(TakeOver {
            at: row.try_get::<i64, _>(1)? as u64,
            guest: read_player(row.try_get(2)?)?,
            games: games(pool, row.try_get::<i64, _>(0)? as u64).await?,
        });
    }
    Ok(answers)
}

/// Whether a player's side of a game is an account's by now.
pub(super) async fn has_given(
    pool: &SqlitePool,
    game: GameId,
    guest: PlayerId,
) -> Result<bool, sqlx::Error> {
    let sql = "SELECT EXISTS (SELECT 1 FROM taken_over WHERE game = ? AND guest = ?)";
    sqlx::query(sql)
        .bind(game.to_string())
        .bind(guest.to_string())
        .fetch_one(pool)
        .await?
        .try_get(0)
}

/// The games that were taken over by the answer of this number.
pub(super) async fn games(pool: &SqlitePool, number: u64) -> Result<Vec<GameId>, sqlx::Error> {
    let rows = sqlx::query("SELECT game FROM taken_over WHERE takeover = ?")
        .bind(number as i64)
        .fetch_all(pool)
        .await?;
    rows.into_iter()
        .map(|row| read_id(row.try_get(0)?))
        .collect()
}

/// Puts the account in the place of a guest in the events of a game, if it was taken over. In the log they stay as they are.
pub(super) async fn rename_in(
    pool: &SqlitePool,
    game: GameId,
    events: &mut [Event],
) -> Result<(), sqlx::Error> {
    let sql = "SELECT guest, account, (SELECT name FROM players WHERE id = account), \
               EXISTS (SELECT 1 FROM accounts WHERE player = account) FROM taken_over WHERE game = ?";
    let rows = sqlx::query(sql)
        .bind(game.to_string())
        .fetch_all(pool)
        .await?;
    for row in rows {
        let (guest, account) = (read_player(row.try_get(0)?)?, read_player(row.try_get(1)?)?);
        let name: Option<String> = row.try_get(2)?;
        let is_account: bool = row.try_get(3)?;
        for event in &mut *events {
            if let Some(request) = &mut event.request
                && request.player == guest
            {
                request.player = account;
            }
            if let EventKind::Other(OtherEvent::Joined { person, .. }) = &mut event.kind
                && person.id == guest
            {
                person.id = account;
                person.account = is_account;
                if let Some(name) = &name {
                    person.name.clone_from(name);
                }
            }
        }
    }
    Ok(())
}
