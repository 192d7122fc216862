//! The count of placement games.

use manifold_ratings::Pool;
use sqlx::{Row, SqliteConnection, SqliteExecutor};

use super::read;
use crate::ids::PlayerId;
use crate::store::codec;
use crate::store::game::NewGame;
use crate::store::sqlite::columns::broken;
use crate::store::sqlite::reader::made_before;
use crate::table::placement::{NoPlacement, next_placement};

/// The candidates among the games of `?1`, each part from an index of its own so that no other game is looked at.
const BEGUN: &str = "SELECT info FROM games WHERE white = ?1 AND black IS NULL AND status <> 'over' UNION ALL \
    SELECT info FROM games WHERE black = ?1 AND white IS NULL AND status <> 'over' UNION ALL \
    SELECT info FROM games WHERE white = ?1 AND black IS NULL \
        AND reason = 'aborted' AND turn_number > 1 AND info ->> 'rated' UNION ALL \
    SELECT info FROM games WHERE black = ?1 AND white IS NULL \
        AND reason = 'aborted' AND turn_number > 1 AND info ->> 'rated'";

/// The number of a player's placement games without a result in a pool: unfinished ones, and those that were left for a person, so
/// that nobody leaves lost ones again and again. The others are counted with the rating.
pub(in crate::store::sqlite) async fn begun(
    database: impl SqliteExecutor<'_>,
    player: PlayerId,
    pool: Pool,
) -> Result<u32, sqlx::Error> {
    let rows = sqlx::query(BEGUN)
        .bind(player.to_string())
        .fetch_all(database)
        .await?;
    let mut begun = 0;
    for row in &rows {
        let info = codec::read_info(row.try_get(0)?).map_err(broken)?;
        begun += u32::from(info.placement() == Some((player, pool)));
    }
    Ok(begun)
}

/// Why a new game cannot be a placement game, if so. Checked in the transaction that stores it: of two created at the same moment,
/// the second sees the first.
pub(in crate::store::sqlite) async fn refused(
    connection: &mut SqliteConnection,
    game: &NewGame,
) -> Result<Option<NoPlacement>, sqlx::Error> {
    let Some((player, pool)) = game.info.placement() else {
        return Ok(None);
    };
    // The answer to a request that comes again is the game that was made then.
    if made_before(&mut *connection, game).await?.is_some() {
        return Ok(None);
    }
    let now = game.info.created_at;
    let kept = read::of(&mut *connection, player).await?.in_pool(pool, now);
    let begun = begun(connection, player, pool).await?;
    Ok(next_placement(&kept, begun, now).err())
}
