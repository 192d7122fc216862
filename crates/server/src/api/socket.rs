//! The socket of a live game.

use std::time::{Duration, Instant};

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap};
use axum::response::Response;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message as WsMessage;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use utoipa::{IntoParams, ToSchema};

use super::Context;
use super::identity::Visitor;
use super::input::{Path, Query};
use super::limits::SocketPlace;
use super::upgrade::{Stream, Upgrade};
use crate::hidden::Hidden;
use crate::problem::{Code, Problem};
use crate::table::{Claim, Frame, Message, Offer, Outgoing, Visit};

/// How long a message may take to be written before the reader is given up.
const WRITE_PATIENCE: Duration = Duration::from_secs(10);
/// The longest name of a request.
const LONGEST_ID: usize = 64;

/// Codes with which the server closes a socket, beside the usual ones.
const LAGGING: u16 = 4008;
const FLOODING: u16 = 4029;
const GONE: u16 = 4004;
const BUSY: u16 = 4013;

/// What a client that comes (back) has.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct Have {
    /// The number of the last event that the client has. Left out: nothing.
    have: Option<u64>,
    /// `true`: events come without states and options, for programs that know the rules.
    #[serde(default)]
    lean: bool,
}

/// What a client can say. Every request has a name (`id`) that the client chooses; a request with a name
/// that the same player has used is acknowledged again and not done twice.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "t", deny_unknown_fields)]
#[schema(as = ClientMessage)]
pub(crate) enum Incoming {
    /// An action.
    Act {
        /// A name for the request.
        id: String,
        /// The number of the last event that the client has seen.
        n: u64,
        /// The action, in machine notation or as people write it.
        action: String,
    },
    /// Offer something to the opponent.
    Offer {
        /// A name for the request.
        id: String,
        /// What.
        what: Offer,
    },
    /// Accept what the opponent has offered.
    Accept {
        /// A name for the request.
        id: String,
        /// What.
        what: Offer,
    },
    /// Decline what the opponent has offered, or withdraw the own offer.
    Decline {
        /// A name for the request.
        id: String,
        /// What.
        what: Offer,
    },
    /// Give up.
    Resign {
        /// A name for the request.
        id: String,
    },
    /// End a game that has hardly begun.
    Abort {
        /// A name for the request.
        id: String,
    },
    /// Claim a game whose opponent has left.
    Claim {
        /// A name for the request.
        id: String,
        /// What.
        what: Claim,
    },
    /// Are you there?
    Ping {
        /// A name for the answer.
        #[serde(default)]
        id: Option<String>,
    },
}

