//! Clocks: the time left, the fall of a flag, and what is shown.

use std::time::Duration;

use manifold_rules::board::Color;

use super::GameState;
use crate::meeting::vacation::Vacation;
use crate::names::Status;
use crate::table::view::ClockView;

/// The engine uses this fraction of its remaining time for one action.
const ENGINE_SHARE: u64 = 40;
/// The lag that can be given back in a game, in milliseconds: at the start, and more for each move.
const LAG_QUOTA_MS: u32 = 1_000;
const LAG_QUOTA_MS_A_MOVE: u32 = 100;
/// The least that the engine thinks, in milliseconds.
const ENGINE_LEAST_MS: u64 = 5;
/// The most that the engine thinks in a rated game, in milliseconds: the node limits of its levels end it long before.
const RATED_ENGINE_MS: u64 = 20_000;
/// Time before its flag falls at which the engine must have played in a rated game, in milliseconds.
const FLAG_MARGIN_MS: u64 = 100;
/// Factor on the engine's pause while its opponent can still settle a conflict of returns.
const SETTLING_PAUSES: u64 = 15;

impl GameState {
    /// The time at which the running clock will be at zero, in milliseconds since 1970, as far as is known now.
    pub(crate) fn deadline(&self, now: u64) -> Option<u64> {
        let clock = self.clock.as_ref()?;
        let color = clock.running()?;
        let at = self.served(now);
        let left = clock.remaining(color, at) + clock.delay_left(color, at);
        let vacation = self.vacation(color).filter(|vacation| vacation.lasts(now));
        let begin = vacation.map_or(now, |vacation| vacation.until);
        Some(begin + u64::try_from(left.as_millis()).unwrap_or(u64::MAX / 2) + 1)
    }

    /// The last vacation of a player that this game knows of.
    pub(crate) fn vacation(&self, color: Color) -> Option<Vacation> {
        self.holidays.last[color.fold_wb(0, 1)]
    }

    /// How long the clocks have stood still for vacations until `at`, in milliseconds without outages.
    pub(super) fn vacation_ms(&self, at: u64) -> u64 {
        let running = self.clock.as_ref().and_then(|clock| clock.running());
        let vacation = running.and_then(|color| self.vacation(color));
        let now = vacation.map_or(0, |vacation| {
            let begin = vacation.from.max(self.holidays.counted_until);
            let end = vacation.until.min(at);
            let served = |at| self.outages.served(at);
            if begin < end {
                served(end) - served(begin)
            } else {
                0
            }
        });
        self.holidays.stood_ms + now
    }

    /// Counts vacation up to an event, because another clock may run after it.
    pub(super) fn count_vacation(&mut self, at: u64) {
        self.holidays.stood_ms = self.vacation_ms(at);
        self.holidays.counted_until = self.holidays.counted_until.max(at);
    }

    /// A player is away, or has come back before the end. The event may come later than the vacation began.
    pub(super) fn note_vacation(&mut self, color: Color, vacation: Vacation, at: u64) {
        self.count_vacation(vacation.from.min(at));
        self.holidays.last[color.fold_wb(0, 1)] = Some(vacation);
        self.count_vacation(at);
    }

    /// Starts the clock of a correspondence game, in which the days for a move count from the first turn on once both players are
    /// known: otherwise nobody would end an abandoned game.
    pub(super) fn begin_correspondence(&mut self, at: u64) {
        if self.status() != Status::Live || !self.info.is_correspondence() {
            return;
        }
        let now = self.served(at);
        let actor = self.referee.actor();
        if let Some(clock) = &mut self.clock {
            clock.start(actor, now);
        }
    }

    /// The player whose time has run out.
    pub(crate) fn flagged(&self, now: u64) -> Option<Color> {
        let clock = self.clock.as_ref()?;
        clock.running()?;
        clock.flagged(self.served(now))
    }

    /// The most lag, in milliseconds, that can be credited to the player to act for an action now: no more than the clock has
    /// counted since the last one and, over the whole game, no more than an honest connection needs. A client could delay its
    /// answers to pings, but gains no more than this.
    pub(crate) fn creditable(&self, now: u64) -> u32 {
        let Some((clock, color)) = self
            .clock
            .as_ref()
            .and_then(|clock| Some((clock, clock.running()?)))
        else {
            return 0;
        };
        let counted = clock.counted(self.served(now)).as_millis();
        let moves = self.referee.ply() / 2;
        let quota = LAG_QUOTA_MS + LAG_QUOTA_MS_A_MOVE.saturating_mul(moves);
        let left = quota.saturating_sub(self.lag_given[color.fold_wb(0, 1)]);
        u32::try_from(counted).unwrap_or(u32::MAX).min(left)
    }

    /// The remaining time of `color`, in milliseconds.
    pub(super) fn left(&self, color: Color, at: u64) -> Option<u64> {
        let clock = self.clock.as_ref()?;
        let at = self.served(at);
        let mut left = clock.remaining(color, at);
        if self.info.is_correspondence() {
            left += clock.delay_left(color, at);
        }
        Some(u64::try_from(left.as_millis()).unwrap_or(u64::MAX))
    }

    /// The engine's thinking time, in milliseconds, where `usual` is the most. In a rated game the clock does not hurry it, as its
    /// level plays as it was measured: only its flag does.
    pub(crate) fn engine_time(&self, color: Color, now: u64, usual: u64) -> u64 {
        if !self.info.rated {
            let share = self.engine_share(color, now);
            return share.map_or(usual, |share| share.min(usual));
        }
        let is_running = self
            .clock
            .as_ref()
            .is_some_and(|clock| clock.running().is_some());
        let left = self.left(color, now).filter(|_| is_running);
        left.map_or(RATED_ENGINE_MS, |left| {
            left.saturating_sub(FLAG_MARGIN_MS)
                .clamp(ENGINE_LEAST_MS, RATED_ENGINE_MS)
        })
    }

    /// The part of the engine's time that is for one action, in milliseconds, if a clock runs.
    fn engine_share(&self, color: Color, now: u64) -> Option<u64> {
        self.clock.as_ref()?.running()?;
        Some((self.left(color, now)? / ENGINE_SHARE).max(ENGINE_LEAST_MS))
    }

    /// The pause before the engine's answer, in milliseconds, where `usual` is the pause before any: longer while the opponent can
    /// still settle a conflict, and never more than it may think.
    pub(crate) fn engine_pause(&self, color: Color, now: u64, usual: u64) -> u64 {
        let can_settle = usual > 0 && self.referee.options(color.other()).is_some();
        let pause = usual.saturating_mul(if can_settle { SETTLING_PAUSES } else { 1 });
        let longest = self.engine_share(color, now);
        longest.map_or(pause, |longest| pause.min(longest))
    }

    /// The clocks as they stand now.
    pub(crate) fn clock_view(&self, now: u64) -> Option<ClockView> {
        let clock = self.clock.as_ref()?;
        let choice = self.info.clock.clone()?;
        let control = clock.control();
        let first = control.periods().first()?;
        let on_vacation = |color| {
            let vacation = self.vacation(color).filter(|vacation| vacation.lasts(now));
            vacation.map(|vacation| vacation.until)
        };
        let running = clock
            .running()
            .filter(|color| on_vacation(*color).is_none());
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
            white_vacation: on_vacation(Color::White),
            black_vacation: on_vacation(Color::Black),
            at: now,
        })
    }
}
