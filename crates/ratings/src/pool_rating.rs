//! The data kept about a player in a pool, and how one game changes it.

use crate::error::RatingError;
use crate::glicko::rate;
use crate::rating::{Encounter, Rating, TAU};
use crate::score::Score;

/// Rating periods in a day: a period is 4.665 days.
const PERIODS_PER_DAY: f64 = 0.21436;
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
/// Time since the last rated game after which a player leaves the leaderboard, in milliseconds.
pub const RANKED_MS: u64 = 30 * DAY_MS;

/// Maximum number of rated games against the machine in a pool.
pub const PLACEMENT_GAMES: u32 = 10;

/// A player in a pool: all that has to be kept to rate the next game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoolRating {
    /// The rating as the last rated game left it.
    pub rating: Rating,
    /// The end of that game, in milliseconds since 1970. `None` before the first.
    pub last_played: Option<u64>,
    /// Number of rated games, including those against the machine.
    pub games: u32,
    /// Rated games against the machine.
    pub placement_games: u32,
}

impl PoolRating {
    /// A player of whom nothing is known in any speed of the game; otherwise see [`first_rating`](crate::first_rating).
    pub const START: PoolRating = PoolRating::unplayed(Rating::START);

    /// A rating in a pool in which the player has not had a rated game yet.
    #[must_use]
    pub const fn unplayed(rating: Rating) -> PoolRating {
        PoolRating {
            rating,
            last_played: None,
            games: 0,
            placement_games: 0,
        }
    }

    /// The rating at a time (milliseconds since 1970): RD has grown since the last rated game, by fractions of a rating
    /// period. It does not grow before the first rated game, nor at a time before the last one, as when a clock was set back.
    ///
    /// The result is clamped to the limits of RD, so that what is shown is what the next game is computed with: a player who has not
    /// played for years is as unknown as a new player, but not more so.
    #[must_use]
    pub fn as_of(&self, now: u64) -> Rating {
        let elapsed = self
            .last_played
            .map_or(0, |last_played| now.saturating_sub(last_played));
        let periods = elapsed as f64 * PERIODS_PER_DAY / DAY_MS as f64;
        self.rating.grown(periods).clamped()
    }

    /// Whether the player is on the pool's leaderboard: the RD is low enough, and there was a rated game in the last 30 days.
    #[must_use]
    pub fn is_ranked(&self, now: u64) -> bool {
        let lately = |last_played| now.saturating_sub(last_played) <= RANKED_MS;
        self.last_played.is_some_and(lately)
            && self.as_of(now).deviation <= Rating::RANKED_DEVIATION
    }

    /// The change by a game that ended at the time `at`.
    fn played(
        &self,
        opponent: Encounter,
        is_placement: bool,
        at: u64,
    ) -> Result<Change, RatingError> {
        self.rating.checked()?;
        let before = self.as_of(at);
        // No growth for the game itself: RD has grown by the time that has passed.
        let after = rate(before, &[opponent], TAU, 0.0)?.clamped();
        Ok(Change {
            before,
            after: PoolRating {
                rating: after,
                last_played: self.last_played.max(Some(at)),
                games: self.games.saturating_add(1),
                placement_games: self.placement_games.saturating_add(is_placement.into()),
            },
        })
    }
}

/// The change of a player's rating by a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The rating from which the game was computed: the rating before it, with RD as of the end of the game.
    pub before: Rating,
    /// The new rating.
    pub after: PoolRating,
}

/// A rating that no game changes: the rating of one of the machine's levels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FixedRating {
    /// The rating, as it was measured.
    pub rating: f64,
    /// How uncertain the measurement is, as RD.
    pub deviation: f64,
}

/// Rates a game between two players that ended at the time `at` (milliseconds since 1970): one rating period for both, each computed
/// from both ratings before the game, as of that time. `score` is White's; otherwise colours make no difference. The first change is
/// White's.
///
/// # Errors
/// A number is out of [range](crate::Quantity::range).
pub fn rate_game(
    white: &PoolRating,
    black: &PoolRating,
    score: Score,
    at: u64,
) -> Result<[Change; 2], RatingError> {
    let against = |opponent: &PoolRating, score| {
        let opponent = opponent.as_of(at);
        Encounter {
            rating: opponent.rating,
            deviation: opponent.deviation,
            score,
        }
    };
    Ok([
        white.played(against(black, score), false, at)?,
        black.played(against(white, score.reversed()), false, at)?,
    ])
}

/// Rates a game against the machine, whose rating does not change. `score` is the player's. [`placement_allowed`] decides before
/// the game whether it may be rated.
///
/// # Errors
/// A number is out of [range](crate::Quantity::range).
pub fn rate_placement(
    player: &PoolRating,
    machine: FixedRating,
    score: Score,
    at: u64,
) -> Result<Change, RatingError> {
    let encounter = Encounter {
        rating: machine.rating,
        deviation: machine.deviation,
        score,
    };
    player.played(encounter, true, at)
}

/// Whether a game against the machine may be rated: the player's rating (as of now) is provisional, and fewer than
/// [`PLACEMENT_GAMES`] have been played in this pool.
#[must_use]
pub fn placement_allowed(rating: &Rating, placement_games: u32) -> bool {
    rating.is_provisional() && placement_games < PLACEMENT_GAMES
}

#[cfg(test)]
mod tests;
