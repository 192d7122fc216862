//! The clock of a game at the terminal.

use std::time::Duration;

use manifold_rules::board::Color;
use manifold_rules::game::Clock;
use manifold_rules::variant::AnyPosition;

use super::game::LocalGame;
use super::prompt::Alarm;
use crate::failure::Failure;
use crate::terminal::print;
use manifold_rules::board::player_name as name;

impl LocalGame {
    /// Tells the clock, if there is one, that `color` has acted; returns the time that is left.
    pub(super) fn press_clock(
        &mut self,
        before: &AnyPosition,
        after: &AnyPosition,
        color: Color,
        now: Duration,
    ) -> Option<Duration> {
        let clock = self.clock.as_mut()?;
        press(clock, before, after, color, now);
        Some(clock.remaining(color, now))
    }

    pub(super) fn show_clock(&self) {
        let Some(clock) = &self.clock else { return };
        let now = self.began.elapsed();
        let left = |color| {
            // Round up, so that 0:00 is shown only when the time is up.
            let seconds = clock.remaining(color, now).as_secs_f64().ceil() as u64;
            format!("{} {}:{:02}", name(color), seconds / 60, seconds % 60)
        };
        print(&format!("{}   {}", left(Color::White), left(Color::Black)));
    }

    /// An alarm for when the player's time runs out.
    pub(super) fn alarm(&self, actor: Color) -> Option<Alarm> {
        let clock = self.clock.as_ref()?;
        let now = self.began.elapsed();
        Some(Alarm {
            after: clock.remaining(actor, now) + clock.delay_left(actor, now),
            says: format!("{}'s time is up. Press Enter.\n", name(actor)),
        })
    }

    /// Restores the clock from the record, when a game is resumed or actions are taken back.
    pub(super) fn restore_clock(&mut self) {
        let Some(control) = self.clock.as_ref().map(|clock| clock.control().clone()) else {
            return;
        };
        let now = self.began.elapsed();
        let mut clock = Clock::new(control);
        clock.start(self.record.game.start().actor(), now);
        for (i, (before, action)) in self.record.game.steps().enumerate() {
            let color = before.player_of(action);
            let mut after = before.clone();
            after.play_unchecked(action);
            press(&mut clock, &before, &after, color, now);
            if let Some(left) = self.record.notes.get(i).and_then(|note| note.clock) {
                clock.set(color, left);
            }
        }
        if self.record.game.outcome().is_some() {
            clock.pause(now);
        }
        self.clock = Some(clock);
    }

    pub(super) fn time_is_up(&mut self, now: Duration) -> Result<bool, Failure> {
        let Some(flagged) = self.clock.as_ref().and_then(|clock| clock.flagged(now)) else {
            return Ok(false);
        };
        self.record.game.flag(flagged);
        self.finish()?;
        Ok(true)
    }
}

/// Tells the clock that `color` has acted. Nobody's time may be up at this moment.
fn press(
    clock: &mut Clock,
    before: &AnyPosition,
    after: &AnyPosition,
    color: Color,
    now: Duration,
) {
    if after.ply() < before.ply() {
        clock.cancel_move(color, now);
    } else {
        let completed = after.ply() > before.ply();
        if clock.act(after.actor(), completed, now).is_err() {
            clock.pause(now);
        }
    }
}
