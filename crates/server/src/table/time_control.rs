//! Time controls.

use manifold_ratings::Speed;
use manifold_rules::game::TimeControl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::whole_number::whole;

/// The longest clock, in seconds: a day.
const LONGEST_S: u32 = 86_400;
/// The longest increment or delay, in seconds: an hour.
const LONGEST_INCREMENT_S: u32 = 3_600;
/// The longest correspondence turn, in days.
const LONGEST_DAYS: u32 = 14;

/// A time control.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub(crate) enum ClockChoice {
    /// A time control with a name, as `/variants` lists them.
    Preset {
        /// Its name, such as `blitz`.
        #[schema(pattern = "^(blitz|rapid|standard)$")]
        id: String,
    },
    /// Times of your own choice, in seconds.
    Custom {
        /// For the whole game. Zero requires an increment.
        #[serde(deserialize_with = "whole")]
        #[schema(maximum = 86_400)]
        seconds: u32,
        /// Added after every move.
        #[serde(default, deserialize_with = "whole")]
        #[schema(maximum = 3_600)]
        increment: u32,
        /// Passes at every move before the clock runs down.
        #[serde(default, deserialize_with = "whole")]
        #[schema(maximum = 3_600)]
        delay: u32,
    },
    /// Days for every move.
    Correspondence {
        /// The number of days.
        #[serde(deserialize_with = "whole")]
        #[schema(minimum = 1, maximum = 14)]
        days: u32,
    },
}

/// A time control with a name.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = ClockPreset)]
pub(crate) struct Preset {
    /// Its name in requests.
    pub(crate) id: &'static str,
    /// Its name for people.
    pub(crate) name: &'static str,
    /// In seconds, as PGN writes it.
    pub(crate) control: &'static str,
}

/// The presets. DMChess's regulations name all three; their names for people begin with the speed in which they are rated.
pub(crate) const PRESETS: [Preset; 3] = [
    Preset {
        id: "blitz",
        name: "Blitz 5+3",
        control: "300+3",
    },
    Preset {
        id: "rapid",
        name: "Classical 25+10",
        control: "1500+10",
    },
    Preset {
        id: "standard",
        name: "Classical 40/90+30",
        control: "40/5400:1800",
    },
];

/// Why a time control is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClockError {
    /// There is no preset of that name.
    NoSuchPreset,
    /// More than a day.
    Seconds,
    /// No time at all.
    NoTime,
    /// More than an hour of increment or delay.
    Increment,
    /// Not 1 to 14 days.
    Days,
}

impl ClockChoice {
    /// The preset of this name.
    pub(crate) fn preset(&self) -> Option<&'static Preset> {
        match self {
            ClockChoice::Preset { id } => PRESETS.iter().find(|preset| preset.id == id),
            _ => None,
        }
    }

    /// The speed of the game for ratings, from the times of all periods and the time that each move adds. A delay counts like an increment.
    pub(crate) fn speed(&self) -> Option<Speed> {
        if let ClockChoice::Correspondence { .. } = self {
            return Some(Speed::Correspondence);
        }
        let control = self.control().ok()?;
        let periods = control.periods();
        let base = periods.iter().map(|period| period.time.as_secs()).sum();
        let first = periods.first()?;
        let increment = first.increment + first.delay;
        Some(Speed::of_clock(base, increment.as_secs()))
    }

    /// The time control.
    pub(crate) fn control(&self) -> Result<TimeControl, ClockError> {
        let (text, error) = match self {
            ClockChoice::Preset { .. } => {
                let preset = self.preset().ok_or(ClockError::NoSuchPreset)?;
                (preset.control.to_owned(), ClockError::NoSuchPreset)
            }
            ClockChoice::Custom {
                seconds,
                increment,
                delay,
            } => {
                if *seconds > LONGEST_S {
                    return Err(ClockError::Seconds);
                }
                if *seconds == 0 && *increment == 0 {
                    return Err(ClockError::NoTime);
                }
                if *increment > LONGEST_INCREMENT_S || *delay > LONGEST_INCREMENT_S {
                    return Err(ClockError::Increment);
                }
                let mut text = (*seconds).max(1).to_string();
                if *increment > 0 {
                    text.push_str(&format!("+{increment}"));
                }
                if *delay > 0 {
                    text.push_str(&format!("d{delay}"));
                }
                (text, ClockError::Seconds)
            }
            ClockChoice::Correspondence { days } => {
                if !(1..=LONGEST_DAYS).contains(days) {
                    return Err(ClockError::Days);
                }
                // Nothing is saved from move to move: all of it is delay.
                let delay = u64::from(*days) * 86_400 - 1;
                (format!("1d{delay}"), ClockError::Days)
            }
        };
        text.parse().map_err(|_| error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preset_is_called_by_the_speed_in_which_it_is_rated() {
        for preset in PRESETS {
            let id = preset.id.to_owned();
            let speed = ClockChoice::Preset { id }.speed().expect("a speed");
            let word = preset.name.split(' ').next().expect("a word");
            assert_eq!(word.to_lowercase(), speed.name(), "{}", preset.name);
        }
    }
}
