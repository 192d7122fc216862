//! Deadlines and time limits.

use crate::settings::MINUTE;

/// The time to appeal, in milliseconds (Regulations, section 5).
pub const APPEAL_MS: u64 = 30 * MINUTE;
/// The longest that a call stops the clocks, in milliseconds (Regulations, section 4).
pub const CALL_MS: u64 = 10 * MINUTE;
/// The longest that a call stops the clocks in an arena, where time goes on for everybody else and for the opponent.
pub const ARENA_CALL_MS: u64 = 2 * MINUTE;

/// The longest that a resumed or replayed game waits for its players, in milliseconds (Regulations, section 4).
pub const RESTART_MS: u64 = 5 * MINUTE;

/// The shortest time between two pairings of a player in an arena, in milliseconds: a player who keeps losing at once gets no more than
/// two games a minute.
pub const ARENA_PACE_MS: u64 = MINUTE / 2;

/// The times in which the server was down, as starts and ends in milliseconds since 1970, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outages(Vec<(u64, u64)>);

impl Outages {
    /// The end of the last one.
    pub(crate) fn last_end(&self) -> u64 {
        self.0.last().map_or(0, |last| last.1)
    }

    pub(crate) fn push(&mut self, from: u64, to: u64) {
        self.0.push((from, to));
    }

    /// The last millisecond that is in time if somebody has `length` milliseconds from `start` on; time in which the server was down is
    /// added.
    pub(crate) fn deadline(&self, start: u64, length: u64) -> u64 {
        let mut end = start.saturating_add(length);
        for &(from, to) in &self.0 {
            if to > start && from <= end {
                end = end.saturating_add(to - from.max(start));
            }
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_in_which_the_server_did_not_run_is_added() {
        let mut outages = Outages::default();
        assert_eq!(outages.deadline(100, 50), 150);
        outages.push(10, 20);
        assert_eq!(outages.deadline(100, 50), 150, "before");
        outages.push(90, 110);
        assert_eq!(outages.deadline(100, 50), 160, "what lies within counts");
        outages.push(160, 200);
        assert_eq!(
            outages.deadline(100, 50),
            200,
            "the last millisecond was lost"
        );
        outages.push(201, 300);
        assert_eq!(outages.deadline(100, 50), 200, "after");
    }
}
