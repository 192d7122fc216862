//! Habits: whoever leaves games at their start again and again, or does not come to them, waits before the next pairing.

const MINUTE_MS: u64 = 60_000;
/// For how long a game that was left is remembered, in milliseconds.
pub(crate) const REMEMBERED_MS: u64 = 60 * MINUTE_MS;
/// A game whose opponent aborts it so late, in milliseconds, because the player did not act, was not come to.
pub(crate) const NO_SHOW_MS: u64 = 20_000;
/// So many are nobody's business.
const FREE: u32 = 1;
/// The longest wait, as a power of two of minutes.
const LONGEST: u32 = 5;

/// How a player has lately ended games with other people.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Habits {
    /// Games that the player has aborted, or not come to.
    pub(crate) faults: u32,
    /// When the last of them ended, in milliseconds since 1970.
    pub(crate) last_at: u64,
    /// Games that were played to an end.
    pub(crate) finished: u32,
}

impl Habits {
    /// How long the player waits for the next pairing, in milliseconds: two minutes after the second fault within an hour, and
    /// twice as long for each that follows. A game that was played to its end forgives one.
    pub(crate) fn wait_ms(&self, now: u64) -> u64 {
        let faults = self.faults.saturating_sub(self.finished);
        if faults <= FREE {
            return 0;
        }
        let minutes = 1 << (faults - FREE).min(LONGEST);
        (self.last_at + minutes * MINUTE_MS).saturating_sub(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_doubles_with_each_game_that_was_left_and_is_forgiven_by_games_that_were_played() {
        let wait = |faults, finished| {
            let last_at = 1_000;
            Habits {
                faults,
                last_at,
                finished,
            }
            .wait_ms(1_000)
        };
        let minutes = [0, 0, 2, 4, 8, 16, 32, 32];
        for (faults, minutes) in (0..).zip(minutes) {
            assert_eq!(wait(faults, 0), minutes * MINUTE_MS, "{faults}");
        }
        assert_eq!(wait(4, 1), 4 * MINUTE_MS);
        assert_eq!(wait(4, 3), 0);
    }

    #[test]
    fn the_wait_is_over_some_day() {
        let habits = Habits {
            faults: 3,
            last_at: 0,
            finished: 0,
        };
        assert_eq!(habits.wait_ms(4 * MINUTE_MS - 1), 1);
        assert_eq!(habits.wait_ms(4 * MINUTE_MS), 0);
    }
}
