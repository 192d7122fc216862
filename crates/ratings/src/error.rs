//! Errors in the computation of ratings.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;

use thiserror::Error;

/// The kind of an input number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The rating itself.
    Rating,
    /// The rating deviation (RD).
    Deviation,
    /// The volatility.
    Volatility,
    /// The system constant tau.
    Tau,
}

impl Quantity {
    /// The permitted range. Within these limits no step overflows, underflows or divides by zero; they are far wider than any
    /// values that players reach.
    #[must_use]
    pub fn range(self) -> RangeInclusive<f64> {
        match self {
            Quantity::Rating => -10_000.0..=10_000.0,
            Quantity::Deviation => 0.01..=10_000.0,
            Quantity::Volatility => 0.000_001..=10.0,
            Quantity::Tau => 0.001..=10.0,
        }
    }

    /// The value, if it is in the range. Infinities and NaN never are.
    pub(crate) fn check(self, value: f64) -> Result<f64, RatingError> {
        if self.range().contains(&value) {
            Ok(value)
        } else {
            Err(RatingError {
                quantity: self,
                value,
            })
        }
    }
}

impl Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Quantity::Rating => "rating",
            Quantity::Deviation => "RD",
            Quantity::Volatility => "volatility",
            Quantity::Tau => "tau",
        })
    }
}

/// A number is out of its [range](Quantity::range).
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("{quantity} must be from {} to {}, not {value:?}", quantity.range().start(), quantity.range().end())]
pub struct RatingError {
    /// The kind of number.
    pub quantity: Quantity,
    /// The value that was given.
    pub value: f64,
}

/// Why a result cannot be rated.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum LedgerError {
    /// Both sides are the same player.
    #[error("both sides are the same player")]
    SamePlayer,
    /// Both sides are machines, whose ratings are fixed.
    #[error("a game of two machines is not rated")]
    TwoMachines,
    /// A machine's rating is out of range.
    #[error(transparent)]
    Rating(#[from] RatingError),
}
