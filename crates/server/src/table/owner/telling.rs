//! Updates to subscribers, and the times of telling them.
//!
//! How long a computation takes depends a little on secrets: the pieces that returning ones meet, the actions open to a player. So
//! in a game with secrets all effects of a round of messages are encoded first, and then sent together at a time step. Nothing that
//! is sent waits for work that comes after the step, and messages received meanwhile take effect after it.

use std::time::Duration;

use tokio::time::Instant;

use super::Owner;
use crate::games;
use crate::ids::{PlayerId, SubscriberId};
use crate::meeting::News;
use crate::table::error::TableError;
use crate::table::message::Reply;
use crate::table::update::Encoded;

/// In a game with secrets everybody is told after a multiple of this time.
const STEP: Duration = Duration::from_millis(2);
/// Maximum number of messages that are handled before their effects are sent.
const ROUND: usize = 64;

/// Something to be sent, encoded already.
pub(super) enum Telling {
    /// To sockets.
    Update {
        to: Vec<SubscriberId>,
        update: Encoded,
    },
    /// The confirmation of a socket's subscription.
    Welcome(SubscriberId, Reply<SubscriberId>),
    /// To somebody who has asked.
    Answer(Box<dyn FnOnce() + Send>),
    /// To players, whatever they look at.
    News(Vec<(PlayerId, News)>),
}

/// The time to send the outcome of messages that were heard at `heard` and processed by `now`.
fn release(heard: Instant, now: Instant) -> Instant {
    let worked = now.saturating_duration_since(heard);
    let steps = worked.as_nanos() / STEP.as_nanos() + 1;
    heard + STEP * u32::try_from(steps).unwrap_or(u32::MAX)
}

impl Owner {
    fn tells_in_steps(&self) -> bool {
        games::has_secrets(self.game.state().info.variant)
    }

    /// The number of messages that are heard before their effects are told.
    pub(super) fn round(&self) -> usize {
        match self.tells_in_steps() {
            true => ROUND,
            false => 1,
        }
    }

    /// Tells something: at once, or at the next step.
    pub(super) fn tell(&mut self, telling: Telling) {
        match self.tells_in_steps() {
            true => self.to_tell.push(telling),
            false => self.tell_now(telling),
        }
    }

    /// Answers a question. The asker may have gone.
    pub(super) fn answer<T: Send + 'static>(
        &mut self,
        reply: Reply<T>,
        answer: Result<T, TableError>,
    ) {
        let send = move || drop(reply.send(answer));
        self.tell(Telling::Answer(Box::new(send)));
    }

    /// Tells what waits for its step, and begins the next round.
    pub(super) async fn tell_at_step(&mut self) {
        if !self.to_tell.is_empty() {
            tokio::time::sleep_until(release(self.began, Instant::now())).await;
            for telling in std::mem::take(&mut self.to_tell) {
                self.tell_now(telling);
            }
        }
        self.began = Instant::now();
    }

    fn tell_now(&mut self, telling: Telling) {
        match telling {
            Telling::Update { to, update } => self.pass_on(&to, &update),
            Telling::Welcome(id, reply) => {
                if reply.send(Ok(id)).is_err() {
                    self.leave(id);
                }
            }
            Telling::Answer(answer) => answer(),
            Telling::News(news) => {
                for (player, news) in news {
                    self.services.feeds.tell(player, news);
                }
            }
        }
    }

    /// Passes an update on to sockets, which are named in the order in which they came. A reader whose outbox is full is cut: it can
    /// come back.
    fn pass_on(&mut self, to: &[SubscriberId], update: &Encoded) {
        let before = self.subscribers.len();
        self.subscribers.retain(|subscriber| {
            to.binary_search(&subscriber.id).is_err()
                || subscriber.out.try_send(update.clone()).is_ok()
        });
        let cut = before - self.subscribers.len();
        if cut > 0 {
            metrics::counter!("manifold_readers_cut_total").increment(cut as u64);
            self.note_presence();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_is_told_at_the_next_multiple_of_two_milliseconds_however_long_it_took() {
        let heard = Instant::now();
        let told_after = |worked: u64| {
            let now = heard + Duration::from_micros(worked);
            (release(heard, now) - heard).as_micros()
        };
        for worked in [0, 1, 700, 1_000, 1_600, 1_999] {
            assert_eq!(told_after(worked), 2_000, "{worked} µs");
        }
        for (worked, told) in [(2_000, 4_000), (3_999, 4_000), (4_001, 6_000)] {
            assert_eq!(told_after(worked), told, "{worked} µs");
        }
    }
}
