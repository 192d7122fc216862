//! Clocks: what is left, when a flag falls, what is shown of it.

use std::time::Duration;

use manifold_rules::board::Color;
use manifold_rules::game::TimeControl;

use super::LiveGame;
use crate::hidden::Hidden;
use crate::table::state::{ClockView, name};

impl LiveGame {
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

    pub(super) fn left(&self, color: Color, at: u64) -> Option<u64> {
        let clock = self.clock.as_ref()?;
        let at = self.served(at);
        let mut left = clock.remaining(color, at);
        if self.is_correspondence() {
            left += clock.delay_left(color, at);
        }
        Some(u64::try_from(left.as_millis()).unwrap_or(u64::MAX))
    }

    pub(super) fn is_correspondence(&self) -> bool {
        self.setup
            .clock
            .as_ref()
            .is_some_and(|clock| clock.is_correspondence())
    }

    /// How long the engine may think, if a clock runs: in milliseconds.
    pub(crate) fn engine_time(&self, color: Color, now: u64) -> Option<u64> {
        self.clock.as_ref()?.running()?;
        Some((self.left(color, now)? / 40).max(5))
    }

    /// Milliseconds since the last event: no more lag than that can be given back.
    pub(crate) fn since_last_event(&self, now: u64) -> u32 {
        let last = self
            .log
            .last()
            .map_or(self.setup.created_at, |entry| entry.at);
        u32::try_from(now.saturating_sub(last)).unwrap_or(u32::MAX)
    }

    /// Some legal action of `color`, should the engine fail.
    pub(crate) fn any_action(&self, color: Color) -> Option<Hidden> {
        let options = self.referee.options(color)?;
        if let Some(choice) = options.actions.first() {
            return Some(Hidden::new(choice.action.clone()));
        }
        if let Some(placing) = options.placing {
            return Some(Hidden::new(placing.home));
        }
        let product = options.phase_outs?.into_iter().next()?;
        let (delay, square) = (product.delays.first()?, product.squares.first()?);
        Some(Hidden::new(format!(
            "{}^{delay}@{square}{}",
            product.from, product.suffix
        )))
    }

    /// The clocks as they stand now.
    pub(crate) fn state_clock(&self, now: u64) -> Option<ClockView> {
        self.clock_view(now)
    }

    pub(super) fn clock_view(&self, now: u64) -> Option<ClockView> {
        let clock = self.clock.as_ref()?;
        let control: &TimeControl = clock.control();
        let first = control.periods().first()?;
        let running = clock.running();
        let delay = running.map_or(Duration::ZERO, |color| {
            clock.delay_left(color, self.served(now))
        });
        let correspondence = self.is_correspondence();
        Some(ClockView {
            white_ms: self.left(Color::White, now)?,
            black_ms: self.left(Color::Black, now)?,
            running: running.map(name),
            preset: self
                .setup
                .clock
                .as_ref()
                .map(|clock| clock.label())
                .unwrap_or_default(),
            control: control.to_string(),
            correspondence,
            increment_ms: first.increment.as_millis() as u64,
            delay_ms: if correspondence {
                0
            } else {
                delay.as_millis() as u64
            },
            lag_ms: self.lag,
            at: now,
        })
    }
}
