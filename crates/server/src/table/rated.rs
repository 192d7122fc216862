//! Rated games: what counts, where, and for whom.

use manifold_ratings::{Pool, Score};
use manifold_rules::board::Color;
use manifold_rules::variant::VariantId;

use super::error::TableError;
use super::info::{GameInfo, Person, Player, ShownRating};
use super::time_control::ClockChoice;
use crate::games::rated_game;
use crate::ids::PlayerId;
use crate::services::Services;

/// The result of a rated game that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RatedResult {
    pub(crate) pool: Pool,
    pub(crate) white: PlayerId,
    pub(crate) black: PlayerId,
    /// White's.
    pub(crate) score: Score,
}

/// Where the result of a game counts, if it is rated.
pub(crate) fn pool(variant: VariantId, clock: Option<&ClockChoice>, rated: bool) -> Option<Pool> {
    let clock = clock.filter(|_| rated)?;
    Some(Pool {
        game: rated_game(variant),
        speed: clock.speed()?,
    })
}

/// A new game whose players have, if it is rated, the ratings of this moment.
///
/// # Errors
/// It is rated and one of them has no account, or the database has failed.
pub(crate) async fn with_ratings(
    services: &Services,
    mut info: GameInfo,
) -> Result<GameInfo, TableError> {
    if let Some(pool) = info.pool() {
        for color in Color::ALL {
            if let Player::Person(person) = info.player_mut(color) {
                *person = with_rating(services, person.clone(), pool).await?;
            }
        }
    }
    Ok(info)
}

/// Somebody who takes a side of a game in a pool, with the rating of this moment.
///
/// # Errors
/// They have no account, or the database has failed.
pub(crate) async fn with_rating(
    services: &Services,
    person: Person,
    pool: Pool,
) -> Result<Person, TableError> {
    // It may have been deleted since.
    let sessions = &services.people.sessions;
    if !person.account || !sessions.has_account(&*services.store, person.id).await? {
        return Err(TableError::NoAccount);
    }
    let now = services.system.now_ms();
    let ratings = services.store.ratings(person.id).await?;
    let rating = ShownRating::of(&ratings.in_pool(pool, now), now);
    Ok(Person {
        rating: Some(rating),
        ..person
    })
}
