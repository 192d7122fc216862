//! Clocks as pure state: the caller passes in the time.

use std::time::Duration;

use shakmaty::ByColor;
use thiserror::Error;

use super::time_control::TimeControl;
use crate::board::{Color, color_name};

/// A player's time ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the time of {} has run out", color_name(*.0))]
pub struct Flagged(pub Color);

/// A chess clock. All times are counted from one arbitrary moment.
///
/// ```
/// use std::time::Duration;
/// use manifold_rules::board::Color;
/// use manifold_rules::game::{Clock, TimeControl};
///
/// let mut clock = Clock::new(TimeControl::blitz());
/// clock.start(Color::White, Duration::ZERO);
/// clock.act(Color::Black, true, Duration::from_secs(10))?;
/// let left = clock.remaining(Color::White, Duration::from_secs(60));
/// assert_eq!(left, Duration::from_secs(300 - 10 + 3));
/// # Ok::<(), manifold_rules::game::Flagged>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    dials: Dials,
    /// The dials as they were before the last completed move, should it be cancelled.
    before: Option<Before>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Face {
    /// Time left when the clock last stopped.
    left: Duration,
    /// Index of the period, and moves made in it.
    period: usize,
    moves: u32,
    /// The remaining delay of this move.
    delay: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Running {
    color: Color,
    since: Duration,
}

/// Both faces, and which of them runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Dials {
    faces: ByColor<Face>,
    running: Option<Running>,
}

/// What the dials would show without the last completed move: the clock of the player who made it would still be running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Before {
    dials: Dials,
    /// The player whose clock was running; `None` if the clock had not started.
    mover: Option<Color>,
}

impl Dials {
    /// Time left and delay left.
    fn reading(&self, color: Color, now: Duration) -> (Duration, Duration) {
        let face = self.faces.get(color);
        let elapsed = match self.running {
            Some(running) if running.color == color => now.saturating_sub(running.since),
            _ => Duration::ZERO,
        };
        (
            face.left.saturating_sub(elapsed.saturating_sub(face.delay)),
            face.delay.saturating_sub(elapsed),
        )
    }

    fn pause(&mut self, now: Duration) {
        if let Some(Running { color, .. }) = self.running {
            let (left, delay) = self.reading(color, now);
            let face = self.faces.get_mut(color);
            face.left = left;
            face.delay = delay;
        }
        self.running = None;
    }

    fn start(&mut self, color: Color, now: Duration) {
        self.pause(now);
        self.running = Some(Running { color, since: now });
    }
}

