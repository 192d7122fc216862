//! The orders of an event's log to its games.

use std::collections::BTreeSet;

use manifold_events::{
    Body, Decision, Entry, EntryNumber, Event, FRIVOLOUS_MS, Fact, GameId, GameResult, Outcome,
    Said, Side, Viewer,
};

use super::games::made_by;
use super::ids::player_id;
use crate::names::Color;
use crate::table::orders::{Order, Ordered};

/// A game and its orders.
pub(super) type OrderOf = (GameId, Ordered);

/// Follows a log, entry by entry.
#[derive(Debug, Default)]
pub(super) struct Orders {
    /// Games whose clocks a call has stopped, or that wait for their players.
    stopped: BTreeSet<GameId>,
    /// Games that are over without a result: another has taken their place, or the event counts for nothing.
    ended: BTreeSet<GameId>,
    /// Games in which something can still change, so that not everybody may see everything.
    sealed: BTreeSet<GameId>,
}

impl Orders {
    /// The orders of an entry that was just applied to its event.
    pub(super) fn follow(&mut self, event: &Event, entry: &Entry) -> Vec<OrderOf> {
        let mut orders: Vec<(GameId, Order)> = Vec::new();
        self.sealed.extend(made_by(event, entry));
        match &entry.body {
            Body::Said(Said::Called { game, .. }) => self.clocks(event, *game, &mut orders),
            Body::Said(_) => {}
            Body::Fact(fact) => self.follow_fact(event, entry, fact, &mut orders),
        }
        let at = ordered_at(event, entry);
        let mut ordered: Vec<OrderOf> = Vec::new();
        for (game, order) in orders {
            match ordered.iter_mut().find(|(other, _)| *other == game) {
                Some((_, ordered)) => ordered.orders.push(order),
                None => ordered.push((
                    game,
                    Ordered {
                        n: entry.n.0,
                        at,
                        orders: vec![order],
                    },
                )),
            }
        }
        ordered
    }

    fn follow_fact(
        &mut self,
        event: &Event,
        entry: &Entry,
        fact: &Fact,
        orders: &mut Vec<(GameId, Order)>,
    ) {
        match fact {
            Fact::RoundStarted { round } => {
                let round = event.rounds().get(usize::from(*round).saturating_sub(1));
                let boards = round
                    .map(|round| round.boards.as_slice())
                    .unwrap_or_default();
                let begun = boards.iter().filter(|game| {
                    let game = event.game(**game);
                    game.is_some_and(|game| game.is_live() && game.started == Some(entry.at))
                });
                orders.extend(begun.map(|game| (*game, begin(event, *game))));
            }
            // A game that is resumed has begun before.
            Fact::GameStarted { game } if self.stopped.contains(game) => {
                self.clocks(event, *game, orders);
            }
            Fact::GameStarted { game } => orders.push((*game, begin(event, *game))),
            Fact::RoundPaired {
                replaces: Some(_), ..
            } => self.end_replaced(event, orders),
            Fact::Defaulted { game, absent } => {
                orders.push((*game, end(absent.result())));
                self.clocks(event, *game, orders);
            }
            Fact::Ruled {
                game,
                outcome,
                call,
                ..
            } => {
                self.outcome(event, *game, outcome, *call, orders);
            }
            Fact::AppealDecided {
                ruling,
                decision: Decision::Varied { outcome },
                ..
            } => {
                let ruled = event.rulings().get(ruling);
                let game = match outcome {
                    // The rulings have gone with the board to the new game.
                    Outcome::Replay { game: new } => {
                        let mut games = event.games();
                        games
                            .find(|old| old.replaced_by == Some(*new))
                            .map(|old| old.id)
                    }
                    _ => ruled.map(|ruling| ruling.game),
                };
                if let Some(game) = game {
                    // What was ruled before counts no longer; the clocks of a game that is over stay as they are.
                    let is_live = event.game(game).is_some_and(|game| game.is_live());
                    let has_changed_time = ruled.is_some_and(|ruling| {
                        matches!(
                            ruling.outcome,
                            Outcome::Time { .. } | Outcome::Dismissed { frivolous: true }
                        )
                    });
                    if is_live && has_changed_time {
                        orders.push((game, Order::TimeUndone { entry: ruling.0 }));
                    }
                    let call = ruled.and_then(|ruling| ruling.call);
                    self.outcome(event, game, outcome, call, orders);
                }
                self.open(event, orders);
            }
            Fact::SealOpened { game } => {
                let person = entry.by.person().map(player_id);
                orders.extend(person.map(|by| (*game, Order::Unsealed { by })));
            }
            Fact::ClocksResumed { call } | Fact::CallLapsed { call } => {
                if let Some(call) = event.calls().get(call) {
                    self.clocks(event, call.game, orders);
                }
            }
            Fact::Finished | Fact::Annulled { .. } => {
                self.end_all(event, orders);
                self.open(event, orders);
            }
            Fact::ResultsFinal { .. } | Fact::AppealDecided { .. } => {
                self.open(event, orders);
            }
            _ => {}
        }
    }

