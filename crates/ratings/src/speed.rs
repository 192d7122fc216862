//! Speeds of games.

use std::fmt::{self, Display};
use std::str::FromStr;

use thiserror::Error;

/// The speed of a game, from its time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Speed {
    /// Under 3 minutes for 40 turns.
    Bullet,
    /// Under 8 minutes.
    Blitz,
    /// Under 25 minutes.
    Rapid,
    /// 25 minutes or more.
    Classical,
    /// Days for each turn.
    Correspondence,
}

impl Speed {
    /// All speeds, the fastest first.
    pub const ALL: [Speed; 5] = [
        Speed::Bullet,
        Speed::Blitz,
        Speed::Rapid,
        Speed::Classical,
        Speed::Correspondence,
    ];

    /// The speed of a time control, by the time available for 40 turns: `base` + 40 x `increment`, both in seconds. In a time
    /// control with several periods `base` is the sum of their times. Any number of days per turn is
    /// [`Speed::Correspondence`].
    ///
    /// ```
    /// use manifold_ratings::Speed;
    ///
    /// assert_eq!(Speed::of_clock(5 * 60, 3), Speed::Blitz);
    /// ```
    #[must_use]
    pub fn of_clock(base: u64, increment: u64) -> Speed {
        match base.saturating_add(increment.saturating_mul(40)) {
            0..180 => Speed::Bullet,
            180..480 => Speed::Blitz,
            480..1_500 => Speed::Rapid,
            1_500.. => Speed::Classical,
        }
    }

    /// Its name in pools and addresses.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
        }
    }

    /// The number of steps between two speeds in the order of [`Speed::ALL`].
    pub(crate) fn distance(self, other: Speed) -> u8 {
        (self as u8).abs_diff(other as u8)
    }
}

impl Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not a speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the speed must be bullet, blitz, rapid, classical or correspondence")]
pub struct ParseSpeedError;

impl FromStr for Speed {
    type Err = ParseSpeedError;

    fn from_str(text: &str) -> Result<Speed, ParseSpeedError> {
        Speed::ALL
            .into_iter()
            .find(|speed| speed.name() == text)
            .ok_or(ParseSpeedError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_between_speeds_are_exact() {
        for (base, increment, speed) in [
            (0, 1, Speed::Bullet),
            (179, 0, Speed::Bullet),
            (60, 2, Speed::Bullet),
            (180, 0, Speed::Blitz),
            (60, 3, Speed::Blitz),
            (479, 0, Speed::Blitz),
            (480, 0, Speed::Rapid),
            (25 * 60, 0, Speed::Classical),
            (1_499, 0, Speed::Rapid),
            (20 * 60, 7, Speed::Rapid),
            (20 * 60, 8, Speed::Classical),
            (25 * 60, 10, Speed::Classical),
            ((90 + 30) * 60, 0, Speed::Classical),
            (u64::MAX, u64::MAX, Speed::Classical),
        ] {
            assert_eq!(
                Speed::of_clock(base, increment),
                speed,
                "{base}+{increment}"
            );
        }
    }

    #[test]
    fn names_are_read_back_and_the_error_lists_all() {
        for speed in Speed::ALL {
            assert_eq!(speed.to_string().parse(), Ok(speed));
            assert!(ParseSpeedError.to_string().contains(speed.name()));
        }
        for text in ["", "Blitz", "blitz ", "lightning"] {
            assert_eq!(text.parse::<Speed>(), Err(ParseSpeedError), "{text}");
        }
    }
}
