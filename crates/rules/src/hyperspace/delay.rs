//! Delays of phase-outs.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::error::NotationError;

/// The number of full turns of its player that a piece stays away: 1 to 99.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Delay(u8);

impl Delay {
    /// The shortest delay.
    pub const MIN: Delay = Delay(1);
    /// The longest delay.
    pub const MAX: Delay = Delay(99);

    /// A delay in turns; `None` unless it is 1 to 99.
    #[must_use]
    pub const fn new(turns: u8) -> Option<Delay> {
        if turns >= 1 && turns <= 99 {
            Some(Delay(turns))
        } else {
            None
        }
    }

    /// The number of turns.
    #[must_use]
    pub const fn turns(self) -> u8 {
        self.0
    }

    /// The count-down just after the phase-out.
    pub(super) const fn count_down(self) -> u8 {
        self.0 + 1
    }
}

impl Display for Delay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Delay {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Delay, NotationError> {
        let digits = !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse()
            .ok()
            .filter(|_| digits)
            .and_then(Delay::new)
            .ok_or_else(|| NotationError::new(text, "a delay from 1 to 99"))
    }
}