    /// The orders of a ruling or a decision for its game, and of the call that was answered.
    fn outcome(
        &mut self,
        event: &Event,
        game: GameId,
        outcome: &Outcome,
        call: Option<EntryNumber>,
        orders: &mut Vec<(GameId, Order)>,
    ) {
        match outcome {
            Outcome::Resume {
                from,
                white_ms,
                black_ms,
            } => {
                self.stopped.remove(&game);
                let [white_ms, black_ms] = [*white_ms, *black_ms];
                orders.push((
                    game,
                    Order::Resume {
                        from: *from,
                        white_ms,
                        black_ms,
                    },
                ));
            }
            Outcome::Replay { .. } => {
                self.stopped.remove(&game);
                self.ended.insert(game);
                orders.push((game, Order::Void));
            }
            Outcome::Time { side, seconds } => orders.push((game, time(*side, (*seconds).into()))),
            Outcome::Dismissed { frivolous: true } => {
                let caller = call.and_then(|call| event.calls().get(&call));
                let side = caller.and_then(|call| event.game(call.game)?.side(call.player));
                orders.extend(side.map(|side| (game, less(side, FRIVOLOUS_MS))));
            }
            Outcome::Warning { .. } | Outcome::Dismissed { .. } => {}
            _ => orders.extend(outcome.result().map(|ruled| (game, end(ruled)))),
        }
        self.clocks(event, game, orders);
    }

    /// Stops or starts the clocks of a game, if that has changed.
    fn clocks(&mut self, event: &Event, game: GameId, orders: &mut Vec<(GameId, Order)>) {
        let of_event = event.game(game);
        let is_live = of_event.is_some_and(|game| game.is_live());
        let is_awaited = of_event.is_some_and(|game| game.is_awaited());
        let mut calls = event.calls().values();
        let is_called = calls.any(|call| call.game == game && call.stops_clocks);
        let stop = is_live && (is_awaited || is_called);
        if stop && self.stopped.insert(game) {
            orders.push((game, Order::Stop));
        }
        if !stop && self.stopped.remove(&game) && is_live {
            orders.push((game, Order::Go));
        }
    }

    /// Games whose round was paired again.
    fn end_replaced(&mut self, event: &Event, orders: &mut Vec<(GameId, Order)>) {
        for game in event.games().filter(|game| game.replaced) {
            if self.ended.insert(game.id) {
                orders.push((game.id, Order::Void));
            }
        }
    }

    /// Ends games that are in progress although the event is over.
    fn end_all(&mut self, event: &Event, orders: &mut Vec<(GameId, Order)>) {
        for game in event.games().filter(|game| game.result.is_none()) {
            if self.ended.insert(game.id) {
                orders.push((game.id, Order::Void));
            }
        }
    }

    /// Games of which nothing can be changed any more.
    fn open(&mut self, event: &Event, orders: &mut Vec<(GameId, Order)>) {
        let can_be_seen = |game: &GameId| event.may_see_secrets(Viewer::Public, *game);
        let open = self.sealed.extract_if(.., can_be_seen);
        orders.extend(open.map(|game| (game, Order::Open)));
    }
}

/// The time at which the orders of an entry take effect: that of the entry, except that a call ends when its ten minutes are over, even if
/// the server notes it later.
fn ordered_at(event: &Event, entry: &Entry) -> u64 {
    match &entry.body {
        Body::Fact(Fact::ClocksResumed { call }) => {
            let call = event.calls().get(call);
            call.map_or(entry.at, |call| event.call_end(call.at).min(entry.at))
        }
        _ => entry.at,
    }
}

/// A game begins; in the last game of a tie-break White has a minute more.
fn begin(event: &Event, game: GameId) -> Order {
    let terms = event.game(game).map(|game| game.terms);
    let is_last = terms == Some(manifold_events::Terms::Armageddon);
    Order::Begin {
        less_for_black_ms: if is_last { 60_000 } else { 0 },
    }
}

fn color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

fn time(side: Side, seconds: i64) -> Order {
    Order::Time {
        color: color(side),
        ms: seconds * 1_000,
    }
}

fn less(side: Side, ms: u64) -> Order {
    Order::Time {
        color: color(side),
        ms: -i64::try_from(ms).unwrap_or(i64::MAX),
    }
}

/// A result that was not played.
fn end(result: GameResult) -> Order {
    let winner = match result {
        GameResult::WhiteWins | GameResult::BlackForfeits => Some(Color::White),
        GameResult::BlackWins | GameResult::WhiteForfeits => Some(Color::Black),
        GameResult::Draw | GameResult::BothForfeit => None,
    };
    Order::End {
        winner,
        forfeit: result.is_forfeit(),
    }
}
