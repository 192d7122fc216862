//! Clocks: what is left, when a flag falls, what is shown of it.

use std::time::Duration;

use manifold_rules::board::Color;

use super::GameState;
use crate::table::view::ClockView;

/// Of the time left the engine uses this part for one action.
const ENGINE_SHARE: u64 = 40;
/// The least that the engine thinks, in milliseconds.
const ENGINE_LEAST_MS: u64 = 5;

impl GameState {
    /// When the running clock will be at zero, in milliseconds since 1970, as far as is known now.
    pub(crate) fn deadline(&self, now: u64) -> Option<u64> {
        let clock = self.clock.as_ref()?;
        let color = clock.running()?;
        let at = self.served(now);
        let left = clock.remaining(color, at) + clock.delay_left(color, at);
        Some(now + u64::try_from(left.as_millis()).unwrap_or(u64::MAX / 2) + 1)
    }

    /// The player whose time has run out.
    pub(crate) fn flagged(&self, now: u64) -> Option<Color> {
        let clock = self.clock.as_ref()?;
        clock.running()?;
        clock.flagged(self.served(now))
    }

    /// What `color` has left, in milliseconds.
    pub(super) fn left(&self, color: Color, at: u64) -> Option<u64> {
        let clock = self.clock.as_ref()?;
        let at = self.served(at);
        let mut left = clock.remaining(color, at);
        if self.info.is_correspondence() {
            left += clock.delay_left(color, at);
        }
        Some(u64::try_from(left.as_millis()).unwrap_or(u64::MAX))
    }

    /// How long the engine may think, in milliseconds, if a clock runs.
    pub(crate) fn engine_time(&self, color: Color, now: u64) -> Option<u64> {
        self.clock.as_ref()?.running()?;
        Some((self.left(color, now)? / ENGINE_SHARE).max(ENGINE_LEAST_MS))
    }

    /// The clocks as they stand now.
    pub(crate) fn clock_view(&self, now: u64) -> Option<ClockView> {
        let clock = self.clock.as_ref()?;
        let choice = self.info.clock.clone()?;
        let control = clock.control();
        let first = control.periods().first()?;
        let running = clock.running();
        let delay = match running {
            Some(color) if !self.info.is_correspondence() => {
                clock.delay_left(color, self.served(now))
            }
            _ => Duration::ZERO,
        };
        Some(ClockView {
            choice,
            white_ms: self.left(Color::White, now)?,
            black_ms: self.left(Color::Black, now)?,
            running,
            control: control.to_string(),
            increment_ms: first.increment.as_millis() as u64,
            delay_ms: delay.as_millis() as u64,
            lag_ms: self.lag,
            at: now,
        })
    }
}
