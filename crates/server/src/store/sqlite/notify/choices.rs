//! The notifications that players have chosen.

use sqlx::{Row, SqliteConnection};

use super::super::columns::broken;
use crate::ids::PlayerId;
use crate::notify::choices::{Channel, Choices, Kind};
use crate::store::codec;
use crate::store::notify::Notified;

/// The choices of a player.
pub(super) async fn choices(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<Choices, sqlx::Error> {
    let sql = "SELECT kind, channel, wanted FROM notification_choices WHERE player = ?";
    let rows = sqlx::query(sql)
        .bind(player.to_string())
        .fetch_all(connection)
        .await?;
    rows.into_iter()
        .map(|row| {
            let kind = codec::read_word(row.try_get(0)?).map_err(broken)?;
            let channel = codec::read_word(row.try_get(1)?).map_err(broken)?;
            Ok((kind, channel, row.try_get(2)?))
        })
        .collect()
}

/// Notes what a player has chosen.
pub(super) async fn choose(
    connection: &mut SqliteConnection,
    player: PlayerId,
    kind: Kind,
    channel: Channel,
    wanted: bool,
) -> Result<Notified, sqlx::Error> {
    let chosen = sqlx::query(
        "INSERT INTO notification_choices (player, kind, channel, wanted) \
         SELECT player, ?2, ?3, ?4 FROM accounts WHERE player = ?1 \
         ON CONFLICT (player, kind, channel) DO UPDATE SET wanted = excluded.wanted",
    )
    .bind(player.to_string())
    .bind(kind.name())
    .bind(channel.name())
    .bind(wanted)
    .execute(connection)
    .await?;
    Ok(match chosen.rows_affected() {
        0 => Notified::Missing,
        _ => Notified::Done,
    })
}
