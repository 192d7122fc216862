//! Time controls.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

/// One period of a time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Period {
    /// The number of moves to be made in it; `None` for the rest of the game.
    pub moves: Option<u32>,
    /// The time that it adds.
    pub time: Duration,
    /// Time added after every move.
    pub increment: Duration,
    /// The delay at every move before the clock runs.
    pub delay: Duration,
}

/// A time control. Displayed as in the `TimeControl` tag of PGN, in seconds: `300+3`,
/// `40/5400:1800`, and with a delay `300d5`.
///
/// ```
/// use manifold_rules::game::TimeControl;
///
/// let standard: TimeControl = "40/5400:1800".parse()?;
/// assert_eq!(standard, TimeControl::standard());
/// assert_eq!(standard.to_string(), "40/5400:1800");
/// # Ok::<(), manifold_rules::game::TimeControlError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// The periods, at least one; copies of the time control share them.
    periods: Arc<[Period]>,
}

/// A text that is not a time control.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "“{0}” is not a time control: write 300+3 (seconds and increment), 40/5400:1800 (40 moves, then the rest) or 300d5 (delay)"
)]
pub struct TimeControlError(pub String);

impl TimeControl {
    /// DMChess's standard: 40 moves in 90 minutes, then 30 minutes for the rest.
    #[must_use]
    pub fn standard() -> TimeControl {
        let mut first = Period::of(5400, 0);
        first.moves = Some(40);
        TimeControl {
            periods: [first, Period::of(1800, 0)].into(),
        }
    }

    /// 25 minutes plus 10 seconds per move.
    #[must_use]
    pub fn rapid() -> TimeControl {
        TimeControl::sudden_death(1500, 10)
    }

    /// 5 minutes plus 3 seconds per move.
    #[must_use]
    pub fn blitz() -> TimeControl {
        TimeControl::sudden_death(300, 3)
    }

    /// `seconds` for the whole game plus `increment` seconds after every move.
    #[must_use]
    pub fn sudden_death(seconds: u64, increment: u64) -> TimeControl {
        TimeControl {
            periods: [Period::of(seconds, increment)].into(),
        }
    }

    /// The periods, at least one. The last one lasts for the rest of the game, or is repeated if it
    /// has a number of moves.
    #[must_use]
    pub fn periods(&self) -> &[Period] {
        &self.periods
    }

    /// The period with this index, or the last one.
    pub(super) fn period(&self, index: usize) -> &Period {
        &self.periods[index.min(self.periods.len() - 1)]
    }
}

impl Period {
    fn of(seconds: u64, increment: u64) -> Period {
        Period {
            moves: None,
            time: Duration::from_secs(seconds),
            increment: Duration::from_secs(increment),
            delay: Duration::ZERO,
        }
    }
}

impl Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, period) in self.periods.iter().enumerate() {
            if i > 0 {
                f.write_str(":")?;
            }
            if let Some(moves) = period.moves {
                write!(f, "{moves}/")?;
            }
            write!(f, "{}", period.time.as_secs_f64())?;
            if !period.increment.is_zero() {
                write!(f, "+{}", period.increment.as_secs_f64())?;
            }
            if !period.delay.is_zero() {
                write!(f, "d{}", period.delay.as_secs_f64())?;
            }
        }
        Ok(())
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let periods: Option<Vec<Period>> = text.split(':').map(read_period).collect();
        periods
            // Only the last period can be without a number of moves.
            .filter(|all| {
                all.iter()
                    .rev()
                    .skip(1)
                    .all(|period| period.moves.is_some())
            })
            .map(|periods| TimeControl {
                periods: periods.into(),
            })
            .ok_or_else(|| TimeControlError(text.chars().take(40).collect()))
    }
}

fn read_period(text: &str) -> Option<Period> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|moves| *moves > 0)?), rest),
        None => (None, text),
    };
    let (rest, delay) = match rest.split_once('d') {
        Some((rest, delay)) => (rest, seconds(delay)?),
        None => (rest, Duration::ZERO),
    };
    let (time, increment) = match rest.split_once('+') {
        Some((time, increment)) => (seconds(time)?, seconds(increment)?),
        None => (seconds(rest)?, Duration::ZERO),
    };
    (!time.is_zero() || !increment.is_zero()).then_some(Period {
        moves,
        time,
        increment,
        delay,
    })
}

/// A number of seconds of at most a year, such as `300` or `0.5`.
fn seconds(text: &str) -> Option<Duration> {
    let plain = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let seconds: f64 = text.parse().ok().filter(|_| plain)?;
    (seconds <= 31_536_000.0).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_round_trip() {
        for text in [
            "300+3",
            "1500+10",
            "40/5400:1800",
            "300d5",
            "0.5",
            "40/5400+30:20/3600:900+10",
        ] {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!(control.to_string(), text);
        }
        assert_eq!("300+3".parse(), Ok(TimeControl::blitz()));
        assert_eq!("1500+10".parse(), Ok(TimeControl::rapid()));
    }

    #[test]
    fn rubbish_is_no_time_control() {
        for text in [
            "",
            "0",
            "abc",
            "0/300",
            "300:300",
            "-5",
            "1e9",
            "300+",
            "inf",
            "NaN",
            "40/:5",
            "99999999999",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
