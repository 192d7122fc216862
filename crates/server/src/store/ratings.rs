//! Stored ratings: a log of results, and all that follows from it.

use manifold_ratings::{LevelRating, Pool, PoolRating, Score, first_rating};

use crate::ids::GameId;

/// All ratings of a player.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct PlayerRatings(pub(crate) Vec<(Pool, PoolRating)>);

impl PlayerRatings {
    /// The rating in a pool, or the one to begin with there at a time, in milliseconds since 1970.
    pub(crate) fn in_pool(&self, pool: Pool, now: u64) -> PoolRating {
        let PlayerRatings(ratings) = self;
        let known = ratings.iter().find(|(other, _)| *other == pool);
        known.map_or_else(
            || {
                let same_game = ratings.iter().filter(|(other, _)| other.game == pool.game);
                let speeds = same_game.map(|(other, rating)| (other.speed, *rating));
                first_rating(pool.speed, speeds, now)
            },
            |(_, rating)| *rating,
        )
    }
}

/// The change of a rating by a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct RatingChange {
    pub(crate) rating_before: f64,
    pub(crate) deviation_before: f64,
    pub(crate) rating: f64,
    pub(crate) deviation: f64,
}

/// Against whom a rated game was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RatedOpponent {
    /// A person, by the name that they have now.
    Person(String),
    /// A level of the machine.
    Machine(u8),
}

/// A rated game of a player.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HistoryEntry {
    pub(crate) game: GameId,
    /// The time of its end, in milliseconds since 1970.
    pub(crate) at: u64,
    pub(crate) opponent: RatedOpponent,
    /// The player's score.
    pub(crate) score: Score,
    pub(crate) change: RatingChange,
}

/// A rated game and its effect on both players: none if it was annulled, and none on the engine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ResultOf {
    pub(crate) pool: Pool,
    pub(crate) is_annulled: bool,
    /// The level against which it was, and the rating that the level had in it.
    pub(crate) machine: Option<(u8, LevelRating)>,
    pub(crate) white: Option<RatingChange>,
    pub(crate) black: Option<RatingChange>,
}

/// An account on a leaderboard.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ranked {
    pub(crate) username: String,
    /// Whether a program plays for it.
    pub(crate) is_bot: bool,
    pub(crate) rating: PoolRating,
}

/// The best of a pool, and the ratings of all that are ranked in it, the highest first.
pub(crate) type Ranking = (Vec<Ranked>, Vec<f64>);

/// Why all ratings are recomputed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Correction {
    /// To be sure that they are what the log says.
    Recompute,
    /// A result does not count any more, from a time (milliseconds since 1970) on.
    Annul { game: GameId, at: u64 },
    /// A result that was annulled counts again.
    Restore { game: GameId },
}

/// The result of recomputing all ratings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Corrected {
    /// Whether there was anything to do. There is not if a game has no rated result to annul, or was annulled before.
    pub(crate) is_done: bool,
    /// Players who have ratings.
    pub(crate) players: usize,
    /// Ratings of all of them.
    pub(crate) ratings: usize,
    /// Ratings whose stored value was different.
    pub(crate) differed: usize,
}
