//! Time management: how long to think about one action.

use std::time::{Duration, Instant};

use crate::options::Limits;

/// Turns that the game is expected to last from now on.
const HORIZON: u32 = 32;
/// Time between the end of the search and the stop of the clock.
const OVERHEAD: Duration = Duration::from_millis(15);

/// The soft limit, after which no further iteration starts, and the hard limit, at which the running one is broken off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TimeManager {
    began: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl TimeManager {
    /// The soft and the hard time limit of a decision that begins now.
    pub(crate) fn new(limits: &Limits) -> TimeManager {
        let mut time = TimeManager {
            began: Instant::now(),
            soft: None,
            hard: limits.time,
        };
        if let Some(clock) = limits.clock {
            let turns = clock.moves_to_go.unwrap_or(HORIZON).clamp(1, HORIZON);
            // A sixteenth is held in reserve: no action is worse than a loss on time.
            let left = clock.remaining.saturating_sub(OVERHEAD);
            let most = left - left / 16;
            let share = left / turns + clock.increment * 3 / 4;
            let hard = (share * 4).min(if turns == 1 { most } else { left * 2 / 5 });
            let hard = hard.max(Duration::from_millis(1));
            time.soft = Some((share * 7 / 10).min(hard));
            time.hard = Some(limits.time.map_or(hard, |time| time.min(hard)));
        }
        time
    }

    /// The moment at which the search is broken off.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.hard.and_then(|hard| self.began.checked_add(hard))
    }

    /// Whether to start no further iteration. `stable` is the number of iterations in a row with the same best
    /// action.
    pub(crate) fn is_soft_limit_reached(&self, stable: u32) -> bool {
        // Spend more time while the best action keeps changing.
        let percent = match stable {
            0 => 160,
            1 => 120,
            2..=4 => 100,
            _ => 75,
        };
        self.soft
            .is_some_and(|soft| self.elapsed() >= soft * percent / 100)
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// The hard limit, if there is one.
    pub(crate) fn hard_limit(&self) -> Option<Duration> {
        self.hard
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Clock;

    fn times(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> (Duration, Duration) {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let time = TimeManager::new(&Limits::clock(clock));
        (
            time.soft.expect("a clock sets both limits"),
            time.hard.expect("a clock sets both limits"),
        )
    }

    #[test]
    fn a_clock_is_never_used_up() {
        for remaining in [0, 1, 10, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 100, 10_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(5), Some(40)] {
                    let (soft, hard) = times(remaining, increment, moves_to_go);
                    assert!(soft <= hard);
                    assert!(hard <= Duration::from_millis(remaining.max(1)));
                }
            }
        }
    }

    #[test]
    fn more_time_is_used_when_there_is_more() {
        assert!(times(60_000, 0, None) > times(30_000, 0, None));
        assert!(times(60_000, 1_000, None) > times(60_000, 0, None));
        assert!(times(60_000, 0, Some(5)) > times(60_000, 0, Some(30)));
        assert!(times(60_000, 0, Some(1)).1 >= Duration::from_secs(50));
    }

    #[test]
    fn a_fixed_time_is_used_to_the_end() {
        let time = TimeManager::new(&Limits::time(Duration::from_millis(5)));
        assert_eq!(time.hard_limit(), Some(Duration::from_millis(5)));
        assert!(!time.is_soft_limit_reached(100));
        let none = TimeManager::new(&Limits::nodes(5));
        assert_eq!((none.hard_limit(), none.deadline()), (None, None));
    }
}
