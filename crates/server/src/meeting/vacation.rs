//! Vacation: days on which a player's clock stands still in correspondence games.

/// A day, in milliseconds.
pub(crate) const DAY_MS: u64 = 86_400_000;
/// Days of vacation within a year, and how long that is.
pub(crate) const DAYS_A_YEAR: u32 = 30;
pub(crate) const YEAR_MS: u64 = 365 * DAY_MS;

/// A vacation, in milliseconds since 1970. Two with the same beginning are the same one, the later version of which was ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Vacation {
    pub(crate) from: u64,
    pub(crate) until: u64,
}

impl Vacation {
    /// A vacation of `days` days from a moment on.
    pub(crate) fn of_days(from: u64, days: u32) -> Vacation {
        Vacation {
            from,
            until: from + u64::from(days) * DAY_MS,
        }
    }

    /// Whether it lasts at a time.
    pub(crate) fn lasts(&self, now: u64) -> bool {
        (self.from..self.until).contains(&now)
    }

    /// The days of the year's allowance that it takes: each that has begun.
    pub(crate) fn days(&self) -> u32 {
        let days = self.until.saturating_sub(self.from).div_ceil(DAY_MS);
        u32::try_from(days).unwrap_or(u32::MAX).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_day_that_has_begun_is_taken() {
        let of = |until| Vacation { from: 1_000, until }.days();
        assert_eq!(Vacation::of_days(1_000, 7).days(), 7);
        assert_eq!(of(1_000), 1, "ended at once");
        assert_eq!(of(1_000 + DAY_MS), 1);
        assert_eq!(of(1_001 + DAY_MS), 2);
    }
}
