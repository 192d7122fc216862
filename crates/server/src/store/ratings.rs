//! Stored ratings: a log of results, and everything derived from it.

use manifold_ratings::{LevelRating, Pool, PoolRating, Score, first_rating};

use crate::ids::GameId;

/// All ratings of a player.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct PlayerRatings(pub(crate) Vec<(Pool, PoolRating)>);

impl PlayerRatings {
    /// The rating in a pool or, without one, the initial rating there at a time in milliseconds since 1970.
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

/// The opponent in a rated game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RatedOpponent {
    /// A person, by their current name.
    Person(String),
    /// A level of the engine.
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
    /// The engine's level, and the rating that it had in this game.
    pub(crate) machine: Option<(u8, LevelRating)>,
    pub(crate) white: Option<RatingChange>,
    pub(crate) black: Option<RatingChange>,
}

/// An account on a leaderboard.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ranked {
    pub(crate) username: String,
    /// Whether a program plays with it.
    pub(crate) is_bot: bool,
    pub(crate) rating: PoolRating,
}

/// The best accounts of a pool, and the ratings of all that are ranked in it, highest first.
pub(crate) type Ranking = (Vec<Ranked>, Vec<f64>);

/// Why all ratings are recomputed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Correction {
    /// To make sure that they agree with the log.
    Recompute,
    /// A result no longer counts, from a time (milliseconds since 1970) on.
    Annul { game: GameId, at: u64 },
    /// An annulled result counts again.
    Restore { game: GameId },
}

/// The result of recomputing all ratings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Corrected {
    /// Whether there was anything to do. There is not if a game has no rated result to annul, or was annulled before.
    pub(crate) is_done: bool,
    /// Players who have ratings.
    pub(crate) players: usize,
    /// Ratings of all these players.
    pub(crate) ratings: usize,
    /// Ratings whose stored value was different.
    pub(crate) differed: usize,
}
