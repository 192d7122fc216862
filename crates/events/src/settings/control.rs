//! Time controls of events.

use serde::{Deserialize, Serialize};

use super::problem::SettingsProblem;

/// A time control (Regulations, section 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum Control {
    /// 90 minutes for 40 moves, then 30 minutes for the rest.
    Standard,
    /// 25 minutes and 10 seconds a move.
    Rapid,
    /// 5 minutes and 3 seconds a move.
    Blitz,
    /// Any other time control.
    Custom {
        /// The initial time in seconds, up to a day.
        seconds: u32,
        /// The increment in seconds, up to an hour.
        #[serde(default)]
        increment: u32,
        /// The delay before the clock runs on each move, in seconds, up to an hour.
        #[serde(default)]
        delay: u32,
    },
}

impl Control {
    /// The default time in minutes: 15 for standard, 5 for rapid, 2 for blitz (Regulations, section 3). Other controls are
    /// standard, rapid or blitz by the time for 60 moves, as FIDE divides them: an hour or more, more than 10 minutes, or less.
    #[must_use]
    pub fn default_minutes(self) -> u64 {
        match self {
            Control::Standard => 15,
            Control::Rapid => 5,
            Control::Blitz => 2,
            Control::Custom {
                seconds,
                increment,
                delay,
            } => match u64::from(seconds) + 60 * (u64::from(increment) + u64::from(delay)) {
                ..=600 => 2,
                601..3_600 => 5,
                _ => 15,
            },
        }
    }

    pub(super) fn check(self) -> Result<(), SettingsProblem> {
        let Control::Custom {
            seconds,
            increment,
            delay,
        } = self
        else {
            return Ok(());
        };
        let possible = seconds <= 86_400 && increment <= 3_600 && delay <= 3_600;
        if possible && (seconds > 0 || increment > 0) {
            Ok(())
        } else {
            Err(SettingsProblem::Control)
        }
    }
}
