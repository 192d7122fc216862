//! Liveness of a socket: how long a round trip takes, and whether the client is still there.

use std::time::{Duration, Instant};

use crate::settings::Settings;

/// Reserve within the longest promised silence: a busy machine may need it to notice the silence and to tell the opponent.
const RESERVE: Duration = Duration::from_millis(500);

/// The state of the line, measured with the pings of the WebSocket protocol.
#[derive(Debug)]
pub(super) struct Line {
    /// Time limit for the answer to a ping.
    deadline: Duration,
    /// The time of the last ping, if its pong is still to come.
    pinged: Option<Instant>,
    /// The time of the first ping since the client was last heard from.
    unanswered: Option<Instant>,
    /// The smallest round trip, in milliseconds.
    lag_ms: Option<u32>,
}

impl Line {
    pub(super) fn new(settings: &Settings) -> Line {
        // The line may have died just after the last ping was answered.
        let seconds = settings
            .silence_seconds
            .saturating_sub(settings.ping_seconds);
        let deadline = Duration::from_secs(seconds).saturating_sub(RESERVE);
        Line {
            deadline,
            pinged: None,
            unanswered: None,
            lag_ms: None,
        }
    }

    /// Notes that a ping is about to be sent.
    pub(super) fn ping(&mut self) {
        let now = Instant::now();
        self.pinged.get_or_insert(now);
        self.unanswered.get_or_insert(now);
    }

    /// Notes that something came from the client.
    pub(super) fn hear(&mut self) {
        self.unanswered = None;
    }

    /// Notes that it was a pong.
    pub(super) fn hear_pong(&mut self) {
        if let Some(pinged) = self.pinged.take() {
            let lag = u32::try_from(pinged.elapsed().as_millis()).unwrap_or(u32::MAX);
            // The smallest, because a client can delay an answer but cannot send one before it is asked.
            self.lag_ms = Some(self.lag_ms.map_or(lag, |least| least.min(lag)));
        }
    }

    /// The smallest round trip, in milliseconds; 0 if none is known.
    pub(super) fn lag_ms(&self) -> u32 {
        self.lag_ms.unwrap_or(0)
    }

    /// Waits until a ping has gone unanswered for too long.
    pub(super) async fn is_dead(&self) {
        match self.unanswered {
            Some(since) => tokio::time::sleep_until((since + self.deadline).into()).await,
            None => std::future::pending().await,
        }
    }
}
