//! Points, counted in half points.

use std::fmt::{self, Display};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub};
use std::str::FromStr;

/// The points of a player or a result, in half points.
///
/// ```
/// use manifold_pairing::Points;
///
/// let score = Points::ONE + Points::HALF;
/// assert_eq!(score.to_string(), "1.5");
/// assert_eq!("1.5".parse(), Ok(score));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(i32);

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);
    /// Half a point.
    pub const HALF: Points = Points(1);
    /// One point.
    pub const ONE: Points = Points(2);

    /// Points from a number of half points.
    #[must_use]
    pub const fn from_halves(halves: i32) -> Points {
        Points(halves)
    }

    /// The number of half points.
    #[must_use]
    pub const fn halves(self) -> i32 {
        self.0
    }

    /// The points as a floating-point number.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / 2.0
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        self.0 += other.0;
    }
}

impl Sub for Points {
    type Output = Points;

    fn sub(self, other: Points) -> Points {
        Points(self.0 - other.0)
    }
}

impl Mul<i32> for Points {
    type Output = Points;

    fn mul(self, times: i32) -> Points {
        Points(self.0 * times)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(all: I) -> Points {
        all.fold(Points::ZERO, Add::add)
    }
}

impl Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let halves = self.0.unsigned_abs();
        let text = format!("{sign}{}.{}", halves / 2, halves % 2 * 5);
        f.pad(&text)
    }
}

/// The error for a text that is not a multiple of half a point from 0 to 9999.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("points are a number such as 2 or 2.5")]
pub struct ParsePointsError;

impl FromStr for Points {
    type Err = ParsePointsError;

    fn from_str(text: &str) -> Result<Points, ParsePointsError> {
        let (whole, half) = match text.split_once('.') {
            None => (text, 0),
            Some((whole, "0")) => (whole, 0),
            Some((whole, "5")) => (whole, 1),
            Some(_) => return Err(ParsePointsError),
        };
        let whole = if whole.is_empty() && half == 1 {
            "0"
        } else {
            whole
        };
        if whole.is_empty() || whole.len() > 4 || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ParsePointsError);
        }
        let whole: i32 = whole.parse().map_err(|_| ParsePointsError)?;
        Ok(Points(2 * whole + half))
    }
}
