//! Who is here, and what they are told.

use std::time::Duration;

use manifold_rules::board::Color;
use tokio::time::Instant;

use super::{Reply, Subscriber, Table, Visit};
use crate::table::frame::{Frame, Outgoing};
use crate::table::game::{LiveGame, Presence};
use crate::table::seat::Seat;
use crate::table::state::Status;

/// A client that misses more events than this gets the whole game instead.
const MOST_TOLD: u64 = 200;
/// How long changes of the audience are collected before they are told.
const AUDIENCE: Duration = Duration::from_millis(1000);

impl Table {
    fn is_here(&self, color: Color) -> bool {
        let player = self.game.setup.chair(color).player();
        player.is_some_and(|player| self.subscribers.iter().any(|s| s.player == player))
    }

    pub(super) fn presence(&self) -> Presence {
        let players = |player: &str| {
            Color::ALL
                .into_iter()
                .any(|color| self.game.setup.chair(color).player() == Some(player))
        };
        Presence {
            white: self.is_here(Color::White),
            black: self.is_here(Color::Black),
            watching: self
                .subscribers
                .iter()
                .filter(|subscriber| !players(&subscriber.player))
                .count(),
            claim: self.claimant(),
        }
    }

    /// The player whose opponent is away, and since when.
    fn alone(&self) -> Option<(Color, Instant)> {
        let setup = &self.game.setup;
        if self.game.status() != Status::Live || setup.is_same_board() || setup.has_engine() {
            return None;
        }
        // Who has days for a move need not be here.
        if setup
            .clock
            .as_ref()
            .is_some_and(|clock| clock.is_correspondence())
        {
            return None;
        }
        Color::ALL.into_iter().find_map(|color| {
            let away = self.gone_since[color.other().fold_wb(0, 1)]?;
            self.is_here(color).then_some((color, away))
        })
    }

    fn claim_after(&self) -> Duration {
        // Without a clock nobody is in a hurry.
        let factor = if self.game.setup.clock.is_some() {
            1
        } else {
            5
        };
        Duration::from_secs(self.lobby.settings.claim_seconds * factor)
    }

    fn claimant(&self) -> Option<Color> {
        let (color, away) = self.alone()?;
        (away.elapsed() >= self.claim_after()).then_some(color)
    }

    pub(super) fn claim_due(&self) -> Option<Instant> {
        let (color, away) = self.alone()?;
        (self.told.claim != Some(color)).then(|| away + self.claim_after())
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

    /// Tells everybody who is here, at once if a player has come or gone.
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
        if only_audience {
            let due = *self.audience_due.get_or_insert(now + AUDIENCE);
            if due > now {
                return;
            }
        }
        self.audience_due = None;
        self.told = presence;
        let frame = Outgoing::Presence(presence.into()).encode();
        self.send_where(|_| true, &frame);
    }

    pub(super) fn welcome(&mut self, visit: Visit, reply: Reply<u64>) {
        let number = self.next_number;
        self.next_number += 1;
        let Visit {
            player,
            have,
            lean,
            out,
        } = visit;
        let seat = self.game.setup.seat(&player);
        let frames = self.first_frames(seat, have, lean);
        self.subscribers.push(Subscriber {
            number,
            player,
            lean,
            out,
        });
        self.note_presence();
        if reply.send(Ok(number)).is_err() {
            self.leave(number);
            return;
        }
        for frame in frames {
            self.send_to(number, frame);
        }
        let presence = Outgoing::Presence(self.presence().into()).encode();
        self.send_to(number, presence);
    }

    /// What a socket is told at first: exactly what it misses, or the whole game.
    fn first_frames(&self, seat: Seat, have: Option<u64>, lean: bool) -> Vec<Frame> {
        let now = self.lobby.world.now_ms();
        let n = self.game.n();
        let whole = || {
            let state = self.game.state(seat, self.presence(), now, true);
            let state = Box::new(state);
            vec![Outgoing::State { n, state }.encode()]
        };
        let Some(have) = have else {
            return whole();
        };
        if have == n {
            let clock = self.game.state_clock(now);
            return vec![Outgoing::Resumed { n, clock }.encode()];
        }
        // Half an outbox at most, so that a reader who comes back is not cut for it.
        let most = MOST_TOLD.min(self.lobby.settings.outbox as u64 / 2);
        if have > n || n - have > most {
            return whole();
        }
        (have + 1..=n)
            .filter_map(|n| self.event_frame(n, seat, lean))
            .collect()
    }

    fn event_frame(&self, n: u64, seat: Seat, lean: bool) -> Option<Frame> {
        let event = self.game.event(n, seat)?;
        let now = self.lobby.world.now_ms();
        let is_last = n == self.game.n();
        let frame = if lean {
            let actor = self.game.actor().map(crate::table::state::name);
            Outgoing::Lean {
                n,
                event,
                actor,
                status: self.game.status(),
                outcome: self.game.outcome().cloned(),
                clock: self.game.state_clock(now),
            }
        } else {
            let state = is_last.then(|| {
                let state = self.game.state(seat, self.presence(), now, false);
                Box::new(state)
            });
            Outgoing::Event { n, event, state }
        };
        Some(frame.encode())
    }

    pub(super) fn leave(&mut self, number: u64) {
        self.subscribers.retain(|s| s.number != number);
        self.note_presence();
    }

    /// Sends a message to one socket. A reader whose box is full is cut: it can come back.
    pub(super) fn send_to(&mut self, number: u64, frame: Frame) {
        self.send_where(|subscriber| subscriber.number == number, &frame);
    }

    fn send_where(&mut self, to: impl Fn(&Subscriber) -> bool, frame: &Frame) {
        let before = self.subscribers.len();
        self.subscribers
            .retain(|subscriber| !to(subscriber) || subscriber.out.try_send(frame.clone()).is_ok());
        let cut = before - self.subscribers.len();
        if cut > 0 {
            metrics::counter!("manifold_readers_cut_total").increment(cut as u64);
            self.note_presence();
        }
    }

    /// Tells everybody what has happened last, encoded once for every kind of view.
    pub(super) fn tell_event(&mut self) {
        let n = self.game.n();
        for seat in Seat::ALL {
            for lean in [false, true] {
                let is_of = |s: &Subscriber, game: &LiveGame| {
                    s.lean == lean && game.setup.seat(&s.player) == seat
                };
                if !self.subscribers.iter().any(|s| is_of(s, &self.game)) {
                    continue;
                }
                let Some(frame) = self.event_frame(n, seat, lean) else {
                    continue;
                };
                let numbers: Vec<u64> = self
                    .subscribers
                    .iter()
                    .filter(|s| is_of(s, &self.game))
                    .map(|s| s.number)
                    .collect();
                self.send_where(|s| numbers.binary_search(&s.number).is_ok(), &frame);
            }
        }
    }
}
