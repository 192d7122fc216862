//! The subscribers of a game, and what they are told.

use std::sync::Arc;
use std::time::Duration;

use manifold_rules::board::Color;
use tokio::time::Instant;

use super::telling::Telling;
use super::{Owner, Subscriber};
use crate::chat::Line;
use crate::chat::rules::hears;
use crate::ids::{RequestId, SubscriberId};
use crate::names::Status;
use crate::table::message::{Reply, Subscription};
use crate::table::seat::Seat;
use crate::table::update::{Encoded, Update};
use crate::table::view::Presence;

/// A client that misses more events than this gets the whole game instead.
const MOST_TOLD: u64 = 200;
/// Debounce of changes in the number of spectators.
const AUDIENCE: Duration = Duration::from_secs(1);
/// Burst for changes in the presence of the players, at a second each: beyond it, the next change has to wait.
const BURST: Duration = Duration::from_secs(10);
/// Without a clock nobody is in a hurry: a game can be claimed only after this many times the usual wait.
const CLAIM_WITHOUT_CLOCK: u64 = 5;

impl Owner {
    pub(super) fn is_here(&self, color: Color) -> bool {
        let player = self.game.state().info.player(color).id();
        player.is_some_and(|player| self.subscribers.iter().any(|s| s.player == player))
    }

    pub(super) fn presence(&self) -> Presence {
        let watches = |subscriber: &&Subscriber| {
            matches!(
                self.game.state().seat(subscriber.player),
                Seat::Spectator | Seat::Director
            )
        };
        Presence {
            white: self.is_here(Color::White),
            black: self.is_here(Color::Black),
            watching: self.subscribers.iter().filter(watches).count(),
            claim: self.claimant(),
        }
    }

    /// The player whose opponent is away, and since when.
    fn alone(&self) -> Option<(Color, Instant)> {
        let info = &self.game.state().info;
        // In a correspondence game nobody needs to be here.
        if self.game.state().status() != Status::Live
            || info.is_same_board()
            || info.has_engine()
            || info.is_correspondence()
        {
            return None;
        }
        Color::ALL.into_iter().find_map(|color| {
            let away = self.gone_since[color.other().fold_wb(0, 1)]?;
            self.is_here(color).then_some((color, away))
        })
    }

    fn claim_after(&self) -> Duration {
        let factor = match self.game.state().info.clock {
            Some(_) => 1,
            None => CLAIM_WITHOUT_CLOCK,
        };
        Duration::from_secs(self.services.settings.claim_seconds * factor)
    }

    fn claimant(&self) -> Option<Color> {
        let (color, away) = self.alone()?;
        (away.elapsed() >= self.claim_after()).then_some(color)
    }

    pub(super) fn claim_due(&self) -> Option<Instant> {
        let (color, away) = self.alone()?;
        let due = away + self.claim_after();
        (self.told.claim != Some(color)).then(|| due.max(self.next_telling(Instant::now())))
    }

    pub(super) fn note_presence(&mut self) {
        for color in Color::ALL {
            let here = self.is_here(color);
            let since = &mut self.gone_since[color.fold_wb(0, 1)];
            match (here, *since) {
                (true, _) => *since = None,
                (false, None) => *since = Some(Instant::now()),
                (false, Some(_)) => {}
            }
        }
    }

    /// The earliest time to announce a change in the presence of the players (*Generic Cell Rate Algorithm*).
    fn next_telling(&self, now: Instant) -> Instant {
        now + (self.told_until.saturating_duration_since(now)).saturating_sub(BURST)
    }

    /// Tells everybody who is present: at once if a player has come or gone. A player who comes and goes all the time costs the
    /// subscribers no more than one message a second in the long run.
    pub(super) fn tell_audience(&mut self) {
        let presence = self.presence();
        if presence == self.told {
            self.audience_due = None;
            return;
        }
        let only_audience = Presence {
            watching: self.told.watching,
            ..presence
        } == self.told;
        let now = Instant::now();
        let due = match only_audience {
            true => self.audience_due.unwrap_or(now + AUDIENCE),
            false => self.next_telling(now),
        };
        if due > now {
            self.audience_due = Some(due);
            return;
        }
        self.audience_due = None;
        self.told_until = self.told_until.max(now) + AUDIENCE;
        self.told = presence;
        let update = self.encode(Update::Presence(presence));
        let to = self.subscribers.iter().map(|s| s.id).collect();
        self.tell(Telling::Update { to, update });
    }

