//! Rated games: what counts, where, and for whom.

use manifold_ratings::{Pool, Score};

use super::error::TableError;
use super::info::{Person, ShownRating};
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

/// Somebody who takes a side of a game in a pool, with the rating of this moment.
///
/// # Errors
/// They have no account, or the database has failed.
pub(crate) async fn with_rating(
    services: &Services,
    person: Person,
    pool: Pool,
) -> Result<Person, TableError> {
    if !person.account {
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
