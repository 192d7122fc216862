//! The engine as a player: it is asked, and answers later.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use manifold_engine::{Level, Limits};
use manifold_rules::board::Color;
use manifold_rules::variant::AnyAction;
use tokio::time::Instant;

use super::{Lost, Owner};
use crate::engine_pool::{Customer, Ticket};
use crate::games::has_secrets;
use crate::table::live_game::Judgement;
use crate::table::message::Message;

/// Wait before the engine is asked again when its queue is full.
const ENGINE_RETRY: Duration = Duration::from_millis(200);

/// Minimum speed of the engine on a slow or busy machine, in nodes per millisecond, and the time before the first node.
const LEAST_NODES: u64 = 100;
const BEFORE_THE_FIRST: u64 = 30;

/// Interval at which a waiting thread checks whether its work was cancelled.
const CANCEL_LOOK: Duration = Duration::from_millis(5);

/// The engine's decision that is under way, or made and not played yet.
pub(super) struct Thinking {
    /// The event after which it was asked.
    n: u64,
    /// The earliest time of its answer: a player wants to see what happens, and perhaps to amend it.
    earliest: Instant,
    /// The engine's decision.
    decided: Option<Option<AnyAction>>,
    /// Dropping it cancels the work.
    ticket: Ticket,
}

/// The earliest time of an answer in a game with secrets, in milliseconds, if the engine may think for `time`: after all of that time, even
/// if it finds a mate sooner. That mate may be by a piece of its own on a secret square.
fn whole_time(time: u64) -> u64 {
    // A search ends a little after its time.
    time + (time / 8).min(50)
}

/// How long a decision occupies the engine's slot in a game with secrets, in milliseconds, if it may take `time` and `nodes`: as long as
/// the slowest one. Otherwise whoever has other work waiting for the slot could tell how long this decision took.
fn held_time(time: u64, nodes: Option<u64>) -> u64 {
    let slowest = nodes.map(|nodes| BEFORE_THE_FIRST + nodes / LEAST_NODES);
    slowest.map_or(whole_time(time), |slowest| slowest.min(whole_time(time)))
}

/// Waits until `time`, or until `stop`.
fn wait_until(time: Instant, stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        let left = time.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        std::thread::sleep(left.min(CANCEL_LOOK));
    }
}

impl Owner {
    pub(super) fn ask_the_engine(&mut self) {
        let n = self.game.n();
        if self.seen.0 != n {
            self.seen = (n, Instant::now());
        }
        // The engine is thinking about a position that has passed: that work is cancelled.
        if self.thinking.take_if(|thinking| thinking.n != n).is_some() {
            self.engine_due = None;
        }
        let Some((color, level)) = self.game.state().engine_to_act() else {
            self.thinking = None;
            self.engine_due = None;
            return;
        };
        if self.thinking.is_some() || self.engine_due.is_some_and(|due| due > Instant::now()) {
            return;
        }
        let services = &self.services;
        let now = services.system.now_ms();
        let time = self
            .game
            .state()
            .engine_time(color, now, services.settings.engine_ms);
        let pause = self
            .game
            .state()
            .engine_pause(color, now, services.settings.engine_pause_ms);
        let level = Level::new(level).unwrap_or_default();
        let (pause, held) = match has_secrets(self.game.state().info.variant) {
            true => {
                let time = time.min(services.settings.engine_ms);
                let nodes = self.game.state().referee.level_nodes(level);
                (pause.max(whole_time(time)), held_time(time, nodes))
            }
            false => (pause, 0),
        };
        let earliest = self.seen.1 + Duration::from_millis(pause);
        let limits = Limits {
            time: Some(Duration::from_millis(time)),
            ..services.engine_limits()
        };
        let seed = services.system.seed();
        let thinker = self
            .game
            .state()
            .referee
            .thinker(color, level, limits, seed);
        let mailbox = self.mailbox.clone();
        let work = move |stop: &AtomicBool| {
            let end = Instant::now() + Duration::from_millis(held);
            let action = thinker(stop);
            wait_until(end, stop);
            // If the game was put away meanwhile, the engine is asked again when it is loaded.
            if let Some(mailbox) = mailbox.upgrade().filter(|_| !stop.load(Ordering::Relaxed)) {
                let _ = mailbox.blocking_send(Message::EngineDecided { n, action });
            }
        };
        self.thinking = self
            .opponent_of(color)
            .and_then(|customer| services.engine.decide(customer, Box::new(work)))
            .map(|ticket| Thinking {
                n,
                earliest,
                decided: None,
                ticket,
            });
        self.engine_due = match self.thinking {
            Some(_) => None,
            None => Some(Instant::now() + ENGINE_RETRY),
        };
    }

    /// On whose behalf the engine thinks when it plays `color`.
    fn opponent_of(&self, color: Color) -> Option<Customer> {
        let player = self.game.state().info.player(color.other()).id()?;
        let made_from = || self.services.new_games.maker(self.id);
        Some(Customer {
            network: self.network.or_else(made_from),
            player,
        })
    }

    /// The player now connects from this network: the engine works on its behalf, including what is already queued.
    pub(super) fn works_for(&mut self, network: IpAddr) {
        self.network = Some(network);
        if let Some(thinking) = &self.thinking {
            thinking.ticket.asked_from(network);
        }
    }

    /// Receives the engine's decision, which is played as soon as its earliest time has come.
    pub(super) fn engine_decided(&mut self, n: u64, action: Option<AnyAction>) {
        if let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.n == n) {
            thinking.decided = Some(action);
            self.engine_due = Some(thinking.earliest);
        }
    }

    /// Plays what the engine has decided, if it is time.
    pub(super) async fn play_what_is_decided(&mut self) -> Result<(), Lost> {
        let now = Instant::now();
        let is_due =
            |thinking: &mut Thinking| thinking.decided.is_some() && thinking.earliest <= now;
        let Some(Thinking {
            n,
            decided: Some(action),
            ..
        }) = self.thinking.take_if(is_due)
        else {
            return Ok(());
        };
        self.engine_due = None;
        // The game may have ended or been taken back meanwhile; then the engine is asked again if it must act.
        let Some((color, _)) = self
            .game
            .state()
            .engine_to_act()
            .filter(|_| self.game.n() == n)
        else {
            return Ok(());
        };
        let decided = action.and_then(|action| self.game.judge_engine_action(action).ok());
        let judgement = decided.or_else(|| {
            tracing::error!(game = %self.id, "the engine had no legal action");
            let action = self.game.state().referee.any_action(color)?;
            self.game.judge_engine_action(action).ok()
        });
        let Some(Judgement::Event(next)) = judgement else {
            return Ok(());
        };
        let now = self.services.system.now_ms();
        let next = self.salted(next, 0);
        self.happen(next, None, now).await
    }
}