    pub(super) fn welcome(&mut self, subscription: Subscription, reply: Reply<SubscriberId>) {
        let id = SubscriberId::fresh();
        let Subscription {
            player,
            network,
            have,
            lean,
            out,
        } = subscription;
        let seat = self.game.state().seat(player);
        let updates = self.first_updates(seat, have, lean);
        self.subscribers.push(Subscriber {
            id,
            player,
            network,
            lean,
            out,
        });
        self.note_presence();
        if seat.color().is_some() && self.game.state().info.has_engine() {
            self.works_for(network);
        }
        self.tell(Telling::Welcome(id, reply));
        for update in updates {
            self.send_to(id, update);
        }
        self.send_to(id, Update::Presence(self.presence()));
    }

    /// The first updates for a socket: exactly those that it misses, or the whole game.
    fn first_updates(&self, seat: Seat, have: Option<u64>, lean: bool) -> Vec<Update> {
        let now = self.services.system.now_ms();
        let n = self.game.n();
        let whole = || {
            let state = Box::new(self.game.view(seat, self.presence(), now, true));
            vec![Update::State { n, state }]
        };
        let Some(have) = have else {
            return whole();
        };
        if have == n {
            let clock = self.game.state().clock_view(now);
            return vec![Update::Resumed { n, clock }];
        }
        // Half an outbox at most, so that a reader who comes back is not cut for it.
        let most = MOST_TOLD.min(self.services.settings.outbox as u64 / 2);
        if have > n || n - have > most {
            return whole();
        }
        (have + 1..=n)
            .filter_map(|n| self.event_update(n, seat, lean))
            .collect()
    }

    fn event_update(&self, n: u64, seat: Seat, lean: bool) -> Option<Update> {
        let event = self.game.event(n, seat)?;
        let now = self.services.system.now_ms();
        if lean {
            return Some(Update::Lean {
                n,
                event,
                actor: self.game.state().actor(),
                status: self.game.state().status(),
                end: self.game.state().end(),
                clock: self.game.state().clock_view(now),
            });
        }
        let is_last = n == self.game.n();
        let state = is_last.then(|| Box::new(self.game.view(seat, self.presence(), now, false)));
        Some(Update::Event { n, event, state })
    }

    pub(super) fn leave(&mut self, id: SubscriberId) {
        self.subscribers.retain(|s| s.id != id);
        self.note_presence();
    }

    fn encode(&self, update: Update) -> Encoded {
        (self.services.encode)(update)
    }

    /// Sends an update to one socket.
    pub(super) fn send_to(&mut self, id: SubscriberId, update: Update) {
        let update = self.encode(update);
        let to = vec![id];
        self.tell(Telling::Update { to, update });
    }

    /// Sends a chat line to those who receive its room's messages.
    pub(super) fn tell_said(&mut self, line: Arc<Line>) {
        let state = self.game.state();
        let is_open = state.is_open();
        let room = line.room();
        let hearers = (self.subscribers.iter())
            .filter(|s| hears(state.seat(s.player), room, is_open))
            .map(|s| s.id);
        let to = hearers.collect();
        let update = self.encode(Update::Said(line));
        self.tell(Telling::Update { to, update });
    }

    /// Tells everybody the last event, encoded once for every kind of view: the opponent and spectators first. The subscriber who
    /// requested it is sent the acknowledgement together with it. In games with secrets everything is encoded before any of it is sent.
    pub(super) fn tell_event(&mut self, mut asked: Option<(SubscriberId, RequestId)>) {
        let n = self.game.n();
        let asking = asked
            .as_ref()
            .and_then(|(from, _)| self.subscribers.iter().find(|s| s.id == *from))
            .map(|s| self.game.state().seat(s.player));
        let mut seats = Seat::ALL;
        seats.sort_by_key(|seat| Some(*seat) == asking);
        for seat in seats {
            for lean in [false, true] {
                let state = self.game.state();
                let to: Vec<SubscriberId> = self
                    .subscribers
                    .iter()
                    .filter(|s| s.lean == lean && state.seat(s.player) == seat)
                    .map(|s| s.id)
                    .collect();
                if to.is_empty() {
                    continue;
                }
                let Some(update) = self.event_update(n, seat, lean) else {
                    continue;
                };
                let update = self.encode(update);
                if let Some((from, id)) = asked.take_if(|(from, _)| to.contains(from)) {
                    self.send_to(from, Update::Ack { id, n });
                }
                self.tell(Telling::Update { to, update });
            }
        }
    }
}
