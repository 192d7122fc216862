//! Limits of the searches in a contest.

use std::str::FromStr;
use std::time::Duration;

use manifold_engine::{Clock, Limits};
use thiserror::Error;

/// The limit within which a player must find its action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchLimit {
    /// A number of nodes for each action. The only limit at which the same seed gives the same games.
    Nodes(u64),
    /// A time for each action.
    MoveTime(Duration),
    /// A clock for the game.
    Clock(ContestClock),
    /// Only the player's own limits: for levels, which have built-in ones.
    Own,
}

/// A time control: `10+0.1` is ten seconds with an increment of a tenth, `40/60` a minute for every forty turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContestClock {
    /// Time at the start, and again after `turns` turns.
    pub base: Duration,
    /// Increment for each turn.
    pub increment: Duration,
    /// Turns for which the time is meant; `None` for all.
    pub turns: Option<u32>,
}

/// A time control that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "“{0}” should be seconds, with seconds for every turn after a +, such as 10+0.1 or 40/60+0.5"
)]
pub struct ContestClockError(String);

impl FromStr for ContestClock {
    type Err = ContestClockError;

    fn from_str(text: &str) -> Result<ContestClock, ContestClockError> {
        let seconds = |text: &str| {
            let plain = text
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.');
            let value: f64 = text.parse().ok().filter(|_| plain)?;
            (value <= 1e6).then(|| Duration::from_secs_f64(value))
        };
        let read = || {
            let (turns, rest) = match text.split_once('/') {
                Some((turns, rest)) => (Some(turns.parse().ok().filter(|turns| *turns > 0)?), rest),
                None => (None, text),
            };
            let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
            let control = ContestClock {
                base: seconds(base)?,
                increment: seconds(increment)?,
                turns,
            };
            (!control.base.is_zero()).then_some(control)
        };
        read().ok_or_else(|| ContestClockError(text.chars().take(40).collect()))
    }
}

/// The clock of one player.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Running {
    limit: SearchLimit,
    pub(crate) remaining: Duration,
    turns: u32,
}

/// Overstepping the clock by this much is forgiven: a busy machine is not the player's fault.
const GRACE: Duration = Duration::from_millis(30);

impl Running {
    pub(crate) fn new(limit: SearchLimit) -> Running {
        let remaining = match limit {
            SearchLimit::Clock(control) => control.base,
            _ => Duration::ZERO,
        };
        Running {
            limit,
            remaining,
            turns: 0,
        }
    }

    /// The limits for the next action.
    pub(crate) fn limits(&self) -> Limits {
        match self.limit {
            SearchLimit::Nodes(nodes) => Limits::nodes(nodes),
            SearchLimit::MoveTime(time) => Limits::time(time),
            SearchLimit::Own => Limits::default(),
            SearchLimit::Clock(control) => Limits::clock(Clock {
                remaining: self.remaining,
                increment: control.increment,
                moves_to_go: control.turns.map(|turns| turns - self.turns % turns),
            }),
        }
    }

    /// Charges `time` for an action; `completes` says whether it completes a turn. Returns false if the flag has fallen.
    pub(crate) fn use_up(&mut self, time: Duration, completes: bool) -> bool {
        let SearchLimit::Clock(control) = self.limit else {
            return true;
        };
        if time > self.remaining + GRACE {
            self.remaining = Duration::ZERO;
            return false;
        }
        self.remaining = self.remaining.saturating_sub(time);
        if completes {
            self.turns += 1;
            self.remaining += control.increment;
            if control
                .turns
                .is_some_and(|turns| self.turns.is_multiple_of(turns))
            {
                self.remaining += control.base;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read() {
        let control: ContestClock = "40/60+0.5".parse().expect("a control");
        assert_eq!(control.turns, Some(40));
        assert_eq!(control.base, Duration::from_secs(60));
        assert_eq!(control.increment, Duration::from_millis(500));
        assert_eq!(
            "10".parse::<ContestClock>().map(|c| c.base),
            Ok(Duration::from_secs(10))
        );
        for text in [
            "", "+1", "0", "0/10", "x", "10+", "10+-1", "-5", "1e3", "inf", "NaN", "1/2/3", "💥",
        ] {
            assert!(text.parse::<ContestClock>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_counts_turns_and_flags() {
        let mut clock = Running::new(SearchLimit::Clock("2/10+1".parse().expect("a control")));
        assert!(clock.use_up(Duration::from_secs(4), true));
        assert_eq!(clock.remaining, Duration::from_secs(7));
        assert_eq!(clock.limits().clock.and_then(|c| c.moves_to_go), Some(1));
        assert!(clock.use_up(Duration::from_secs(1), false));
        assert!(clock.use_up(Duration::ZERO, true));
        assert_eq!(clock.remaining, Duration::from_secs(17));
        assert!(!clock.use_up(Duration::from_secs(18), true));
        assert!(Running::new(SearchLimit::Nodes(1)).use_up(Duration::from_secs(900), true));
    }
}
