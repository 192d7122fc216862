//! Applying: what an event changes.

use std::sync::Arc;
use std::time::Duration;

use manifold_rules::board::Color;
use secrecy::SecretString;

use super::{Entry, LiveGame, PlayedAction, REMEMBERED, What, slot};
use crate::table::error::TableError;
use crate::table::event::{Claim, Event, EventKind, FullAction, GameEnd};
use crate::table::info::Player;

/// What a player has left at least after a take-back.
const LEAST_AFTER_TAKEBACK: Duration = Duration::from_secs(1);

impl LiveGame {
    /// Applies an event that has been judged, or stands in the log.
    ///
    /// # Errors
    /// The log is damaged. The game must not be used any more.
    pub(crate) fn apply(&mut self, event: Event) -> Result<(), TableError> {
        debug_assert_eq!(event.n, self.n() + 1);
        let at = event.at;
        if let Some(request) = event.request {
            if self.recent.len() == REMEMBERED {
                self.recent.pop_front();
            }
            self.recent.push_back((request, event.n));
        }
        let what = match event.kind {
            EventKind::Action {
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
        self.log.push(Arc::new(Entry { at, what }));
        Ok(())
    }

    fn apply_action(
        &mut self,
        by: Color,
        action: FullAction,
        salt: Option<SecretString>,
        lag_ms: u32,
        at: u64,
    ) -> Result<PlayedAction, TableError> {
        let actor = self.referee.actor();
        let played = self
            .referee
            .play(action, salt.as_ref().map(|salt| (self.id, salt)))?;
        let now = self.served(at);
        *by.fold_wb(&mut self.lag.white, &mut self.lag.black) = lag_ms;
        if let Some(clock) = &mut self.clock {
            let next = self.referee.actor();
            if clock.running().is_some() && by == actor {
                clock.credit(by, Duration::from_millis(u64::from(lag_ms)));
                // Whether the flag has fallen was looked at when the action was judged.
                let _ = clock.act(next, played.completes_turn(), now);
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
        self.finish_by_rules(at);
        Ok(PlayedAction {
            clock_ms: self.left(by, at),
            action,
            played,
            salt,
        })
    }

    fn apply_other(&mut self, event: &EventKind, n: u64, at: u64) {
        match event {
            EventKind::Joined {
                color,
                player,
                name,
            } => {
                *self.info.player_mut(*color) = Player::Person {
                    id: *player,
                    name: name.clone(),
                };
            }
            EventKind::Offered { by, what } => {
                if let Some(slot) = slot(*what) {
                    self.offers[slot] = Some(*by);
                    if slot < 2 {
                        self.last_offer[slot][by.fold_wb(0, 1)] = Some(self.line.len());
                    }
                }
            }
            EventKind::Declined { what, .. } => {
                if let Some(slot) = slot(*what) {
                    self.offers[slot] = None;
                }
            }
            EventKind::TakenBack { keep, .. } => {
                self.position_n = n;
                self.take_back(*keep, at);
            }
            EventKind::Resigned { color } => {
                self.referee.resign(*color);
                self.finish_by_rules(at);
            }
            EventKind::DrawAgreed => {
                self.referee.agree_draw();
                self.finish_by_rules(at);
            }
            EventKind::Flagged { color } => {
                self.referee.flag(*color);
                self.finish_by_rules(at);
            }
            EventKind::Claimed { by, what } => {
                self.referee
                    .adjudicate((*what == Claim::Win).then_some(*by));
                let (by, what) = (*by, *what);
                self.finish(GameEnd::Left { by, what }, at);
            }
            EventKind::Aborted { .. } => self.finish(GameEnd::Aborted, at),
            EventKind::Rematch { game } => {
                self.offers[2] = None;
                self.rematch = Some(*game);
            }
            EventKind::Action { .. } => {}
        }
    }

    fn finish_by_rules(&mut self, at: u64) {
        if let Some(outcome) = self.referee.outcome() {
            self.finish(GameEnd::Rules(outcome), at);
        }
    }

    fn finish(&mut self, end: GameEnd, at: u64) {
        self.end = Some(end);
        self.offers = [None; 3];
        let now = self.served(at);
        if let Some(clock) = &mut self.clock {
            clock.pause(now);
        }
    }

    fn take_back(&mut self, keep: usize, at: u64) {
        let now = self.served(at);
        let keep = keep.min(self.line.len());
        // The players whose completed turns are undone, the last first.
        let undone: Vec<Color> = self
            .actions()
            .rev()
            .take(self.line.len() - keep)
            .filter(|(_, _, action)| action.played.completes_turn())
            .map(|(_, _, action)| action.played.by)
            .collect();
        self.line.truncate(keep);
        self.referee.truncate(keep);
        self.offers = [None; 3];
        self.last_offer = [[None; 2]; 2];
        if let Some(clock) = &mut self.clock {
            clock.pause(now);
            for color in undone {
                clock.retract_move(color);
                // The increment goes back, but nobody loses on time by it.
                if clock.remaining(color, now) < LEAST_AFTER_TAKEBACK {
                    clock.set(color, LEAST_AFTER_TAKEBACK);
                }
            }
            if self.referee.ply() >= 2 {
                clock.start(self.referee.actor(), now);
            }
        }
    }
}
