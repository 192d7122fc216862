//! Whether a player is a bot: asked in the transaction that depends on it, as another window may have made an account one a moment ago.

use sqlx::SqliteConnection;

use crate::ids::PlayerId;
use crate::table::info::Person;

/// Whether a player meant to be a person has become a bot. Checked in the transaction that gives the player a seat: they asked for it as
/// a person, and a player with a seat cannot become a bot.
pub(super) async fn has_bot_by_now(
    connection: &mut SqliteConnection,
    people: impl IntoIterator<Item = &Person>,
) -> Result<bool, sqlx::Error> {
    for person in people.into_iter().filter(|person| !person.bot) {
        if is_bot(connection, person.id).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a player is a bot.
pub(super) async fn is_bot(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<bool, sqlx::Error> {
    let row = sqlx::query("SELECT 1 FROM accounts WHERE player = ? AND bot")
        .bind(player.to_string())
        .fetch_optional(connection)
        .await?;
    Ok(row.is_some())
}
