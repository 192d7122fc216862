//! Applying: what an event changes.

use std::sync::Arc;
use std::time::Duration;

use manifold_rules::board::Color;
use secrecy::SecretString;

use super::{Entry, GameState, Log, Next, PlayedAction, What, slot};
use crate::table::event::{Claim, GameEnd, OtherEvent};
use crate::table::info::Player;
use crate::table::referee::Judged;

/// Least time that a player has left after a takeback.
const LEAST_AFTER_TAKEBACK: Duration = Duration::from_secs(1);

impl GameState {
    /// Applies event number `n`, which was judged by the game in this state. `log` holds the events before it.
    pub(super) fn apply(&mut self, next: Next, n: u64, at: u64, log: &Log) -> Entry {
        if !matches!(next, Next::Other(OtherEvent::Vacation { .. })) {
            self.count_vacation(at);
        }
        let what = match next {
            Next::Action {
                action,
                salt,
                lag_ms,
                away,
            } => {
                self.position_n = n;
                let played = self.apply_action(action, salt, lag_ms, at);
                let side = played.played.by.fold_wb(0, 1);
                self.ordered.acted[side].get_or_insert(at);
                What::Action(Arc::new(PlayedAction { away, ..played }))
            }
            Next::Other(event) => {
                self.apply_other(&event, n, at, log);
                What::Other(event)
            }
        };
        Entry { at, what }
    }

    fn apply_action(
        &mut self,
        judged: Judged,
        salt: Option<SecretString>,
        lag_ms: u32,
        at: u64,
    ) -> PlayedAction {
        let actor = self.referee.actor();
        let by = judged.by();
        let action = judged.action();
        self.retractions[by.fold_wb(0, 1)] += u32::from(judged.takes_back());
        let played = self
            .referee
            .play(judged, salt.as_ref().map(|salt| (self.id, salt)));
        let now = self.served(at);
        *by.fold_wb(&mut self.lag.white, &mut self.lag.black) = lag_ms;
        if let Some(clock) = &mut self.clock {
            let next = self.referee.actor();
            if clock.running().is_some() && by == actor {
                clock.credit(by, Duration::from_millis(u64::from(lag_ms)));
                let given = &mut self.lag_given[by.fold_wb(0, 1)];
                *given = given.saturating_add(lag_ms);
                // The flag was checked when the action was judged.
                let _ = clock.act(next, played.completes_turn(), now);
            } else if played.ply_after < played.ply {
                clock.cancel_move(by, now);
            } else if clock.running().is_none() && played.ply_after >= 2 {
                clock.begin(next, now);
            }
        }
        // An offer stands until the player to whom it was made acts.
        for slot in 0..2 {
            if self.offers[slot] == Some(by.other()) {
                self.offers[slot] = None;
            }
        }
        self.finish_by_rules(at);
        PlayedAction {
            clock_ms: self.left(by, at),
            action,
            played,
            salt,
            away: false,
        }
    }

    fn apply_other(&mut self, event: &OtherEvent, n: u64, at: u64, log: &Log) {
        match event {
            OtherEvent::Joined { color, person } => {
                *Arc::make_mut(&mut self.info).player_mut(*color) = Player::Person(person.clone());
                self.begin_correspondence(at);
            }
            OtherEvent::Offered { by, what } => {
                if let Some(slot) = slot(*what) {
                    self.offers[slot] = Some(*by);
                    if slot < 2 {
                        self.last_offer[slot][by.fold_wb(0, 1)] = Some(log.actions_len());
                    }
                }
            }
            OtherEvent::Declined { what, .. } => {
                if let Some(slot) = slot(*what) {
                    self.offers[slot] = None;
                }
            }
            OtherEvent::TakenBack { keep, .. } => {
                self.position_n = n;
                self.take_back(*keep, at, log.turns_after(*keep));
            }
            OtherEvent::Resigned { color } => {
                self.referee.resign(*color);
                self.finish_by_rules(at);
            }
            OtherEvent::DrawAgreed => {
                self.referee.agree_draw();
                self.finish_by_rules(at);
            }
            OtherEvent::Flagged { color } => {
                self.ordered.before_flag = self.clock.clone().filter(|_| self.info.event.is_some());
                self.referee.flag(*color);
                self.finish_by_rules(at);
            }
            OtherEvent::Claimed { by, what } => {
                self.referee
                    .adjudicate((*what == Claim::Win).then_some(*by));
                let (by, what) = (*by, *what);
                self.finish(GameEnd::Left { by, what }, at);
            }
            OtherEvent::Aborted { .. } => self.finish(GameEnd::Aborted, at),
            OtherEvent::Vacation { color, vacation } => self.note_vacation(*color, *vacation, at),
            OtherEvent::Ordered(ordered) => self.apply_orders(ordered, n, at, log),
            OtherEvent::Rematch { game } => {
                self.offers[2] = None;
                self.rematch = Some(*game);
            }
        }
    }

    fn finish_by_rules(&mut self, at: u64) {
        if let Some(outcome) = self.referee.outcome() {
            self.finish(GameEnd::Rules(outcome), at);
        }
    }

    pub(super) fn finish(&mut self, end: GameEnd, at: u64) {
        self.end = Some(end);
        self.ordered.ended.get_or_insert((at, true));
        self.offers = [None; 3];
        let now = self.served(at);
        if let Some(clock) = &mut self.clock {
            clock.pause(now);
        }
    }

    /// Takes back all but the first `keep` actions. `undone` are the players whose completed turns that undoes.
    fn take_back(&mut self, keep: usize, at: u64, undone: impl Iterator<Item = Color>) {
        let now = self.served(at);
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
        self.begin_correspondence(at);
    }
}
