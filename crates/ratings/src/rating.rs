//! Ratings, and the expected scores that follow from them.

use std::f64::consts::PI;

use libm::exp;

use crate::error::{Quantity, RatingError};
use crate::score::Score;

/// Points of the usual scale in one unit of Glicko-2's own (the paper's step 2).
pub(crate) const SCALE: f64 = 173.7178;

/// The system constant: how far results may change the volatility.
pub const TAU: f64 = 0.75;

/// A player's strength and its uncertainty. A plain value: functions that take one check it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The estimate, on the usual scale on which players begin at 1500.
    pub rating: f64,
    /// The rating deviation (RD), in points: the player's strength lies within two deviations with 95 % probability.
    pub deviation: f64,
    /// How much the strength changes in one rating period, in Glicko-2's unit of 173.7178 points.
    pub volatility: f64,
}

impl Rating {
    /// The rating of a player of whom nothing is known.
    pub const START: Rating = Rating {
        rating: 1500.0,
        deviation: Rating::MAX_DEVIATION,
        volatility: 0.09,
    };
    /// The lower limit of ratings.
    pub const MIN_RATING: f64 = 400.0;
    /// The lower limit of RD.
    pub const MIN_DEVIATION: f64 = 45.0;
    /// The upper limit of RD.
    pub const MAX_DEVIATION: f64 = 500.0;
    /// The upper limit of volatility.
    pub const MAX_VOLATILITY: f64 = 0.1;
    /// The RD from which on a rating is provisional.
    pub const PROVISIONAL_DEVIATION: f64 = 110.0;
    /// The highest RD of a rating on the leaderboard, which also requires a recent game.
    pub const RANKED_DEVIATION: f64 = 75.0;

    /// A rating.
    ///
    /// # Errors
    /// A number is out of its [range](Quantity::range).
    pub fn new(rating: f64, deviation: f64, volatility: f64) -> Result<Rating, RatingError> {
        Rating {
            rating,
            deviation,
            volatility,
        }
        .checked()
    }

    pub(crate) fn checked(self) -> Result<Rating, RatingError> {
        Quantity::Rating.check(self.rating)?;
        Quantity::Deviation.check(self.deviation)?;
        Quantity::Volatility.check(self.volatility)?;
        Ok(self)
    }

    /// Whether the rating is shown with `?`, because little is known about the player. Call it on the rating as of now
    /// ([`PoolRating::as_of`](crate::PoolRating::as_of)).
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.deviation >= Rating::PROVISIONAL_DEVIATION
    }

    /// The rating in Glicko-2's scale.
    pub(crate) fn mu(&self) -> f64 {
        (self.rating - 1500.0) / SCALE
    }

    /// The deviation in Glicko-2's scale.
    pub(crate) fn phi(&self) -> f64 {
        self.deviation / SCALE
    }

    /// The rating after some periods without a game, by the paper's step 6. Nothing is clamped.
    pub(crate) fn grown(self, periods: f64) -> Rating {
        let (phi, sigma) = (self.phi(), self.volatility);
        Rating {
            deviation: SCALE * (phi * phi + periods * sigma * sigma).sqrt(),
            ..self
        }
    }

    /// The rating clamped to the limits for players.
    pub(crate) fn clamped(self) -> Rating {
        Rating {
            rating: self.rating.max(Rating::MIN_RATING),
            deviation: self
                .deviation
                .clamp(Rating::MIN_DEVIATION, Rating::MAX_DEVIATION),
            volatility: self.volatility.min(Rating::MAX_VOLATILITY),
        }
    }
}

/// A game from the point of view of one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// The opponent's rating.
    pub rating: f64,
    /// The opponent's RD.
    pub deviation: f64,
    /// The player's score.
    pub score: Score,
}

impl Encounter {
    /// A game.
    ///
    /// # Errors
    /// A number is out of its [range](Quantity::range).
    pub fn new(rating: f64, deviation: f64, score: Score) -> Result<Encounter, RatingError> {
        Encounter {
            rating,
            deviation,
            score,
        }
        .checked()
    }

    pub(crate) fn checked(self) -> Result<Encounter, RatingError> {
        Quantity::Rating.check(self.rating)?;
        Quantity::Deviation.check(self.deviation)?;
        Ok(self)
    }
}

/// The weight of a rating difference if the ratings are uncertain by `phi`: the paper's g.
pub(crate) fn g(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

pub(crate) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + exp(-x))
}

/// The expected score of the first player against the second, between 0 and 1. It takes the deviations of both into account, as
/// in Glickman's *The Glicko system*.
///
/// # Errors
/// A number is out of its [range](Quantity::range).
pub fn expected_score(first: Rating, second: Rating) -> Result<f64, RatingError> {
    let (first, second) = (first.checked()?, second.checked()?);
    let (one, other) = (first.phi(), second.phi());
    let phi = (one * one + other * other).sqrt();
    Ok(logistic(g(phi) * (first.mu() - second.mu())))
}
