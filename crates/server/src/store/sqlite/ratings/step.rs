//! One step of recomputing all ratings: what the writer stores at once.

use manifold_ratings::{Change, Pool, PoolRating};

use crate::ids::PlayerId;

/// The key of a result's effect on a player: the result's number, the player, and the pool.
pub(super) type Place = (i64, PlayerId, Pool);

/// The writes of one step.
#[derive(Debug, Default)]
pub(in crate::store::sqlite) struct Step {
    /// The effects of results on players; nothing if they do not count.
    pub(super) history: Vec<(Place, Option<Change>)>,
    /// Ratings; nothing where nobody has played.
    pub(super) ratings: Vec<(PlayerId, Pool, Option<PoolRating>)>,
    /// For the last step: the highest result number and the number of marks that it is based on.
    pub(super) last: Option<(i64, i64)>,
}
