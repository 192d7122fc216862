//! Applying: what an event changes.

use std::time::Duration;

use manifold_rules::board::Color;

use super::{Entry, LiveGame, REMEMBERED, Row, What, slot, told};
use crate::hidden::Hidden;
use crate::names::EndReason;
use crate::problem::Problem;
use crate::table::event::{Claim, Event, Happening};
use crate::table::referee::Ending;
use crate::table::setup::Chair;
use crate::table::state::{OutcomeView, name};

impl LiveGame {
    /// Applies an event that has been stored, or stands in the log.
    ///
    /// # Errors
    /// The log is broken. The game must not be used any more.
    pub(crate) fn apply(&mut self, event: Event) -> Result<(), Problem> {
        debug_assert_eq!(event.n, self.n() + 1);
        let at = event.at;
        if let Some(request) = event.request {
            if self.recent.len() == REMEMBERED {
                self.recent.pop_front();
            }
            self.recent.push_back((request, event.n));
        }
        let what = match event.happening {
            Happening::Action {
                by,
                action,
                salt,
                lag_ms,
            } => {
                self.position_n = event.n;
                self.line.push(self.log.len());
                What::Action(Box::new(self.apply_action(by, action, salt, lag_ms, at)?))
            }
            other => {
                self.apply_other(&other, event.n, at);
                What::Other(other)
            }
        };
        self.log.push(Entry { at, what });
        Ok(())
    }

    fn apply_action(
        &mut self,
        by: Color,
        action: Hidden,
        salt: Option<Hidden>,
        lag_ms: u32,
        at: u64,
    ) -> Result<Row, Problem> {
        let salt = salt.as_ref().and_then(|salt| bytes(salt.reveal()));
        let actor = self.referee.actor();
        let played = self.referee.play(&action, &self.id, salt)?;
        let now = self.served(at);
        by.fold_wb(&mut self.lag.white, &mut self.lag.black)
            .clone_from(&lag_ms);
        if let Some(clock) = &mut self.clock {
            let next = self.referee.actor();
            if clock.running().is_some() && by == actor {
                clock.credit(by, Duration::from_millis(u64::from(lag_ms)));
                // It was looked at when the action was judged.
                let _ = clock.act(next, played.ply_after > played.ply, now);
            } else if played.ply_after < played.ply {
                clock.pause(now);
                clock.retract_move(by);
                clock.start(next, now);
            } else if clock.running().is_none() && played.ply_after >= 2 {
                clock.start(next, now);
            }
        }
        // An offer stands until the player to whom it was made acts.
        for slot in 0..2 {
            if self.offers[slot] == Some(by.other()) {
                self.offers[slot] = None;
            }
        }
        if let Some(outcome) = self.referee.outcome() {
            self.finish(told(outcome), at);
        }
        Ok(Row {
            clock_ms: self.left(by, at),
            action,
            played,
            salt,
            taken_back: false,
        })
    }

    fn apply_other(&mut self, happening: &Happening, n: u64, at: u64) {
        match happening {
            Happening::Joined {
                color,
                player,
                name,
            } => {
                *self.setup.chair_mut(*color) = Chair::Person {
                    player: player.clone(),
                    name: name.clone(),
                };
            }
            Happening::Offered { by, what } => {
                if let Some(slot) = slot(*what) {
                    self.offers[slot] = Some(*by);
                    if slot < 2 {
                        self.last_offer[slot][by.fold_wb(0, 1)] = Some(self.line.len());
                    }
                }
            }
            Happening::Declined { what, .. } => {
                if let Some(slot) = slot(*what) {
                    self.offers[slot] = None;
                }
            }
            Happening::TakenBack { keep, .. } => {
                self.position_n = n;
                self.take_back(*keep, at);
            }
            Happening::Resigned { color } => self.end(Ending::Resigned(*color), at),
            Happening::DrawAgreed => self.end(Ending::Agreed, at),
            Happening::Flagged { color } => self.end(Ending::Flagged(*color), at),
            Happening::Claimed { by, what } => {
                let winner = (*what == Claim::Win).then_some(*by);
                self.referee.end(Ending::Adjudicated(winner));
                let left = by.fold_wb("Black", "White");
                let text = match what {
                    Claim::Win => format!(
                        "{} wins: {left} has left the game.",
                        by.fold_wb("White", "Black")
                    ),
                    Claim::Draw => format!("Draw: {left} has left the game."),
                };
                let over = OutcomeView {
                    winner: winner.map(name),
                    reason: EndReason::Left,
                    text,
                };
                self.finish(over, at);
            }
            Happening::Aborted { .. } => {
                let over = OutcomeView {
                    winner: None,
                    reason: EndReason::Aborted,
                    text: "The game was aborted.".to_owned(),
                };
                self.finish(over, at);
            }
            Happening::Rematch { game } => {
                self.offers[2] = None;
                self.rematch = Some(game.as_str().into());
            }
            Happening::Action { .. } => {}
        }
    }

    fn end(&mut self, ending: Ending, at: u64) {
        self.referee.end(ending);
        if let Some(outcome) = self.referee.outcome() {
            self.finish(told(outcome), at);
        }
    }

    fn finish(&mut self, over: OutcomeView, at: u64) {
        self.over = Some(over);
        self.offers = [None; 3];
        let now = self.served(at);
        if let Some(clock) = &mut self.clock {
            clock.pause(now);
        }
    }

    fn take_back(&mut self, keep: usize, at: u64) {
        let now = self.served(at);
        let mut completed = Vec::new();
        for place in self.line.drain(keep.min(self.line.len())..) {
            if let What::Action(row) = &mut self.log[place].what {
                row.taken_back = true;
                if row.played.ply_after > row.played.ply {
                    completed.push(row.played.by);
                }
            }
        }
        self.referee.truncate(keep);
        self.offers = [None; 3];
        self.last_offer = [[None; 2]; 2];
        if let Some(clock) = &mut self.clock {
            clock.pause(now);
            for color in completed.into_iter().rev() {
                clock.retract_move(color);
                // What was earned goes back, but nobody loses on time by it.
                if clock.remaining(color, now) < Duration::from_secs(1) {
                    clock.set(color, Duration::from_secs(1));
                }
            }
            if self.referee.ply() >= 2 {
                clock.start(self.referee.actor(), now);
            }
        }
    }
}

fn bytes(digits: &str) -> Option<[u8; 16]> {
    let mut bytes = [0; 16];
    if digits.len() != 32 || !digits.is_ascii() {
        return None;
    }
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(bytes)
}
