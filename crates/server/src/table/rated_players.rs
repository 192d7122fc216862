//! The players of a rated game: who may play one, and with which ratings.

use manifold_ratings::Pool;
use manifold_rules::board::Color;

use super::error::TableError;
use super::info::{GameInfo, Person, Player, ShownRating};
use crate::ids::PlayerId;
use crate::services::Services;
use crate::store::StoreError;

/// Adds the current ratings of the players to a new game, if it is rated.
///
/// # Errors
/// It is rated and one of them has no account, or both are one person; or the database has failed.
pub(crate) async fn with_ratings(
    services: &Services,
    mut info: GameInfo,
) -> Result<GameInfo, TableError> {
    if let Some(pool) = info.pool() {
        if let (Some(white), Some(black)) = (info.white.id(), info.black.id()) {
            must_be_two(services, white, black).await?;
        }
        for color in Color::ALL {
            if let Player::Person(person) = info.player_mut(color) {
                *person = with_rating(services, person.clone(), pool).await?;
            }
        }
    }
    Ok(info)
}

/// Makes sure that two players of a rated game are not known to be one person.
///
/// # Errors
/// They are, or the database has failed.
pub(crate) async fn must_be_two(
    services: &Services,
    one: PlayerId,
    other: PlayerId,
) -> Result<(), TableError> {
    match services.store.one_person(one).await?.contains(&other) {
        true => Err(TableError::OnePerson),
        false => Ok(()),
    }
}

/// A person who takes a side of a game in this pool, with the current rating.
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

/// A player's rating of this moment in a pool.
///
/// # Errors
/// The database has failed.
pub(crate) async fn shown_rating(
    services: &Services,
    player: PlayerId,
    pool: Pool,
) -> Result<ShownRating, StoreError> {
    let now = services.system.now_ms();
    let ratings = services.store.ratings(player).await?;
    Ok(ShownRating::of(&ratings.in_pool(pool, now), now))
}