/// The socket of a game: messages are the schemas ClientMessage and ServerMessage, as JSON text.
#[utoipa::path(get, path = "/games/{id}/socket", params(("id" = String, Path), Have),
    responses((status = 101, description = "The socket is open."), (status = 403, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn socket(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Query(have): Query<Have>,
    headers: HeaderMap,
    extensions: Extensions,
    upgrade: Upgrade,
) -> Result<Response, Problem> {
    let client = context.limits.client(&headers, &extensions);
    let place = context.limits.socket(client)?;
    Ok(upgrade.serve(move |stream| serve(context, visitor.id, id, have, stream, place)))
}

async fn serve(
    context: Context,
    player: String,
    game: String,
    have: Have,
    stream: Stream,
    _place: SocketPlace,
) {
    let (out, outbox) = mpsc::channel(context.lobby.settings.outbox);
    let visit = Visit {
        player,
        have: have.have,
        lean: have.lean,
        out,
    };
    let ask = |reply| Message::Visit(visit.clone(), reply);
    let answer = context.lobby.ask(&game, ask).await;
    drop(visit);
    let mut socket = Socket {
        stream,
        lag_ms: 0,
        pinged: None,
    };
    match answer {
        Ok(number) => {
            let end = socket.talk(&context, &game, number, outbox).await;
            context.lobby.leave(&game, number).await;
            socket.close(end).await;
        }
        Err(problem) => {
            let code = if problem.status == 404 { GONE } else { BUSY };
            let frame = Outgoing::Refused { id: None, problem }.encode();
            let _ = socket.write_text(frame).await;
            socket.close(End::Say(code, "see the message before")).await;
        }
    }
}

/// Why a conversation ended.
enum End {
    /// The client has gone.
    Gone,
    /// The server ends it, with a code and a word why.
    Say(u16, &'static str),
}

struct Socket {
    stream: Stream,
    /// The lag of this socket, smoothed.
    lag_ms: u32,
    /// When the last ping was sent, if its answer is still to come.
    pinged: Option<Instant>,
}

impl Socket {
    async fn talk(
        &mut self,
        context: &Context,
        game: &str,
        number: u64,
        mut outbox: mpsc::Receiver<Frame>,
    ) -> End {
        let settings = &context.lobby.settings;
        let rate = settings.messages_per_second;
        let burst = std::num::NonZeroU32::new(rate.saturating_mul(4));
        let rate = std::num::NonZeroU32::new(rate);
        let quota = Quota::per_second(rate.unwrap_or(std::num::NonZeroU32::MIN))
            .allow_burst(burst.unwrap_or(std::num::NonZeroU32::MIN));
        let limiter: DefaultDirectRateLimiter = RateLimiter::direct(quota);
        let period = Duration::from_secs(settings.ping_seconds);
        let mut pings = tokio::time::interval(period);
        pings.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                frame = outbox.recv() => match frame {
                    Some(frame) => {
                        if self.write_text(frame).await.is_err() {
                            return End::Say(LAGGING, "you read too slowly: connect again");
                        }
                    }
                    // The table has cut us, or has been put away.
                    None => return match context.lobby.is_stopping() {
                        true => End::Say(1012, "the server restarts: connect again"),
                        false => End::Say(LAGGING, "connect again"),
                    },
                },
                message = self.stream.next() => {
                    let message = match message {
                        Some(Ok(message)) => message,
                        Some(Err(_)) | None => return End::Gone,
                    };
                    match message {
                        WsMessage::Pong(_) => self.hear_pong(),
                        WsMessage::Close(_) => return End::Gone,
                        WsMessage::Ping(_) | WsMessage::Frame(_) => {}
                        WsMessage::Binary(_) => {
                            let problem = Problem::new(Code::Unreadable, "Messages are JSON text.");
                            let frame = Outgoing::Refused { id: None, problem }.encode();
                            if self.write_text(frame).await.is_err() {
                                return End::Gone;
                            }
                        }
                        WsMessage::Text(text) => {
                            if limiter.check().is_err() {
                                return End::Say(FLOODING, "too many messages");
                            }
                            if let Some(end) = self.hear(context, game, number, &text).await {
                                return end;
                            }
                        }
                    }
                }
                _ = pings.tick() => {
                    // No answer to the last ping in a whole period: nobody is there.
                    if self.pinged.is_some_and(|pinged| pinged.elapsed() > period) {
                        return End::Gone;
                    }
                    self.pinged.get_or_insert_with(Instant::now);
                    if self.write(WsMessage::Ping(axum::body::Bytes::new())).await.is_err() {
                        return End::Gone;
                    }
                }
            }
        }
    }

    fn hear_pong(&mut self) {
        if let Some(pinged) = self.pinged.take() {
            let lag = u32::try_from(pinged.elapsed().as_millis()).unwrap_or(u32::MAX);
            self.lag_ms = match self.lag_ms {
                0 => lag,
                before => before / 4 * 3 + lag / 4,
            };
        }
    }

    /// Understands a message and passes it on.
    async fn hear(
        &mut self,
        context: &Context,
        game: &str,
        number: u64,
        text: &str,
    ) -> Option<End> {
        use crate::table::Command;
        let incoming = match read(text) {
            Ok(incoming) => incoming,
            Err(refused) => {
                let (id, problem) = *refused;
                let frame = Outgoing::Refused { id, problem }.encode();
                let written = self.write_text(frame).await;
                return written.is_err().then_some(End::Gone);
            }
        };
        let (id, command) = match incoming {
            Incoming::Ping { id } => {
                let pong = Outgoing::Pong {
                    id,
                    lag_ms: self.lag_ms,
                    at: context.lobby.world.now_ms(),
                };
                let written = self.write_text(pong.encode()).await;
                return written.is_err().then_some(End::Gone);
            }
            Incoming::Act { id, n, action } => {
                let action = Hidden::new(action);
                (id, Command::Act { n, action })
            }
            Incoming::Offer { id, what } => (id, Command::Offer(what)),
            Incoming::Accept { id, what } => (id, Command::Accept(what)),
            Incoming::Decline { id, what } => (id, Command::Decline(what)),
            Incoming::Resign { id } => (id, Command::Resign),
            Incoming::Abort { id } => (id, Command::Abort),
            Incoming::Claim { id, what } => (id, Command::Claim(what)),
        };
        let message = Message::Command {
            from: number,
            id,
            command,
            lag_ms: self.lag_ms,
        };
        match context.lobby.send(game, message).await {
            Ok(()) => None,
            Err(_) => Some(End::Say(LAGGING, "connect again")),
        }
    }

    /// Writes a text, or gives up.
    async fn write_text(&mut self, text: Frame) -> Result<(), ()> {
        match tokio::time::timeout(WRITE_PATIENCE, self.stream.send_text(text)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(()),
        }
    }

    /// Writes a message, or gives up.
    async fn write(&mut self, message: WsMessage) -> Result<(), ()> {
        match tokio::time::timeout(WRITE_PATIENCE, self.stream.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(()),
        }
    }

    async fn close(mut self, end: End) {
        if let End::Say(code, reason) = end {
            let frame = CloseFrame {
                code: code.into(),
                reason: reason.into(),
            };
            let _ = self.write(WsMessage::Close(Some(frame))).await;
        }
    }
}

/// Reads a message of a client. If it is wrong, its name is found if there is one.
fn read(text: &str) -> Result<Incoming, Box<(Option<String>, Problem)>> {
    let incoming: Incoming = serde_json::from_str(text).map_err(|error| {
        #[derive(Deserialize)]
        struct Named {
            id: String,
        }
        let named: Option<Named> = serde_json::from_str(text).ok();
        let id = named
            .map(|named| named.id)
            .filter(|id| id.len() <= LONGEST_ID);
        // The text of the error can quote the message, and messages have secrets; but it goes back to
        // the one who sent it, and nowhere else.
        let detail = crate::problem::sentence(&error.to_string());
        Box::new((id, Problem::new(Code::Unreadable, detail)))
    })?;
    let id = match &incoming {
        Incoming::Act { id, .. }
        | Incoming::Offer { id, .. }
        | Incoming::Accept { id, .. }
        | Incoming::Decline { id, .. }
        | Incoming::Resign { id }
        | Incoming::Abort { id }
        | Incoming::Claim { id, .. } => Some(id),
        Incoming::Ping { id } => id.as_ref(),
    };
    if id.is_some_and(|id| id.is_empty() || id.len() > LONGEST_ID) {
        let detail = format!("The name of a request (id) has 1 to {LONGEST_ID} letters.");
        return Err(Box::new((
            None,
            Problem::new(Code::Unreadable, detail).of("id"),
        )));
    }
    Ok(incoming)
}
