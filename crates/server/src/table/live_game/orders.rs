//! Orders: what the event of a game does to it.

use std::time::Duration;

use manifold_rules::board::Color;

use super::log::Log;
use super::state::{GameState, TimeChange};
use super::{LiveGame, Next};
use crate::table::event::{GameEnd, OtherEvent};
use crate::table::orders::{Order, Ordered};

/// Least time that a player has left after time was taken away: the flag falls at once, but by the rules.
const LEAST: Duration = Duration::from_millis(1);

impl LiveGame {
    /// The event that follows an order: nothing, if it was followed before.
    pub(crate) fn ordered(&self, ordered: &Ordered) -> Option<Next> {
        let is_new = ordered.n > self.state.ordered.entry;
        is_new.then(|| Next::Other(OtherEvent::Ordered(ordered.clone())))
    }
}

impl GameState {
    pub(super) fn apply_orders(&mut self, ordered: &Ordered, n: u64, at: u64, log: &Log) {
        self.ordered.entry = ordered.n;
        for order in &ordered.orders {
            match order {
                Order::Begin { less_for_black_ms } => {
                    self.begin(*less_for_black_ms, ordered.at.min(at));
                }
                Order::Stop => {
                    self.ordered.stopped = true;
                    self.stop_clocks(ordered.at.min(at), log);
                }
                Order::Go => {
                    self.ordered.stopped = false;
                    self.run_clocks(ordered.at.min(at));
                }
                Order::Time { color, ms } => {
                    let change = Duration::from_millis(ms.unsigned_abs());
                    let is_less = *ms < 0;
                    self.change_time(ordered.n, (*color).into(), change, is_less, at);
                }
                Order::TimeUndone { entry } => self.undo_time(*entry, ordered.n, at),
                Order::End { winner, forfeit } => {
                    let winner = winner.map(Color::from);
                    if self.end.is_none() && !(*forfeit && winner.is_none()) {
                        self.referee.adjudicate(winner);
                    }
                    self.ordered.stopped = false;
                    self.end_by_order(
                        match *forfeit {
                            true => GameEnd::Forfeited { winner },
                            false => GameEnd::Ruled { winner },
                        },
                        at,
                    );
                }
                Order::Void => self.end_by_order(GameEnd::Aborted, at),
                Order::Resume {
                    from,
                    white_ms,
                    black_ms,
                } => {
                    self.position_n = n;
                    let keep = log.actions_until(*from);
                    self.resume(keep, [*white_ms, *black_ms], at, log.turns_after(keep));
                }
                Order::Unsealed { by } => self.ordered.unsealed.push(*by),
                Order::Open => self.ordered.open = true,
            }
        }
    }

    /// White's clock runs, whether White is there or not.
    fn begin(&mut self, less_for_black_ms: u64, at: u64) {
        self.ordered.begun = true;
        let now = self.served(at);
        let actor = self.referee.actor();
        if let Some(clock) = &mut self.clock {
            let less = Duration::from_millis(less_for_black_ms);
            let left = clock.remaining(Color::Black, now).saturating_sub(less);
            clock.set(Color::Black, left.max(LEAST));
            clock.start(actor, now);
        }
    }

    /// Stops both clocks as they stood at `at`, which may be before the game received the call: a flag that has fallen since is undone.
    fn stop_clocks(&mut self, at: u64, log: &Log) {
        let now = self.served(at);
        let before = self.ordered.before_flag.take();
        if let Some(before) = before.filter(|clock| clock.flagged(now).is_none()) {
            self.clock = Some(before);
            self.referee.truncate(log.actions_len());
            self.end = None;
            self.ordered.ended = None;
        }
        if let Some(clock) = &mut self.clock {
            clock.pause(now);
        }
    }

    fn run_clocks(&mut self, at: u64) {
        let now = self.served(at);
        let actor = self.referee.actor();
        if self.end.is_none()
            && self.ordered.begun
            && let Some(clock) = &mut self.clock
        {
            clock.start(actor, now);
        }
    }

    /// Changes a clock by the order of an entry.
    fn change_time(&mut self, entry: u64, color: Color, change: Duration, is_less: bool, at: u64) {
        let now = self.served(at);
        let Some(clock) = &mut self.clock else { return };
        // Time that has passed is counted first.
        let running = clock.running();
        clock.pause(now);
        let before = clock.remaining(color, now);
        let after = match is_less {
            true => before.saturating_sub(change).max(LEAST.min(before)),
            false => before.saturating_add(change),
        };
        clock.set(color, after);
        if let Some(running) = running {
            clock.start(running, now);
        }
        self.ordered.times.push(TimeChange {
            entry,
            color,
            before,
            after,
        });
    }

    /// Undoes the changes of an earlier entry's order to these clocks. Time that could not be taken is not given back.
    fn undo_time(&mut self, earlier: u64, entry: u64, at: u64) {
        let times = self.ordered.times.iter();
        let changes: Vec<TimeChange> = times.filter(|one| one.entry == earlier).copied().collect();
        for one in changes {
            let change = one.after.abs_diff(one.before);
            self.change_time(entry, one.color, change, one.after > one.before, at);
        }
    }

    /// Ends the game, or replaces its end, by a ruling.
    fn end_by_order(&mut self, end: GameEnd, at: u64) {
        let ended = self.ordered.ended.map_or(at, |(at, _)| at);
        self.finish(end, at);
        self.ordered.ended = Some((ended, false));
        self.ordered.before_flag = None;
    }

    /// The game goes on with its first `keep` actions. `undone` are the players whose completed turns that undoes.
    fn resume(
        &mut self,
        keep: usize,
        left_ms: [u64; 2],
        at: u64,
        undone: impl Iterator<Item = Color>,
    ) {
        let now = self.served(at);
        self.end = None;
        self.ordered.ended = None;
        self.ordered.before_flag = None;
        self.ordered.stopped = false;
        self.ordered.begun = true;
        self.ordered.times.clear();
        self.referee.truncate(keep);
        self.offers = [None; 3];
        self.last_offer = [[None; 2]; 2];
        let actor = self.referee.actor();
        if let Some(clock) = &mut self.clock {
            clock.pause(now);
            for color in undone {
                clock.retract_move(color);
            }
            for (color, ms) in Color::ALL.into_iter().zip(left_ms) {
                clock.set(color, Duration::from_millis(ms));
            }
            clock.start(actor, now);
        }
    }
}
