//! A conversation over a WebSocket: messages in and out, limits, pings, and its end. Its content belongs to other modules.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message as WsMessage;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

use super::context::Context;
use super::liveness::Line;
use super::messages::ServerMessage;
use super::objects;
use super::problem::{Code, Problem, sentence};
use super::signed_in::{Over, SignedIn};
use super::upgrade::Stream;
use crate::ids::RequestId;
use crate::table::update::Encoded;

/// A message of up to this length, in bytes, goes out together with the next one, if that is already waiting.
const SHORT: usize = 256;
/// Close codes of the server's own, besides the standard ones.
pub(super) const LAGGING: u16 = 4008;
pub(super) const GONE: u16 = 4004;
pub(super) const BUSY: u16 = 4013;
const FLOODING: u16 = 4029;
const SIGNED_OUT: u16 = 4001;

/// Why a conversation ended.
pub(super) enum End {
    /// The client has gone.
    Gone,
    /// The server ends it, with a code and a reason.
    Say(u16, &'static str),
}

/// The effect of a message.
pub(super) enum Heard {
    /// It was passed on; there is no answer yet.
    Nothing,
    /// An answer.
    Say(Encoded),
    /// The conversation is over.
    End(End),
}

/// The receiver of a client's messages.
pub(super) trait Listener: Send {
    /// Handles a text that came over a line with this much lag, in milliseconds.
    fn hear(&mut self, text: &str, lag_ms: u32) -> impl Future<Output = Heard> + Send;
}

/// Reads the idempotency key (`id`) of a request.
pub(super) fn read_id(id: &str) -> Result<RequestId, Problem> {
    id.parse().map_err(|_| {
        let detail = format!("The id of a request has 1 to {} bytes.", RequestId::LONGEST);
        Problem::new(Code::Unreadable, detail).of("id")
    })
}

/// The problem with a message that cannot be read, and the message's own `id`, if there is one.
pub(super) fn unreadable(text: &str, error: &serde_json::Error) -> (Option<String>, Problem) {
    #[derive(Deserialize)]
    struct Named {
        id: String,
    }
    let named: Option<Named> = objects::from_str(text).ok();
    let id = named.map(|named| named.id);
    // The error message may quote secrets, but it goes back to their sender and nowhere else.
    let detail = sentence(&error.to_string());
    (
        id.filter(|id| id.len() <= RequestId::LONGEST),
        Problem::new(Code::Unreadable, detail),
    )
}

/// The server's side of a conversation.
pub(super) struct Conversation {
    stream: Stream,
    line: Line,
    signed_in: SignedIn,
    /// Timeout for writing a message, after which the reader is given up.
    patience: Duration,
}

impl Conversation {
    pub(super) fn new(context: &Context, stream: Stream, signed_in: SignedIn) -> Conversation {
        let settings = context.settings();
        Conversation {
            stream,
            line: Line::new(settings),
            signed_in,
            patience: Duration::from_secs(settings.silence_seconds),
        }
    }

    /// Sends what comes out of `outbox`, and gives the listener every text, until the conversation ends.
    pub(super) async fn talk(
        &mut self,
        context: &Context,
        network: IpAddr,
        mut outbox: mpsc::Receiver<Encoded>,
        listener: &mut impl Listener,
    ) -> End {
        let settings = context.settings();
        let at_least_one = |rate| NonZeroU32::new(rate).unwrap_or(NonZeroU32::MIN);
        let rate = settings.messages_per_second;
        let quota =
            Quota::per_second(at_least_one(rate)).allow_burst(at_least_one(rate.saturating_mul(4)));
        let limiter: DefaultDirectRateLimiter = RateLimiter::direct(quota);
        let period = Duration::from_secs(settings.ping_seconds);
        let mut pings = tokio::time::interval(period);
        pings.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                // Checked first: nothing that arrives after the end of the session is done.
                over = self.signed_in.has_ended() => return match over {
                    Over::SignedOut => End::Say(SIGNED_OUT, "signed out"),
                    Over::HasAccount => End::Say(LAGGING, "you have an account now: connect again"),
                },
                update = outbox.recv() => match update {
                    Some(update) => {
                        // An acknowledgement goes out together with the event that follows it.
                        let next = (update.len() <= SHORT).then(|| outbox.try_recv().ok());
                        if self.write_texts(update, next.flatten()).await.is_err() {
                            return End::Say(LAGGING, "reading too slowly: connect again");
                        }
                    }
                    // The sender of the updates has cut us off, or was unloaded.
                    None => return match context.registry.services.is_stopping() {
                        true => End::Say(1012, "the server is restarting: connect again"),
                        false => End::Say(LAGGING, "connect again"),
                    },
                },
                message = self.stream.next() => {
                    let message = match message {
                        Some(Ok(message)) => message,
                        Some(Err(_)) | None => return End::Gone,
                    };
                    self.line.hear();
                    // Every message counts: control frames cost work too.
                    if limiter.check().is_err() || context.limits.message(network).is_err() {
                        return End::Say(FLOODING, "too many messages");
                    }
                    match message {
                        WsMessage::Pong(_) => self.line.hear_pong(),
                        WsMessage::Close(_) => return End::Gone,
                        WsMessage::Ping(_) | WsMessage::Frame(_) => {}
                        WsMessage::Binary(_) => {
                            let problem = Problem::new(Code::Unreadable, "Messages are JSON text.");
                            if self.refuse(None, problem).await.is_err() {
                                return End::Gone;
                            }
                        }
                        WsMessage::Text(text) => match listener.hear(&text, self.line.lag_ms()).await {
                            Heard::Nothing => {}
                            Heard::Say(answer) => {
                                if self.write_texts(answer, None).await.is_err() {
                                    return End::Gone;
                                }
                            }
                            Heard::End(end) => return end,
                        },
                    }
                }
                () = self.line.is_dead() => return End::Gone,
                _ = pings.tick() => {
                    self.line.ping();
                    if self.write(WsMessage::Ping(axum::body::Bytes::new())).await.is_err() {
                        return End::Gone;
                    }
                }
            }
        }
    }

    /// Reports what is wrong with a message.
    pub(super) async fn refuse(&mut self, id: Option<String>, problem: Problem) -> Result<(), ()> {
        let message = ServerMessage::Refused { id, problem };
        self.write_texts(message.encode(), None).await
    }

    /// Writes a text and perhaps another one, or gives up.
    async fn write_texts(&mut self, text: Encoded, next: Option<Encoded>) -> Result<(), ()> {
        let write = self.stream.send_texts(text, next);
        match tokio::time::timeout(self.patience, write).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(()),
        }
    }

    /// Writes a message, or gives up.
    async fn write(&mut self, message: WsMessage) -> Result<(), ()> {
        match tokio::time::timeout(self.patience, self.stream.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(()),
        }
    }

    /// Sends the close code, if the server ends the conversation, and waits for the client's own close: data that arrives at a closed
    /// connection resets it, and on a reset a browser discards the code that it has just read.
    pub(super) async fn close(mut self, end: End) {
        if let End::Say(code, reason) = end {
            let frame = CloseFrame {
                code: code.into(),
                reason: reason.into(),
            };
            if self.write(WsMessage::Close(Some(frame))).await.is_ok() {
                let _ = tokio::time::timeout(self.patience, self.stream.pass_over()).await;
            }
        }
    }
}