impl Clock {
    /// A clock that is not running yet.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        let first = *control.period(0);
        let face = Face {
            left: first.time,
            period: 0,
            moves: 0,
            delay: first.delay,
        };
        Clock {
            control,
            dials: Dials {
                faces: ByColor {
                    white: face,
                    black: face,
                },
                running: None,
            },
            before: None,
        }
    }

    /// The time control.
    #[must_use]
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The player whose clock is running.
    #[must_use]
    pub fn running(&self) -> Option<Color> {
        self.dials.running.map(|running| running.color)
    }

    /// Starts the clock of `color`, also after a pause.
    pub fn start(&mut self, color: Color, now: Duration) {
        self.dials.start(color, now);
        if let Some(Before { dials, mover }) = &mut self.before
            && let Some(mover) = *mover
        {
            dials.start(mover, now);
        }
    }

    /// Starts the clock of `color` for the first time, after a move that was made without a clock.
    pub fn begin(&mut self, color: Color, now: Duration) {
        self.before = Some(Before {
            dials: self.dials,
            mover: None,
        });
        self.dials.start(color, now);
    }

    /// Stops both clocks.
    pub fn pause(&mut self, now: Duration) {
        self.dials.pause(now);
        if let Some(before) = &mut self.before {
            before.dials.pause(now);
        }
    }

    /// The player whose clock is running has acted, and `next` must act now. `completes_move` says
    /// whether a move was completed (in Hidden960 a reveal is not a move): only then is the
    /// increment added and the move counted.
    ///
    /// # Errors
    /// The time had already run out. Nothing is changed.
    pub fn act(&mut self, next: Color, completes_move: bool, now: Duration) -> Result<(), Flagged> {
        if let Some(color) = self.flagged(now) {
            return Err(Flagged(color));
        }
        let Some(Running { color, .. }) = self.dials.running else {
            return Ok(());
        };
        self.before = completes_move.then_some(Before {
            dials: self.dials,
            mover: Some(color),
        });
        self.dials.pause(now);
        if completes_move {
            self.complete_move(color);
        }
        self.dials.start(next, now);
        Ok(())
    }

    /// Cancels the last completed move, made by `color`, before the opponent has answered it (a phase-out under the open referee). It
    /// earns no increment, and all time since `color`'s turn began is charged to `color`: otherwise a player could delay the game
    /// for ever at the opponent's expense.
    pub fn cancel_move(&mut self, color: Color, now: Duration) {
        match self.before.take() {
            Some(before) => self.dials = before.dials,
            // The times have been set by hand since the move.
            None if self.running().is_some() => {
                self.pause(now);
                self.retract_move(color);
                self.start(color, now);
            }
            // The move was made before the clock started.
            None => {}
        }
    }

    fn complete_move(&mut self, color: Color) {
        let face = self.dials.faces.get_mut(color);
        let period = *self.control.period(face.period);
        face.left += period.increment;
        face.moves += 1;
        if period.moves == Some(face.moves) {
            face.period += 1;
            face.moves = 0;
            face.left += self.control.period(face.period).time;
        }
        face.delay = self.control.period(face.period).delay;
    }

    /// Takes back a completed move of `color` with the time that it earned.
    pub fn retract_move(&mut self, color: Color) {
        self.before = None;
        let face = self.dials.faces.get_mut(color);
        if face.moves == 0 && face.period > 0 {
            face.left = face
                .left
                .saturating_sub(self.control.period(face.period).time);
            face.period -= 1;
            face.moves = self.control.period(face.period).moves.unwrap_or(0);
        }
        face.moves = face.moves.saturating_sub(1);
        let increment = self.control.period(face.period).increment;
        face.left = face.left.saturating_sub(increment);
    }

    /// The time that `color` has left.
    #[must_use]
    pub fn remaining(&self, color: Color, now: Duration) -> Duration {
        self.dials.reading(color, now).0
    }

    /// The remaining delay of `color`'s present move.
    #[must_use]
    pub fn delay_left(&self, color: Color, now: Duration) -> Duration {
        self.dials.reading(color, now).1
    }

    /// The time that has been charged to the running clock since it was last started: elapsed time beyond the delay.
    #[must_use]
    pub fn counted(&self, now: Duration) -> Duration {
        self.dials.running.map_or(Duration::ZERO, |running| {
            let elapsed = now.saturating_sub(running.since);
            elapsed.saturating_sub(self.dials.faces.get(running.color).delay)
        })
    }

    /// The player whose time has run out.
    #[must_use]
    pub fn flagged(&self, now: Duration) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|color| self.remaining(*color, now).is_zero())
    }

    /// Gives `color` extra time, for example to compensate for network lag.
    pub fn credit(&mut self, color: Color, time: Duration) {
        self.dials.faces.get_mut(color).left += time;
    }

    /// Sets the time that `color` has left, as from a record or by an arbiter.
    pub fn set(&mut self, color: Color, left: Duration) {
        self.before = None;
        self.dials.faces.get_mut(color).left = left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn clock(control: &str) -> Clock {
        let mut clock = Clock::new(control.parse().expect("test time control"));
        clock.start(Color::White, at(0));
        clock
    }

    #[test]
    fn only_the_clock_of_the_player_who_must_act_falls() {
        let clock = clock("300");
        assert_eq!(clock.remaining(Color::White, at(100)), at(200));
        assert_eq!(clock.remaining(Color::Black, at(100)), at(300));
    }

    #[test]
    fn only_what_passes_beyond_the_delay_is_counted() {
        let mut clock = clock("300d5");
        assert_eq!(clock.counted(at(4)), at(0));
        assert_eq!(clock.counted(at(7)), at(2));
        clock.act(Color::Black, true, at(7)).expect("in time");
        assert_eq!(clock.counted(at(13)), at(1));
        clock.pause(at(13));
        assert_eq!(clock.counted(at(60)), at(0));
    }

    #[test]
    fn an_increment_is_earned_by_a_move_and_not_by_a_reveal() {
        let mut clock = clock("300+3");
        clock.act(Color::White, false, at(10)).expect("in time");
        assert_eq!(clock.remaining(Color::White, at(10)), at(290));
        clock.act(Color::Black, true, at(20)).expect("in time");
        assert_eq!(clock.remaining(Color::White, at(20)), at(283));
    }

    #[test]
    fn the_delay_passes_before_the_clock_falls_and_is_not_saved() {
        let mut clock = clock("300d5");
        assert_eq!(clock.remaining(Color::White, at(4)), at(300));
        assert_eq!(clock.delay_left(Color::White, at(4)), at(1));
        assert_eq!(clock.delay_left(Color::White, at(9)), at(0));
        clock.act(Color::Black, true, at(4)).expect("in time");
        clock.act(Color::White, true, at(10)).expect("in time");
        assert_eq!(clock.remaining(Color::Black, at(10)), at(299));
        assert_eq!(clock.remaining(Color::White, at(16)), at(299));
    }

    #[test]
    fn forty_moves_bring_the_next_period_and_unused_time_is_kept() {
        let mut clock = clock("2/100:50");
        for (now, next) in [(10, Color::Black), (20, Color::White), (30, Color::Black)] {
            clock.act(next, true, at(now)).expect("in time");
        }
        assert_eq!(clock.remaining(Color::White, at(30)), at(100 - 20 + 50));
        assert_eq!(clock.remaining(Color::Black, at(30)), at(90));
    }

    #[test]
    fn a_last_period_with_a_number_of_moves_is_repeated() {
        let mut clock = clock("1/100");
        for i in 1..=6 {
            let next = if i % 2 == 0 {
                Color::White
            } else {
                Color::Black
            };
            clock.act(next, true, at(i)).expect("in time");
        }
        assert_eq!(clock.remaining(Color::White, at(6)), at(100 - 3 + 300));
    }

    #[test]
    fn a_cancelled_move_earns_nothing() {
        for control in ["60+30", "1/60+30:20"] {
            let mut clock = clock(control);
            clock.act(Color::Black, true, at(10)).expect("in time");
            clock.cancel_move(Color::White, at(10));
            assert_eq!(clock.remaining(Color::White, at(10)), at(50), "{control}");
            clock.act(Color::Black, true, at(20)).expect("in time");
            let earned = if control == "60+30" { 30 } else { 50 };
            assert_eq!(
                clock.remaining(Color::White, at(20)),
                at(40 + earned),
                "{control}"
            );
        }
    }

    #[test]
    fn the_time_until_a_move_is_cancelled_is_the_movers_own() {
        let mut clock = clock("60+5");
        clock.act(Color::Black, true, at(10)).expect("in time");
        clock.cancel_move(Color::White, at(17));
        assert_eq!(clock.running(), Some(Color::White));
        assert_eq!(clock.remaining(Color::White, at(17)), at(43));
        assert_eq!(clock.remaining(Color::Black, at(17)), at(60));
        // The mover's time can run out this way.
        clock.act(Color::Black, true, at(20)).expect("in time");
        clock.cancel_move(Color::White, at(75));
        assert_eq!(clock.flagged(at(75)), Some(Color::White));
    }

    #[test]
    fn a_delay_does_not_begin_anew_with_a_cancelled_move() {
        let mut clock = clock("60d5");
        for now in 1..=9 {
            clock.act(Color::Black, true, at(now)).expect("in time");
            clock.cancel_move(Color::White, at(now));
        }
        assert_eq!(clock.delay_left(Color::White, at(9)), at(0));
        assert_eq!(clock.remaining(Color::White, at(9)), at(56));
        clock.act(Color::Black, true, at(10)).expect("in time");
        assert_eq!(clock.delay_left(Color::White, at(10)), at(5));
    }

    #[test]
    fn a_pause_before_a_move_is_cancelled_costs_nobody_anything() {
        let mut clock = clock("60");
        clock.act(Color::Black, true, at(10)).expect("in time");
        clock.pause(at(12));
        clock.start(Color::Black, at(100));
        clock.cancel_move(Color::White, at(101));
        assert_eq!(clock.remaining(Color::White, at(101)), at(60 - 13));
        assert_eq!(clock.remaining(Color::Black, at(101)), at(60));
    }

    #[test]
    fn a_cancelled_move_that_had_started_the_clock_stops_it() {
        let mut clock = Clock::new("60+5".parse().expect("a time control"));
        clock.begin(Color::White, at(10));
        clock.cancel_move(Color::Black, at(15));
        assert_eq!(clock.running(), None);
        for color in Color::ALL {
            assert_eq!(clock.remaining(color, at(99)), at(60));
        }
        // The same holds for a move made before the clock has started at all.
        clock.cancel_move(Color::White, at(99));
        assert_eq!(clock.running(), None);
        assert_eq!(clock.remaining(Color::White, at(99)), at(60));
    }

    #[test]
    fn a_player_whose_time_has_run_out_cannot_act() {
        let mut clock = clock("60+5");
        assert_eq!(clock.flagged(at(59)), None);
        assert_eq!(clock.flagged(at(60)), Some(Color::White));
        let before = clock.clone();
        assert_eq!(
            clock.act(Color::Black, true, at(61)),
            Err(Flagged(Color::White))
        );
        assert_eq!(clock, before);
    }

    #[test]
    fn a_pause_stops_both_clocks() {
        let mut clock = clock("60");
        clock.pause(at(10));
        assert_eq!(clock.remaining(Color::White, at(1000)), at(50));
        clock.start(Color::White, at(1000));
        assert_eq!(clock.remaining(Color::White, at(1005)), at(45));
    }
}
