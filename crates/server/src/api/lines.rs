//! Streams of JSON lines (NDJSON): an answer that goes on as long as there is something to tell.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use tokio::sync::mpsc;
use tokio::time::{Interval, MissedTickBehavior};

use super::context::Context;
use super::limits::SocketPlace;
use super::signed_in::SignedIn;

/// The interval of keep-alives: an empty line when there is nothing to tell.
const KEEP_ALIVE: Duration = Duration::from_secs(5);
/// Maximum number of lines queued for a slow reader. While the queue is full nothing more is computed for it, and a connection
/// that accepts nothing for long is closed.
const WAITING: usize = 4;

/// The sender of a stream of lines, which ends when the session ends, the reader goes away or the server stops.
pub(super) struct Lines {
    out: mpsc::Sender<Bytes>,
    signed_in: SignedIn,
    keep_alive: Interval,
    context: Context,
    _place: SocketPlace,
}

/// The stream has ended: nothing more can be sent.
pub(super) struct Ended;

impl Lines {
    /// An answer, and the sender of its lines.
    pub(super) fn open(
        context: &Context,
        signed_in: SignedIn,
        place: SocketPlace,
    ) -> (Lines, Response) {
        let (out, inbox) = mpsc::channel::<Bytes>(WAITING);
        let body = stream::unfold(inbox, |mut inbox| async {
            let line = inbox.recv().await?;
            Some((Ok::<_, Infallible>(line), inbox))
        });
        let headers = [
            (header::CONTENT_TYPE, "application/x-ndjson"),
            // Makes proxies pass on each line at once.
            (header::HeaderName::from_static("x-accel-buffering"), "no"),
        ];
        let mut keep_alive = tokio::time::interval(KEEP_ALIVE);
        keep_alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let lines = Lines {
            out,
            signed_in,
            keep_alive,
            context: context.clone(),
            _place: place,
        };
        (lines, (headers, Body::from_stream(body)).into_response())
    }

    /// Sends a value as a line. Returns the length of the line in bytes.
    pub(super) async fn tell(&mut self, what: &impl Serialize) -> Result<usize, Ended> {
        let mut line = serde_json::to_vec(what).unwrap_or_default();
        line.push(b'\n');
        let bytes = line.len();
        self.send(line.into()).await?;
        Ok(bytes)
    }

    /// Sends several lines at once.
    pub(super) async fn tell_lines(&mut self, lines: String) -> Result<(), Ended> {
        self.send(lines.into()).await
    }

    async fn send(&mut self, line: Bytes) -> Result<(), Ended> {
        tokio::select! {
            sent = self.out.send(line) => sent.map_err(|_| Ended),
            _ = self.signed_in.has_ended() => Err(Ended),
            () = self.context.registry.services.stopping() => Err(Ended),
        }
    }

    /// Waits for a future or the next keep-alive: `None` after an empty line was sent, when it is time to check whether something
    /// was missed.
    pub(super) async fn wait<T>(
        &mut self,
        for_what: impl Future<Output = T>,
    ) -> Result<Option<T>, Ended> {
        tokio::select! {
            what = for_what => return Ok(Some(what)),
            _ = self.keep_alive.tick() => {}
            () = self.out.closed() => return Err(Ended),
            _ = self.signed_in.has_ended() => return Err(Ended),
            () = self.context.registry.services.stopping() => return Err(Ended),
        }
        self.send(Bytes::from_static(b"\n")).await?;
        Ok(None)
    }
}
